"""Possible effects of unknown writes: their number of hops, and the hop that a read shows (docs/point-in-time-rule.md)."""

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from headwater.lineage.affected import affected_run, path_to
from headwater.lineage.affected_columns import affected_columns
from headwater.lineage.between import path_between
from headwater.lineage.impact import Impact, impact
from headwater.lineage.outlines import critical_path, dominators
from headwater.lineage.points import Point
from headwater.lineage.question import Question, limits_of
from headwater.lineage.suspects import SuspectReason, suspects
from headwater.model.lineage import REMAINS
from headwater.model.questions import Certainty, Direction, PointInTime
from headwater.store.pool import read_pool
from headwater.store.reader import Reader
from headwater.store.walks import StartStep

from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import stored, urn
from impact_engine import by_all_hops

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


async def test_columns_of_reads_after_unknown_writes_have_a_hop_each(reader: Reader) -> None:
    found = await asked(reader, urn(FEED), columns=())
    assert len(found.answer.runs) == 2 * HOURS
    assert len(found.answer.findings[0].paths.hops) < 5 * HOURS
    columns = await affected_columns(reader, found)
    assert len(columns) == 1 + 2 * HOURS, "of the feed, of each load, and of each report"
    with by_all_hops():
        whole = await asked(reader, urn(FEED), columns=())
    assert len(whole.answer.findings[0].paths.hops) > HOURS * HOURS / 2


async def test_a_search_between_two_points_takes_a_hop_for_each_read(reader: Reader) -> None:
    question = Question(Point(urn(FEED)), point_in_time=PointInTime(possible=True))
    found = await path_between(reader, question, Point(urn(REPORTS[-1])), first_steps=1000)
    assert found.is_affected
    assert found.asked is not None
    assert len(found.asked.answer.findings[0].paths.hops) < 4 * HOURS
    with by_all_hops():
        whole = await path_between(reader, question, Point(urn(REPORTS[-1])), first_steps=1000)
    assert whole.asked is not None
    assert len(whole.asked.answer.findings[0].paths.hops) > HOURS * HOURS / 2


async def test_reads_of_a_version_that_may_be_left_are_possible(reader: Reader) -> None:
    found = await asked(reader, urn(LOADS[0]))
    assert await runs_of(reader, found) == {urn(report): (report == REPORTS[0], 1) for report in REPORTS}


async def test_a_limit_of_depth_is_one_of_runs(reader: Reader) -> None:
    found = await asked(reader, urn(LOADS[0]), limits=limits_of(None, None, 1))
    assert await runs_of(reader, found) == {urn(report): (report == REPORTS[0], 1) for report in REPORTS}


async def test_of_several_versions_the_newest_of_the_nearest_is_shown(reader: Reader, database_url: str) -> None:
    """`late` made the newest version, but is farther from the load: the path of `mail` goes by the load's own."""
    late = run_event("COMPLETE", "22:00:00", uuid(2), "late", inputs=["prices", "feed"], outputs=["prices"])
    mail = run_event("COMPLETE", "23:00:00", uuid(3), "mail", inputs=["prices"])
    await stored(database_url, parsed(late, mail))
    found = await asked(reader, urn(LOADS[2]))
    ids = [row["id"] for row in await reader.entities.by_urn([urn(LOADS[2]), urn(3)]) if row is not None]
    assert await path_of(reader, found, urn(3)) == ids


@pytest.mark.parametrize("depth", [None, 3, 9])
async def test_a_limit_of_nodes_bounds_the_answer(reader: Reader, depth: int | None) -> None:
    found = (await asked(reader, urn(FEED), limits=limits_of(10, None, depth))).answer
    assert found.is_cut
    assert 0 < len(found.runs) <= 10


async def test_a_limit_of_nodes_counts_runs_alone(reader: Reader) -> None:
    whole = await asked(reader, urn(FEED), limits=limits_of(1 + 2 * HOURS, None, None))
    assert not whole.answer.is_truncated
    assert (await asked(reader, urn(FEED), limits=limits_of(2 * HOURS, None, None))).answer.is_truncated


async def test_a_path_leads_to_a_read_after_unknown_writes(reader: Reader) -> None:
    question = Question(Point(urn(LOADS[0])), point_in_time=PointInTime(possible=True))
    found = await path_between(reader, question, Point(urn(REPORTS[3])))
    assert found.is_affected
    assert found.standing is not None
    assert found.standing.certainty is Certainty.POSSIBLE


async def test_a_walk_as_of_a_moment_ends_there(reader: Reader) -> None:
    point_in_time = PointInTime(as_of=datetime(2026, 1, 1, 2, 45, tzinfo=UTC), possible=True)
    [row] = [row for row in await reader.entities.by_urn([urn(LOADS[0])]) if row is not None]
    hops = await reader.walks.walk(
        [StartStep(row["id"])], Direction.DOWNSTREAM, point_in_time, limits_of(None, None, None), by_remains=True
    )
    assert (hops.steps.run_ids == REMAINS).sum() == 2  # of prices, and of the report


async def test_unknown_writes_before_which_nobody_reads_make_no_remains(reader: Reader, database_url: str) -> None:
    loads = [
        run_event("COMPLETE", f"{hour:02}:15:00", uuid(300 + hour), "stock", outputs=["stock"]) for hour in range(20)
    ]
    report = run_event("COMPLETE", "21:00:00", uuid(400), "report", inputs=["stock"])
    await stored(database_url, parsed(*loads, report))
    [row] = [row for row in await reader.entities.by_urn([urn(300)]) if row is not None]
    point_in_time = PointInTime(possible=True)
    hops = await reader.walks.walk(
        [StartStep(row["id"])], Direction.DOWNSTREAM, point_in_time, limits_of(None, None, None), by_remains=True
    )
    assert (hops.steps.run_ids == REMAINS).sum() == 2  # at the second load, and at the last one
    assert await runs_of(reader, await asked(reader, urn(300))) == {urn(400): (False, 1)}


