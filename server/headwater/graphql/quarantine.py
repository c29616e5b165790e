"""The quarantine in GraphQL: pages of refused payloads, replays, and deletions."""

from datetime import datetime
from typing import Annotated

import strawberry
from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.graphql.context import Info
from headwater.graphql.lists import check_length
from headwater.graphql.offset_paging import MAX_COUNT, Count, Start, offset_page
from headwater.graphql.scalars import Long
from headwater.store.payload import as_text
from headwater.store.quarantine import LARGE_BYTES, MOST_SHOWN_BYTES, Found, drop

_MEGABYTE = 1024 * 1024


@strawberry.type(description="A refused payload, with the reason.")
class QuarantineRecord:
    id: Long = strawberry.field(description="The number of the record, for replaying or dropping it.")
    dialect: str = strawberry.field(description="The wire format of the payload, such as `openlineage`.")
    source: str = strawberry.field(description="The file or the request; for an array, `#` and the position from 1.")
    position: Long = strawberry.field(description="The line in the file, from 1; 1 for a request.")
    code: str = strawberry.field(description="The stable reason (docs/codes.md).")
    message: str = strawberry.field(description="The reason as a sentence.")
    arrived_at: datetime = strawberry.field(description="The first arrival of the payload.")
    trace_id: str = strawberry.field(description="The trace of the first request with this payload, 32 hex digits.")

    @strawberry.field(
        description="The payload as text if it is UTF-8, else in base64. Null: the record has left the quarantine"
        f" since, the payload has over {LARGE_BYTES // _MEGABYTE} MB, or the newest payloads of the answer have"
        f" {MOST_SHOWN_BYTES // _MEGABYTE} MB together: `headwater quarantine show ID` shows it."
    )
    async def payload(self, info: Info) -> str | None:
        payload = await info.context.load(info.context.reader.quarantine.payloads, self.id)
        return None if payload is None else as_text(payload)[0]

    @strawberry.field(description="True if payload is in base64. Null: payload is null.")
    async def payload_is_base64(self, info: Info) -> bool | None:
        payload = await info.context.load(info.context.reader.quarantine.payloads, self.id)
        return None if payload is None else as_text(payload)[1]

    @strawberry.field(description="The size of the payload in bytes. Null: the record has left the quarantine since.")
    async def payload_bytes(self, info: Info) -> int | None:
        size_bytes: int | None = await info.context.load(info.context.reader.quarantine.sizes, self.id)
        return size_bytes


@strawberry.type(description="A page of the quarantine, newest first.")
class QuarantineResult:
    code: strawberry.Private[str | None]
    start: int = strawberry.field(description="The requested offset.")
    count: int = strawberry.field(description="The requested page size.")

    @strawberry.field(description="The number of records on all pages.")
    async def total(self, info: Info) -> int:
        return sum((await info.context.reader.quarantine.totals(self.code)).values())

    @strawberry.field(description="The records of this page.")
    async def records(self, info: Info) -> list[QuarantineRecord]:
        rows = await info.context.reader.quarantine.page(self.code, self.start, self.count)
        return [to_record(row) for row in rows]


@strawberry.type(description="The result of a replay.")
class ReplayResult:
    merged: int = strawberry.field(description="The number of new events.")
    known_before: int = strawberry.field(description="The number of events that the store already had.")
    still_failing: int = strawberry.field(description="The number of records that still fail, with their new reason.")


Ids = Annotated[list[Long], strawberry.argument(description=f"The ids of the records, at most {MAX_COUNT}.")]


def quarantine_page(code: str | None, start: int | None, count: int | None) -> QuarantineResult:
    """A page by offset. Raises BadRequestError, naming the wrong argument."""
    if code is not None and not code.isprintable():
        raise BadRequestError(f"code: expected a reason code such as json.invalid, got {code!r}")
    start, count = offset_page(start, count)
    return QuarantineResult(code=code, start=start, count=count)


def to_record(row: Record) -> QuarantineRecord:
    """A row of the quarantine as its type; the row may have more columns."""
    names = ("id", "dialect", "source", "position", "code", "message", "arrived_at")
    return QuarantineRecord(**{name: row[name] for name in names}, trace_id=row["trace_id"].hex)


@strawberry.type
class QuarantineQueries:
    @strawberry.field(
        description="Payloads that could not be parsed, newest first: with one reason code (docs/codes.md), or all."
        " Default: the newest 20; at most 1000."
    )
    async def quarantine(
        self,
        start: Start = None,
        count: Count = None,
        code: Annotated[
            str | None,
            strawberry.argument(description="Only records with this reason code (docs/codes.md). Default: all."),
        ] = None,
    ) -> QuarantineResult | None:
        return quarantine_page(code, start, count)


@strawberry.type
class QuarantineMutations:
    @strawberry.mutation(
        description="Parse quarantined records again with this version of Headwater. Parsed records are merged and"
        " leave the quarantine. Works in batches of one transaction each, so an interrupted replay keeps its finished"
        " batches. At most 1000 ids."
    )
    async def replay_quarantine(self, info: Info, ids: Ids) -> ReplayResult:
        result = ReplayResult(merged=0, known_before=0, still_failing=0)
        async for step in info.context.reader.quarantine.replay(info.context.merge_items, await _find(info, ids)):
            result.merged += step.new
            result.known_before += step.known_before
            result.still_failing += step.problems
        return result

    @strawberry.mutation(description="Delete quarantined records for good, and return their number. At most 1000 ids.")
    async def drop_quarantine(self, info: Info, ids: Ids) -> int:
        return await drop(info.context.merge_items, await _find(info, ids))


async def _find(info: Info, ids: Ids) -> list[Found]:
    check_length("ids", ids, MAX_COUNT)
    return await info.context.reader.quarantine.find(ids)
