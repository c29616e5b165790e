"""The rule of columns, one case each (docs/columns.md): facets that stand against each other, names, renames, times."""

from typing import Any

from column_runs import source, told, with_schema
from headwater.urn import named_dataset_urn

from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import Api, stored, urn

QUESTION = """query ($urn: String!, $columns: [String!], $certainty: LineageCertainty!, $pointInTime: PointInTimeInput,
    $direction: LineageDirection!, $containment: Boolean!) {
  impact(urn: $urn, columns: $columns, certainty: $certainty, pointInTime: $pointInTime, direction: $direction,
      containment: $containment) {
    columns(count: 100) { columns { column certainty direct asset { ... on Dataset { name } } } } } }"""


async def columns(api: Api, start: str, *names: str, **more: Any) -> list[str]:
    """Return the columns of an answer without those of the start, with ? for POSSIBLE and ~ for indirect uses."""
    asked = {"certainty": "CERTAIN", "direction": "DOWNSTREAM", "containment": False} | more
    answer = await api(QUESTION, urn=start, columns=list(names), **asked)
    return [
        f"{one['asset']['name']}.{one['column'] or '*'}{'?' * (one['certainty'] == 'POSSIBLE')}{'~' * (not one['direct'])}"
        for one in answer["impact"]["columns"]["columns"]
        if one["asset"]["name"] != "a"
    ]


def load(*fields: str) -> dict[str, Any]:
    return run_event("COMPLETE", "01:00:00", uuid(1), "load", outputs=[with_schema("a", *fields) if fields else "a"])


def of_source(name: str, field: str | None = None) -> dict[str, Any]:
    return {"namespace": NAMESPACE, "name": name, "type": "DATASET"} | ({} if field is None else {"field": field})


def copied(
    *outputs: Any, at: str = "02:00:00", number: int = 2, inputs: tuple[str, ...] = ("a",), **more: Any
) -> dict[str, Any]:
    return run_event("COMPLETE", at, uuid(number), f"copy{number}", inputs=list(inputs), outputs=list(outputs), **more)


async def test_the_lineage_facet_wins_over_column_lineage(api: Api, database_url: str) -> None:
    output = told("b", {"wrong": [source("a", "x")]})
    output["facets"]["lineage"] = {
        "fields": {"right": {"inputs": [of_source("a", "x")]}},
        "inputs": [of_source("a", "y")],
    }
    await stored(database_url, parsed(load(), copied(output)))
    assert await columns(api, urn(1), "x") == ["b.right"]
    assert await columns(api, urn(1), "y") == ["b.*~"]


async def test_column_lineage_counts_where_lineage_names_no_column(api: Api, database_url: str) -> None:
    output = told("b", {"c": [source("a", "x")], "d": [source("other", "x")]})
    output["facets"]["lineage"] = {"inputs": [of_source("a")]}
    await stored(database_url, parsed(load(), copied(output, inputs=("a", "other"))))
    assert await columns(api, urn(1), "x", certainty="POSSIBLE") == ["b.c"]
    assert await columns(api, urn(2), "d", direction="UPSTREAM") == [], "lineage rules the other input out"


async def test_fields_of_the_jobs_lineage(api: Api, database_url: str) -> None:
    event = copied("b", "c")
    entry = of_source("b") | {
        "fields": {"m": {"inputs": [of_source("a", "x")]}, "n": {"inputs": [of_source("a", "y")]}}
    }
    event["job"]["facets"] = {"lineage": {"entries": [entry]}}
    await stored(database_url, parsed(load(), event))
    assert await columns(api, urn(1), "x", certainty="POSSIBLE") == ["b.m"], "nothing goes into c"


async def test_case_counts_as_on_the_platform(api: Api, database_url: str) -> None:
    for number, platform in enumerate(("snowflake://org-account", "kafka://broker:9092")):
        base = 10 * (number + 1)
        outputs = [{"namespace": "test", "name": f"out{number}", "facets": {"columnLineage": {"fields": {"c": {"inputFields": [
            {"namespace": platform, "name": "t", "field": "PRICE"}]}}}}}]  # fmt: skip
        data = {"namespace": platform, "name": "t"}
        await stored(database_url, parsed(
            run_event("COMPLETE", "01:00:00", uuid(base), f"l{number}", outputs=[data]),
            run_event("COMPLETE", "02:00:00", uuid(base + 1), f"r{number}", inputs=[data], outputs=outputs),
        ))  # fmt: skip
    assert "out0.c" in await columns(api, urn(10), "price")
    assert "out1.c" not in await columns(api, urn(20), "price")
    assert "out1.c" in await columns(api, urn(20), "PRICE")


