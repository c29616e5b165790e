"""Questions about lineage asked without GraphQL: about a night with a failed load in its pipeline."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest

from headwater.errors import BadRequestError, NotFoundError
from headwater.lineage.across import LineageSearch, facets, search_across
from headwater.lineage.affected import RunFilter, affected_run, chosen_runs, path_to
from headwater.lineage.anomalies import anomalies_of_runs
from headwater.lineage.at_risk import jobs_at_risk
from headwater.lineage.conditions import DEGREE
from headwater.lineage.diagram import DiagramFormat, diagram
from headwater.lineage.diff import InputChange, compare_lineage
from headwater.lineage.failures import failures_of_runs
from headwater.lineage.impact import Impact, impact, possible_beyond
from headwater.lineage.neighbours import neighbours
from headwater.lineage.outlines import critical_path, dominators
from headwater.lineage.points import Point, named
from headwater.lineage.question import Question, limits_of
from headwater.lineage.roots import roots
from headwater.lineage.run_diff import RunDifferenceKind, run_differences
from headwater.lineage.suspects import SuspectReason, suspects
from headwater.lineage.timeline import timelines
from headwater.lineage.totals import levels, totals_by_template, totals_by_type
from headwater.lineage.versions import reads_of_runs, versions_at
from headwater.model.questions import Direction, Kind, PointInTime
from headwater.store.pool import read_pool
from headwater.store.projections import Window
from headwater.store.reader import Reader
from headwater.store.search_conditions import Condition
from headwater.urn import named_dataset_urn, named_job_urn

from events import NAMESPACE, parent, parsed, run_event, uuid
from graphql_api import stored, urn

NIGHT = 9
"""The run that contains the failed load."""

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def at(minute: int) -> datetime:
    return datetime(2026, 1, 1, 0, minute, tzinfo=UTC)


def table(name: str) -> str:
    return named_dataset_urn(NAMESPACE, name)


@pytest.fixture
async def reader(database_url: str) -> AsyncIterator[Reader]:
    """load reads feed and writes prices at 0:10, report reads at 0:20, a load fails at 0:35, mail reads at 0:40."""
    night = parent(uuid(NIGHT), "night")
    events = [
        run_event("COMPLETE", "00:10:00", uuid(1), "load", inputs=["feed"], outputs=["prices"]),
        run_event("COMPLETE", "00:20:00", uuid(2), "report", inputs=["prices"], outputs=["report"]),
        run_event("START", "00:29:00", uuid(NIGHT), "night"),
        run_event("START", "00:30:00", uuid(3), "load", inputs=["feed"], outputs=["prices"], parent=night),
        run_event("FAIL", "00:35:00", uuid(3), "load", parent=night),
        run_event("FAIL", "00:36:00", uuid(NIGHT), "night"),
        run_event("COMPLETE", "00:40:00", uuid(4), "mail", inputs=["prices", "report"]),
    ]
    await stored(database_url, parsed(*events))
    async with await read_pool(database_url, 2) as pool:
        yield Reader(pool)


async def row_ids(reader: Reader, *urns: str) -> list[int]:
    return [row["id"] for row in await named(reader, urns) if row is not None]


async def asked(reader: Reader, start: str, **more: Any) -> Impact:
    return await impact(reader, Question(Point(start), now=NOW, **more))


async def test_impact_of_a_run(reader: Reader) -> None:
    found = await asked(reader, urn(1))
    assert found.answer.runs.ids.tolist() == await row_ids(reader, urn(2), urn(4))
    assert await totals_by_type(reader, found) == {"DATA_PROCESS_INSTANCE": 2, "DATASET": 2, "DATA_JOB": 2}
    by_template = [(row["urn"], total) for row, total in await totals_by_template(reader, found)]
    assert by_template == [(named_job_urn(NAMESPACE, name), 1) for name in ("mail", "report")]
    assert [(one.depth, one.runs, one.versions) for one in levels(found)] == [(0, 0, 1), (1, 2, 1)]
    assert not found.answer.is_truncated
    assert not await possible_beyond(reader, found)
    assert {job.has_run_since for job in await jobs_at_risk(reader, found) or ()} == {True}
    assert (await diagram(reader, found, DiagramFormat.TEXT) or "").startswith(
        f"Affected by load, run {uuid(1)}\n2 runs,"
    )


async def test_one_of_the_runs_and_the_path_to_it(reader: Reader) -> None:
    found = await asked(reader, urn(1))
    mail = RunFilter(templates=[named_job_urn(NAMESPACE, "mail")])
    [row] = (await chosen_runs(reader, found, mail)).tolist()
    node = affected_run(found, row)
    load_id, mail_id = await row_ids(reader, urn(1), urn(4))
    assert (node.id, node.standing.kind, node.standing.depth) == (mail_id, Kind.CONTAMINATED, 1)
    assert node.standing.reached_at == at(40)
    path = path_to(node.standing, 100)
    assert [place.run_id for place in path] == [load_id, None, mail_id]
    assert path[1].version == (found.answer.versions.ids[0], found.answer.versions.attempts[0])


async def test_runs_left_stale_by_a_failure(reader: Reader) -> None:
    found = await asked(reader, urn(3), kinds=frozenset({Kind.STALE}))
    assert found.answer.runs.ids.tolist() == await row_ids(reader, urn(4))


async def test_provenance_of_a_run(reader: Reader) -> None:
    found = await asked(reader, urn(4), direction=Direction.UPSTREAM, kinds=frozenset({Kind.CONTAMINATED}))
    ends, wrong = await roots(reader, found), await suspects(reader, found)
    assert ends is not None
    assert wrong is not None
    [feed] = await row_ids(reader, table("feed"))
    assert [(one.asset_id, one.depth) for one in ends.inputs] == [(feed, 1)]
    assert [one.reason for one in wrong.found] == [SuspectReason.STALE_INPUT]
    assert wrong.found[0].run_id in await row_ids(reader, urn(3))
    path, gates = await critical_path(reader, found, 0, 10), await dominators(found, 10)
    assert path is not None
    assert gates is not None
    assert (path.total, gates.reached) == (1, 4)  # nobody said how long a run took


async def test_a_question_downstream_has_neither_roots_nor_suspects(reader: Reader) -> None:
    found = await asked(reader, urn(1))
    assert await roots(reader, found) is None
    assert await suspects(reader, found) is None


@pytest.mark.parametrize(
    ("question", "error", "said"),
    [
        (Question(Point(urn(77))), NotFoundError, f"urn: no such run is known: {urn(77)}."),
        (Question(Point(urn(1), at=at(1))), BadRequestError, "madeBy, at: expected only with the URN of a dataset"),
        (Question(Point(table("prices"), urn(1), at(1))), BadRequestError, "madeBy, at: expected one of the two"),
        (Question(Point(table("prices"), table("prices"))), BadRequestError, "madeBy: expected the URN of a run"),
        (Question(Point("urn:li:corpuser:me")), BadRequestError, "urn: expected a run, a job, a flow, a dataset or a"),
        (Question(Point(urn(1)), kinds=frozenset()), BadRequestError, "kinds: expected one or both, got none"),
    ],
)
async def test_a_wrong_question_is_refused(
    question: Question, error: type[Exception], said: str, reader: Reader
) -> None:
    with pytest.raises(error) as raised:
        await impact(reader, question)
    assert str(raised.value).startswith(said)


async def test_versions_by_any_name_and_what_runs_saw(reader: Reader) -> None:
    [prices] = await row_ids(reader, table("prices"))
    load_id, mail_id = await row_ids(reader, urn(1), urn(4))
    same, again = await versions_at(reader, [prices, prices], at(25), PointInTime())
    assert same == again
    assert [(version.run_id, version.at, version.is_open) for version in same] == [(load_id, at(10), False)]
    [reads] = await reads_of_runs(reader, [mail_id], PointInTime())
    assert [[one.version.at for one in read.seen] for read in reads] == [[at(10)], [at(20)]]


async def test_differences_between_two_runs(reader: Reader) -> None:
    diff = await compare_lineage(reader, Point(urn(2)), Point(urn(4)), PointInTime(), limits_of(None, None, 1), NOW)
    assert [(one.asset["urn"], one.change) for one in diff.inputs] == [
        (table("report"), InputChange.ONLY_RIGHT),
        (table("prices"), InputChange.SAME),
    ]
    left, right = await row_ids(reader, urn(1), urn(3))
    differences = await run_differences(reader, left, right, PointInTime())
    assert (differences[0].kind, differences[0].left, differences[0].right) == (
        RunDifferenceKind.STATUS, "SUCCESS", "FAILURE"
    )  # fmt: skip


async def test_several_runs_are_asked_about_at_once(reader: Reader) -> None:
    night, load = await row_ids(reader, urn(NIGHT), urn(1))
    failed, nothing = await failures_of_runs(reader, [night, load])
    assert [member.run_id for member in failed.failures] == await row_ids(reader, urn(3))
    assert (nothing.checked, nothing.failures, nothing.counts.total) == (0, [], 0)
    shown, empty = await timelines(reader, [(night, at(29)), (load, at(10))], 0, 10)
    assert [(one.started_at, one.wait and one.wait.millis) for one in shown.entries] == [(at(30), 60_000)]
    assert (empty.total, empty.entries) == (0, [])
    assert await anomalies_of_runs(reader, [(night, False), (load, True)], NOW) == [[], []]


async def test_neighbours_of_runs_and_assets_together(reader: Reader) -> None:
    run_id, prices = await row_ids(reader, urn(2), table("prices"))
    owners = [(run_id, "dataProcessInstance"), (prices, "dataset")]
    of_run, of_prices = await neighbours(reader, owners, Direction.DOWNSTREAM, Window())
    assert [one.urn for one in of_run] == [table("report")]
    assert {one.urn for one in of_prices} >= {table("report"), named_job_urn(NAMESPACE, "mail")}


async def test_a_search_down_the_line(reader: Reader) -> None:
    [feed] = await row_ids(reader, table("feed"))
    near = ((Condition(DEGREE, "EQUAL", ("1",), False),),)
    search = LineageSearch(Direction.DOWNSTREAM, Window(), types={"DATASET"})
    everything = await search_across(reader, feed, "dataset", search)
    assert [(one.row["urn"], one.degree) for one in everything.found] == [(table("prices"), 1), (table("report"), 2)]
    assert facets(everything.found, None)[DEGREE] == [("1", 1), ("2", 1)]
    nearest = await search_across(
        reader, feed, "dataset", LineageSearch(Direction.DOWNSTREAM, Window(), near, {"DATASET"}, "PRIC")
    )
    assert [one.matched("pric") for one in nearest.found] == [{"name": "prices", "urn": table("prices")}]
    assert (await search_across(reader, None, "dataset", search)).found == []


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        (Condition("nonsense", "EQUAL", ("1",), False), "orFilters: expected a field among degree,"),
        (Condition(DEGREE, "GREATER_THAN", ("1",), False), "degree: GREATER_THAN is for numbers"),
    ],
)
async def test_a_wrong_condition_is_refused(condition: Condition, said: str, reader: Reader) -> None:
    search = LineageSearch(Direction.DOWNSTREAM, Window(), ((condition,),))
    with pytest.raises(BadRequestError) as raised:
        await search_across(reader, None, "dataset", search)
    assert str(raised.value).startswith(said)
