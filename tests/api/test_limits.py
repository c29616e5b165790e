"""The limits of queries: costs, accepted queries, and refusals before any execution."""

import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest
from graphql import (
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    get_introspection_query,
    get_named_type,
    get_operation_ast,
    is_composite_type,
    parse,
)
from pydantic import ValidationError
from query_texts import WEB_CLIENT

from headwater.graphql.cost.measure import PAGE_ARGUMENTS, UNPAGED, Measured, Measures, measure, page_length
from headwater.graphql.cost.price import WALK, price_of
from headwater.graphql.schema import build_schema, request_context
from headwater.model.query_limits import DEFAULT_LIMITS, EXPENSIVE_FIELDS, MOST_CHEAP_FIELDS, QueryLimits
from headwater.settings import Settings
from headwater.store.pool import read_pool
from headwater.store.reader import Reader

from events import parsed, run_event, uuid
from graphql_api import Api, stored, urn

RUN = f'dataProcessInstance(urn: "{urn(1)}")'


async def asked(api: Api, query: str, **variables: Any) -> int:
    """Return the cost of a query."""
    answer = await api.answer(query, **variables)
    assert answer.errors is None, answer.errors
    assert answer.extensions["cost"]["limit"] == DEFAULT_LIMITS.cost
    return int(answer.extensions["cost"]["requested"])


async def refused(api: Api, query: str, **variables: Any) -> str:
    """Return the message of a refused query; no statement runs."""
    answer = await api.answer(query, **variables)
    assert (answer.data, api.statements) == (None, 0)
    [error] = answer.errors
    assert error.extensions == {"code": 400, "type": "BAD_REQUEST"}
    return str(error.message)


