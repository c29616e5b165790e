"""Plans: a document compiled once, for each concrete type that it meets, into steps in the order of the answer."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from graphql import (
    FieldNode,
    GraphQLError,
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
)
from graphql.execution.collect_fields import FieldDetailsList, GroupedFieldSet, collect_fields, collect_subfields
from graphql.execution.executor import Executor
from graphql.execution.values import VariableValues
from strawberry.schema.base import BaseSchema
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.cast import TYPE_CAST_ATTRIBUTE

from headwater.execution.arguments import WholeVariables, are_constant, whole_variables
from headwater.execution.fields import Resolver, resolver_of
from headwater.execution.items import key_of
from headwater.execution.outputs import Leaf, leaf_of
from headwater.execution.plain import Show, fill_of, show_item_of, show_of

_INTROSPECTION = ("__schema", "__type")

_MOST_EAGER: Final = 2000
"""So many steps of a plan may be compiled before an answer needs them: that takes a tenth of a second."""


class NotCoveredError(Exception):
    """A plan cannot cover a document: graphql-core has to execute it."""


class Plan:
    """A compiled operation. The values of variables are parameters, except in `@skip` and `@include`."""

    def __init__(self, executor: Executor[Any]) -> None:
        """executor: of any request for the operation with the same values of `@skip` and `@include`.

        Raises NotCoveredError.
        """
        self.graphql: GraphQLSchema = executor.schema
        self.strawberry: BaseSchema = executor.schema._strawberry_schema  # type: ignore[attr-defined]
        self._fragments = executor.fragments
        self._variables = _truths(executor.variable_values)
        self._operation = executor.operation
        root = self.graphql.query_type
        assert root is not None
        asked = collect_fields(self.graphql, self._fragments, self._variables, root, self._operation).grouped_field_set
        if any(details[0].node.name.value in _INTROSPECTION for details in asked.values()):
            raise NotCoveredError("introspection")
        self.count_steps = 0
        self._selections: dict[tuple[object, ...], Selection] = {}
        self.root = Selection(self, root, asked)

    def selection_below(self, step: "Step", of: GraphQLObjectType) -> "Selection":
        """The selection of objects of a type below a field.

        Fields that select the same parts of the document share it: fragments in fragments would else make selections
        beyond number.
        """
        grouped = self.collected(of, step.details)
        fields = [(key, *[id(one.node) for one in details]) for key, details in grouped.items()]
        known = (of.name, *fields)
        found = self._selections.get(known)
        if found is None:
            found = self._selections[known] = Selection(self, of, grouped)
        found.begin_below(step)
        return found

    def collected(self, of: GraphQLObjectType, details: FieldDetailsList) -> GroupedFieldSet:
        """The fields of an object of a type below some fields."""
        return collect_subfields(
            self.graphql, self._fragments, self._variables, self._operation, of, details
        ).grouped_field_set


class Selection:
    """The fields of one concrete type in a selection, in the order of the answer."""

    def __init__(self, plan: Plan, of: GraphQLObjectType, grouped: GroupedFieldSet) -> None:
        self.plan = plan
        self.of = of
        self.around: list[Step] = []
        """The fields with this selection; empty for that of the whole document."""
        found = [
            Step(self, key, details, definition)
            for key, details in grouped.items()
            if (definition := plan.graphql.get_field(of, details[0].node.name.value)) is not None
        ]
        plan.count_steps += len(found)
        self.steps = [step for step in found if step.constant is None]
        self.blank: dict[str, Any] = {step.key: step.constant for step in found}
        """The fields of an object in order, null except for the name of its type."""

    def begin_below(self, step: "Step") -> None:
        """Remember a field with this selection."""
        self.around.append(step)
        if any(one.waits for one in self.steps):
            step.remember_wait()

    @property
    def origin(self) -> type | None:
        """The class that declares the type; None for a type that Strawberry does not know."""
        return origin_of(self.of)

    @cached_property
    def flat(self) -> list["Step"]:
        """The steps that need no level: the object itself has their values."""
        return [step for step in self.steps if step.is_flat]

    @cached_property
    def rest(self) -> list["Step"]:
        """The steps that need a level."""
        return [step for step in self.steps if not step.is_flat]

    @cached_property
    def fill(self) -> Show:
        """The function that makes the fields of flat steps for an object; all its fields if no step needs a level."""
        return fill_of(self)


class Arguments(NamedTuple):
    """values: the coerced arguments. made: makes them again as a resolver takes them."""

    values: dict[str, Any]
    made: Callable[[], dict[str, Any]]


class Selected(NamedTuple):
    """A field, or one below it: its places in the document, and the names of the fields below those.

    given: its arguments in each place, shared by all requests; None if a variable decides one.
    """

    nodes: list[FieldNode]
    names: frozenset[str]
    given: Sequence[Mapping[str, Any]] | None


class Step:
    """A field of a concrete type."""

    def __init__(self, within: Selection, key: str, details: FieldDetailsList, definition: GraphQLField) -> None:
        """within: the selection with the field."""
        self.within = within
        self.plan = within.plan
        self.parent = within.of
        self.key = key
        self.details = details
        self.definition = definition
        self.nodes: list[FieldNode] = [one.node for one in details]
        self.name = self.nodes[0].name.value
        self.nullable, self.type = _unwrapped(definition)
        self.constant = self.parent.name if self.name == "__typename" else None
        self.arguments: Arguments | None = None
        """The arguments of its resolver, once known; None if a variable decides them."""
        self.selected: dict[tuple[str, ...], Selected] = {}
        """The fields below it that its resolver has looked for, by the paths of their names (selections.py)."""
        self.fills: dict[type, Show] = {}
        """The functions that make the fields of objects without further steps, by class."""
        self.is_plain = True
        """False after the first object that needs a level."""
        self.waits = False
        """True after the field, or one below it, had to wait for its value."""
        self._by_class: dict[type, Selection] = {}
        self._by_type: dict[str, Selection] = {}

    @property
    def parent_name(self) -> str:
        """The name of the type that has the field."""
        return self.parent.name

    @cached_property
    def resolver(self) -> Resolver:
        """The way to the field's value."""
        return resolver_of(self.definition, self.plan.strawberry)

    @cached_property
    def item(self) -> str | None:
        """The item of the object's row that is the field's value; None for other values."""
        attribute, origin = self.resolver.attribute, origin_of(self.parent)
        return None if attribute is None or origin is None else key_of(origin, attribute)

    @cached_property
    def leaf(self) -> Leaf | None:
        """The output of a scalar or an enum; None for a type with fields."""
        return leaf_of(self.type)

    @cached_property
    def is_constant(self) -> bool:
        """True if no variable decides the values of its arguments."""
        return not self.definition.args or are_constant(self.nodes[:1])

    @cached_property
    def whole_variables(self) -> WholeVariables | None:
        """Its arguments, if each is a constant or a variable. Raises GraphQLError."""
        return whole_variables(self.definition, self.nodes[0])

    @cached_property
    def is_flat(self) -> bool:
        """True for a leaf that needs only the object, or an object with only such leaves selected.

        False for a field of the whole document: with a single object, `fill` saves nothing. False also in a large
        plan: only fields of objects that an answer meets are compiled there.
        """
        is_root = self.within is self.plan.root
        if is_root or (self.resolver.attribute is None and not self.resolver.is_computed):
            return False
        if self.leaf is not None:
            return True
        if not isinstance(self.type, GraphQLObjectType) or self.plan.count_steps > _MOST_EAGER:
            return False
        try:
            return not self.selection_of_type(self.type).rest
        except GraphQLError:  # of a condition: the error of the objects that an answer meets
            return False

    @cached_property
    def show(self) -> Show:
        """The function that shows a value without a level."""
        return show_of(self)

    @cached_property
    def show_item(self) -> Show:
        """The function that shows an item of a list without a level."""
        return show_item_of(self)

    def selection_of(self, value: object) -> Selection | None:
        """The selection of an object below the field, if its class decides it; else None."""
        if getattr(value, TYPE_CAST_ATTRIBUTE, None) is not None:
            return None
        return self._by_class.get(type(value))

    def selection_of_type(self, of: GraphQLObjectType) -> Selection:
        """The selection of an object of a type below the field."""
        found = self._by_type.get(of.name)
        if found is None:
            found = self._by_type[of.name] = self.plan.selection_below(self, of)
        return found

    def remember(self, value: object, selection: Selection) -> None:
        """Keep the selection of a value for others of its class, if only the class decides."""
        if getattr(value, TYPE_CAST_ATTRIBUTE, None) is None and self._is_told_by_class(value, selection.of):
            self._by_class[type(value)] = selection
            if not selection.rest:
                self.fills[type(value)] = selection.fill
        self.is_plain = self.is_plain and not selection.rest

    def remember_wait(self) -> None:
        """Remember that the field waits, and all fields around it: from now on they go before others."""
        if not self.waits:
            self.waits = True
            for one in self.within.around:
                one.remember_wait()

    def _is_told_by_class(self, value: object, of: GraphQLObjectType) -> bool:
        """True if the class decides the type: by Strawberry's default rules, or in a field of one concrete type."""
        own = getattr(type(value), "__strawberry_definition__", None)
        if own is None or own.is_graphql_generic:
            return not isinstance(self.type, GraphQLInterfaceType | GraphQLUnionType) and of.is_type_of is None
        declared = [one.extensions.get("strawberry-definition") for one in (self.type, of)]
        return not isinstance(self.type, GraphQLUnionType) and all(
            one is not None and one.is_type_of is None and one.resolve_type is None for one in declared
        )


def is_truth(value: object) -> bool:
    """True for a value that a variable in `@skip` or `@include` can have."""
    return value is None or isinstance(value, bool)


def _truths(values: VariableValues) -> VariableValues:
    """The values that `@skip` and `@include` can have: a plan would keep all others of its first request for long."""
    names = [name for name, value in values.coerced.items() if is_truth(value)]
    return VariableValues(
        {name: values.sources[name] for name in names}, {name: values.coerced[name] for name in names}
    )


def origin_of(of: GraphQLObjectType) -> type | None:
    """The class that declares a type; None for a type that Strawberry does not know."""
    declared = of.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
    return None if declared is None else declared.origin


def _unwrapped(definition: GraphQLField) -> tuple[tuple[bool, ...], Any]:
    """Nullability of a field's value, of its items, and so on; and the innermost type."""
    nullable, of = [], definition.type
    while True:
        is_required = isinstance(of, GraphQLNonNull)
        nullable.append(not is_required)
        inner: Any = of.of_type if isinstance(of, GraphQLNonNull) else of
        if not isinstance(inner, GraphQLList):
            return tuple(nullable), inner
        of = inner.of_type
