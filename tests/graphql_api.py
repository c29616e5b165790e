"""The GraphQL schema over one database, for tests of the API."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any

import asyncpg
import strawberry

from headwater.graphql.schema import build_schema, request_context
from headwater.lineage.held_graph import HeldGraph
from headwater.model.changes import Changes, Problem
from headwater.model.json import as_read
from headwater.store.reader import Reader

from conftest import merge_items
from events import uuid


@cache
def _schema() -> strawberry.Schema:
    """Build the schema once: a build takes as long as most tests, and the schema keeps only parsed documents."""
    return build_schema()


class Api:
    """The schema over one database. It counts statements; `now` is the time of its clock, if given."""

    def __init__(self, pool: asyncpg.Pool, schema: strawberry.Schema | None = None) -> None:
        self.pool = pool
        self.statements = 0
        self.now: datetime | None = None
        self.held_graph: HeldGraph | None = None
        self._schema = schema or _schema()

    async def __call__(self, query: str, **variables: Any) -> dict[str, Any]:
        answer = await self.answer(query, **variables)
        assert answer.errors is None, answer.errors
        return dict(answer.data)

    async def answer(self, query: str, operation: str | None = None, **variables: Any) -> Any:
        self.statements = 0
        context = request_context(Reader(self.pool), held_graph=self.held_graph)
        context = replace(context, now=self.now or context.now)
        answer = await self._schema.execute(query, variables, context_value=context, operation_name=operation)
        await asyncio.sleep(0)  # the driver tells of a statement in the next turn of the loop
        answer.data = as_read(answer.data)
        return answer

    def count(self, record: Any) -> None:
        self.statements += record.query.startswith("-- ")  # named statements only, not the driver's look-ups of types


async def stored(database_url: str, items: Sequence[Changes | Problem]) -> None:
    """Merge parsed items."""
    await asyncio.to_thread(merge_items, database_url, items)


def urn(number: int) -> str:
    """Return the URN of the run `events.uuid(number)`."""
    return f"urn:li:dataProcessInstance:{uuid(number)}"
