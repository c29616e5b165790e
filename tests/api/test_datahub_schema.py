"""The schema has DataHub's fields of runs and their neighbours, with DataHub's names, arguments and nullability."""

import json
from pathlib import Path
from typing import Any

import datahub.metadata
import pytest
from graphql import (
    EnumTypeDefinitionNode,
    FieldDefinitionNode,
    GraphQLEnumType,
    GraphQLNonNull,
    InputValueDefinitionNode,
    TypeDefinitionNode,
    UnionTypeDefinitionNode,
    build_schema,
    parse,
    print_ast,
)

from headwater.dialects.datahub.registry import is_entity_type
from headwater.graphql.entities.entity_type import EntityType, kind_of
from headwater.graphql.schema import schema_sdl

from datahub_types import ABSENT, LOOSENED, SDL

OURS = build_schema(schema_sdl())
THEIRS: list[Any] = [node for node in parse(SDL).definitions if isinstance(node, TypeDefinitionNode)]
SDK_SCHEMAS = Path(datahub.metadata.__file__).parent / "schemas"


@pytest.mark.parametrize("theirs", THEIRS, ids=lambda node: node.name.value)
def test_a_type_is_as_datahub_has_it(theirs: Any) -> None:
    ours: Any = OURS.type_map[theirs.name.value]
    if isinstance(theirs, UnionTypeDefinitionNode):
        assert {one.name for one in ours.types} == {one.name.value for one in theirs.types or ()}
    elif isinstance(theirs, EnumTypeDefinitionNode):
        words = {value.name.value for value in theirs.values or ()}
        assert words == set(ours.values) | {word for word in words if f"{theirs.name.value}.{word}" in ABSENT}
    else:
        assert {one.name.value for one in getattr(theirs, "interfaces", None) or ()} <= {
            one.name for one in getattr(ours, "interfaces", ())
        }
        differences = [said for field in theirs.fields if (said := difference(theirs.name.value, ours.fields, field))]
        assert differences == []


def difference(owner: str, ours: dict[str, Any], theirs: FieldDefinitionNode | InputValueDefinitionNode) -> str | None:
    """Return the difference of a field of ours from DataHub's; None if there is none, or a known one."""
    name = theirs.name.value
    if name in ABSENT or f"{owner}.{name}" in ABSENT:
        return f"{name} is listed as absent" if name in ours else None
    if name not in ours:
        return f"{name} is missing"
    if str(ours[name].type) != print_ast(theirs.type):
        return f"{name}: {ours[name].type} in place of {print_ast(theirs.type)}"
    if isinstance(theirs, InputValueDefinitionNode):
        said = [
            print_ast(node.default_value) if node.default_value else "null" for node in (theirs, ours[name].ast_node)
        ]
        return None if len(set(said)) == 1 else f"{name}: by default {said[1]} in place of {said[0]}"
    for argument in theirs.arguments or ():
        given = ours[name].args[argument.name.value].type
        expected = print_ast(argument.type)
        if f"{name}.{argument.name.value}" in LOOSENED:
            assert not isinstance(given, GraphQLNonNull)
            expected = expected.removesuffix("!")
        if str(given) != expected:
            return f"{name}({argument.name.value}): {given} in place of {expected}"
    return None


def test_no_field_is_named_absent_without_need() -> None:
    named = {
        (node.name.value, one.name.value)
        for node in THEIRS
        for one in [*(getattr(node, "fields", None) or ()), *(getattr(node, "values", None) or ())]
    }
    assert {name for _, name in named} | {f"{owner}.{name}" for owner, name in named} >= ABSENT.keys()


def test_each_type_of_entity_is_a_kind_of_datahubs() -> None:
    kinds = [kind_of(known) for known in EntityType]
    assert len(set(kinds)) == len(kinds)
    assert [kind for kind in kinds if kind not in (None, "restricted") and not is_entity_type(kind)] == []


@pytest.mark.parametrize(
    ("name", "schema", "added"),
    [("FabricType", "DatasetKey", {"OTHER"}), ("PlatformType", "DataPlatformInfo", set())],
)
def test_an_enumeration_has_the_words_of_the_sdk(name: str, schema: str, added: set[str]) -> None:
    """The values follow the SDK's own schemas of the aspects."""
    ours = OURS.type_map[name]
    assert isinstance(ours, GraphQLEnumType)
    assert set(ours.values) == symbols(json.loads((SDK_SCHEMAS / f"{schema}.avsc").read_text()), name) | added


def symbols(schema: Any, name: str) -> set[str]:
    """Return the values of an enumeration somewhere in an Avro schema."""
    if isinstance(schema, list):
        return set().union(*(symbols(one, name) for one in schema))
    if not isinstance(schema, dict):
        return set()
    if schema.get("name") == name and schema.get("type") == "enum":
        return set(schema["symbols"])
    return set().union(*(symbols(one, name) for one in schema.values()))