COSTS = [
    ("{ __typename }", 0),
    ("{ %s { urn } }", 2),
    ("{ %s { urn exists urn } }", 3),
    ("{ %s { urn, again: urn } }", 3),
    # A list counts as five items unless an argument gives its length; its own field costs 1, as any.
    ("{ %s { inputs { urn type } } }", 1 + 1 + 5 * 2),
    ("{ %s { warnings } }", 2),
    # The requested page, in any form, multiplies the lists in it.
    ("{ hungRuns(count: 5) { total runs { urn } } }", 1 + 1 + (1 + 5 * 1)),
    ("{ hungRuns { runs { urn } } }", 1 + (1 + 20 * 1)),
    ("{ hungRuns(count: null) { runs { urn } } }", 1 + (1 + 20 * 1)),
    ("{ hungRuns(count: 0) { total runs { urn } } }", 1 + 1 + 1),
    ("query($n: Int) { hungRuns(count: $n) { runs { urn } } }", 1 + (1 + 20 * 1)),
    ("query($n: Int = 7) { hungRuns(count: $n) { runs { urn } } }", 1 + (1 + 7 * 1)),
    ("{ hungRuns(count: 4) { runs { children(count: 3) { runs { urn } } } } }", 1 + 1 + 4 * (1 + 1 + 3)),
    ("{ %s { state(limit: 3) { status } } }", 2 + 3),
    ("{ %s { state { status } } }", 2 + 5),
    ('{ entities(urns: ["urn:li:dataJob:(urn:li:dataFlow:(a,b,PROD),c)", "urn:li:dataJob:(urn:li:dataFlow:(a,b,PROD),d)"]) { urn } }', 1 + 2),
    ("{ %s { lineage(input: {direction: UPSTREAM, count: 2}) { relationships { type } } } }", 1 + 10 + 1 + 2),
    ("{ %s { lineage(input: {direction: UPSTREAM}) { relationships { type } } } }", 1 + 10 + 1 + 100),
    # Fragments count as their contents; a repeated field counts once.
    ("{ %s { ...R ...R urn } } fragment R on DataProcessInstance { urn type }", 3),
    ("{ %s { ... on Entity { urn } ... { type } } }", 3),
    # At most 100 neighbours count, since clients ask for 1,000 and mean all; each has one path of two entities.
    ("{ %s { lineage(input: {direction: UPSTREAM, count: 1000}) { relationships { type } } } }", 1 + 10 + 1 + 100),
    ("{ %s { lineage(input: {direction: UPSTREAM, count: 1}) { relationships { paths { path { urn } } } } } }", 1 + 10 + 1 + 1 + 1 + 5),
    # A field that is null in every answer costs nothing, and neither do the fields below it.
    ("{ dataFlow(urn: \"urn:li:dataFlow:(a,b,PROD)\") { urn domain { domain { urn deprecation { note } } } } }", 1 + 1),
    # Relationships lead to the types that they have in DataHub's graph.
    ("{ %s { relationships(input: {types: [\"Consumes\"], direction: OUTGOING, count: 2}) { relationships { entity { urn ... on DataJob { jobId } } } } } }", 1 + 1 + 1 + 2 * (1 + 1)),
    ("{ %s { relationships(input: {types: [\"Consumes\"], direction: INCOMING, count: 2}) { relationships { entity { urn ... on DataJob { jobId } } } } } }", 1 + 1 + 1 + 2 * (1 + 2)),
    ("{ %s { relationships(input: {types: [\"Consumes\", \"OwnedBy\"], direction: OUTGOING, count: 2}) { relationships { entity { urn ... on DataJob { jobId } } } } } }", 1 + 1 + 1 + 2 * (1 + 1)),
    ("query($d: RelationshipDirection! = OUTGOING) { %s { relationships(input: {types: [\"Consumes\"], direction: $d, count: 2}) { relationships { entity { urn ... on DataJob { jobId } } } } } }", 1 + 1 + 1 + 2 * (1 + 1)),
    ("{ %s { relationships(input: {types: [\"Consumes\", \"Nonsense\"], direction: OUTGOING, count: 2}) { relationships { entity { urn ... on DataJob { jobId } } } } } }", 1 + 1 + 1 + 2 * (1 + 2)),
    # For an interface, the most expensive type counts.
    ("{ entity(urn: \"urn:li:dataJob:(urn:li:dataFlow:(a,b,PROD),c)\") { urn ... on DataJob { jobId } ... on Dataset { name exists } } }", 1 + 3),
    # A trace reads all its writes; their bodies are parsed again.
    ("{ trace(id: \"%s\") { isDone writes(count: 3) { writes { dialect entities(count: 2) { urn } } } } }" % ("f" * 32), 1_000 + 1 + 1 + 1 + 3 * (1 + 10 + 2)),
    # Directives count as leaving everything in.
    ("query($no: Boolean = false) { %s { urn @include(if: $no) type @skip(if: true) } }", 3),
]  # fmt: skip


@pytest.mark.parametrize(("query", "cost"), COSTS)
async def test_cost_of_queries(query: str, cost: int, api: Api) -> None:
    assert await asked(api, query.replace("%s", RUN)) == cost


async def test_variables_count(api: Api) -> None:
    either = 'query($d: RelationshipDirection!) { %s { relationships(input: {types: ["Consumes"], direction: $d, count: 2}) { relationships { entity { urn ... on DataJob { jobId } } } } } }'
    assert await asked(api, either.replace("%s", RUN), d="INCOMING") == 1 + 1 + 1 + 2 * (1 + 2)
    paged = "query($n: Int) { hungRuns(count: $n) { runs { urn } } }"
    assert await asked(api, paged, n=9) == 2 + 9
    assert await asked(api, paged, n=9.0) == 2 + 9
    by_input = "query($input: LineageInput!) { %s { lineage(input: $input) { relationships { type } } } }"
    given = {"direction": "UPSTREAM", "count": 7}
    assert await asked(api, by_input.replace("%s", RUN), input=given) == 1 + 10 + 1 + 7
    inside = "query($n: Int) { %s { lineage(input: {direction: UPSTREAM, count: $n}) { relationships { type } } } }"
    assert await asked(api, inside.replace("%s", RUN), n=7) == 1 + 10 + 1 + 7
    assert await asked(api, inside.replace("%s", RUN)) == 1 + 10 + 1 + 100
    urns = "query($urns: [String!]!) { entities(urns: $urns) { urn } }"
    assert await asked(api, urns, urns=["urn:li:dataJob:(urn:li:dataFlow:(a,b,PROD),c)"] * 30) == 1 + 30


