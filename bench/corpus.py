"""Events in the proportions of recorded events, from a folder beside this checkout: each copy has other runs."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

EVENTS = Path(__file__).resolve().parents[2] / "shared/corpus/openlineage/events"


def recorded_lines(folder: Path) -> list[bytes]:
    """Return the lines of a folder's files, one event a line; none if there is no folder."""
    return [line for path in sorted(folder.glob("*.ndjson")) for line in path.read_bytes().splitlines() if line]


def copies(count: int) -> list[list[bytes]]:
    """Return so many copies of all recorded events, each an hour after the one before; empty without a record."""
    recorded = [json.loads(line) for line in recorded_lines(EVENTS)]
    return [list(_copy(recorded, number)) for number in range(count)]


def _copy(recorded: list[dict[str, Any]], number: int) -> Iterator[bytes]:
    """Yield the events with run ids of this copy alone, in every place that names a run."""
    ids = {event["run"]["runId"] for event in recorded if "run" in event}
    others = {known: _other(known, number) for known in ids}
    for event in recorded:
        text = json.dumps(event | {"eventTime": _later(event["eventTime"], number)})
        for known in ids:
            if known in text:
                text = text.replace(known, others[known])
        yield text.encode()


def _other(run_id: str, number: int) -> str:
    return str(uuid5(UUID(int=number), run_id))


def _later(time: str, hours: int) -> str:
    at = datetime.fromisoformat(time)
    return ((at if at.tzinfo else at.replace(tzinfo=UTC)) + timedelta(hours=hours)).isoformat()
