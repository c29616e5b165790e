"""`Impact.diagram`: the answer as a picture, by a few statements, for an answer of any size."""

import asyncio
from xml.etree import ElementTree

import pytest

from headwater.lineage import drawing as drawing_module
from headwater.model.lineage import Longs
from headwater.store.walks import Walks
from headwater.urn import named_dataset_urn, named_job_urn, parse_urn

from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import Api, stored, urn

DIAGRAM = """query ($urn: String!, $form: DiagramFormat! = TEXT, $max: Int, $up: LineageDirection! = DOWNSTREAM, $at: DateTime,
  $certainty: LineageCertainty! = CERTAIN, $asOf: DateTime, $maxDepth: Int) {
  impact(urn: $urn, direction: $up, at: $at, certainty: $certainty, pointInTime: {asOf: $asOf}, maxDepth: $maxDepth) {
    diagram(format: $form, maxNodes: $max) } }"""

NOUNS = {"dataProcessInstance": "run", "dataset": "dataset", "dataJob": "job"}


@pytest.fixture
async def shop(api: Api, database_url: str) -> Api:
    """load writes prices at 0:10, report reads them from 0:20 to 0:25, a load fails at 0:40, mail reads at 0:50."""
    events = [
        run_event("START", "00:00:00", uuid(1), "load", outputs=["prices"]),
        run_event("COMPLETE", "00:10:00", uuid(1), "load"),
        run_event("START", "00:20:00", uuid(2), "report", inputs=["prices"], outputs=["report"]),
        run_event("COMPLETE", "00:25:00", uuid(2), "report"),
        run_event("START", "00:30:00", uuid(3), "load", outputs=["prices"]),
        run_event("FAIL", "00:40:00", uuid(3), "load"),
        run_event("START", "00:50:00", uuid(4), "mail", inputs=["prices", "report"]),
    ]
    await stored(database_url, parsed(*events))
    return api


async def diagram(api: Api, start: str, **variables: object) -> str:
    answer = await api(DIAGRAM, urn=start, **variables)
    return str(answer["impact"]["diagram"])


def job(name: str) -> str:
    return named_job_urn(NAMESPACE, name)


def table(name: str) -> str:
    return named_dataset_urn(NAMESPACE, name)


async def test_the_way_from_a_run_to_all_that_read_what_it_wrote(shop: Api) -> None:
    affected, _, at_risk = (await diagram(shop, urn(1))).partition("\nran ")
    assert at_risk.count("would read prices") == 2
    assert affected.splitlines() == [
        f"Affected by load, run {uuid(1)}",
        "2 runs, 2 versions.",
        "Times are UTC, 2026.",
        "",
        "WHEN                 JOB                                                        STATE",
        "1 Jan 00:00 - 00:10  load                                                       SUCCESS",
        "                     start: wrote prices",
        f"                     {urn(1)}",
        "1 Jan 00:20 - 00:25  report                                                     SUCCESS",
        "                     CONTAMINATED, 1 away: read prices; wrote report",
        f"                     {urn(2)}",
        "1 Jan 00:50 -        mail                                                       STARTED",
        "                     CONTAMINATED, 1 away: read prices, report",
        f"                     {urn(4)}",
    ]


async def test_stale_readers_of_a_failed_run_are_drawn(shop: Api) -> None:
    said = await diagram(shop, urn(3))
    assert "STALE, 1 away: read prices, not replaced by load\n" in said
    assert "1 Jan 00:30 - 00:40  load                                                       FAILURE" in said
    assert "1 Jan 00:50 -        mail " in said
    assert "report" not in said


async def test_jobs_at_risk_are_drawn_last(shop: Api) -> None:
    said = await diagram(shop, urn(1), asOf="2026-01-01T00:30:00Z")
    assert "as of 2026-01-01 00:30" in said
    assert "mail" not in said
    again = await diagram(shop, table("prices"), at="2026-01-01T00:22:00Z", asOf="2026-01-01T00:22:00Z")
    assert again.startswith("Affected by prices\n1 run, 1 version, as of 2026-01-01 00:22.\n")
    assert "1 Jan 00:20 -        report" in again


async def test_upstream_goes_with_time_too(shop: Api) -> None:
    said = await diagram(shop, table("report"), up="UPSTREAM")
    assert said.startswith("What went into report\n2 runs, 2 versions.\n")
    assert said.index("1 away: wrote prices") < said.index("start: read prices; wrote report")
    whole = await diagram(shop, urn(4), up="UPSTREAM", form="MERMAID")
    names = [line.split('"')[1].split("<br>")[0] for line in whole.splitlines() if '"' in line]
    assert names == ["load", "prices", "report", "report", "mail"]
    assert [line.strip() for line in whole.splitlines() if "-->" in line] == [
        "n0 --> n1", "n1 --> n2", "n1 --> n4", "n2 --> n3", "n3 --> n4"
    ]  # fmt: skip


