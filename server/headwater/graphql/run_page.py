"""A page of runs: what every resolver of runs shares. Only whose runs they are differs."""

from typing import TYPE_CHECKING, Annotated

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Info
from headwater.store.reader import RunsOf

if TYPE_CHECKING:
    from headwater.graphql.instances import DataProcessInstance

LazyInstance = Annotated["DataProcessInstance", strawberry.lazy("headwater.graphql.instances")]

DEFAULT_COUNT = 20
MAX_COUNT = 1000


@strawberry.type(description="A page of runs, newest first, ties by URN.")
class DataProcessInstanceResult:
    owner_id: strawberry.Private[int | None]
    of: strawberry.Private[RunsOf]
    direction: strawberry.Private[tuple[str, ...]]
    start: int | None = strawberry.field(description="The offset that was asked for.")
    count: int | None = strawberry.field(description="The page size that was asked for.")

    @strawberry.field(description="How many runs there are on all pages.")
    async def total(self, info: Info) -> int | None:
        if self.owner_id is None:
            return 0
        return await info.context.count_runs(self.owner_id, self.of, *self.direction)

    @strawberry.field
    async def runs(self, info: Info) -> list[LazyInstance | None] | None:
        if self.owner_id is None:
            return []
        rows = await info.context.runs(self.owner_id, self.of, self.start, self.count, *self.direction)
        return [info.context.to_instance(row) for row in rows]


def run_page(
    owner_id: int | None, of: RunsOf, start: int | None, count: int | None, *direction: str
) -> DataProcessInstanceResult:
    """A page by DataHub's offset paging. Raises BadRequestError, naming the argument that is out of bounds.

    An owner that the store does not know (None) has no runs.
    """
    start = 0 if start is None else start
    count = DEFAULT_COUNT if count is None else count
    if not 0 <= start < 2**31:
        raise BadRequestError(f"start: expected 0 or more, got {start}")
    if not 0 <= count <= MAX_COUNT:
        raise BadRequestError(f"count: expected 0 to {MAX_COUNT}, got {count}")
    return DataProcessInstanceResult(owner_id=owner_id, of=of, direction=direction, start=start, count=count)