@pytest.mark.parametrize("depth", [8, 9])
@pytest.mark.parametrize("columns", [None, ("price",)])
async def test_runs_beyond_the_depth_are_not_in_the_limit_of_nodes(
    reader: Reader, database_url: str, depth: int, columns: tuple[str] | None
) -> None:
    chain = [
        run_event("COMPLETE", f"00:{n:02}:00", uuid(500 + n), f"job {n}", inputs=[f"t{n}"], outputs=[f"t{n + 1}"])
        for n in range(1, 14)
    ]
    many = [run_event("COMPLETE", f"01:{n:02}:00", uuid(600 + n), "many", inputs=["t14"]) for n in range(60)]
    await stored(database_url, parsed(*chain, *many))
    found = await asked(reader, urn(501), limits=limits_of(50, None, depth), columns=columns)
    assert (len(found.answer.runs), found.answer.is_cut, found.answer.runs_beyond) == (depth, False, 1)


async def test_sources_that_may_be_left_are_possible(reader: Reader) -> None:
    found = await asked(reader, urn(REPORTS[-1]), direction=Direction.UPSTREAM)
    assert await runs_of(reader, found) == {
        **{urn(load): (load == LOADS[-1], 1) for load in LOADS},
        urn(FEED): (True, 2),
    }
    assert len(found.answer.findings[0].paths.hops) < 4 * HOURS


async def test_nothing_remains_of_what_was_dropped(reader: Reader, database_url: str) -> None:
    dropped = {"lifecycleStateChange": {"lifecycleStateChange": "DROP"}}
    gone = [{"namespace": NAMESPACE, "name": "rates", "facets": dropped}]
    await stored(
        database_url,
        parsed(
            run_event("COMPLETE", "01:00:00", uuid(31), "load", outputs=["rates"]),
            run_event("COMPLETE", "02:00:00", uuid(32), "drop", outputs=gone),
            run_event("COMPLETE", "03:00:00", uuid(33), "load", outputs=["rates"]),
            run_event("COMPLETE", "04:00:00", uuid(34), "load", outputs=["rates"]),
            run_event("COMPLETE", "05:00:00", uuid(35), "load", outputs=["rates"]),
            run_event("COMPLETE", "06:00:00", uuid(36), "report", inputs=["rates"]),
        ),
    )
    found = await asked(reader, urn(36), direction=Direction.UPSTREAM)
    assert await runs_of(reader, found) == {urn(33): (False, 1), urn(34): (False, 1), urn(35): (True, 1)}
    assert await runs_of(reader, await asked(reader, urn(31))) == {}


async def test_upstream_times_and_order_are_those_of_all_hops(reader: Reader, database_url: str) -> None:
    """The first read of an old version may be farther from the start than its nearest read."""
    await stored(
        database_url,
        parsed(
            run_event("COMPLETE", "02:00:00", uuid(11), "wb", outputs=["b"]),
            run_event("COMPLETE", "03:00:00", uuid(12), "wa", outputs=["a"]),
            run_event("COMPLETE", "03:30:00", uuid(13), "wa", outputs=["a"]),
            run_event("COMPLETE", "03:40:00", uuid(14), "wb", outputs=["b"]),
            run_event("COMPLETE", "05:00:00", uuid(15), "r2", inputs=["a"], outputs=["m"]),
            run_event("COMPLETE", "06:00:00", uuid(16), "mid", inputs=["m"], outputs=["y"]),
            run_event("COMPLETE", "10:00:00", uuid(17), "r1", inputs=["a", "b", "y"]),
        ),
    )
    for start in (urn(17), urn(REPORTS[-1])):
        short = (await asked(reader, start, direction=Direction.UPSTREAM)).answer
        with by_all_hops():
            whole = (await asked(reader, start, direction=Direction.UPSTREAM)).answer
        for told, all_told in ((short.runs, whole.runs), (short.versions, whole.versions)):
            for column in ("ids", "are_certain", "depths", "reached"):
                assert getattr(told, column).tolist() == getattr(all_told, column).tolist(), column


async def test_the_last_read_of_a_version_that_may_be_left_counts_for_suspects(
    reader: Reader, database_url: str
) -> None:
    await stored(
        database_url,
        parsed(
            run_event("COMPLETE", "00:10:00", uuid(21), "old", outputs=["rates"]),
            run_event("COMPLETE", "01:00:00", uuid(22), "other", outputs=["rates"]),
            run_event("COMPLETE", "02:00:00", uuid(23), "r", inputs=["rates"], outputs=["x"]),
            run_event("START", "05:20:00", uuid(24), "old", outputs=["rates"]),
            run_event("FAIL", "05:30:00", uuid(24), "old"),
            run_event("COMPLETE", "07:00:00", uuid(25), "r2", inputs=["rates"], outputs=["y"]),
            run_event("COMPLETE", "08:00:00", uuid(26), "top", inputs=["x", "y"]),
        ),
    )
    found = await suspects(reader, await asked(reader, urn(26), direction=Direction.UPSTREAM))
    assert found is not None
    assert SuspectReason.STALE_INPUT in [one.reason for one in found.found]


async def test_outlines_are_of_certain_hops(reader: Reader) -> None:
    found = await asked(reader, urn(LOADS[0]))
    gates, path = await dominators(found, 10), await critical_path(reader, found, 0, 10)
    assert gates is not None
    assert path is not None
    assert gates.reached == 3  # the version, its report, and what this wrote
    assert path.total == 1  # nobody said how long a run took, so the start is as long as any path