async def test_a_renamed_table_keeps_its_columns(api: Api, database_url: str) -> None:
    change = {"lifecycleStateChange": "RENAME", "previousIdentifier": {"namespace": NAMESPACE, "name": "a"}}
    renamed = {"namespace": NAMESPACE, "name": "live", "facets": {"lifecycleStateChange": change}}
    swap = run_event("COMPLETE", "02:00:00", uuid(2), "swap", outputs=[renamed])
    use = copied(told("b", {"c": [source("live", "x")]}), at="03:00:00", number=3, inputs=("live",))
    await stored(database_url, parsed(load("x", "y"), swap, use))
    assert await columns(api, urn(1), "x") == ["live.x", "b.c"]
    assert await columns(api, urn(1), "y") == ["live.y"]
    assert await columns(api, named_dataset_urn(NAMESPACE, "b"), "c", direction="UPSTREAM") == ["live.x"]


async def test_the_events_of_a_run_add_up(api: Api, database_url: str) -> None:
    first = copied(told("b", {"c": [source("a", "x")]})) | {"eventType": "START", "eventTime": "2026-01-01T01:30:00Z"}
    await stored(database_url, parsed(load(), first, copied(told("b", {"d": [source("a", "x")]}))))
    assert await columns(api, urn(1), "x") == ["b.c", "b.d"]


async def test_a_parent_tells_nothing(api: Api, database_url: str) -> None:
    outer = {"run": {"runId": uuid(9)}, "job": {"namespace": NAMESPACE, "name": "outer"}}
    inner = copied(told("b", {"c": [source("a", "x")]}), parent=outer)
    task = run_event("COMPLETE", "03:00:00", uuid(9), "outer", outputs=["d"])
    await stored(database_url, parsed(load(), inner, task))
    assert await columns(api, urn(1), "x", containment=True) == ["b.c"]
    assert await columns(api, urn(1), "x", containment=True, certainty="POSSIBLE") == ["b.c", "d.*?"]


async def test_an_older_version_of_the_column_is_not_affected(api: Api, database_url: str) -> None:
    again = run_event("COMPLETE", "01:30:00", uuid(5), "load", outputs=["a"])
    await stored(database_url, parsed(load(), again, copied(told("b", {"c": [source("a", "x")]}))))
    assert await columns(api, urn(1), "x") == []
    assert await columns(api, urn(5), "x") == ["b.c"]


async def test_an_external_feed(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(copied(told("b", {"c": [source("a", "x")], "d": [source("a", "y")]}))))
    feed = named_dataset_urn(NAMESPACE, "a")
    answer = await api(QUESTION.replace("urn: $urn", 'urn: $urn, at: "2026-01-01T01:00:00Z"'), urn=feed, columns=["x"],
        certainty="CERTAIN", direction="DOWNSTREAM", containment=False)  # fmt: skip
    assert [one["column"] for one in answer["impact"]["columns"]["columns"]] == ["c"]


DIFF = """query ($left: LineagePoint!, $right: LineagePoint!, $columns: [String!], $maxDepth: Int! = 1) {
  lineageDiff(left: $left, right: $right, columns: $columns, maxDepth: $maxDepth) { inputs { inputs {
    asset { ... on Dataset { name } } change depth leftColumns rightColumns } } } }"""


async def test_two_runs_differ_in_the_columns_that_they_used(api: Api, database_url: str) -> None:
    first = copied(told("b", {"c": [source("a", "x")], "d": [source("feed", "z")]}), inputs=("a", "feed"))
    second = copied(told("b", {"c": [source("a", "x"), source("a", "y")]}), at="03:00:00", number=3)
    await stored(database_url, parsed(load("x", "y"), first, second))

    async def compared(*names: str) -> list[Any]:
        answer = await api(DIFF, left={"urn": urn(2)}, right={"urn": urn(3)}, columns=list(names))
        return [tuple(one.values()) for one in answer["lineageDiff"]["inputs"]["inputs"]]

    assert await compared("c") == [({"name": "a"}, "OTHER", 1, ["x"], ["x", "y"])]
    assert await compared("d") == [({"name": "feed"}, "ONLY_LEFT", 1, ["z"], None)]
    whole = await api(DIFF, left={"urn": urn(2)}, right={"urn": urn(3)})
    assert {one["leftColumns"] and 1 for one in whole["lineageDiff"]["inputs"]["inputs"]} == {None}
