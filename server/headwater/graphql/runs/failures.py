"""`failurePropagation`: which of the runs in a run failed first, and what went with it (docs/failed-pipeline.md)."""

import asyncio
from datetime import datetime
from functools import cached_property

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.enums import DependencyReason
from headwater.graphql.offset_paging import Count, Start, offset_page
from headwater.graphql.runs.page import LazyInstance
from headwater.impact.propagation import Member
from headwater.lineage import failures as lineage
from headwater.lineage.failures import Failures, failures_of_runs
from headwater.lineage.members import MAX_MEMBERS
from headwater.model.loose_json import text


@strawberry.type(description="A run that failed or was skipped with another, or that succeeded all the same.")
class DependentRun:
    found: strawberry.Private[lineage.DependentRun]
    reason: DependencyReason = strawberry.field(description="Why it depends on `cause`.")
    depth: int = strawberry.field(description="How many steps it is from the failure, or from `cause` where none is.")

    @strawberry.field(description="The run.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.found.run_id)

    @strawberry.field(description="The run that it depends on directly, which had failed or been skipped.")
    async def cause(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.found.cause_id)

    @strawberry.field(description="The failure with which it began; null where only skipped runs explain it.")
    async def failure(self, info: Info) -> LazyInstance | None:
        return None if self.found.failure_id is None else await info.context.instance(self.found.failure_id)


def _dependent(found: lineage.DependentRun) -> DependentRun:
    return DependentRun(found=found, reason=found.reason, depth=found.depth)


@strawberry.type(description="A run that was skipped.")
class SkippedRun:
    run_id: strawberry.Private[int]
    because: DependentRun | None = strawberry.field(
        description="Why, and with what (`cause`); null where nothing that failed or was skipped explains it."
    )

    @strawberry.field(description="The run.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.run_id)


@strawberry.type(description="A failure that no other failure in the same run explains.")
class RunFailure:
    run_id: strawberry.Private[int]
    found: strawberry.Private[Failures]
    failed_at: datetime = strawberry.field(description="When it failed, UTC.")

    @strawberry.field(description="The run that failed.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.run_id)

    @strawberry.field(description="What it said of its failure, if it said something.")
    async def message(self, info: Info) -> str | None:
        return text(await info.context.facet(self.run_id, "errorMessage"), "message")

    @strawberry.field(description="How many runs went down with it: failed after it, or were skipped.")
    def took_total(self) -> int:
        return len(self._took)

    @strawberry.field(description="The runs that went down with it, the nearest first.")
    def took(self, start: Start = None, count: Count = None) -> list[DependentRun] | None:
        start, count = offset_page(start, count)
        return [_dependent(one) for one in self._took[start : start + count]]

    @cached_property
    def _took(self) -> list[lineage.DependentRun]:
        return self.found.took(self.run_id)


@strawberry.type(description="Runs that tried the same work again, each a run of its own or an attempt of one.")
class RetriedWork:
    run_ids: strawberry.Private[list[int]]
    attempts: int = strawberry.field(description="How many tries there were: the number of the last one, or of runs.")

    @strawberry.field(description="The last try, whose outcome is that of the work.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.run_ids[-1])

    @strawberry.field(description="All tries that are runs of their own, in their order. At most 100: the last ones.")
    async def tries(self, info: Info) -> list[LazyInstance]:
        return list(await asyncio.gather(*(info.context.instance(run_id) for run_id in self.run_ids[-100:])))


@strawberry.type(description="What became of the runs that a run contains. Tries that another followed are left out.")
class OutcomeCounts:
    total: int = strawberry.field(description="All of them: the sum of those below.")
    succeeded: int = strawberry.field(description="Succeeded, at whichever try.")
    failed: int = strawberry.field(description="Failed, the last try too.")
    skipped: int = strawberry.field(description="Were skipped, or never began.")
    unfinished: int = strawberry.field(description="Have said no end, or wait for another try.")


@strawberry.type(
    description="How failures spread among the runs that a run contains, however deep (docs/failed-pipeline.md)."
)
class FailurePropagation:
    found: strawberry.Private[Failures]
    checked: int = strawberry.field(description=f"How many contained runs were looked at: at most {MAX_MEMBERS}.")
    is_complete: bool = strawberry.field(description="Whether these are all that it contains.")

    @strawberry.field(description="What became of them.")
    def counts(self) -> OutcomeCounts:
        counts = self.found.counts
        return OutcomeCounts(
            total=counts.total,
            succeeded=counts.succeeded,
            failed=counts.failed,
            skipped=counts.skipped,
            unfinished=counts.unfinished,
        )

    @strawberry.field(description="The failure that came first. Null where nothing failed.")
    def first_failure(self) -> RunFailure | None:
        failures = self.found.failures
        return self._failure(failures[0]) if failures else None

    @strawberry.field(description="How many failures no other one explains.")
    def failures_total(self) -> int:
        return len(self.found.failures)

    @strawberry.field(description="The failures that no other one explains, in order of time.")
    def failures(self, start: Start = None, count: Count = None) -> list[RunFailure] | None:
        start, count = offset_page(start, count)
        return [self._failure(member) for member in self.found.failures[start : start + count]]

    @strawberry.field(description="The runs that were skipped, with what explains it, in order of begin.")
    def skipped(self, start: Start = None, count: Count = None) -> list[SkippedRun] | None:
        start, count = offset_page(start, count)
        skipped = self.found.skipped[start : start + count]
        return [SkippedRun(run_id=run_id, because=self._because(run_id)) for run_id in skipped]

    @strawberry.field(description="How many pieces of work were tried more than once.")
    def retried_total(self) -> int:
        return len(self.found.retried)

    @strawberry.field(description="What was tried more than once, in order of begin.")
    def retried(self, start: Start = None, count: Count = None) -> list[RetriedWork] | None:
        start, count = offset_page(start, count)
        retried = self.found.retried[start : start + count]
        return [RetriedWork(run_ids=one.run_ids, attempts=one.attempts) for one in retried]

    @strawberry.field(description="How many runs succeeded all the same.")
    def succeeded_anyway_total(self) -> int:
        return len(self.found.succeeded_anyway)

    @strawberry.field(
        description="The runs that succeeded although what they depend on, or contain, had failed or been skipped, in"
        " order of begin."
    )
    def succeeded_anyway(self, start: Start = None, count: Count = None) -> list[DependentRun] | None:
        start, count = offset_page(start, count)
        return [_dependent(one) for one in self.found.succeeded_anyway[start : start + count]]

    @strawberry.field(description="The runs that have said no end, or wait for another try, in order of begin.")
    async def unfinished(self, info: Info, start: Start = None, count: Count = None) -> list[LazyInstance] | None:
        start, count = offset_page(start, count)
        ids = self.found.unfinished[start : start + count]
        return list(await asyncio.gather(*map(info.context.instance, ids)))

    def _failure(self, member: Member) -> RunFailure:
        assert member.over_at is not None
        return RunFailure(run_id=member.run_id, found=self.found, failed_at=member.over_at)

    def _because(self, run_id: int) -> DependentRun | None:
        found = self.found.because(run_id)
        return None if found is None else _dependent(found)


@strawberry.type
class FailingRun:
    """How failures spread inside a run."""

    row_id: strawberry.Private[int | None]

    @strawberry.field(
        description="Why it failed: among the runs that it contains which failed first, what went down with each"
        " failure, what was skipped, retried, or succeeded all the same. Null for a run that the store does not know."
    )
    async def failure_propagation(self, info: Info) -> FailurePropagation | None:
        if self.row_id is None:
            return None
        found: Failures = await info.context.ask(failures_of_runs, self.row_id)
        return FailurePropagation(found=found, checked=found.checked, is_complete=found.is_complete)
