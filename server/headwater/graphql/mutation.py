"""The mutations."""

from typing import Annotated

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.lists import check_length
from headwater.graphql.offset_paging import MAX_COUNT
from headwater.graphql.quarantine import ReplayResult
from headwater.graphql.scalars import Long
from headwater.store.quarantine import Found, drop

Ids = Annotated[list[Long], strawberry.argument(description=f"The records' ids, at most {MAX_COUNT}.")]


@strawberry.type(description="What can be changed; all of it needs a token with the scope *admin*.")
class Mutation:
    @strawberry.mutation(
        description="Parse quarantined records again, with this version, and merge what parses; that leaves the"
        " quarantine. In steps of one transaction each, so that a long replay that is cut off keeps what it has done."
        " At most 1000 ids."
    )
    async def replay_quarantine(self, info: Info, ids: Ids) -> ReplayResult:
        result = ReplayResult(merged=0, known_before=0, still_failing=0)
        async for step in info.context.reader.quarantine.replay(info.context.write, await _find(info, ids)):
            result.merged += step.new
            result.known_before += step.duplicates
            result.still_failing += step.problems
        return result

    @strawberry.mutation(description="Delete quarantined records for good; how many they were. At most 1000 ids.")
    async def drop_quarantine(self, info: Info, ids: Ids) -> int:
        return await drop(info.context.write, await _find(info, ids))


async def _find(info: Info, ids: Ids) -> list[Found]:
    check_length("ids", ids, MAX_COUNT)
    return await info.context.reader.quarantine.find(ids)