def measured_query(query: str, **variables: Any) -> Measured:
    document = parse(query)
    operation = get_operation_ast(document)
    assert operation is not None
    return measure(build_schema()._schema, document, operation, variables, 15)


def test_measures_are_kept_by_declared_variables() -> None:
    """Names that a client invents must not fill the memory."""
    document = parse("query($n: Int) { hungRuns(count: $n) { runs { urn } } }")
    operation = get_operation_ast(document)
    assert operation is not None
    measures = Measures(build_schema()._schema, document, operation, 15)
    first = measures.of({"n": 9})
    assert first.cost == 2 + 9
    assert measures.of({"x": 1, "n": 9.0, "y" * 1000: None}) is first
    others = [measures.of({"n": length}) for length in range(10, 30)]
    assert [one.cost for one in others] == [2 + length for length in range(10, 30)]
    assert measures.of({"n": 29}) is others[-1]
    assert measures.of({"n": 9}) is not first


def test_turns_count_all_neighbours_that_may_come() -> None:
    """Neighbours beyond 100 cost nothing, although each of them is executed."""
    query = '{ dataJob(urn: "x") { lineage(input: {direction: DOWNSTREAM, count: 1000}) { relationships { entity { urn } } } } }'
    measured = measured_query(query)
    assert measured.cost == 1 + 10 + 1 + 100 * 2
    assert measured.fields == 1 + 1 + 1 + 1000 * 2


@pytest.mark.parametrize(("count", "is_expensive"), [(20, False), (26, True), (100, True)])
def test_the_page_of_the_web_client_waits_for_no_slot(count: int, is_expensive: bool) -> None:
    """Few runs fill their pages of 20 inputs. But 26 may have 15,000 fields, and 100 have 5,000 with 5 inputs each."""
    measured = measured_query(WEB_CLIENT, count=count)
    assert (measured.fields > MOST_CHEAP_FIELDS) == is_expensive
    assert (measured.likely > EXPENSIVE_FIELDS) == (count == 100)
    assert measured.is_expensive == is_expensive


def test_a_list_within_a_list_is_probably_short() -> None:
    """Its own length counts where it is shorter, or where nothing is around it."""
    query = "{ hungRuns(count: 7) { runs { children(count: %d) { runs { inputs { urn } urn } } } } }"
    likely = []
    for count in (3, 100):
        likely.append(measured_query(query % count).likely)
    run = 1 + 5 + 1
    assert likely == [1 + 1 + 7 * (1 + 1 + 3 * run), 1 + 1 + 7 * (1 + 1 + 5 * run)]


def test_a_long_list_of_a_few_entities_is_expensive() -> None:
    """Each of a few jobs may well have 1,000 runs."""
    inside = "{ urn type nativeId isStub isDerived trigger exists }"
    query = '{ entities(urns: ["urn:li:dataJob:x"]) { ... on DataJob { runs(count: 1000) { runs %s } } } }' % inside
    measured = measured_query(query)
    assert measured.likely == measured.fields == 1 + 1 + 1 + 1000 * 7
    assert measured.is_expensive


def test_walks_cost_more() -> None:
    query = build_schema()._schema.query_type
    assert query is not None
    fields = query.fields
    walks = ["impact", "provenance", "searchAcrossLineage", "scrollAcrossLineage"]
    assert {price_of(fields[name]).cost for name in walks} == {WALK}
    assert price_of(fields["lineageDiff"]).cost == 2 * WALK


