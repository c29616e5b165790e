"""One OpenLineage RunEvent, and what it names."""

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
        """OpenLineage has no attempt; Airflow's `try_number` is taken for one."""
        number = facet(self.document["run"], "airflow").get("taskInstance", {}).get("try_number")
        return None if number is None else int(number)


@dataclass(frozen=True, eq=False)
class Mention:
    """An event named an asset on one side; dataset is what it said of it."""

    event: RunEvent
    side: Side
    asset: Asset
    dataset: dict[str, Any]


def read_event(received: Received) -> RunEvent:
    """The run and the time of an event."""
    document = received.event
    return RunEvent(
        run=run_named(document["job"], document["run"]),
        at=moment(document["eventTime"]),
        arrived_at=received.arrived_at,
        word=document.get("eventType"),
        document=document,
    )


def run_named(job: dict[str, Any], run: dict[str, Any]) -> Run:
    """The run that an event or a reference names."""
    return Run(job["namespace"], job["name"], run["runId"].lower())


def moment(text: str) -> datetime:
    """A time of an event."""
    return datetime.fromisoformat(text)


def named(value: dict[str, Any]) -> Asset:
    """The namespace and name of a dataset."""
    return value["namespace"], value["name"]


def facet(holder: dict[str, Any], name: str, part: str = "facets") -> dict[str, Any]:
    """A facet, empty where it is absent or deleted."""
    value = (holder.get(part) or {}).get(name) or {}
    return {} if value.get("_deleted") else dict(value)


def mentions(event: RunEvent) -> Iterator[Mention]:
    """What a `lineage` facet says flowed in a run was read and written by it, so it makes edges too (docs/store.md)."""
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
    """The sources of an output of a lineage facet: of the whole of it, and of its fields."""
    found = list(holder.get("inputs") or [])
    for column in (holder.get("fields") or {}).values():
        found += column.get("inputs") or []
    return [expect_dataset(source) for source in found]


def expect_dataset(value: dict[str, Any]) -> dict[str, Any]:
    """Lineage from and into jobs is not known here."""
    if value["type"] != "DATASET":
        raise NotImplementedError(value)
    return value


def newest_first(events: Iterable[Mention]) -> list[Mention]:
    """The newest event first; at one time terminal events, then by content."""
    return sorted(
        events, key=lambda m: (m.event.at, m.event.is_terminal, json.dumps(m.dataset, sort_keys=True)), reverse=True
    )
