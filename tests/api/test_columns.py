"""Columns: a five-hop example by hand, one hop after the other, and each way in which runs tell columns."""

from typing import Any

import pytest

from column_runs import FIVE_HOPS

from events import parsed
from graphql_api import Api, stored, urn

QUESTION = """query ($urn: String!, $columns: [String!], $direction: LineageDirection = DOWNSTREAM,
    $certainty: LineageCertainty = CERTAIN, $pointInTime: PointInTimeInput, $filter: AffectedColumnFilter) {
  impact(urn: $urn, columns: $columns, direction: $direction, certainty: $certainty, pointInTime: $pointInTime) {
    total truncated possibleBeyond runs { runs { certainty run { parentTemplate { ... on DataJob { jobId } } } } }
    columns(filter: $filter, count: 100) { total columns {
      column certainty direct depth type asset { ... on Dataset { name } } version { at }
      path { run { parentTemplate { ... on DataJob { jobId } } } column told
        transformations { type subtype masking description } } } } } }"""


LOAD, COPY, MAIL = urn(1), urn(5), urn(6)


@pytest.fixture
async def ask(api: Api, database_url: str) -> Any:
    await stored(database_url, parsed(*FIVE_HOPS))

    async def asked(start: str, *columns: str, **arguments: Any) -> dict[str, Any]:
        answer = await api(QUESTION, urn=start, columns=list(columns), **arguments)
        found: dict[str, Any] = answer["impact"]
        return found

    return asked


def named(found: dict[str, Any]) -> list[str]:
    """Return the columns of an answer as texts, such as "euros.amount", with ? for POSSIBLE and ~ for indirect."""
    return [
        f"{one['asset']['name']}.{one['column'] or '*'}{'?' * (one['certainty'] == 'POSSIBLE')}{'~' * (not one['direct'])}"
        for one in found["columns"]["columns"]
    ]


async def test_a_column_through_five_hops(ask: Any) -> None:
    found = await ask(LOAD, "price")
    assert named(found) == ["prices.price", "euros.amount", "sums.revenue", "report.turnover", "copied.turnover"]
    assert [one["depth"] for one in found["columns"]["columns"]] == [0, 1, 2, 3, 4]
    assert [one["run"]["parentTemplate"]["jobId"] for one in found["runs"]["runs"]] == [
        "convert",
        "sum",
        "report",
        "copy",
    ]
    assert found["possibleBeyond"], "the mail told no column"


async def test_a_run_that_told_no_column_is_possible(ask: Any) -> None:
    found = await ask(LOAD, "price", certainty="POSSIBLE")
    assert named(found)[-1] == "mails.*?"
    last = found["columns"]["columns"][-1]
    assert [(step["run"] and step["run"]["parentTemplate"]["jobId"], step["column"], step["told"]) for step in last["path"]] == [
        ("load", None, None), (None, "price", None), ("convert", None, True), (None, "amount", None), ("sum", None, True),
        (None, "revenue", None), ("report", None, True), (None, "turnover", None), ("copy", None, True), (None, "turnover", None),
        ("mail", None, False), (None, None, None),
    ]  # fmt: skip


async def test_indirect_uses_are_kept_apart(ask: Any) -> None:
    found = await ask(LOAD, "product")
    assert named(found) == [
        "prices.product", "euros.product", "sums.*~", "sums.product", "report.customer", "report.turnover~",
        "copied.customer", "copied.turnover~",
    ]  # fmt: skip
    assert named(await ask(LOAD, "currency"))[1:] == [
        "euros.amount~",
        "sums.revenue~",
        "report.turnover~",
        "copied.turnover~",
    ]
    direct = await ask(LOAD, "product", filter={"direct": True})
    assert named(direct) == ["prices.product", "euros.product", "sums.product", "report.customer", "copied.customer"]
    [customer] = [one for one in direct["columns"]["columns"] if one["column"] == "customer" and one["depth"] == 3]
    uses = [step["transformations"] for step in customer["path"] if step["transformations"]]
    assert [[(one["type"], one["subtype"], one["masking"]) for one in each] for each in uses] == [
        [("DIRECT", "IDENTITY", False)],
        [("DIRECT", "IDENTITY", False), ("INDIRECT", "GROUP_BY", False)],
        [("DIRECT", "TRANSFORMATION", True)],
    ]


async def test_upstream_to_the_source_column(ask: Any) -> None:
    found = await ask(COPY, "turnover", direction="UPSTREAM")
    assert named(found) == [
        "report.turnover", "sums.revenue", "euros.amount", "euros.product~", "prices.currency~", "prices.price", "prices.product~",
    ]  # fmt: skip
    price = next(one for one in found["columns"]["columns"] if one["column"] == "price")
    assert price["type"] == "text"
    found = await ask(MAIL, direction="UPSTREAM", certainty="POSSIBLE")
    assert "prices.price?" in named(found)


async def test_all_columns_in_one_question(ask: Any) -> None:
    found = await ask(LOAD)
    assert [one for one in named(found) if one.startswith("prices.")] == [
        "prices.currency", "prices.note", "prices.price", "prices.product",
    ]  # fmt: skip
    assert "checked.ok" in named(found)


async def test_as_of(ask: Any) -> None:
    found = await ask(LOAD, "price", pointInTime={"asOf": "2026-01-01T03:30:00Z"})
    assert named(found) == ["prices.price", "euros.amount", "sums.revenue"]


async def test_an_unknown_column_is_an_error(api: Api, ask: Any) -> None:
    answer = await api.answer(QUESTION, urn=LOAD, columns=["prise"])
    [error] = answer.errors
    assert error.message.startswith(
        "columns: no column 'prise' is known of the start then; known are currency, note, price"
    )