async def test_formats(shop: Api) -> None:
    default = await shop("{ impact(urn: %s) { diagram } }" % f'"{urn(1)}"')
    assert default["impact"]["diagram"] == await diagram(shop, urn(1), form="MERMAID")
    assert default["impact"]["diagram"].startswith("flowchart LR\n")
    assert ElementTree.fromstring(await diagram(shop, urn(1), form="SVG")).tag.endswith("svg")


async def test_possible_ways_and_depths(shop: Api, database_url: str) -> None:
    await stored(database_url, parsed(run_event("COMPLETE", "00:35:00", uuid(5), "hasty", inputs=["prices"])))
    assert "hasty" not in await diagram(shop, urn(3))
    said = await diagram(shop, urn(3), certainty="POSSIBLE")
    assert "1 Jan 00:35          hasty " in said
    assert "possibly CONTAMINATED, 1 away: read prices, not replaced by load\n" in said
    assert "CONTAMINATED" not in await diagram(shop, urn(1), maxDepth=0)


@pytest.mark.parametrize("start", [urn(9), table("none"), job("none")])
async def test_an_unknown_start_is_not_found(start: str, shop: Api) -> None:
    answer = await shop.answer(DIAGRAM, urn=start)
    [error] = answer.errors
    assert (error.message, error.extensions) == (
        f"urn: no such {NOUNS[parse_urn(start).kind]} is known: {start}. Check its spelling: GraphQL's search(text:) finds names",
        {"code": 404, "type": "NOT_FOUND"},
    )


async def test_nothing_is_drawn_for_an_unwritten_asset(shop: Api, database_url: str) -> None:
    await stored(database_url, parsed(run_event("START", "00:00:00", uuid(98), "reader", inputs=["feed"])))
    assert "Nothing." in await diagram(shop, table("feed"))


@pytest.mark.parametrize("wrong", [0, -1, 1001])
async def test_a_number_of_nodes_out_of_bounds_is_named(wrong: int, shop: Api) -> None:
    answer = await shop.answer(DIAGRAM, urn=urn(1), max=wrong)
    assert answer.errors[0].message == f"maxNodes: expected 1 to 1000, got {wrong}"


async def test_large_answers_are_folded_and_take_no_more_statements(shop: Api, database_url: str) -> None:
    await diagram(shop, job("load"))
    before = shop.statements
    events = [
        run_event(
            word, f"01:{number:02}:{second:02}", uuid(100 + number), "cache", inputs=["prices"], outputs=["cache"]
        )
        for number in range(60)
        for word, second in (("START", 0), ("FAIL" if number % 20 == 7 else "COMPLETE", 30))
    ]
    await stored(database_url, parsed(*events))
    said = await diagram(shop, job("load"))
    assert shop.statements == before
    assert "1 Jan 01:00 - 01:59  cache                                                      60 runs, 3 failed" in said
    assert "CONTAMINATED, STALE, 1 away: read prices; wrote cache" in said
    assert "cache" in await diagram(shop, job("load"), max=1000)
    assert (await diagram(shop, job("load"), max=1000)).count("  cache  ") == 61, (
        "60 runs, and the job that reads again"
    )


async def test_a_drawing_ends_at_the_deadline_and_leaves_others_what_they_wait_for(
    shop: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The totals need the same look-up as the drawing."""
    found = Walks.classes_of_versions

    async def slowly(walks: Walks, edge_ids: Longs) -> Longs:
        await asyncio.sleep(4)
        return await found(walks, edge_ids)

    monkeypatch.setattr(Walks, "classes_of_versions", slowly)
    answer = await shop('{ impact(urn: "%s", maxSeconds: 3) { diagram totalsByType { type total } } }' % urn(1))
    assert answer["impact"] == {
        "diagram": None,
        "totalsByType": [
            {"type": "DATA_PROCESS_INSTANCE", "total": 2},
            {"type": "DATASET", "total": 2},
            {"type": "DATA_JOB", "total": 2},
        ],
    }


async def test_an_answer_too_large_is_not_drawn(shop: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """A start run, two runs that it affected, their two versions, and three reads at risk."""
    monkeypatch.setattr(drawing_module, "MAX_ROWS", 8)
    assert await shop(DIAGRAM, urn=urn(1)) != {"impact": {"diagram": None}}
    monkeypatch.setattr(drawing_module, "MAX_ROWS", 7)
    assert await shop(DIAGRAM, urn=urn(1)) == {"impact": {"diagram": None}}
