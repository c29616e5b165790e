"""The state of a run and the events that it follows from, with DataHub's names and nullability."""

from datetime import datetime
from enum import Enum

import strawberry
from asyncpg import Record

from headwater.graphql.scalars import Long, to_millis


@strawberry.enum(description="Whether a run goes on.")
class DataProcessRunStatus(Enum):
    STARTED = strawberry.enum_value("STARTED", description="It has begun, and not ended.")
    COMPLETE = strawberry.enum_value("COMPLETE", description="It has ended, well or not.")


@strawberry.enum(description="How a run ended.")
class DataProcessInstanceRunResultType(Enum):
    SUCCESS = strawberry.enum_value("SUCCESS", description="It ended well.")
    FAILURE = strawberry.enum_value("FAILURE", description="It ended with an error, or was stopped.")
    SKIPPED = strawberry.enum_value("SKIPPED", description="It was left out.")
    UP_FOR_RETRY = strawberry.enum_value("UP_FOR_RETRY", description="It failed, and is tried again.")


@strawberry.type(description="How a run ended, in DataHub's word and in its producer's.")
class DataProcessInstanceRunResult:
    result_type: DataProcessInstanceRunResultType | None = strawberry.field(
        description="How it ended, in DataHub's word."
    )
    native_result_type: str | None = strawberry.field(description="The word that the producer used.")


@strawberry.interface(description="What is said of an entity at a moment.")
class TimeSeriesAspect:
    timestamp_millis: Long = strawberry.field(description="The moment; milliseconds since the epoch.")


@strawberry.type(description="A state change of a run.")
class DataProcessRunEvent(TimeSeriesAspect):
    status: DataProcessRunStatus | None = strawberry.field(description="The state that it changed to.")
    attempt: int | None = strawberry.field(description="The attempt, where the event gave one.")
    result: DataProcessInstanceRunResult | None = strawberry.field(description="How it ended; null while it goes on.")
    duration_millis: Long | None = strawberry.field(
        description="How long it took, in milliseconds, where the event says."
    )


@strawberry.type(description="The state of a run, derived from all of its events.")
class RunState:
    status: DataProcessRunStatus = strawberry.field(description="STARTED while it goes on, COMPLETE when it has ended.")
    result: DataProcessInstanceRunResult | None = strawberry.field(description="Null while the run is STARTED.")
    attempt: int = strawberry.field(description="The highest attempt; the state and the times are this attempt's.")
    started_at: datetime | None = strawberry.field(description="UTC; null where nobody said.")
    ended_at: datetime | None = strawberry.field(description="UTC; null while the run is open, and where unknown.")
    duration_millis: Long | None = strawberry.field(description="Milliseconds from startedAt to endedAt.")
    is_derived: bool = strawberry.field(
        description="The run sent no end, but a run that contains it has ended: the result is that one's, and the end"
        " is unknown. Streams and runs with later events stay open (docs/store.md)."
    )
    time_approximate: bool = strawberry.field(description="endedAt is when the run was exported (dpone), not its end.")


def run_result(result: str | None, native: str | None) -> DataProcessInstanceRunResult | None:
    """A result as GraphQL shows it; None where there is none yet."""
    if result is None:
        return None
    return DataProcessInstanceRunResult(result_type=DataProcessInstanceRunResultType(result), native_result_type=native)


def to_run_event(row: Record) -> DataProcessRunEvent:
    """A row of run_event as GraphQL shows it; it has a status."""
    return DataProcessRunEvent(
        timestamp_millis=to_millis(row["at"]),
        status=DataProcessRunStatus(row["status"]),
        attempt=row["attempt"],
        result=run_result(row["result"], row["native_state"]),
        duration_millis=row["duration_millis"],
    )
