"""`timeline`: the runs within a run as bars in time, with the cause of each wait (docs/failed-pipeline.md)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

from asyncpg import Record

from headwater.impact.propagation import STRENGTH, Reason, tries_of
from headwater.lineage.members import Members, members_of_runs, to_member
from headwater.model.times import millis_between
from headwater.store.reader import Reader


@dataclass(frozen=True, slots=True)
class Wait:
    """The wait of a run before its start, and the run that it waited for."""

    millis: int
    """From the end of the run that it waited for, or from the start of the parent, to its start."""

    run_id: int | None
    """The run with the same parent that it depends on and that ended last before it began; None without one."""

    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A run on the timeline of its parent. Times are UTC; None: not known."""

    run_id: int
    started_at: datetime | None
    ended_at: datetime | None
    is_open: bool
    wait: Wait | None
    """None if no start is known, or it began before its parent did."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """A page of the runs directly within a run, in order of start, ties by URN; one without a start at its end."""

    total: int
    is_complete: bool
    """True if all runs within the run were checked."""

    entries: list[Entry]


_Page = tuple[list[Record], list[Record]]
"""The runs directly within a run, and those of them on a page."""


async def timelines(
    reader: Reader, runs: Sequence[tuple[int, datetime | None]], start: int, count: int
) -> list[Timeline]:
    """Return a page of each run's timeline; a run is given with its start."""
    members = await members_of_runs(reader, [run_id for run_id, _ in runs])
    pages = [_page(one, run_id, start, count) for (run_id, _), one in zip(runs, members, strict=True)]
    groups = {
        number: (tuple(_over(children)), tuple(begun))
        for number, (children, page) in enumerate(pages)
        if (begun := _begun(page))
    }
    found = await reader.pipelines.dependencies([*groups.values()]) if groups else []
    rows = dict(zip(groups, found, strict=True))
    shown = []
    for place, ((_, begin), (children, page), one) in enumerate(zip(runs, pages, members, strict=True)):
        waits = _waits(children, page, begin, rows.get(place, []))
        shown.append(Timeline(len(children), one.is_complete, [_entry(row, waits.get(row["id"])) for row in page]))
    return shown


def _page(members: Members, run_id: int, start: int, count: int) -> _Page:
    children = [row for row in members.rows if row["parent_id"] == run_id and row["placed_at"] is not None]
    return children, children[start : start + count]


def _begun(page: Sequence[Record]) -> dict[int, datetime]:
    """Return the known start times of runs, by id."""
    return {row["id"]: row["began_at"] for row in page if row["began_at"] is not None}


def _over(children: Sequence[Record]) -> dict[int, datetime]:
    """Return the end times of runs, by id."""
    return {row["id"]: row["over_at"] for row in children if not (row["is_open"] or row["is_left_open"])}


def _entry(row: Record, wait: Wait | None) -> Entry:
    return Entry(
        run_id=row["id"],
        started_at=row["began_at"],
        ended_at=None if row["is_derived"] else row["ended_at"],
        is_open=row["is_open"],
        wait=wait,
    )


def _waits(
    children: Sequence[Record], page: Sequence[Record], begin: datetime | None, dependencies: Sequence[Record]
) -> dict[int, Wait]:
    """Return the wait of each run on a page."""
    begun, over = _begun(page), _over(children)
    places = {row["id"]: place for place, row in enumerate(children)}
    before: dict[int, list[_Cause]] = defaultdict(list)
    for upstream_id, run_id, reason in _orders(children, dependencies):
        if run_id in begun and over[upstream_id] <= begun[run_id]:
            before[run_id].append(
                _Cause(over[upstream_id], -STRENGTH[reason], -places[upstream_id], upstream_id, reason)
            )
    waits = {}
    for run_id, started_at in begun.items():
        cause = max(before[run_id], default=None)
        millis = millis_between(cause.over_at if cause else begin, started_at)
        if millis is not None and millis >= 0:
            waits[run_id] = Wait(millis, cause.run_id if cause else None, cause.reason if cause else None)
    return waits


def _orders(children: Sequence[Record], dependencies: Sequence[Record]) -> Iterator[tuple[int, int, Reason]]:
    """Yield pairs of runs, the earlier one first, with the reason: dependencies, and tries of the same work."""
    for row in dependencies:
        yield row["upstream_id"], row["downstream_id"], Reason(row["reason"])
    for tries in tries_of([to_member(row) for row in children]):
        for one, again in pairwise(tries):
            yield one.run_id, again.run_id, Reason.RETRY


@dataclass(frozen=True, order=True, slots=True)
class _Cause:
    """A run that was over when another began, sorted by its end: the last to end is the cause."""

    over_at: datetime
    strength: int
    order: int
    """The first on the timeline, if there are several."""

    run_id: int = field(compare=False)
    reason: Reason = field(compare=False)
