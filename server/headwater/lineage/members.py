"""The runs that runs contain, of which failures and timelines tell (docs/failed-pipeline.md)."""

from collections.abc import Sequence
from dataclasses import dataclass

from asyncpg import Record

from headwater.impact.propagation import Member
from headwater.store.reader import Reader

MAX_MEMBERS = 10_000
"""So many of the runs that a run contains are looked at, the nearest."""


@dataclass(frozen=True, slots=True)
class Members:
    """The runs that a run contains, the nearest, in order of begin."""

    rows: list[Record]
    is_complete: bool
    """True if these are all."""


async def members_of_runs(reader: Reader, run_ids: Sequence[int]) -> list[Members]:
    """For each run the runs that it contains."""
    # One more than is looked at, so that its being there says that there is more.
    found = await reader.pipelines.members(run_ids, MAX_MEMBERS + 1)
    return [Members(rows[:MAX_MEMBERS], len(rows) <= MAX_MEMBERS) for rows in found]


def to_member(row: Record) -> Member:
    """A row of members_of_runs as propagation takes it."""
    return Member(
        run_id=row["id"],
        parent_id=row["parent_id"],
        template_id=row["template_id"],
        result=row["result"],
        attempt=row["attempt"],
        is_numbered=row["is_numbered"],
        part=row["part"],
        began_at=row["created_at"],
        over_at=row["over_at"],
    )
