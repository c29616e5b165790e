"""Hung runs: STARTED for longer than the history of their job explains (docs/hung-runs.md)."""

import asyncio

import strawberry
from asyncpg import Record

from headwater.graphql.context import Context, Info
from headwater.graphql.runs.page import AskedPage
from headwater.graphql.scalars import Long, whole_millis


class HungRuns:
    """The list of all runs that hang now, shown in pages."""

    async def total(self, context: Context, asked: AskedPage) -> int:
        """The number of hung runs: all are found for any page."""
        return len(await context.load(context.reader.runs.hung, context.now))

    async def page(self, context: Context, asked: AskedPage) -> list[Record]:
        """Some of the hung runs, newest first, ties by URN."""
        ids = (await context.load(context.reader.runs.hung, context.now))[asked.start : asked.start + asked.size]
        rows = await asyncio.gather(*map(context.run_by_id, ids))
        return [row for row in rows if row is not None]


@strawberry.type
class WatchedRun:
    """A run, watched with the history of its job."""

    row_id: strawberry.Private[int | None]

    @strawberry.field(
        description="True if the run has been STARTED for more than twice usualDurationMillis, and for more than a"
        " minute beyond it, by the server's clock. False without a usual duration. The state does not change."
    )
    async def is_hung(self, info: Info) -> bool:
        row = await self._watched(info)
        return row is not None and row["is_hung"]

    @strawberry.field(
        description="The 95th percentile of the durations of the job's newest 100 successes, in milliseconds. Null"
        " with fewer than 5 of them, and for streaming or serving jobs."
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
