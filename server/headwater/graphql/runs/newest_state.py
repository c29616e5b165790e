"""The newest state event of each run, read together with a page of runs: `state(limit: 1)`."""

from collections.abc import Mapping, Sequence
from typing import Any

from asyncpg import Record

from headwater.graphql.context import Context
from headwater.model.times import FIRST_TIME, LAST_TIME


def asks_newest_state(arguments: Mapping[str, Any]) -> bool:
    """True if `state` with these arguments gives only the newest event, at any time."""
    times = arguments.get("startTimeMillis"), arguments.get("endTimeMillis")
    return arguments.get("limit") == 1 and times == (None, None)


def remember_newest_states(context: Context, rows: Sequence[Record]) -> None:
    """Keep the newest events of a page of runs for later look-ups."""
    reader = context.reader.runs
    newest = {row["id"]: reader.newest_state(row) for row in rows}
    context.remember(reader.events, newest, FIRST_TIME, LAST_TIME, 1)
