"""The way to a field's value as Strawberry declares it: an attribute or a call."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from inspect import iscoroutinefunction
from types import FunctionType
from typing import Any, Final, TypeVar

from graphql import GraphQLField
from strawberry.schema.base import BaseSchema
from strawberry.schema.config import StrawberryConfig
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.arguments import StrawberryArgument, convert_arguments
from strawberry.types.base import StrawberryOptional
from strawberry.types.field import StrawberryField

Method = TypeVar("Method", bound=Callable[..., Any])
Value = TypeVar("Value")

Convert = Callable[[Mapping[str, Any]], dict[str, Any]]
"""Converts the values of arguments, by their names in GraphQL, to the keywords of a resolver."""

Many = Callable[..., list[Any] | Awaitable[Sequence[Any]]]
"""Returns the values of many objects (`of_many`)."""

_OF_MANY: Final = "of_many"


def of_many(resolve: Many) -> Callable[[Method], Method]:
    """Give a method of a type a second form, for all objects of a level.

    resolve: takes the objects as a list in place of `self`, and returns their values in the same order, at once or as
    an awaitable. An exception in the list is the error of its object.
    """

    def marked(method: Method) -> Method:
        setattr(method, _OF_MANY, resolve)
        return method

    return marked


def of_each(value_of: Callable[..., Value], *of: Iterable[Any]) -> list[Value | Exception]:
    """The values of objects for `of_many`, as `map` calls value_of. A raised exception stands in place of its value."""
    return list(map(partial(_value_or_error, value_of), *of))


def _value_or_error(value_of: Callable[..., Value], *one: Any) -> Value | Exception:
    try:
        return value_of(*one)
    except Exception as error:
        return error


async def values_of(values: list[Any] | Awaitable[Sequence[Any]]) -> Sequence[Any]:
    """The values that a form for many objects returned."""
    return values if isinstance(values, list) else await values


async def only(values: list[Any] | Awaitable[Sequence[Any]]) -> Any:
    """The one value that a form for many objects returned. Raises an exception that stands in its place."""
    [value] = await values_of(values)
    if isinstance(value, Exception):
        raise value
    return value


@dataclass(frozen=True, slots=True)
class Resolver:
    """The way to a field's value.

    attribute: the name of the object's attribute with the value.
    call: returns the value. Takes the arguments as Strawberry converts them.
    takes_self: the object is the first argument of call.
    sources: names of further arguments for the object.
    info: the name of the argument for the info.
    many: call for all objects of a level.
    converted: the conversion of arguments. is_unchanged: it leaves their values as they are.
    Without attribute, call and many: the schema's own function.
    """

    attribute: str | None = None
    call: Callable[..., Any] | None = None
    takes_self: bool = False
    sources: tuple[str, ...] = ()
    info: str | None = None
    many: Many | None = None
    declared: StrawberryField | None = None
    converted: Convert | None = None
    is_unchanged: bool = False

    @property
    def is_computed(self) -> bool:
        """True for a call that needs only the object, and does not wait."""
        is_alone = self.takes_self and not self.sources and self.info is None and self.converted is None
        return self.call is not None and is_alone and not iscoroutinefunction(self.call) and self.many is None


_BY_SCHEMA = Resolver()


def resolver_of(definition: GraphQLField, schema: BaseSchema) -> Resolver:
    """The way to a field's value. Strawberry resolves fields with extensions or handlers of exceptions."""
    declared = definition.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
    converter: GraphQLCoreConverter = schema.schema_converter
    if not isinstance(declared, StrawberryField) or declared.extensions or converter.exception_handlers:
        return _BY_SCHEMA
    resolver = declared.base_resolver
    if resolver is None:
        is_plain = schema.config.default_resolver is getattr
        return Resolver(attribute=declared.python_name) if is_plain else _BY_SCHEMA
    if not isinstance(resolver.wrapped_func, FunctionType):
        return _BY_SCHEMA

    is_unchanged = all(_is_unchanged(argument.type) for argument in declared.arguments)
    named = (resolver.parent_parameter, resolver.root_parameter)
    return Resolver(
        call=resolver.wrapped_func,
        takes_self=resolver.self_parameter is not None,
        sources=tuple(one.name for one in named if one is not None),
        info=None if resolver.info_parameter is None else resolver.info_parameter.name,
        many=getattr(resolver.wrapped_func, _OF_MANY, None),
        declared=declared,
        converted=_conversion(declared.arguments, converter, schema.config, is_unchanged=is_unchanged)
        if declared.arguments
        else None,
        is_unchanged=is_unchanged,
    )


def _conversion(
    arguments: list[StrawberryArgument],
    converter: GraphQLCoreConverter,
    config: StrawberryConfig,
    *,
    is_unchanged: bool,
) -> Convert:
    """Strawberry's conversion of arguments, or a quick one for arguments that it would leave unchanged."""
    if not is_unchanged:
        return lambda values: convert_arguments(
            dict(values), arguments, scalar_registry=converter.scalar_registry, config=config
        )
    names = [(config.name_converter.from_argument(argument), argument.python_name) for argument in arguments]
    return lambda values: {python_name: values[name] for name, python_name in names if name in values}


def _is_unchanged(of: object) -> bool:
    """True for the type of a value that Strawberry does not convert."""
    return (of.of_type if type(of) is StrawberryOptional else of) in (str, int, float, bool)
