"""The demo's bad night, from the other end: the suspects upstream of the data that people complained about."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from headwater.demo import story
from headwater.store.pool import read_pool
from headwater.urn import named_dataset_urn

from demo_store import demo_database
from graphql_api import Api

PRICES = named_dataset_urn(*story.PRICES)
REPORT = named_dataset_urn("s3://shop-lake", "reports/finance")
MODEL = named_dataset_urn("mlflow://mlflow.shop:5000", "models/demand_forecast")

SUSPECTS = """query Q($urn: String!, $at: DateTime, $pointInTime: PointInTimeInput) { provenance(urn: $urn, at: $at, pointInTime: $pointInTime) {
  total truncated
  suspects(count: 1000) { checked isComplete total suspects {
    reason depth sentence message measure { value median expectedLow expectedHigh earlier }
    run { nativeId parentTemplate { ... on DataJob { jobId } } currentState { result { resultType } } }
    asset { urn } version { run { nativeId } } reader { parentTemplate { ... on DataJob { jobId } } } } } } }"""


@pytest.fixture(scope="module")
def demo_url(postgres_url: str, template: str) -> Iterator[str]:
    with demo_database(postgres_url, template) as url:
        yield url


@pytest.fixture
async def demo(demo_url: str) -> AsyncIterator[Api]:
    async with await read_pool(demo_url, 1) as pool:
        yield Api(pool)


async def suspects(demo: Api, urn: str, at: str, **point_in_time: Any) -> list[dict[str, Any]]:
    answer = (await demo(SUSPECTS, urn=urn, at=f"{at}:00Z", pointInTime=point_in_time))["provenance"]
    assert answer["suspects"]["isComplete"]
    found: list[dict[str, Any]] = answer["suspects"]["suspects"]
    assert answer["suspects"]["total"] == len(found)
    return found


def job(run: dict[str, Any] | None) -> Any:
    return None if run is None else run["parentTemplate"]["jobId"]


def told(found: list[dict[str, Any]]) -> list[tuple[str, int, str | None]]:
    return [(one["reason"], one["depth"], job(one["run"])) for one in found]


async def test_the_bad_prices_themselves(demo: Api) -> None:
    [found] = await suspects(demo, PRICES, "2026-10-14T12:00")
    assert (found["reason"], found["depth"], found["run"]["nativeId"]) == ("ROWS", 0, story.BAD_RUN_ID)
    assert found["asset"]["urn"] == PRICES
    measure = found["measure"]
    assert measure["value"] == story.BAD_ROWS
    assert 45_000 < measure["median"] < 51_000
    assert story.BAD_ROWS < measure["expectedLow"] < measure["median"] < measure["expectedHigh"]
    assert measure["earlier"] == 37  # the loads since 1 September, except on Sundays
    assert found["sentence"] == "It wrote 412 rows; 23,909 to 71,727 are usual (median 47,818 of 37)."


async def test_the_finance_report_of_that_day(demo: Api) -> None:
    found = await suspects(demo, REPORT, "2026-10-14T12:00")
    assert told(found) == [("ROWS", 2, "prices.build_catalog"), ("ROWS", 3, "prices.load_supplier_prices")]
    assert found[1]["run"]["nativeId"] == story.BAD_RUN_ID


@pytest.mark.parametrize(("day", "in_a_row"), [("15", 1), ("16", 2)])
async def test_the_days_after_it_the_load_was_skipped(day: str, in_a_row: int, demo: Api) -> None:
    found = await suspects(demo, REPORT, f"2026-10-{day}T12:00")
    assert told(found) == [
        ("ROWS", 2, "prices.build_catalog"),
        ("ROWS", 3, "prices.load_supplier_prices"),
        ("STALE_INPUT", 2, "prices.load_supplier_prices"),
    ]
    stale = found[2]
    assert stale["run"]["currentState"]["result"]["resultType"] == "SKIPPED"
    assert job(stale["reader"]) == "prices.build_catalog"
    assert stale["version"]["run"]["nativeId"] == story.BAD_RUN_ID
    assert stale["asset"]["urn"] == PRICES
    assert f"It was skipped at 2026-10-{day} 02:00:" in stale["sentence"]
    assert ("(2 in a row)" in stale["sentence"]) == (in_a_row == 2)


async def test_the_visible_version_of_a_table_may_be_stale(demo: Api) -> None:
    found = await suspects(demo, PRICES, "2026-10-16T12:00")
    assert told(found) == [
        ("ROWS", 0, "prices.load_supplier_prices"),
        ("STALE_INPUT", 0, "prices.load_supplier_prices"),
    ]
    assert found[1]["reader"] is None
    before = await suspects(demo, PRICES, "2026-10-15T01:00", asOf="2026-10-15T01:00:00Z")
    assert told(before) == [("ROWS", 0, "prices.load_supplier_prices")]  # nobody knew of a skipped load then


@pytest.mark.parametrize(("day", "expected"), [("13", []), ("19", ["RETRIED"]), ("21", [])])
async def test_nothing_is_wrong_on_other_working_days(day: str, expected: list[str], demo: Api) -> None:
    found = await suspects(demo, REPORT, f"2026-10-{day}T12:00")
    assert [one["reason"] for one in found] == expected
    assert {one["sentence"] for one in found} <= {"It succeeded at attempt 2."}


async def test_a_model_that_was_trained_on_old_tables(demo: Api) -> None:
    """A mart failed on 24 September, so the data after it was not made."""
    found = await suspects(demo, MODEL, f"{story.REVENUE_FAILED_ON}T12:00")
    stale = {job(one["run"]): one for one in found if one["reason"] == "STALE_INPUT"}
    assert set(stale) == {"model.shop.daily_revenue", "marts.build_features"}
    assert stale["model.shop.daily_revenue"]["message"].startswith("Database Error in model daily_revenue")
    assert stale["model.shop.daily_revenue"]["run"]["currentState"]["result"]["resultType"] == "FAILURE"
    # The Spark application that writes the features never started: its task was skipped.
    assert stale["marts.build_features"]["asset"]["urn"].endswith("features.recommendations,PROD)")
    assert job(stale["marts.build_features"]["reader"]) == "ml.train_demand_forecast"


ROOTS = """query Q($urn: String!, $at: DateTime, $maxDepth: Int) { provenance(urn: $urn, at: $at, maxDepth: $maxDepth) { roots {
  inputs { total inputs { asset { urn } depth readers nearestReader { parentTemplate { ... on DataJob { jobId } } } } }
  runs { total } } } }"""


async def test_the_roots_of_the_report_are_what_nobody_writes(demo: Api) -> None:
    answer = await demo(ROOTS, urn=REPORT, at="2026-10-14T12:00:00Z")
    inputs = answer["provenance"]["roots"]["inputs"]["inputs"]
    assert [(one["depth"], one["readers"], job(one["nearestReader"])) for one in inputs] == [
        (2, 1, "prices.build_catalog"),
        (3, 1, "orders.ingest_orders"),
        (3, 1, "prices.load_supplier_prices"),
    ]
    assert answer["provenance"]["roots"]["runs"] == {"total": 0}
    near = await demo(ROOTS, urn=REPORT, at="2026-10-14T12:00:00Z", maxDepth=2)
    assert near["provenance"]["roots"]["inputs"]["total"] == 1


DIFF = """query Q($left: LineagePoint!, $right: LineagePoint!, $maxDepth: Int!) { lineageDiff(left: $left, right: $right, maxDepth: $maxDepth) {
  truncated
  inputs(count: 100) { total inputs { asset { urn } change depth left { at run { nativeId } } right { at run { nativeId } } } }
  runs { left { nativeId } right { nativeId } differences { kind facet left right }
    outputs { asset { urn } left { rowCount } right { rowCount } } } } }"""


async def test_differences_between_two_reports(demo: Api) -> None:
    points = {
        "left": {"urn": REPORT, "at": "2026-10-13T12:00:00Z"},
        "right": {"urn": REPORT, "at": "2026-10-14T12:00:00Z"},
    }
    diff = (await demo(DIFF, **points, maxDepth=1))["lineageDiff"]
    assert [(one["change"], one["depth"], one["asset"]["urn"].split(",")[1]) for one in diff["inputs"]["inputs"]] == [
        ("OTHER", 1, "shop-prod.marts.daily_revenue"),
        ("OTHER", 1, "shop-prod.marts.margins"),
    ]
    assert not diff["truncated"]
    deep = (await demo(DIFF, **points, maxDepth=9))["lineageDiff"]["inputs"]["inputs"]
    assert {(one["change"], one["asset"]["urn"]) for one in deep if one["depth"] == 3} >= {("OTHER", PRICES)}
    [prices] = [one for one in deep if one["asset"]["urn"] == PRICES]
    assert [version["run"]["nativeId"] for version in prices["right"]] == [story.BAD_RUN_ID]
    assert prices["left"][0]["at"] < prices["right"][0]["at"]
    assert {one["asset"]["urn"].split(",")[1] for one in deep if one["change"] == "UNKNOWN"} == {
        "supplier-drop/feeds/prices.csv", "//shop-db:5432/shop.public.orders", "//shop-db:5432/shop.public.products"
    }  # fmt: skip


async def test_differences_between_two_loads(demo: Api) -> None:
    runs = [f"urn:li:dataProcessInstance:{run}" for run in (story.REPAIR_RUN_ID, story.BAD_RUN_ID)]
    diff = (await demo(DIFF, left={"urn": runs[0]}, right={"urn": runs[1]}, maxDepth=1))["lineageDiff"]
    assert [one["change"] for one in diff["inputs"]["inputs"]] == ["UNKNOWN"]
    assert diff["runs"]["left"]["nativeId"] == story.REPAIR_RUN_ID
    assert [one["kind"] for one in diff["runs"]["differences"]] == ["DURATION"]
    [output] = diff["runs"]["outputs"]
    assert output["asset"]["urn"] == PRICES
    assert output["left"]["rowCount"] > 45_000
    assert output["right"]["rowCount"] == story.BAD_ROWS