async def test_a_query_for_everything_is_refused(api: Api) -> None:
    everything = "{ hungRuns(count: 1000) { runs { children(count: 1000) { runs { children(count: 1000) { runs { urn } } } } } } }"
    cost = 2 + 1000 * (2 + 1000 * (2 + 1000))
    assert await refused(api, everything) == (
        f"the query costs {cost}: expected at most {DEFAULT_LIMITS.cost}; ask for fewer items or fields (docs/limits.md)"
    )
    answer = await api.answer(everything)
    assert answer.extensions == {"cost": {"requested": cost, "limit": DEFAULT_LIMITS.cost}}


NEIGHBOUR = """fragment Neighbour on Entity {
  urn type
  ... on Dataset { name exists platform { urn name } aliases { urn } facets { name } schema: openlineage { tags { key value } schemaFields { name type } } }
  ... on DataJob { jobId exists isStub dataFlow { urn flowId orchestrator cluster } facets { name } upstreamJobs { job { urn } } }
  ... on DataProcessInstance { nativeId exists created { time } currentState { status } properties { name customProperties { key value } } }
}"""
"""The selection of a page of DataHub's web client for each neighbour, and more."""

RUNS_OF_DATASET = (
    """query getDatasetRuns($urn: String!, $start: Int, $count: Int, $direction: RelationshipDirection!) {
  dataset(urn: $urn) { urn runs(start: $start, count: $count, direction: $direction) { count start total runs {
    urn type created { time actor } properties { name externalUrl customProperties { key value } }
    inputs: lineage(input: {direction: UPSTREAM, start: 0, count: 20}) { start count total relationships { type degree entity { ...Neighbour } } }
    outputs: lineage(input: {direction: DOWNSTREAM, start: 0, count: 20}) { start count total relationships { type degree entity { ...Neighbour } } }
    parents: lineage(input: {direction: UPSTREAM, start: 0, count: 20}) { start count total relationships { type degree entity { ...Neighbour } } }
    state(limit: 1) { status attempt result { resultType nativeResultType } timestampMillis durationMillis }
  } } }
} """
    + NEIGHBOUR
)


async def test_queries_of_real_clients_are_answered(api: Api) -> None:
    dataset = "urn:li:dataset:(urn:li:dataPlatform:s3,x,PROD)"
    page = {"urn": dataset, "start": 0, "count": 20, "direction": "INCOMING"}
    assert await asked(api, RUNS_OF_DATASET, **page) < DEFAULT_LIMITS.cost / 2
    gc = "query($urn: String!, $n: Int) { dataJob(urn: $urn) { runs(start: 0, count: $n) { runs { urn created { time } state(limit: 1) { timestampMillis } } } } }"
    assert await asked(api, gc, urn="urn:li:dataJob:(urn:li:dataFlow:(a,b,PROD),c)", n=500) < DEFAULT_LIMITS.cost / 50
    scroll = "query($urns: [String!]!) { entities(urns: $urns) { urn type } }"
    assert (
        await asked(
            api, scroll, urns=[f"urn:li:dataJob:(urn:li:dataFlow:(a,b,PROD),{number})" for number in range(1000)]
        )
        == 2001
    )
    assert await asked(api, get_introspection_query()) == 0


async def test_depth_is_bounded(api: Api) -> None:
    def nested(levels: int) -> str:
        return "{ %s %s" % (RUN, "{ parentInstance " * (levels - 1) + "{ urn }" + "}" * levels)

    assert await asked(api, nested(15)) == 16
    assert (
        await refused(api, nested(16)) == "the query is too deep: expected at most 15 levels of fields below the first"
    )
    fragments = "".join(
        f" fragment F{n} on DataProcessInstance {{ parentInstance {{ ...F{n + 1} }} }}" for n in range(30)
    )
    endless = "{ %s { ...F0 } }" % RUN + fragments + " fragment F30 on DataProcessInstance { urn }"
    assert "too deep" in await refused(api, endless)


