"""Possible effects of unknown writes: their number of hops, and the hop that a read shows (docs/point-in-time-rule.md)."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from headwater.lineage.affected import affected_run, path_to
from headwater.lineage.impact import Impact, impact
from headwater.lineage.outlines import critical_path, dominators
from headwater.lineage.points import Point
from headwater.lineage.question import Question, limits_of
from headwater.model.questions import Direction, PointInTime
from headwater.store.pool import read_pool
from headwater.store.reader import Reader

from events import parsed, run_event, uuid
from graphql_api import stored, urn

HOURS = 20
"""Each hour a run loads prices from the feed, without a word of its effect, and then a run reports on them."""

LOADS = [100 + hour for hour in range(HOURS)]
REPORTS = [200 + hour for hour in range(HOURS)]
FEED = 1


@pytest.fixture
async def reader(database_url: str) -> AsyncIterator[Reader]:
    events = [run_event("COMPLETE", "00:10:00", uuid(FEED), "feed", outputs=["feed"])]
    for hour in range(1, HOURS + 1):
        load, report = uuid(LOADS[hour - 1]), uuid(REPORTS[hour - 1])
        events += [
            run_event("COMPLETE", f"{hour:02}:10:00", load, "load", inputs=["feed"], outputs=["prices"]),
            run_event("COMPLETE", f"{hour:02}:40:00", report, "report", inputs=["prices"], outputs=["report"]),
        ]
    await stored(database_url, parsed(*events))
    async with await read_pool(database_url, 2) as pool:
        yield Reader(pool)


async def asked(reader: Reader, start: str, **more: Any) -> Impact:
    return await impact(reader, Question(Point(start), point_in_time=PointInTime(possible=True), **more))


async def runs_of(reader: Reader, found: Impact) -> dict[str, tuple[bool, int]]:
    """Return the runs of an answer by URN: True for a certain one, and the depth."""
    runs = found.answer.runs
    rows = await reader.entities.by_id(runs.ids.tolist())
    return {
        row["urn"]: told
        for row, told in zip(rows, zip(runs.are_certain.tolist(), runs.depths.tolist(), strict=True), strict=True)
        if row is not None
    }


async def path_of(reader: Reader, found: Impact, run: str) -> Sequence[int | None]:
    [row] = [place for place, each in enumerate(await runs_of(reader, found)) if each == run]
    return [node.run_id for node in path_to(affected_run(found, row).standing, 100) if node.run_id is not None]


async def test_reads_after_unknown_writes_have_a_hop_each(reader: Reader) -> None:
    found = await asked(reader, urn(FEED))
    assert await runs_of(reader, found) == {
        **{urn(load): (True, 1) for load in LOADS},
        **{urn(report): (True, 2) for report in REPORTS},
    }
    [finding] = found.answer.findings
    # Each report saw the load of its hour for certain, and possibly one that may be left: not all that may be.
    assert len(finding.paths.hops) < 4 * HOURS
    assert finding.paths.lead_on.sum() == HOURS + HOURS + HOURS - 1


async def test_reads_of_a_version_that_may_be_left_are_possible(reader: Reader) -> None:
    found = await asked(reader, urn(LOADS[0]))
    assert await runs_of(reader, found) == {urn(report): (report == REPORTS[0], 1) for report in REPORTS}


async def test_a_run_after_a_limit_of_depth_is_found_by_all_hops(reader: Reader) -> None:
    found = await asked(reader, urn(LOADS[0]), limits=limits_of(None, None, 1))
    assert await runs_of(reader, found) == {urn(report): (report == REPORTS[0], 1) for report in REPORTS}


async def test_of_several_versions_the_newest_of_the_nearest_is_shown(reader: Reader, database_url: str) -> None:
    """The last report read after a replacing write of two loads: only the feed's other reader leads to it."""
    late = run_event("COMPLETE", "22:00:00", uuid(2), "late", inputs=["prices", "feed"], outputs=["prices"])
    mail = run_event("COMPLETE", "23:00:00", uuid(3), "mail", inputs=["prices"])
    await stored(database_url, parsed(late, mail))
    found = await asked(reader, urn(LOADS[2]))
    ids = [row["id"] for row in await reader.entities.by_urn([urn(LOADS[2]), urn(3)]) if row is not None]
    assert await path_of(reader, found, urn(3)) == ids  # not by `late`, which is farther


async def test_sources_that_may_be_left_are_possible(reader: Reader) -> None:
    found = await asked(reader, urn(REPORTS[-1]), direction=Direction.UPSTREAM)
    assert await runs_of(reader, found) == {
        **{urn(load): (load == LOADS[-1], 1) for load in LOADS},
        urn(FEED): (True, 2),
    }
    assert len(found.answer.findings[0].paths.hops) < 4 * HOURS


async def test_outlines_are_of_certain_hops(reader: Reader) -> None:
    found = await asked(reader, urn(LOADS[0]))
    gates, path = await dominators(found, 10), await critical_path(reader, found, 0, 10)
    assert gates is not None
    assert path is not None
    assert gates.reached == 3  # the version, its report, and what this wrote
    assert path.total == 1  # nobody said how long a run took, so the start is as long as any path
