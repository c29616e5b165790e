"""The progress of a synchronisation with a source."""

from datetime import datetime
from typing import NamedTuple

from asyncpg import Connection

from headwater.store.queries import query


class SyncState(NamedTuple):
    """The newest listed change, the merged pipelines with the times of their changes, and the pipelines due again."""

    reached_at: datetime | None
    merged: dict[int, datetime | None]
    due: list[int]


async def sync_state(connection: Connection, source: str) -> SyncState:
    """Return the progress in reading a source."""
    reached_at = await connection.fetchval(query("sync_reached"), source)
    rows = await connection.fetch(query("sync_pipelines"), source)
    return SyncState(
        reached_at=reached_at,
        merged={row["pipeline_id"]: row["updated_at"] for row in rows},
        due=[row["pipeline_id"] for row in rows if row["is_due"]],
    )


async def keep_pipeline(
    connection: Connection, source: str, pipeline_id: int, updated_at: datetime | None, *, is_due: bool
) -> None:
    """Record that a pipeline was merged as of a change, or (None) could not be read, and if it is due again."""
    await connection.execute(query("keep_sync_pipeline"), source, pipeline_id, updated_at, is_due)


async def drop_pipeline(connection: Connection, source: str, pipeline_id: int) -> None:
    """Forget a deleted pipeline."""
    await connection.execute(query("drop_sync_pipeline"), source, pipeline_id)


async def reach(connection: Connection, source: str, reached_at: datetime, needed_since: datetime) -> None:
    """Record that all changes up to a time are merged or due; the next list begins at needed_since."""
    async with connection.transaction():
        await connection.execute(query("reach_sync"), source, reached_at)
        await connection.execute(query("drop_old_sync_pipelines"), source, needed_since)