async def test_depth_is_that_of_all_places_where_a_fragment_stands(api: Api) -> None:
    query = "{ shallow: %s { ...F } %s { parentInstance { parentInstance { ...F } } } } fragment F on DataProcessInstance { parentInstance %s }"
    fits = "{ parentInstance " * 11 + "{ urn }" + "}" * 11
    assert await asked(api, query % (RUN, RUN, fits)) > 0
    deeper = "{ parentInstance " * 12 + "{ urn }" + "}" * 12
    assert "too deep" in await refused(api, query % (RUN, RUN, deeper))


async def test_aliases_are_bounded(api: Api) -> None:
    def aliased(count: int) -> str:
        return "{ %s { %s } }" % (RUN, " ".join(f"a{number}: urn" for number in range(count)))

    assert await asked(api, aliased(50)) == 51
    assert await refused(api, aliased(51)) == "the query has 51 aliases: expected at most 50; send several queries"


async def test_tokens_are_bounded(api: Api) -> None:
    query = "{ %s { facets(names: [%s]) { name } } }"
    assert await asked(api, query % (RUN, '"a" ' * 4900)) == 2 + 5
    assert "more than 5000 tokens" in await refused(api, query % (RUN, '"a" ' * 5000))


async def test_page_sizes_are_bounded(api: Api) -> None:
    answer = await api.answer("{ hungRuns(count: 1001) { total } }")
    assert answer.errors[0].message == "count: expected 0 to 1000, got 1001"
    assert answer.errors[0].extensions == {"code": 400, "type": "BAD_REQUEST"}


async def test_only_the_executed_operation_counts(api: Api) -> None:
    answer = await api.answer("query A { %s { urn } } query B { hungRuns { runs { urn } } }" % RUN, "A")
    assert (answer.errors, answer.extensions["cost"]["requested"]) == (None, 2)


async def test_no_query_takes_long_to_measure(api: Api) -> None:
    """Each fragment spreads the next one twice, so a count that follows each spread would double at each level."""
    began = time.process_time()
    doubling = "".join(f" fragment F{n} on Query {{ ...F{n + 1} ... {{ ...F{n + 1} }} }}" for n in range(60))
    assert await asked(api, "{ ...F0 }" + doubling + " fragment F60 on Query { __typename }") == 0
    tripling = "".join(
        f" fragment F{n} on DataProcessInstance {{ a: parentInstance {{ ...F{n + 1} }} b: parentInstance {{ ...F{n + 1} }} parentInstance {{ ...F{n + 1} }} }}"
        for n in range(14)
    )
    beyond = "{ %s { ...F0 } }" % RUN + tripling + " fragment F14 on DataProcessInstance { urn }"
    assert "the query costs" in await refused(api, beyond)
    assert time.process_time() - began < 5


async def test_fields_that_repeat_each_other_too_often_are_refused(api: Api) -> None:
    assert await asked(api, "{ %s }" % ("hungRuns { total } " * 100)) == 2
    assert await refused(api, "{ %s }" % ("hungRuns { total } " * 1200)) == (
        "The query is too intricate to be checked: expected fewer fields of the same name, and fewer fragments."
    )


async def test_limits_can_be_set(api: Api) -> None:
    schema = build_schema(QueryLimits(depth=1, tokens=10, aliases=1, cost=3))
    for query, said in (
        ("{ hungRuns { runs { urn } } }", "at most 1 levels"),
        ("{ a: hungRuns { b: total } }", "expected at most 1; send"),
        ("{ hungRuns { total start count } }", "expected at most 3; ask"),
        ("{ hungRuns { total total total total total total total } }", "10"),
    ):
        answer = await schema.execute(query, context_value=request_context(Reader(api.pool)))
        assert said in str(answer.errors), query


def test_a_statement_may_take_longer_than_a_walk() -> None:
    """A walk that ends itself answers a part; a cancelled statement answers nothing."""
    with pytest.raises(ValidationError, match="greater than 25"):
        Settings(max_statement_seconds=25)


