"""The cost of an operation, counted before execution (docs/limits.md).

The count follows execution: fields of one name are one field, and fragments are their contents. For an interface, the
type with the highest cost counts. `@skip` and `@include` are ignored: everything counts.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLCompositeType,
    GraphQLField,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionSetNode,
    Undefined,
    get_named_type,
    is_abstract_type,
    is_composite_type,
)
from graphql.utilities import value_from_ast_untyped

from headwater.errors import BadRequestError
from headwater.graphql.cost.price import price_of
from headwater.graphql.offset_paging import DEFAULT_COUNT
from headwater.model.query_limits import EXPENSIVE_FIELDS, MOST_CHEAP_FIELDS

PAGE_ARGUMENTS: Final = ("count", "first", "limit", "urns")
"""Arguments that give the length of a list: a number, or a list of URNs. Also as fields of an input object."""

UNPAGED: Final = 5
"""The assumed length of a list without an argument for it, unless the field's price gives another.

Also the likely length of a list within a list: few runs fill their pages of inputs.
"""

_MOST_SELECTIONS = 10_000
"""The maximum number of different selections: real queries have less than a thousand."""


_MOST_MEASURES: Final = 16
"""The number of measures of one operation to keep."""

_Lengths = int | tuple[tuple[str, int | None], ...] | None
"""The length in a value; for an input object the lengths in its fields."""

_AllLengths = tuple[tuple[str, _Lengths], ...]
"""The lengths in the values of variables."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The cost, the levels and the executed fields of a selection.

    likely: the executed fields if lists within lists are short. Within a short list they may well be long.
    """

    cost: int
    depth: int
    fields: int
    likely: int

    @property
    def is_expensive(self) -> bool:
        """True for an operation that needs a slot."""
        return self.likely > EXPENSIVE_FIELDS or self.fields > MOST_CHEAP_FIELDS


def measure(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Mapping[str, Any],
    most_depth: int,
) -> Measured:
    """Measure the cost and depth of an operation in a valid document. Raises BadRequestError if it is too deep."""
    return _measured(schema, document, operation, _all_lengths(variables), most_depth)


class Measures:
    """The measures of one operation in a valid document. Clients repeat theirs, so the last ones are kept."""

    def __init__(
        self, schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode, most_depth: int
    ) -> None:
        self._measured = partial(_measured, schema, document, operation, most_depth=most_depth)
        # Requests may give other variables, too: no client can fill the memory with names.
        self._names = [one.variable.name.value for one in operation.variable_definitions or ()]
        self._known: dict[_AllLengths, Measured] = {}

    def of(self, variables: Mapping[str, Any]) -> Measured:
        """The measure for some values of variables. Raises BadRequestError if the operation is too deep."""
        lengths = _all_lengths({name: variables[name] for name in self._names if name in variables})
        found = self._known.get(lengths)
        if found is None:
            if len(self._known) >= _MOST_MEASURES:
                del self._known[next(iter(self._known))]
            found = self._known[lengths] = self._measured(lengths)
        return found


def _all_lengths(variables: Mapping[str, Any]) -> _AllLengths:
    return tuple([(name, _lengths(value)) for name, value in variables.items()])


def _measured(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    lengths: _AllLengths,
    most_depth: int,
) -> Measured:
    variables = {name: dict(value) if isinstance(value, tuple) else value for name, value in lengths}
    root = schema.get_root_type(operation.operation)
    assert root is not None
    meter = _Meter(schema, document, _with_defaults(operation, variables), most_depth)
    return meter.selections([operation.selection_set], root, _NO_PAGE, 0)


def count_aliases(document: DocumentNode) -> int:
    """Count the aliases in a document."""
    return sum(field.alias is not None for field in _fields(document))


def page_length(field: GraphQLField, given: Mapping[str, Any]) -> int | None:
    """The length of a field's page for some values of its arguments; None where no argument gives it.

    An argument that is left out has its default. Without one, the field's price gives the length, else DEFAULT_COUNT.
    """
    lengths, is_paged = [], False
    for name, argument in field.args.items():
        value = given.get(name)
        named = get_named_type(argument.type)
        if isinstance(named, GraphQLInputObjectType):
            members: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
            pairs = [(members.get(key), one) for key, one in named.fields.items() if key in PAGE_ARGUMENTS]
        else:
            pairs = [(value, argument)] if name in PAGE_ARGUMENTS else []
        is_paged = is_paged or bool(pairs)
        lengths += [_length(one.default_value if asked in (None, Undefined) else asked) for asked, one in pairs]
    if not is_paged:
        return None
    known = [length for length in lengths if length is not None]
    return max(known) if known else price_of(field).length or DEFAULT_COUNT


@dataclass(frozen=True, slots=True)
class _Page:
    """A field's facts for its selection: the length of lists, the number of items that cost, the interface's types.

    is_in_list: the selection is that of the items of a list that is not short, or within them.
    """

    length: int | None = None
    most: int | None = None
    types: frozenset[str] | None = None
    is_in_list: bool = False


_NO_PAGE = _Page()


class _Meter:
    """Measures the selections of one operation, each once, even if fragments repeat it."""

    def __init__(
        self, schema: GraphQLSchema, document: DocumentNode, variables: dict[str, Any], most_depth: int
    ) -> None:
        self._schema = schema
        self._fragments = {
            definition.name.value: definition
            for definition in document.definitions
            if isinstance(definition, FragmentDefinitionNode)
        }
        self._variables = variables
        self._most_depth = most_depth
        self._known: dict[tuple[object, ...], Measured] = {}

    def selections(
        self, sets: Sequence[SelectionSetNode], of: GraphQLCompositeType, page: _Page, level: int
    ) -> Measured:
        """Measure a selection of a type, within a page."""
        key = (of.name, page, *map(id, sets))
        if level > self._most_depth or level + (found := self._known.get(key, _NOTHING)).depth > self._most_depth:
            raise BadRequestError(
                f"the query is too deep: expected at most {self._most_depth} levels of fields below the first"
            )
        if found is _NOTHING:
            if len(self._known) >= _MOST_SELECTIONS:
                raise BadRequestError(
                    "the query is too intricate: its fragments make too many selections; use fewer of them"
                )
            types, within = self._types(of, page)
            choices = [self._object(sets, one, within, level) for one in types]
            found = Measured(
                max((one.cost for one in choices), default=0),
                max((one.depth for one in choices), default=0),
                max((one.fields for one in choices), default=0),
                max((one.likely for one in choices), default=0),
            )
            self._known[key] = found
        return found

    def _types(self, of: GraphQLCompositeType, page: _Page) -> tuple[list[GraphQLObjectType], _Page]:
        """The object types of a type, and the page of their fields."""
        if isinstance(of, GraphQLObjectType):
            return [of], page
        assert is_abstract_type(of)
        possible = list(self._schema.get_possible_types(of))
        named = possible if page.types is None else [one for one in possible if one.name in page.types]
        return named or possible, replace(page, types=None)

    def _object(self, sets: Sequence[SelectionSetNode], of: GraphQLObjectType, page: _Page, level: int) -> Measured:
        cost = depth = fields = likely = 0
        for nodes in self._collected(sets, of).values():
            name = nodes[0].name.value
            if not name.startswith("__"):  # introspection has a rule of its own, and asks no database
                measured = self._field(of.fields[name], nodes, page, level)
                cost, depth = cost + measured.cost, max(depth, measured.depth)
                fields, likely = fields + measured.fields, likely + measured.likely
        return Measured(cost, depth, fields, likely)

    def _field(self, field: GraphQLField, nodes: list[FieldNode], within: _Page, level: int) -> Measured:
        price, named = price_of(field), get_named_type(field.type)
        sets = [node.selection_set for node in nodes if node.selection_set]
        if price.is_absent or not is_composite_type(named) or not sets:
            executed = 0 if price.is_absent else 1
            return Measured(price.cost, 0, executed, executed)
        given = self._arguments(nodes[0])
        length = page_length(field, given)
        types = within.types if price.types is None else price.types(given)
        if not _is_list(field.type):
            below = self.selections(sets, named, _Page(length, price.most, types, within.is_in_list), level + 1)
            return Measured(price.cost + below.cost, below.depth + 1, 1 + below.fields, 1 + below.likely)
        # The field's own argument, its price, the page around it.
        choices = ((length, price.most), (price.length, price.most), (within.length, within.most), (UNPAGED, None))
        items, most = next((items, most) for items, most in choices if items is not None)
        is_in_list = within.is_in_list or items > UNPAGED
        below = self.selections(sets, named, _Page(types=types, is_in_list=is_in_list), level + 1)
        cost = price.cost + (items if most is None else min(items, most)) * below.cost
        likely_items = min(items, UNPAGED) if within.is_in_list else items
        return Measured(cost, below.depth + 1, 1 + items * below.fields, 1 + likely_items * below.likely)

    def _arguments(self, node: FieldNode) -> dict[str, Any]:
        return {one.name.value: value_from_ast_untyped(one.value, self._variables) for one in node.arguments or ()}

    def _collected(self, sets: Sequence[SelectionSetNode], of: GraphQLObjectType) -> dict[str, list[FieldNode]]:
        """The fields that an object of a type would have, by their response names."""
        collected: dict[str, list[FieldNode]] = defaultdict(list)
        spread: set[str] = set()
        waiting = list(sets)
        while waiting:
            for selection in waiting.pop().selections:
                if isinstance(selection, FieldNode):
                    collected[(selection.alias or selection.name).value].append(selection)
                    continue
                if isinstance(selection, FragmentSpreadNode):
                    if selection.name.value in spread:
                        continue
                    spread.add(selection.name.value)
                    fragment: FragmentDefinitionNode | InlineFragmentNode = self._fragments[selection.name.value]
                else:
                    assert isinstance(selection, InlineFragmentNode)
                    fragment = selection
                if self._applies(fragment, of):
                    waiting.append(fragment.selection_set)
        return collected

    def _applies(self, fragment: FragmentDefinitionNode | InlineFragmentNode, to: GraphQLObjectType) -> bool:
        if fragment.type_condition is None:
            return True
        condition = self._schema.get_type(fragment.type_condition.name.value)
        return condition is to or (is_abstract_type(condition) and self._schema.is_sub_type(condition, to))


_NOTHING = Measured(0, 0, 0, 0)


def _with_defaults(operation: OperationDefinitionNode, variables: Mapping[str, Any]) -> dict[str, Any]:
    """The values of all variables with a value."""
    defaults = {
        one.variable.name.value: value_from_ast_untyped(one.default_value)
        for one in operation.variable_definitions or ()
        if one.default_value
    }
    return defaults | dict(variables)


def _lengths(value: object) -> _Lengths:
    """The lengths in a variable's value: one measure serves all URNs and all filters."""
    if isinstance(value, Mapping):
        return tuple((key, _length(value[key])) for key in PAGE_ARGUMENTS if key in value)
    return _length(value)


def _length(value: object) -> int | None:
    """The length in an argument's value; None for a wrong value, which execution refuses."""
    if isinstance(value, list):
        return len(value)
    if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        return max(0, int(value))
    return None


def _is_list(of: GraphQLOutputType) -> bool:
    return isinstance(of.of_type if isinstance(of, GraphQLNonNull) else of, GraphQLList)


def _fields(document: DocumentNode) -> Iterator[FieldNode]:
    waiting: list[Any] = list(document.definitions)
    while waiting:
        node = waiting.pop()
        if isinstance(node, FieldNode):
            yield node
        if selected := getattr(node, "selection_set", None):
            waiting += selected.selections
