"""One OpenLineage RunEvent, and the entities that it names."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from impact_reference.asking import Asset, Received, Run

TERMINAL = ("COMPLETE", "FAIL", "ABORT")
FAILURES = ("FAIL", "ABORT")
STARTED = ("START", "RUNNING")

Side = Literal["inputs", "outputs"]


@dataclass(frozen=True, eq=False)
class RunEvent:
    """An event with its run and time."""

    run: Run
    at: datetime
    arrived_at: datetime
    word: str | None
    document: dict[str, Any]

    @property
    def is_terminal(self) -> bool:
        return self.word in TERMINAL

    @property
    def said_attempt(self) -> int | None:
        """The attempt by Airflow's `try_number`: OpenLineage has none."""
        number = facet(self.document["run"], "airflow").get("taskInstance", {}).get("try_number")
        return None if number is None else int(number)


@dataclass(frozen=True, eq=False)
class Mention:
    """An event's mention of an asset on one side; dataset is the event's entry."""

    event: RunEvent
    side: Side
    asset: Asset
    dataset: dict[str, Any]


def read_event(received: Received) -> RunEvent:
    """Return the run and the time of an event."""
    document = received.event
    return RunEvent(
        run=run_named(document["job"], document["run"]),
        at=moment(document["eventTime"]),
        arrived_at=received.arrived_at,
        word=document.get("eventType"),
        document=document,
    )


def run_named(job: dict[str, Any], run: dict[str, Any]) -> Run:
    """Return the run that an event or a reference names."""
    return Run(job["namespace"], job["name"], run["runId"].lower())


def moment(text: str) -> datetime:
    """Return a time of an event."""
    return datetime.fromisoformat(text)


def named(value: dict[str, Any]) -> Asset:
    """Return the namespace and name of a dataset."""
    return value["namespace"], value["name"]


def facet(holder: dict[str, Any], name: str, part: str = "facets") -> dict[str, Any]:
    """Return a facet; empty if absent or deleted."""
    value = (holder.get(part) or {}).get(name) or {}
    return {} if value.get("_deleted") else dict(value)


def mentions(event: RunEvent) -> Iterator[Mention]:
    """Yield the mentions of an event. Sources and targets of a `lineage` facet make edges, too (docs/store.md)."""
    document = event.document
    for dataset in document.get("inputs") or []:
        yield Mention(event, "inputs", named(dataset), dataset)
    for dataset in document.get("outputs") or []:
        yield Mention(event, "outputs", named(dataset), dataset)
        for source in sources(facet(dataset, "lineage")):
            yield Mention(event, "inputs", named(source), {})
    for entry in facet(document["job"], "lineage").get("entries") or []:
        yield Mention(event, "outputs", named(expect_dataset(entry)), {})
        for source in sources(entry):
            yield Mention(event, "inputs", named(source), {})


def sources(holder: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the sources of an output of a lineage facet: of the whole output, and of its fields."""
    found = list(holder.get("inputs") or [])
    for column in (holder.get("fields") or {}).values():
        found += column.get("inputs") or []
    return [expect_dataset(source) for source in found]


def expect_dataset(value: dict[str, Any]) -> dict[str, Any]:
    """Return a dataset. Lineage from and into jobs is unknown here, and raises NotImplementedError."""
    if value["type"] != "DATASET":
        raise NotImplementedError(value)
    return value


def newest_first(events: Iterable[Mention]) -> list[Mention]:
    """Return the newest event first; at one time terminal events, then by content."""
    return sorted(
        events, key=lambda m: (m.event.at, m.event.is_terminal, json.dumps(m.dataset, sort_keys=True)), reverse=True
    )
