"""Runs that hang: STARTED for longer than the history of their job explains (docs/hung-runs.md)."""

import asyncio

import strawberry
from asyncpg import Record

from headwater.graphql.context import Context, Info
from headwater.graphql.scalars import Long, whole_millis


class HungRuns:
    """All runs that hang now, as a list of which pages are shown."""

    async def total(self, context: Context) -> int:
        """How many there are."""
        return len(await context.load(context.reader.runs.hung, context.now))

    async def page(self, context: Context, start: int, count: int) -> list[Record]:
        """Some of them, newest first, ties by URN."""
        ids = (await context.load(context.reader.runs.hung, context.now))[start : start + count]
        rows = await asyncio.gather(*map(context.run_by_id, ids))
        return [row for row in rows if row is not None]


@strawberry.type
class WatchedRun:
    """What the history of its job says of a run."""

    row_id: strawberry.Private[int | None]

    @strawberry.field(
        description="STARTED for more than twice usualDurationMillis, and for a minute longer than it, by the server's"
        " clock. False where nothing is usual yet. It changes nothing in the state."
    )
    async def is_hung(self, info: Info) -> bool:
        row = await self._watched(info)
        return row is not None and row["is_hung"]

    @strawberry.field(
        description="The 95th percentile of the durations of its job's newest 100 successes. Null with fewer than 5 of"
        " them, and for jobs that stream or serve."
    )
    async def usual_duration_millis(self, info: Info) -> Long | None:
        row = await self._watched(info)
        return None if row is None else whole_millis(row["usual_duration"])

    async def _watched(self, info: Info) -> Record | None:
        context = info.context
        if self.row_id is None:
            return None
        row: Record | None = await context.load(context.reader.runs.watched, self.row_id, context.now)
        return row