def lists() -> Iterator[tuple[str, GraphQLField]]:
    """Yield the fields that multiply the fields below them: lists of objects and pages, without always-null fields."""
    schema = build_schema()._schema
    for name, one in schema.type_map.items():
        if isinstance(one, GraphQLObjectType) and not name.startswith("__"):
            for field_name, field in one.fields.items():
                of = field.type.of_type if isinstance(field.type, GraphQLNonNull) else field.type
                is_list = isinstance(of, GraphQLList) or page_length(field, {}) is not None
                if is_list and is_composite_type(get_named_type(of)) and not price_of(field).is_absent:
                    yield f"{name}.{field_name}", field


def test_every_list_has_a_known_length() -> None:
    """The counted lengths match the described defaults, and a list without pages is short or declares its length."""
    fields = dict(lists())
    assert len(fields) > 80
    for name, field in fields.items():
        assert 0 < (page_length(field, {}) or price_of(field).length or UNPAGED) <= 1000, name
        for default in described_defaults(field):
            assert page_length(field, {}) == default, name


def described_defaults(field: GraphQLField) -> list[int]:
    """Return the default page lengths in the descriptions of a field and its arguments."""
    texts = [field.description or ""] if field.args.keys() & set(PAGE_ARGUMENTS) else []
    for name, argument in field.args.items():
        named = get_named_type(argument.type)
        members = named.fields if isinstance(named, GraphQLInputObjectType) else {name: argument}
        texts += [one.description or "" for key, one in members.items() if key in PAGE_ARGUMENTS]
    return [int(found) for text in texts for found in re.findall(r"Default: (?:the newest )?(\d+)", text)]


@asynccontextmanager
async def locked(database_url: str, table: str) -> AsyncIterator[None]:
    """Block every reader of a table for the block."""
    connection = await asyncpg.connect(database_url)
    await connection.execute(f"BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
    try:
        yield
    finally:
        await connection.close()


async def test_a_statement_that_takes_too_long_ends_and_the_rest_is_answered(database_url: str) -> None:
    await stored(database_url, parsed(run_event("START", "00:00:00", uuid(1))))
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    async with (
        locked(database_url, "run_event"),
        await read_pool(database_url, 2, statement_seconds=0.3) as pool,
    ):
        query = "{ %s { exists state { status } } }" % RUN
        answer = await build_schema().execute(query, context_value=request_context(Reader(pool)))
        assert await pool.fetchval(waiting) == 0
    assert answer.data == {"dataProcessInstance": {"exists": True, "state": None}}
    [error] = answer.errors or []
    assert error.path == ["dataProcessInstance", "state"]
    assert error.extensions == {"code": 503, "type": "SERVICE_UNAVAILABLE"}
    assert error.message.startswith("The database took too long: ask for less")


async def test_nobody_waits_for_a_connection_for_ever(database_url: str) -> None:
    async with await read_pool(database_url, 1, wait_seconds=0.2) as pool:
        async with pool.acquire():
            answer = await build_schema().execute("{ %s { urn } }" % RUN, context_value=request_context(Reader(pool)))
        assert answer.data == {"dataProcessInstance": None}
        [error] = answer.errors or []
        assert error.extensions == {"code": 503, "type": "SERVICE_UNAVAILABLE"}
        assert error.message == "All connections to the database are busy: send it again in a moment."
        after = await build_schema().execute("{ %s { exists } }" % RUN, context_value=request_context(Reader(pool)))
        assert after.data == {"dataProcessInstance": {"exists": False}}


async def test_a_field_that_is_refused_leaves_the_rest_of_the_answer(api: Api) -> None:
    answer = await api.answer("{ hungRuns { total } runsConnection(first: 5000) { totalCount } }")
    assert answer.data == {"hungRuns": {"total": 0}, "runsConnection": None}
    assert [(error.path, error.message) for error in answer.errors] == [
        (["runsConnection"], "first: expected 0 to 1000, got 5000")
    ]
