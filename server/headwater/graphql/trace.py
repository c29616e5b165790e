"""Traces in GraphQL: the state of a request's writes."""

from datetime import datetime
from typing import Annotated

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.cost.price import PARSE, TRACE, price
from headwater.graphql.entities.entity import Entity
from headwater.graphql.lookup import find_known
from headwater.graphql.offset_paging import DEFAULT_COUNT, Count, Start, offset_page
from headwater.graphql.quarantine import QuarantineRecord, to_record
from headwater.store.trace_reader import MAX_TRACED, LoggedWrite, TraceState, WriteNames
from headwater.trace import read_trace_id, time_of

MAX_WRITES = 100
"""The most writes on a page: their bodies are parsed again."""

WriteCount = Annotated[
    int | None,
    strawberry.argument(
        description=f"The maximum number of writes on the page. Default: {DEFAULT_COUNT}; at most {MAX_WRITES}."
    ),
]


@strawberry.type(description="A write in the log: an event, or a proposal of DataHub's.")
class TracedWrite:
    logged: strawberry.Private[LoggedWrite]
    dialect: str = strawberry.field(description="The wire format, such as `openlineage`.")
    source: str | None = strawberry.field(
        description="The source that owns the event. Null: the dialect has no sources."
    )
    arrived_at: datetime = strawberry.field(description="The time of the merge.")
    warnings: list[str] = strawberry.field(description="The codes of repairs (docs/codes.md).")

    @strawberry.field(
        description="The aspect that a proposal changes. Null: the write is an event.", metadata=price(PARSE)
    )
    async def aspect(self, info: Info) -> str | None:
        return (await self._names(info)).aspect

    @strawberry.field(
        description="The entities that the write names. Runs that an event describes come first; all others follow in"
        " the event's order. Default: 20; at most 1000.",
        metadata=price(PARSE),
    )
    async def entities(self, info: Info, start: Start = None, count: Count = None) -> list[Entity] | None:
        start, count = offset_page(start, count)
        urns = (await self._names(info)).urns
        return await find_known(info.context, urns[start : start + count])

    async def _names(self, info: Info) -> WriteNames:
        names: WriteNames = await info.context.load(info.context.reader.traces.names, self.logged)
        return names


@strawberry.type(description="A page of a trace's writes in the log, newest first.")
class TracedWritesResult:
    start: int = strawberry.field(description="The requested offset.")
    count: int = strawberry.field(description="The requested page size.")
    total: int = strawberry.field(
        description=f"The number of writes on all pages. At most {MAX_TRACED}: older writes are left out."
    )
    writes: list[TracedWrite] = strawberry.field(description="The writes of this page.")


@strawberry.type(description="The writes with one trace id, all at the same moment.")
class Trace:
    state: strawberry.Private[TraceState]
    id: str = strawberry.field(description="The trace id, 32 hex digits.")
    time: datetime | None = strawberry.field(
        description="The time at the beginning of the id. Null: the id does not begin with a time."
    )
    pending: int = strawberry.field(description="The number of queued writes. A document of events is one write.")

    known_before: int = strawberry.field(
        description=f"The number of events that earlier requests brought, at most {MAX_TRACED}. They are not in"
        " `writes`. Known for a day."
    )

    @strawberry.field(description="True if no write waits: each one is in the log or in quarantine.")
    def is_done(self) -> bool:
        return self.pending == 0

    @strawberry.field(description="The writes in the log, newest first.")
    def writes(self, start: Start = None, count: WriteCount = None) -> TracedWritesResult | None:
        start, count = offset_page(start, count, MAX_WRITES)
        logged = self.state.logged
        page = [*map(_to_write, logged[start : start + count])]
        return TracedWritesResult(start=start, count=count, total=len(logged), writes=page)

    @strawberry.field(
        description="The refused payloads, newest first; `traceId` is that of the first request with a payload."
        " Default: 20; at most 1000."
    )
    def quarantined(self, start: Start = None, count: Count = None) -> list[QuarantineRecord] | None:
        start, count = offset_page(start, count)
        return [*map(to_record, self.state.quarantined[start : start + count])]


def _to_write(logged: LoggedWrite) -> TracedWrite:
    return TracedWrite(
        logged=logged,
        dialect=logged.dialect,
        source=logged.source or None,
        arrived_at=logged.arrived_at,
        warnings=[*logged.warnings],
    )


@strawberry.type
class TraceQueries:
    @strawberry.field(
        description="The state of a request's writes (docs/asynchronous-writes.md). Null: the store knows no write"
        " with this trace id.",
        metadata=price(TRACE),
    )
    async def trace(
        self,
        info: Info,
        id: Annotated[str, strawberry.argument(description="The trace id: 32 hex digits, or a whole `traceparent`.")],
    ) -> Trace | None:
        trace_id = read_trace_id("id", id)
        state = await info.context.reader.traces.state(trace_id)
        if not state.is_known:
            return None
        return Trace(
            state=state,
            id=trace_id.hex,
            time=time_of(trace_id),
            pending=state.pending,
            known_before=state.known_before,
        )
