"""Every argument of every field of the schema, with no value, with wrong values, and with extreme ones."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from graphql import (
    GraphQLArgument,
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    get_named_type,
    is_leaf_type,
    is_required_argument,
    is_required_input_field,
)

from headwater.graphql.schema import build_schema
from headwater.model.query_limits import QueryLimits
from headwater.store.pool import read_pool
from headwater.trace import new_trace

from conftest import cloned_database, merge_items
from events import parent, parsed, run_event, uuid
from graphql_api import Api, urn
from selections import SCHEMA, selection
from worlds import ENTITIES, filled

OUT = ENTITIES["Dataset"](0)

TRACE_ID = new_trace().trace_id

CATALOG = {
    "Application": "urn:li:application:a",
    "Chart": "urn:li:chart:(looker,c)",
    "Dashboard": "urn:li:dashboard:(looker,d)",
    "DataProduct": "urn:li:dataProduct:p",
    "Document": "urn:li:document:d",
    "Domain": "urn:li:domain:d",
    "GlossaryNode": "urn:li:glossaryNode:n",
    "GlossaryTerm": "urn:li:glossaryTerm:t",
    "MLFeature": "urn:li:mlFeature:(space,f)",
    "MLFeatureTable": "urn:li:mlFeatureTable:(urn:li:dataPlatform:feast,t)",
    "MLPrimaryKey": "urn:li:mlPrimaryKey:(space,k)",
    "SchemaFieldEntity": f"urn:li:schemaField:({OUT},c)",
    "StructuredPropertyEntity": "urn:li:structuredProperty:p",
}
"""URNs of DataHub's catalog that Headwater knows."""

PLACES = {
    "Query": "%s",
    "CorpUser": 'corpUser(urn: "urn:li:corpuser:u0") { %s }',
    "CorpGroup": 'corpGroup(urn: "urn:li:corpGroup:g0") { %s }',
    "DataPlatform": 'dataPlatform(urn: "urn:li:dataPlatform:mlflow") { %s }',
    "DataPlatformInstance": 'dataPlatformInstance(urn: "urn:li:dataPlatformInstance:(urn:li:dataPlatform:mlflow,i)") { %s }',
    "MLModelGroup": 'mlModelGroup(urn: "urn:li:mlModelGroup:(urn:li:dataPlatform:mlflow,g0,PROD)") { %s }',
    "OtherEntity": 'entity(urn: "urn:li:assertion:a") { ... on OtherEntity { %s } }',
    "OwnershipTypeEntity": 'entity(urn: "urn:li:ownershipType:o") { ... on OwnershipTypeEntity { %s } }',
    "Tag": 'tag(urn: "urn:li:tag:t0") { %s }',
    "AffectedColumn": f'impact(urn: "{urn(0)}", columns: []) {{ columns {{ columns {{ %s }} }} }}',
    "AffectedKind": f'impact(urn: "{urn(0)}") {{ runs {{ runs {{ kinds {{ %s }} }} }} }}',
    "AffectedRun": f'impact(urn: "{urn(0)}") {{ runs {{ runs {{ %s }} }} }}',
    "AffectedVersion": f'provenance(urn: "{urn(900)}") {{ versions {{ versions {{ %s }} }} }}',
    "AssetVersion": f'dataset(urn: "{OUT}") {{ versionAt(at: "2026-01-02T00:00:00Z") {{ %s }} }}',
    "FailurePropagation": f'dataProcessInstance(urn: "{urn(901)}") {{ failurePropagation {{ %s }} }}',
    "Impact": f'impact(urn: "{urn(0)}") {{ %s }}',
    "InputDiff": f'lineageDiff(left: {{urn: "{urn(900)}"}}, right: {{urn: "{urn(301)}"}}) {{ inputs {{ inputs {{ %s }} }} }}',
    "LineageDiff": f'lineageDiff(left: {{urn: "{urn(900)}"}}, right: {{urn: "{urn(301)}"}}) {{ %s }}',
    "LineagePath": f'pathBetween(from: {{urn: "{urn(0)}"}}, to: {{urn: "{urn(900)}"}}) {{ %s }}',
    "LineageRoots": f'provenance(urn: "{urn(900)}") {{ roots {{ %s }} }}',
    "RunEdge": f'dataProcessInstance(urn: "{urn(0)}") {{ inputEdges {{ %s }} }}',
    "Trace": f'trace(id: "{TRACE_ID.hex}") {{ %s }}',
    "TracedWrite": f'trace(id: "{TRACE_ID.hex}") {{ writes {{ writes {{ %s }} }} }}',
    "RunFailure": f'dataProcessInstance(urn: "{urn(901)}") {{ failurePropagation {{ failures {{ %s }} }} }}',
}
PLACES |= {name: f'entity(urn: "{of(0)}") {{ ... on {name} {{ %s }} }}' for name, of in ENTITIES.items()}
PLACES |= {name: f'entity(urn: "{found}") {{ ... on {name} {{ %s }} }}' for name, found in CATALOG.items()}
"""The place in a query with an object of each type that has fields with arguments."""

