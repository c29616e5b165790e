"""Events in the proportions of recorded events, from a folder beside this checkout: each copy has other runs."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

EVENTS = Path(__file__).resolve().parents[2] / "shared/corpus/openlineage/events"
_AT = "TIME-OF-THE-EVENT"


def recorded_lines(folder: Path) -> list[bytes]:
    """Return the lines of a folder's files, one event a line; none if there is no folder."""
    return [line for path in sorted(folder.glob("*.ndjson")) for line in path.read_bytes().splitlines() if line]


def copies(numbers: Iterable[int]) -> Iterator[list[bytes]]:
    """Yield a copy of all recorded events for each number, so many hours later; empty without a record."""
    recorded = [json.loads(line) for line in recorded_lines(EVENTS)]
    ids = sorted({event["run"]["runId"] for event in recorded if "run" in event})
    texts = [_Text(event, ids) for event in recorded]
    for number in numbers:
        others = {known: str(uuid5(UUID(int=number), known)) for known in ids}
        yield [text.copy(others, number) for text in texts]


class _Text:
    """An event as text, cut at its time and at each of the ids that name runs, in every place that names one."""

    def __init__(self, event: dict[str, Any], ids: Sequence[str]) -> None:
        self._at = _utc(event["eventTime"])
        self._before, _, rest = json.dumps(event | {"eventTime": _AT}).partition(_AT)
        found = [re.escape(known) for known in ids if known in rest]
        self._parts = re.split(f"({'|'.join(found)})", rest) if found else [rest]

    def copy(self, others: Mapping[str, str], hours: int) -> bytes:
        """Return the event so many hours later, with other ids."""
        at = (self._at + timedelta(hours=hours)).isoformat()
        return "".join((self._before, at, *(others.get(part, part) for part in self._parts))).encode()


def _utc(time: str) -> datetime:
    at = datetime.fromisoformat(time)
    return at if at.tzinfo else at.replace(tzinfo=UTC)
