"""The state of a run and its state events, with DataHub's names and nullability."""

from datetime import datetime
from enum import Enum

import strawberry
from asyncpg import Record

from headwater.graphql.makers import maker
from headwater.graphql.runs.stored_run import StoredRun
from headwater.graphql.scalars import Long, millis_between, to_millis
from headwater.lineage import states as lineage


@strawberry.enum(description="The status of a run: open or ended.")
class DataProcessRunStatus(Enum):
    STARTED = strawberry.enum_value("STARTED", description="The run has begun, and has not ended.")
    COMPLETE = strawberry.enum_value("COMPLETE", description="The run has ended, with success or not.")


@strawberry.enum(description="The result of a run.")
class DataProcessInstanceRunResultType(Enum):
    SUCCESS = strawberry.enum_value("SUCCESS", description="The run succeeded.")
    FAILURE = strawberry.enum_value("FAILURE", description="The run ended with an error, or was stopped.")
    SKIPPED = strawberry.enum_value("SKIPPED", description="The run was skipped.")
    UP_FOR_RETRY = strawberry.enum_value("UP_FOR_RETRY", description="The run failed, and another attempt follows.")


@strawberry.type(description="The result of a run, in DataHub's word and in the producer's word.")
class DataProcessInstanceRunResult:
    result_type: DataProcessInstanceRunResultType | None = strawberry.field(description="The result in DataHub's word.")
    native_result_type: str | None = strawberry.field(description="The result in the producer's word.")


@strawberry.interface(description="A fact about an entity at a moment.")
class TimeSeriesAspect:
    timestamp_millis: Long = strawberry.field(description="The moment, in milliseconds since the epoch.")


@strawberry.type(description="A state change of a run.")
class DataProcessRunEvent(TimeSeriesAspect):
    status: DataProcessRunStatus | None = strawberry.field(description="The new status.")
    attempt: int | None = strawberry.field(description="The number of the attempt. Null: not in the event.")
    result: DataProcessInstanceRunResult | None = strawberry.field(
        description="The result. Null while the run is open."
    )
    duration_millis: Long | None = strawberry.field(description="The duration in milliseconds. Null: not in the event.")


@strawberry.type(description="The state of a run, derived from all of its events.")
class RunState:
    """Show a state; each field is made when a query asks for the field."""

    found: strawberry.Private[lineage.RunState]

    @strawberry.field(description="STARTED while the run is open, COMPLETE after its end.")
    def status(self) -> DataProcessRunStatus:
        return DataProcessRunStatus[self.found.status]

    @strawberry.field(description="The result. Null while the run is STARTED.")
    def result(self) -> DataProcessInstanceRunResult | None:
        return run_result(self.found.result, self.found.native_result)

    @strawberry.field(description="The highest attempt. State and times belong to this attempt.")
    def attempt(self) -> int:
        return self.found.attempt

    @strawberry.field(description="The start of the attempt, UTC. Null: not reported.")
    def started_at(self) -> datetime | None:
        return self.found.started_at

    @strawberry.field(description="The end of the attempt, UTC. Null: the run is open, or the end is unknown.")
    def ended_at(self) -> datetime | None:
        return self.found.ended_at

    @strawberry.field(description="Milliseconds from startedAt to endedAt.")
    def duration_millis(self) -> Long | None:
        return millis_between(self.found.started_at, self.found.ended_at)

    @strawberry.field(
        description="True if the run sent no end, but a parent run has ended. The result is the parent's; the end is"
        " unknown. Streams and runs with later events stay open (docs/store.md)."
    )
    def is_derived(self) -> bool:
        return self.found.is_derived

    @strawberry.field(description="True if endedAt is the time of the export (dpone), not the end of the run.")
    def time_approximate(self) -> bool:
        return self.found.is_time_approximate


_make_result = maker(DataProcessInstanceRunResult)
_make_event = maker(DataProcessRunEvent)
_make_state = maker(RunState)


def run_result(result: str | None, native: str | None) -> DataProcessInstanceRunResult | None:
    """A result as its GraphQL type; None if there is no result yet."""
    if result is None:
        return None
    return _make_result(result_type=DataProcessInstanceRunResultType[result], native_result_type=native)


def to_state(row: Record) -> RunState | None:
    """The state in a row of run_view; None if no event has reported a state."""
    state = lineage.state_of(row)
    return None if state is None else _make_state(found=state)


@strawberry.type
class HasState(StoredRun):
    """A run with its state; the state is made from the row when a query asks for it."""

    @strawberry.field(description="The run's current state. Null: no event has reported a state.")
    def current_state(self) -> RunState | None:
        return None if self.row is None else to_state(self.row)


def to_run_event(row: Record) -> DataProcessRunEvent:
    """A row of run_event as its GraphQL type; the row has a status."""
    return _make_event(
        timestamp_millis=to_millis(row["at"]),
        status=DataProcessRunStatus[row["status"]],
        attempt=row["attempt"],
        result=run_result(row["result"], row["native_state"]),
        duration_millis=row["duration_millis"],
    )
