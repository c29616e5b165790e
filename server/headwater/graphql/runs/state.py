"""The state of a run and its state events, with DataHub's names and nullability."""

from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from typing import Any

import strawberry
from asyncpg import Record

from headwater.execution.items import maker_of_row
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


_STATUSES: dict[str | None, DataProcessRunStatus] = {one.name: one for one in DataProcessRunStatus}
"""The statuses by their names: the enum itself looks them up more slowly."""


@strawberry.type(description="The state of a run, derived from all of its events.")
class RunState:
    """Show the state in a row of run_view, which has one; each field is made when a query asks for the field."""

    row: strawberry.Private[Mapping[str, Any]]

    @strawberry.field(description="STARTED while the run is open, COMPLETE after its end.")
    def status(self) -> DataProcessRunStatus:
        return _STATUSES[lineage.status_of(self.row)]

    @strawberry.field(description="The result. Null while the run is STARTED.")
    def result(self) -> DataProcessInstanceRunResult | None:
        return run_result(*lineage.result_of(self.row))

    @strawberry.field(description="The highest attempt. State and times belong to this attempt.")
    def attempt(self) -> int:
        return lineage.attempt_of(self.row)

    started_at: datetime | None = strawberry.field(description="The start of the attempt, UTC. Null: not reported.")
    ended_at: datetime | None = strawberry.field(
        description="The end of the attempt, UTC. Null: the run is open, or the end is unknown."
    )

    @strawberry.field(description="Milliseconds from startedAt to endedAt.")
    def duration_millis(self) -> Long | None:
        return millis_between(self.row["started_at"], self.row["ended_at"])

    @strawberry.field(
        description="True if the run sent no end, but a parent run has ended. The result is the parent's; the end is"
        " unknown. Streams and runs with later events stay open (docs/store.md)."
    )
    def is_derived(self) -> bool:
        return lineage.is_closed(self.row)

    @strawberry.field(description="True if endedAt is the time of the export (dpone), not the end of the run.")
    def time_approximate(self) -> bool:
        is_approximate: bool = self.row["is_time_approximate"]
        return is_approximate


_make_result = maker(DataProcessInstanceRunResult)
_make_event = maker(DataProcessRunEvent)
_make_state = maker_of_row(RunState, {"started_at": "started_at", "ended_at": "ended_at"})


def run_result(result: str | None, native: str | None) -> DataProcessInstanceRunResult | None:
    """A result as its GraphQL type; None if there is no result yet."""
    if result is None:
        return None
    return _make_result(result_type=DataProcessInstanceRunResultType[result], native_result_type=native)


def to_state(row: Mapping[str, Any]) -> RunState | None:
    """The state in a row of run_view; None if no event has reported a state."""
    return None if lineage.status_of(row) is None else _make_state(row)


@strawberry.type
class HasState(StoredRun):
    """A run with its state; the state is made from the row when a query asks for it."""

    @strawberry.field(description="The run's current state. Null: no event has reported a state.")
    def current_state(self) -> RunState | None:
        return to_state(self.row)


def to_run_event(row: Record) -> DataProcessRunEvent:
    """A row of run_event as its GraphQL type; the row has a status."""
    return _make_event(
        timestamp_millis=to_millis(row["at"]),
        status=DataProcessRunStatus[row["status"]],
        attempt=row["attempt"],
        result=run_result(row["result"], row["native_state"]),
        duration_millis=row["duration_millis"],
    )
