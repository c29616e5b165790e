"""Compose statements from fragments of `sql/queries/`: `{name}` in a fragment stands for SQL, or for a value."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """The value of a parameter of a statement, and its type in SQL."""

    content: object
    type: str


class Parameters:
    """The parameters of a statement, in the order of their first use."""

    def __init__(self) -> None:
        self._values: list[Value] = []

    @property
    def contents(self) -> list[object]:
        """The arguments of the statement."""
        return [value.content for value in self._values]

    def name(self, value: Value) -> str:
        """Return the name of a value in the statement; the same one each time."""
        if value not in self._values:
            self._values.append(value)
        return f"${self._values.index(value) + 1}::{value.type}"

    def fill(self, sql: str, parts: Mapping[str, str | Value]) -> str:
        """Fill SQL with its parts; earlier parts may name later ones. An unused value becomes no parameter."""
        for name, part in parts.items():
            placeholder = f"{{{name}}}"
            if placeholder in sql:
                sql = sql.replace(placeholder, part if isinstance(part, str) else self.name(part))
        return sql
