"""The statements of an answer, repeated on bare asyncpg."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from asyncpg import Pool, Record


@dataclass(frozen=True)
class Statement:
    """One statement with its arguments."""

    sql: str
    arguments: Sequence[Any]


async def repeat(pool: Pool, statements: Sequence[Statement]) -> list[list[Record]]:
    """Send statements one after another, and return their rows."""
    return [await pool.fetch(one.sql, *one.arguments) for one in statements]


def as_json(rows: Sequence[Sequence[Record]]) -> bytes:
    """Return the rows of statements as JSON, each with all of its columns."""
    return orjson.dumps([[dict(row) for row in of_statement] for of_statement in rows], default=str)
