"""`failurePropagation`: failures among the runs inside a run, with consequences (docs/failed-pipeline.md)."""

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


@strawberry.type(
    description="A run that depends on a failed or skipped run. It failed or was skipped too, or succeeded anyway."
)
class DependentRun:
    found: strawberry.Private[lineage.DependentRun]
    reason: DependencyReason = strawberry.field(description="The kind of dependency on `cause`.")
    depth: int = strawberry.field(
        description="The number of hops from the failure, or from `cause` if no failure is known."
    )

    @strawberry.field(description="The run.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.found.run_id)

    @strawberry.field(description="The failed or skipped run that this run directly depends on.")
    async def cause(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.found.cause_id)

    @strawberry.field(
        description="The failure at the beginning of the chain. Null: only skipped runs explain this run."
    )
    async def failure(self, info: Info) -> LazyInstance | None:
        return None if self.found.failure_id is None else await info.context.instance(self.found.failure_id)


def _dependent(found: lineage.DependentRun) -> DependentRun:
    return DependentRun(found=found, reason=found.reason, depth=found.depth)


@strawberry.type(description="A run that was skipped.")
class SkippedRun:
    run_id: strawberry.Private[int]
    because: DependentRun | None = strawberry.field(
        description="The explanation, with the `cause`. Null: no failed or skipped run explains it."
    )

    @strawberry.field(description="The run.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.run_id)


@strawberry.type(description="A failure that no other failure inside the same run explains.")
class RunFailure:
    run_id: strawberry.Private[int]
    found: strawberry.Private[Failures]
    failed_at: datetime = strawberry.field(description="The time of the failure, UTC.")

    @strawberry.field(description="The run that failed.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.run_id)

    @strawberry.field(description="The run's error message. Null: not reported.")
    async def message(self, info: Info) -> str | None:
        return text(await info.context.facet(self.run_id, "errorMessage"), "message")

    @strawberry.field(description="The number of runs that failed after this failure, or were skipped because of it.")
    def took_total(self) -> int:
        return len(self._took)

    @strawberry.field(
        description="The runs that failed after this failure, or were skipped because of it, the nearest first."
    )
    def took(self, start: Start = None, count: Count = None) -> list[DependentRun] | None:
        start, count = offset_page(start, count)
        return [_dependent(one) for one in self._took[start : start + count]]

    @cached_property
    def _took(self) -> list[lineage.DependentRun]:
        return self.found.took(self.run_id)


@strawberry.type(description="Several tries of the same work: separate runs, or attempts of one run.")
class RetriedWork:
    run_ids: strawberry.Private[list[int]]
    attempts: int = strawberry.field(
        description="The number of tries: the last attempt's number, or the number of runs."
    )

    @strawberry.field(description="The last try; its result is the result of the work.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.run_ids[-1])

    @strawberry.field(description="The tries that are separate runs, in order. At most the last 100.")
    async def tries(self, info: Info) -> list[LazyInstance]:
        return list(await asyncio.gather(*(info.context.instance(run_id) for run_id in self.run_ids[-100:])))


@strawberry.type(description="Results of the runs inside a run. Tries with a later try are not counted.")
class OutcomeCounts:
    total: int = strawberry.field(description="The number of all runs: the sum of the counts below.")
    succeeded: int = strawberry.field(description="The runs that succeeded, at any try.")
    failed: int = strawberry.field(description="The runs that failed at the last try.")
    skipped: int = strawberry.field(description="The runs that were skipped, or never began.")
    unfinished: int = strawberry.field(description="The runs without an end, or waiting for another try.")


@strawberry.type(
    description="The spread of failures among the runs inside a run, at any depth (docs/failed-pipeline.md)."
)
class FailurePropagation:
    found: strawberry.Private[Failures]
    checked: int = strawberry.field(description=f"The number of checked runs inside the run: at most {MAX_MEMBERS}.")
    is_complete: bool = strawberry.field(description="True if all runs inside the run were checked.")

    @strawberry.field(description="The results of the runs inside the run.")
    def counts(self) -> OutcomeCounts:
        counts = self.found.counts
        return OutcomeCounts(
            total=counts.total,
            succeeded=counts.succeeded,
            failed=counts.failed,
            skipped=counts.skipped,
            unfinished=counts.unfinished,
        )

    @strawberry.field(description="The first failure. Null: nothing failed.")
    def first_failure(self) -> RunFailure | None:
        failures = self.found.failures
        return self._failure(failures[0]) if failures else None

    @strawberry.field(description="The number of failures that no other failure explains.")
    def failures_total(self) -> int:
        return len(self.found.failures)

    @strawberry.field(description="The failures that no other failure explains, oldest first.")
    def failures(self, start: Start = None, count: Count = None) -> list[RunFailure] | None:
        start, count = offset_page(start, count)
        return [self._failure(member) for member in self.found.failures[start : start + count]]

    @strawberry.field(description="The skipped runs with their explanations, in order of start time.")
    def skipped(self, start: Start = None, count: Count = None) -> list[SkippedRun] | None:
        start, count = offset_page(start, count)
        skipped = self.found.skipped[start : start + count]
        return [SkippedRun(run_id=run_id, because=self._because(run_id)) for run_id in skipped]

    @strawberry.field(description="The number of pieces of work with more than one try.")
    def retried_total(self) -> int:
        return len(self.found.retried)

    @strawberry.field(description="The work with more than one try, in order of start time.")
    def retried(self, start: Start = None, count: Count = None) -> list[RetriedWork] | None:
        start, count = offset_page(start, count)
        retried = self.found.retried[start : start + count]
        return [RetriedWork(run_ids=one.run_ids, attempts=one.attempts) for one in retried]

    @strawberry.field(description="The number of runs that succeeded in spite of a failed or skipped dependency.")
    def succeeded_anyway_total(self) -> int:
        return len(self.found.succeeded_anyway)

    @strawberry.field(
        description="The runs that succeeded in spite of a failed or skipped run that they depend on or contain, in"
        " order of start time."
    )
    def succeeded_anyway(self, start: Start = None, count: Count = None) -> list[DependentRun] | None:
        start, count = offset_page(start, count)
        return [_dependent(one) for one in self.found.succeeded_anyway[start : start + count]]

    @strawberry.field(description="The runs without an end, or waiting for another try, in order of start time.")
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
    """The spread of failures inside a run."""

    row_id: strawberry.Private[int | None]

    @strawberry.field(
        description="The reasons for a failure, among the runs inside this run. The first failures, their"
        " consequences, and the runs that were skipped, retried, or succeeded anyway. Null: the store does not know"
        " the run."
    )
    async def failure_propagation(self, info: Info) -> FailurePropagation | None:
        if self.row_id is None:
            return None
        found: Failures = await info.context.ask(failures_of_runs, self.row_id)
        return FailurePropagation(found=found, checked=found.checked, is_complete=found.is_complete)
