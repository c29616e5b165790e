"""Values that need no level: scalars, and objects that hold all selected fields, down to the scalars.

Each selection gets a function of its own, as graphql-jit makes one for a whole query. The function expects classes
that it has seen before. For any other value, and for an error, it raises, and the executor takes the long way.
"""

from collections.abc import Callable
from types import CoroutineType
from typing import TYPE_CHECKING, Any

from strawberry.types.cast import TYPE_CAST_ATTRIBUTE

from headwater.execution.items import ROW

if TYPE_CHECKING:
    from headwater.execution.plan import Selection, Step

Show = Callable[[Any], Any]
"""Turns a value into its output. Raises NotPlainError, and errors of the value."""


class NotPlainError(Exception):
    """The class of a value was not seen before, or the value needs a level."""


def show_of(step: "Step") -> Show:
    """The function that shows a whole value of a field."""
    return _show(step, 0)


def show_item_of(step: "Step") -> Show:
    """The function that shows an item of a list."""
    return _show(step, 1)


def fill_of(selection: "Selection") -> Show:
    """The function that makes the flat fields of an object, with the name of its type if it has no others."""
    lines: list[str] = []
    known: dict[str, Any] = {"CoroutineType": CoroutineType, "NotPlainError": NotPlainError}
    if any(step.item is not None for step in selection.flat):
        known["Origin"] = selection.origin
        lines += ["if type(source) is not Origin: raise NotPlainError", f"row = source.{ROW}"]
    shown = {} if selection.rest else {key: repr(constant) for key, constant in selection.blank.items()}
    for number, step in enumerate(selection.flat):
        value, show = f"value_{number}", f"show_{number}"
        known[show] = show_of(step)
        shown[step.key] = value
        if step.item is not None:
            lines.append(f"{value} = row[{step.item!r}]")
        elif step.resolver.attribute is not None:
            lines.append(f"{value} = source.{step.resolver.attribute}")
        else:
            known[call := f"call_{number}"] = step.resolver.call
            lines.append(f"{value} = {call}(source)")
            lines.append(f"if type({value}) is CoroutineType: {value}.close(); raise NotPlainError")
        leaf = None if len(step.nullable) > 1 else step.leaf
        if leaf is None:
            lines.append(f"{value} = {show}({value})")
        elif leaf.plain is not None:
            known[leaf.plain.__name__] = leaf.plain
            lines.append(f"if type({value}) is not {leaf.plain.__name__}: {value} = {show}({value})")
        else:
            known |= {(quick := f"quick_{number}"): leaf.show, (seen := f"seen_{number}"): leaf.seen}
            lines.append(f"{value} = {quick}({value}) if type({value}) in {seen} else {show}({value})")
    lines.append(f"return {{{', '.join(f'{key!r}: {value}' for key, value in shown.items())}}}")
    exec("def fill(source):\n    " + "\n    ".join(lines), known)
    fill: Show = known["fill"]
    return fill


def _show(step: "Step", depth: int) -> Show:
    if depth + 1 < len(step.nullable):
        return _items(_show(step, depth + 1), step.nullable[depth])
    return _object(step) if step.leaf is None else _leaf(step)


def _items(show: Show, is_nullable: bool) -> Show:
    def items(value: Any) -> Any:
        if type(value) is list:
            return list(map(show, value))
        if value is None and is_nullable:
            return None
        raise NotPlainError

    return items


def _leaf(step: "Step") -> Show:
    leaf, is_nullable = step.leaf, step.nullable[-1]
    assert leaf is not None
    plain, seen, show = leaf.plain, leaf.seen, leaf.show

    def shown(value: Any) -> Any:
        of = type(value)
        if of is plain:
            return value
        if of in seen:
            return show(value)
        if value is None and is_nullable:
            return None
        raise NotPlainError

    return shown


def _object(step: "Step") -> Show:
    fills, is_nullable = step.fills, step.nullable[-1]

    def filled(value: Any) -> Any:
        fill = fills.get(type(value))
        if fill is not None and getattr(value, TYPE_CAST_ATTRIBUTE, None) is None:
            return fill(value)
        if value is None and is_nullable:
            return None
        raise NotPlainError

    return filled
