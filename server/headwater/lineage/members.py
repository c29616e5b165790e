"""The runs within runs, for failures and timelines (docs/failed-pipeline.md)."""

from collections.abc import Sequence
from dataclasses import dataclass

from asyncpg import Record

from headwater.impact.propagation import Member
from headwater.store.reader import Reader

MAX_MEMBERS = 10_000
"""The number of runs within a run to check, the nearest."""


@dataclass(frozen=True, slots=True)
class Members:
    """The runs within a run, the nearest, in order of start."""

    rows: list[Record]
    is_complete: bool
    """True if these are all."""


async def members_of_runs(reader: Reader, run_ids: Sequence[int]) -> list[Members]:
    """Return the runs within each run."""
    # One more than the check takes: the extra run shows that there are more.
    found = await reader.pipelines.members(run_ids, MAX_MEMBERS + 1)
    return [Members(rows[:MAX_MEMBERS], len(rows) <= MAX_MEMBERS) for rows in found]


def to_member(row: Record) -> Member:
    """Convert a row of members_of_runs for propagation."""
    return Member(
        run_id=row["id"],
        parent_id=row["parent_id"],
        template_id=row["template_id"],
        result=row["result"],
        attempt=row["attempt"],
        is_numbered=row["is_numbered"],
        part=row["part"],
        placed_at=row["placed_at"],
        over_at=row["over_at"],
    )