GIVEN: dict[str, dict[str, Any]] = {
    "impact": {"urn": OUT},
    "provenance": {"urn": OUT},
    "openlineageRun": {"namespace": "test", "name": "flow0.job"},
    "LineagePoint": {"urn": OUT},
    "SearchAcrossLineageInput": {"urn": OUT},
    "ScrollAcrossLineageInput": {"urn": OUT},
}
"""Arguments that fields and inputs get beside the tested one."""

TEXTS = ["", " ", "*", "%_\\'\"", "\0", "\ud800", "é\u0301🦀\u202e", "a" * 100_000, "-1", "1e400", "urn:li:", "urn:li:dataset:(a,b", "urn:li:dataset:x",
         "urn:li:dataJob:(x,y)", "urn:li:dataProcessInstance:x", "urn:li:nothing:x", f"urn:li:{'k' * 100_000}:x", "://", "s3://", "(", ",", "W10=", "WyJDUkVBVEVEX0RFU0MiLDEsMl0="]  # fmt: skip
EXTREMES: dict[str, list[Any]] = {
    "String": TEXTS,
    "Int": [-(2**31), -1, 0, 1, 2**31 - 1],
    "Long": [-(2**63), -1, 0, 2**63 - 1],
    "Float": [-1.0, 0.0, 1e-320, 1e308],
    "Boolean": [False, True],
    "DateTime": ["0001-01-01", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"],
}
WRONG: dict[str, list[Any]] = {
    "String": [5, True, ["a"], {}],
    "Int": [2**31, -(2**31) - 1, 0.5, "1", True, {}],
    "Long": [2**63, 0.5, "1", True, []],
    "Float": ["1", True, {}],
    "Boolean": [0, "true", []],
    "DateTime": ["yesterday", "", 5, "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "2026-02-30", True],
}

UNLIMITED = build_schema(QueryLimits(depth=15, tokens=5000, aliases=50, cost=10**15))
"""The schema with limits that let pages of any size through to their checks."""

SAYS = re.compile("expected|cannot represent|for numbers|has [^ ]+ part|the URN of a flow, and a name|unbalanced")
"""Patterns of messages that name the expected value."""

MEANS_NOTHING = {"urn", "namespace", "name"}
"""Arguments that are optional by type, but refuse null: DataHub declares them so, or they go together."""


@dataclass(frozen=True)
class Place:
    """An argument, or a member of one at any depth, with the other values that it needs."""

    field: str
    path: tuple[str, ...]
    of: Any
    around: dict[str, Any]

    def given(self, value: Any) -> dict[str, Any]:
        """Return the field's arguments with this value."""

        def put(at: Any, path: tuple[str, ...]) -> Any:
            if not path:
                return value
            if path[0] == "[]":
                return [put(at[0], path[1:])]
            return {**at, path[0]: put(at.get(path[0]), path[1:])}

        return dict(put(self.around, self.path))

    @property
    def name(self) -> str:
        return next(name for name in reversed(self.path) if name != "[]")


def usual(name: str, of: Any) -> Any:
    """Return a valid value for a required argument or member."""
    of = of.of_type if isinstance(of, GraphQLNonNull) else of
    if isinstance(of, GraphQLList):
        return []
    if isinstance(of, GraphQLInputObjectType):
        return needed(of.name, of.fields)
    if isinstance(of, GraphQLEnumType):
        return next(iter(of.values))
    texts = {"urn": urn(0), "field": "name", "query": "*"}
    return {"String": texts.get(name, "one"), "DateTime": "2026-01-02T00:00:00Z"}[of.name]


def needed(owner: str, members: dict[str, Any]) -> dict[str, Any]:
    """Return values for the required members of a field or an input, and for those it always gets."""
    found = {
        name: usual(name, member.type)
        for name, member in members.items()
        if (is_required_argument(member) if isinstance(member, GraphQLArgument) else is_required_input_field(member))
    }
    return found | GIVEN.get(owner, {})


def places(field: str, members: dict[str, Any], around: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[Place]:
    """Yield all arguments of a field, and all members of input objects."""
    for name, member in members.items():
        here = (*path, name)
        yield Place(field, here, member.type, around)
        of = member.type.of_type if isinstance(member.type, GraphQLNonNull) else member.type
        named: Any = get_named_type(of)
        if isinstance(of, GraphQLList):
            here = (*here, "[]")
        if isinstance(named, GraphQLInputObjectType):
            inner = place_around(around, here, needed(named.name, named.fields))
            yield from places(field, named.fields, inner, here)
        elif isinstance(of, GraphQLList):
            yield Place(field, here, of.of_type, place_around(around, here, None))


def place_around(around: Any, path: tuple[str, ...], value: Any) -> Any:
    """Return the arguments with a value at a path."""
    if not path:
        return value if around is None else {**value, **around} if isinstance(value, dict) else around
    if path[0] == "[]":
        return [place_around(around[0] if around else None, path[1:], value)]
    return {**(around or {}), path[0]: place_around((around or {}).get(path[0]), path[1:], value)}


def extremes(of: Any) -> list[Any]:
    """Return extreme values of a type."""
    if isinstance(of, GraphQLNonNull):
        return extremes(of.of_type)
    if isinstance(of, GraphQLList):
        named = get_named_type(of)
        if isinstance(named, GraphQLInputObjectType):
            return [[]]
        one = next(iter(named.values)) if isinstance(named, GraphQLEnumType) else EXTREMES[named.name][1]
        return [[], [one] * 2, [one] * 5000]
    if isinstance(of, GraphQLInputObjectType):
        return [needed(of.name, of.fields)]
    return list(of.values) if isinstance(of, GraphQLEnumType) else EXTREMES[of.name]


def wrong(of: Any) -> list[Any]:
    """Return values that are not of a type."""
    if isinstance(of, GraphQLNonNull):
        return [None, *wrong(of.of_type)]
    if isinstance(of, GraphQLList):
        return [[None], {"a": 1}] if isinstance(of.of_type, GraphQLNonNull) else [{"a": 1}]
    if isinstance(of, GraphQLInputObjectType):
        return [5, {"noSuchMember": 1}]
    return ["NO_SUCH_VALUE", 1] if isinstance(of, GraphQLEnumType) else WRONG[of.name]


def document(owner: str, field: str, given: list[dict[str, Any]]) -> tuple[str, dict[str, Any]]:
    """Return a query with a field once for each of several sets of arguments, as its variables."""
    of: Any = SCHEMA.type_map[owner]
    found = of.fields[field]
    declared, asked, variables = [], [], {}
    named = get_named_type(found.type)
    below = "" if is_leaf_type(named) else f"{{ __typename {selection(named, 1)} }}"
    for number, arguments in enumerate(given):
        for name, value in arguments.items():
            declared.append(f"$v{number}_{name}: {found.args[name].type}")
            variables[f"v{number}_{name}"] = value
        written = ", ".join(f"{name}: $v{number}_{name}" for name in arguments)
        asked.append(f"a{number}: {field}{f'({written})' if written else ''} {below}")
    head = f"query Q({', '.join(declared)})" if declared else "query Q"
    return f"{head} {{ {PLACES[owner] % ' '.join(asked)} }}", variables


def keys(data: Any) -> Iterator[str]:
    """Yield all names in an answer."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield name
            yield from keys(value)
    elif isinstance(data, list):
        for one in data:
            yield from keys(one)


def read_and_failed() -> list[dict[str, Any]]:
    """Return a failed parent run, and in it a run that read the output of one of the worlds."""
    within = parent(uuid(901), "broken")
    return [
        run_event("START", "01:00:00", uuid(901), "broken"),
        run_event("START", "01:00:01", uuid(900), "broken.job", parent=within, inputs=["out0"], outputs=["late"]),
        run_event("FAIL", "01:00:02", uuid(900), "broken.job", parent=within),
        run_event("START", "02:00:00", uuid(902), "reader", inputs=["out0"], outputs=["copy"]),
        run_event("COMPLETE", "02:00:01", uuid(902), "reader"),
    ]


OWNERS = [
    name
    for name, of in SCHEMA.type_map.items()
    if isinstance(of, GraphQLObjectType) and not name.startswith("__") and any(field.args for field in of.fields.values())
]  # fmt: skip


def batched(cases: list[tuple[Place, Any]], size: int) -> Iterator[list[tuple[Place, Any]]]:
    for begin in range(0, len(cases), size):
        yield cases[begin : begin + size]


def fields_with_arguments(owner: str) -> Iterator[tuple[str, list[Place]]]:
    of: Any = SCHEMA.type_map[owner]
    for name, field in of.fields.items():
        if field.args:
            yield name, list(places(name, field.args, needed(name, field.args)))


@pytest.fixture(scope="module")
def worlds_url(postgres_url: str, template: str) -> Iterator[str]:
    with cloned_database(postgres_url, template) as url:
        asyncio.run(filled(url))
        merge_items(url, parsed(*read_and_failed()), TRACE_ID)
        yield url


@pytest.fixture
async def store(worlds_url: str) -> AsyncIterator[Api]:
    async with await read_pool(worlds_url, 2) as pool:
        yield Api(pool, UNLIMITED)


def test_every_type_with_arguments_has_its_place() -> None:
    assert set(OWNERS) - {"Mutation", "Subscription"} == set(PLACES)


def short(value: Any) -> str:
    """Return a value in the short form of a list of problems."""
    return repr(value)[:80]


def problems_of(place: Place, value: Any, is_reached: bool, errors: list[Any]) -> Iterator[str]:
    """Yield the problems of an answer to an argument with a value of its type."""
    if not is_reached:
        yield "was not reached"
    for error in errors:
        is_unknown = re.fullmatch(
            rf"{re.escape('.'.join(place.path))}: no such \w+ is known: {re.escape(str(value))}\. .*", error.message
        )
        kind = {"code": 404, "type": "NOT_FOUND"} if is_unknown else {"code": 400, "type": "BAD_REQUEST"}
        if error.extensions != kind:
            yield f"is no bad request: {error.message}"
        if not is_unknown and (not any(name in error.message for name in place.path) or not SAYS.search(error.message)):
            yield f"is not named, or not what was expected: {error.message}"
        if len(error.message) > 500:
            yield "makes a message that is too long"
    if value is None and errors and place.name not in MEANS_NOTHING:
        yield f"may be null, and is refused: {errors[0].message}"
    if isinstance(value, int) and value < 0 and get_named_type(place.of).name == "Int" and not errors:
        yield "is negative, and is taken"


@pytest.mark.parametrize("owner", PLACES)
async def test_extreme_values_are_answered_or_refused_by_name(owner: str, store: Api) -> None:
    problems = []
    for field, found in fields_with_arguments(owner):
        cases = [(place, value) for place in found for value in extremes(place.of)]
        cases += [(place, None) for place in found if not isinstance(place.of, GraphQLNonNull)]
        for some in batched(cases, 10):
            query, variables = document(owner, field, [place.given(value) for place, value in some])
            answer = await store.answer(query, **variables)
            assert answer.data is not None, answer.errors
            answered = set(keys(answer.data))
            for number, (place, value) in enumerate(some):
                errors = [error for error in answer.errors or [] if f"a{number}" in (error.path or ())]
                where = f"{field}({'.'.join(place.path)}: {short(value)})"
                problems += [
                    f"{where} {problem}" for problem in problems_of(place, value, f"a{number}" in answered, errors)
                ]
    assert problems == []


@pytest.mark.parametrize("owner", PLACES)
async def test_values_of_another_type_are_refused_by_name(owner: str, store: Api) -> None:
    problems = []
    for field, found in fields_with_arguments(owner):
        for place, value in ((one, value) for one in found for value in wrong(one.of)):
            query, variables = document(owner, field, [place.given(value)])
            answer = await store.answer(query, **variables)
            assert store.statements == 0
            messages = [error.message for error in answer.errors or [] if error.extensions["code"] == 400]
            if answer.data is not None or not messages or any(place.name not in message for message in messages):
                problems.append(f"{field}({'.'.join(place.path)}: {short(value)}): {messages}")
    assert problems == []
