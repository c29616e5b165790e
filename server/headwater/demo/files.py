"""Events as files: NDJSON by month and source, the same bytes each time."""

import gzip
import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from headwater.demo.events import Event

_GZIPPED = frozenset({"2026-09-airflow"})


def write_events(events: Iterable[Event], folder: Path) -> list[Path]:
    """Write the events, in their order, to files in a folder, which is made if necessary; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    lines: defaultdict[str, list[bytes]] = defaultdict(list)
    for event in events:
        lines[_part(event)].append(_line(event))
    return [_write(folder, part, b"".join(lines[part])) for part in sorted(lines)]


def _part(event: Event) -> str:
    """Return month and source, as `2026-09-airflow`."""
    source = event["job"]["namespace"].removesuffix("-prod")
    return f"{event['eventTime'][:7]}-{source}"


def _line(event: Event) -> bytes:
    return json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _write(folder: Path, part: str, content: bytes) -> Path:
    if part not in _GZIPPED:
        path = folder / f"shop-{part}.ndjson"
        path.write_bytes(content)
        return path
    path = folder / f"shop-{part}.ndjson.gz"
    # Without name and time in the header, the bytes are the same each time.
    with path.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
        packed.write(content)
    return path
