"""Random queries over the schema: nested, with aliases, fragments, variables, and arguments that match their fields."""

from random import Random
from typing import Any

import orjson
from graphql import (
    GraphQLArgument,
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLSchema,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
    is_required_argument,
    is_required_input_field,
)

MOST_FIELDS = 120
TIMES = ("2026-01-01T00:00:03Z", "2026-01-02T00:00:00+02:00", "2020-01-01T00:00:00Z")

_VARIABLES = {"yes": "Boolean! = true", "no": "Boolean! = false", "few": "Int = 3"}


class Composer:
    """Composes one query; urns are the possible arguments, by entity type."""

    def __init__(self, schema: GraphQLSchema, urns: dict[str, list[str]], chance: Random) -> None:
        self._schema = schema
        self._urns = urns
        self._chance = chance
        self._left = MOST_FIELDS
        self._fragments: list[str] = []

    def query(self) -> str:
        """Return the text of the query; its variables have defaults, so it needs no values."""
        root = self._schema.query_type
        assert root is not None
        deep = self._chance.randint(2, 5)
        known = [name for name, field in root.fields.items() if get_named_type(field.type).name in self._urns]
        names = [self._chance.choice(known), *self._chance.sample(list(root.fields), k=self._chance.randint(0, 2))]
        asked = " ".join(self._field(name, root.fields[name], deep) for name in names)
        text = " ".join([f"{{ {asked} }}", *self._fragments])
        declared = [f"${name}: {of}" for name, of in _VARIABLES.items() if f"${name}" in text]
        return f"query({', '.join(declared)}) {text}" if declared else text

    def _fields(self, of: Any, deep: int) -> str:
        """Return some fields of a type, at most so many levels deep."""
        found = ["__typename"] if self._happens(0.2) or isinstance(of, GraphQLUnionType) else []
        if isinstance(of, GraphQLInterfaceType | GraphQLUnionType):
            for one in self._chance.sample(self._schema.get_possible_types(of), k=2 if self._happens(0.8) else 1):
                found.append(self._fragment(one.name, self._fields(one, deep)))
        if not isinstance(of, GraphQLUnionType):
            names = [name for name, field in of.fields.items() if deep or is_leaf_type(get_named_type(field.type))]
            most = min(len(names), 9 if deep > 1 else 4)
            found += [
                self._field(name, of.fields[name], deep)
                for name in self._chance.sample(names, k=self._chance.randint(min(1, most), most))
                if self._left > 0
            ]
        return " ".join(found) or "__typename"

    def _field(self, name: str, field: GraphQLField, deep: int) -> str:
        self._left -= 1
        alias = f"{name}_{self._left}: " if self._happens(0.6) or field.args else ""
        directive = (
            self._chance.choice((" @include(if: $yes)", " @skip(if: $yes)", " @skip(if: $no)"))
            if self._happens(0.1)
            else ""
        )
        given = [
            f"{key}: {self._value(key, argument, get_named_type(field.type).name)}"
            for key, argument in field.args.items()
            if is_required_argument(argument) or self._happens(0.05 if _is_text(argument) else 0.2)
        ]
        arguments = f"({', '.join(given)})" if given else ""
        named = get_named_type(field.type)
        below = "" if is_leaf_type(named) else f" {{ {self._fields(named, deep - 1)} }}"
        return f"{alias}{name}{arguments}{directive}{below}"

    def _fragment(self, of: str, fields: str) -> str:
        if self._happens(0.7):
            return f"... on {of} {{ {fields} }}"
        name = f"F{len(self._fragments)}"
        self._fragments.append(f"fragment {name} on {of} {{ {fields} }}")
        return f"...{name}"

    def _value(self, name: str, of: GraphQLArgument | GraphQLInputField, wanted: str = "") -> str:
        """Return a value for an argument; wanted is the type of its field."""
        inner = of.type.of_type if isinstance(of.type, GraphQLNonNull) else of.type
        named: Any = get_named_type(inner)
        if isinstance(inner, GraphQLList):
            return f"[{self._one(name, named, wanted)}]"
        if named.name == "Int" and self._happens(0.2):
            return "$few"
        return self._one(name, named, wanted)

    def _one(self, name: str, of: Any, wanted: str) -> str:
        if isinstance(of, GraphQLEnumType):
            return str(self._chance.choice(list(of.values)))
        if isinstance(of, GraphQLInputObjectType):
            members = [
                f"{key}: {self._value(key, member)}"
                for key, member in of.fields.items()
                if is_required_input_field(member) or self._happens(0.02 if _is_text(member) else 0.2)
            ]
            return f"{{{', '.join(members)}}}"
        match of.name:
            case "Int" | "Long":
                return str(self._chance.choice((0, 1, 2, 5, 5, 5, 20) if self._happens(0.98) else (-1,)))
            case "Float":
                return "0.5"
            case "Boolean":
                return self._chance.choice(("true", "false"))
            case "DateTime":
                return f'"{self._chance.choice(TIMES)}"'
        if "urn" in name.lower() or name in ("madeBy", "templates", "flows"):
            some = self._urns.get(wanted) if self._happens(0.95) else None
            return orjson.dumps(
                self._chance.choice(some or [urn for urns in self._urns.values() for urn in urns])
            ).decode()
        return self._chance.choice(('"test"', '"job"', '"out1"', '"*"', '"nominalTime"', '"\u00fc"'))

    def _happens(self, share: float) -> bool:
        return self._chance.random() < share


def _is_text(of: GraphQLArgument | GraphQLInputField) -> bool:
    return get_named_type(of.type).name == "String"
