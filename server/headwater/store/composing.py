"""Statements that vary are composed of fragments of `sql/queries/`: `{name}` in one stands for SQL, or for a value."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """The value of a parameter of a statement, and its type in SQL."""

    content: object
    type: str


class Parameters:
    """The parameters of a statement, in the order in which it first names them."""

    def __init__(self) -> None:
        self._values: list[Value] = []

    @property
    def contents(self) -> list[object]:
        """The arguments of the statement."""
        return [value.content for value in self._values]

    def name(self, value: Value) -> str:
        """The name of a value in the statement, each time the same."""
        if value not in self._values:
            self._values.append(value)
        return f"${self._values.index(value) + 1}::{value.type}"

    def fill(self, sql: str, parts: Mapping[str, str | Value]) -> str:
        """SQL with its parts, of which earlier ones may name later ones; a value that nothing names is no parameter."""
        for name, part in parts.items():
            placeholder = f"{{{name}}}"
            if placeholder in sql:
                sql = sql.replace(placeholder, part if isinstance(part, str) else self.name(part))
        return sql
