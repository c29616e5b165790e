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
_BEGIN, _HOUR = datetime(2026, 1, 1, tzinfo=UTC), timedelta(hours=1)


def recorded_lines(folder: Path) -> list[bytes]:
    """Return the lines of a folder's files, one event a line; none if there is no folder."""
    return [line for path in sorted(folder.glob("*.ndjson")) for line in path.read_bytes().splitlines() if line]


def copies(numbers: Iterable[int]) -> Iterator[list[bytes]]:
    """Yield a copy of all recorded events for each number, which fills that hour; empty without a record.

    The recorded ones are of several years: here each is soon after the one before it.
    """
    recorded = [json.loads(line) for line in recorded_lines(EVENTS)]
    ids = sorted({run_id for event in recorded for run_id in _run_ids(event)})
    texts = [_Text(event, ids, _HOUR * place / len(recorded)) for place, event in enumerate(recorded)]
    for number in numbers:
        others = {known: str(uuid5(UUID(int=number), known)) for known in ids}
        yield [text.copy(others, _BEGIN + number * _HOUR) for text in texts]


def _run_ids(value: Any) -> Iterator[str]:
    """Yield the ids of all runs that a value names, also of those without events of their own."""
    if isinstance(value, dict):
        if isinstance(value.get("runId"), str):
            yield value["runId"]
        yield from _run_ids(list(value.values()))
    elif isinstance(value, list):
        for part in value:
            yield from _run_ids(part)


class _Text:
    """An event as text, cut at its time and at each of the ids that name runs, in every place that names one."""

    def __init__(self, event: dict[str, Any], ids: Sequence[str], after: timedelta) -> None:
        self._after = after
        self._before, _, rest = json.dumps(event | {"eventTime": _AT}).partition(_AT)
        found = [re.escape(known) for known in ids if known in rest]
        self._parts = re.split(f"({'|'.join(found)})", rest) if found else [rest]

    def copy(self, others: Mapping[str, str], hour: datetime) -> bytes:
        """Return the event in an hour, with other ids."""
        at = (hour + self._after).isoformat()
        return "".join((self._before, at, *(others.get(part, part) for part in self._parts))).encode()
