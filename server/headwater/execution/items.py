"""Objects of rows: an object keeps its row alone, and a plan reads attributes from the row without a call."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeVar

ROW: Final = "row"
"""The attribute of an object with its row."""


class OfRow(Protocol):
    """An object with a row."""

    row: Any


SomeOfRow = TypeVar("SomeOfRow", bound=OfRow)


class ItemOfRow(property):
    """An attribute that is an item of the object's row."""

    def __init__(self, key: str) -> None:
        super().__init__(lambda source: source.row[key])
        self.key = key


def maker_of_row(
    of: type[SomeOfRow], items: Mapping[str, str], **constants: object
) -> Callable[[Mapping[str, Any]], SomeOfRow]:
    """Let objects of a class read their attributes from a row. Returns the function that makes an object of a row.

    items: the attributes that are items of the row, with their keys. constants: attributes that all objects share. The
    class itself can no longer make objects: its attributes cannot be set.
    """
    for attribute, key in items.items():
        setattr(of, attribute, ItemOfRow(key))
    for attribute, constant in constants.items():
        setattr(of, attribute, constant)
    new = object.__new__

    def make(row: Mapping[str, Any]) -> SomeOfRow:
        made = new(of)
        made.row = row
        return made

    return make


def key_of(of: type, attribute: str) -> str | None:
    """The item of the row that is an attribute; None for other attributes."""
    found = getattr(of, attribute, None)
    return found.key if isinstance(found, ItemOfRow) else None
