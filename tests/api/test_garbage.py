"""All requests stop during a garbage collection, so it should find little: queries leave nothing that only it finds."""

import gc

import pytest

from headwater.urn import named_dataset_urn, named_job_urn

from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import Api, stored, urn

TABLE, LOAD = named_dataset_urn(NAMESPACE, "prices"), named_job_urn(NAMESPACE, "load")

QUERIES = {
    "runs": """{ dataJob(urn: "%(job)s") { runs(count: 10) {
        total runs { urn created { time } properties { name customProperties { key value } } parentInstance { urn }
        state { status } inputs { urn } outputs { urn } } } } }""",
    "impact": """{ impact(urn: "%(urn)s") {
        total possibleBeyond runsBeyond totalsByType { total } totalsByTemplate { total } levels { runs }
        runs { runs { kind path { run { urn } } run { urn } } } versions { versions { version { at } } }
        atRisk { template { urn } version { at } } criticalPath { durationMillis } dominators { dominators { dominated } }
        diagram(format: TEXT) graph(maxNodes: 5) { nodes { key } edges { count } } } }""",
    "columns": """{
        impact(urn: "%(urn)s", columns: []) { columns { columns { column } } diagram } }""",
    "upstream": """{
        impact(urn: "%(table)s", direction: UPSTREAM) { total roots { inputs { total } } suspects { suspects { sentence } } diagram } }""",
    "two points": """{
        pathBetween(from: {urn: "%(urn)s"}, to: {urn: "%(other)s"}) { isAffected path { run { urn } } }
        lineageDiff(left: {urn: "%(urn)s"}, right: {urn: "%(other)s"}) { inputs { total } } }""",
}


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
async def test_a_query_leaves_nothing_that_only_a_search_for_garbage_finds(
    query: str, api: Api, database_url: str
) -> None:
    """Other threads of the process (a kept Spark session) leave some at times; a query would leave it each time."""
    await stored(
        database_url,
        parsed(
            run_event("COMPLETE", "00:10:00", uuid(1), "load", outputs=["prices"]),
            run_event("COMPLETE", "00:20:00", uuid(2), "report", inputs=["prices", "rates"], outputs=["report"]),
            run_event("FAIL", "00:30:00", uuid(3), "load", outputs=["prices"]),
            run_event("COMPLETE", "00:40:00", uuid(4), "report", inputs=["prices", "rates"], outputs=["report"]),
        ),
    )
    asked = query % {"urn": urn(1), "other": urn(4), "table": TABLE, "job": LOAD}
    await api(asked)
    gc.collect()
    gc.freeze()  # the searches are for what queries leave, not through all that the process has
    try:
        await api(asked)  # the next query may be what drops a part of this one
        left = await _garbage(api, asked)
        for _ in range(20):
            left = left and await _garbage(api, asked)
    finally:
        gc.unfreeze()
    assert left == []


async def _garbage(api: Api, query: str) -> list[str]:
    """Return the types of what a search for garbage finds after a query."""
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        await api(query)
        gc.collect()
        return [f"{type(found).__qualname__} {str(found)[:80]}" for found in gc.garbage]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
