"""GraphQL selections built from the schema, for tests of the whole schema."""

from typing import Any

from graphql import (
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLObjectType,
    build_schema,
    get_named_type,
    is_composite_type,
    is_leaf_type,
    is_required_argument,
    is_union_type,
)

from headwater.graphql.schema import schema_sdl

SCHEMA = build_schema(schema_sdl())

ARGUMENTS = {
    "aspect": '(name: "nominalTime")',
    "lineage": "(input: {direction: UPSTREAM})",
    "runs": "(direction: OUTGOING)",
    "runsConnection": "(direction: OUTGOING)",
    "versionAt": '(at: "2026-01-02T00:00:00Z")',
    "versionsAt": '(at: "2026-01-02T00:00:00Z")',
}
"""Arguments of the fields that require some."""


def selection(of: Any, deep: int, without: frozenset[str] = frozenset()) -> str:
    """Return every field of a type, so many levels deep; for an interface, the interface's fields."""
    if is_union_type(of):
        return "__typename"
    assert isinstance(of, GraphQLObjectType | GraphQLInterfaceType)
    parts = [written(name, field, deep) for name, field in of.fields.items() if name not in without]
    return " ".join(part for part in parts if part)


def written(name: str, field: GraphQLField, deep: int) -> str:
    """Return a field with its required arguments; "" if the field lies too deep."""
    needs = any(is_required_argument(argument) for argument in field.args.values())
    asked = f"{name}{ARGUMENTS[name]}" if needs else name
    named = get_named_type(field.type)
    if is_leaf_type(named):
        return asked
    return f"{asked} {{ {selection(named, deep - 1)} }}" if deep and is_composite_type(named) else ""
