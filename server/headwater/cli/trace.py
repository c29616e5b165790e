"""`headwater trace`: show, wait."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

import click

from headwater.cli.connection import on_database
from headwater.cli.duration import Duration
from headwater.cli.load import EXIT_QUARANTINED
from headwater.cli.quarantine import columns, line
from headwater.errors import HeadwaterError
from headwater.texts import printable
from headwater.trace import read_trace_id, time_of

if TYPE_CHECKING:
    from asyncpg import Connection

    from headwater.store.trace_reader import LoggedWrite, TraceState, WriteNames

_POLL_SECONDS = 0.5
_MAX_LIMIT = 1000
_MAX_LINES = 20
"""The most URNs of a write in text."""


def _trace_id(ctx: click.Context, param: click.Parameter, value: str) -> UUID:
    return read_trace_id("ID", value)


@click.group("trace")
def trace_commands() -> None:
    """Show what became of a request, or wait for its merge.

    Each answer to a write has the trace id in its header traceparent (docs/asynchronous-writes.md).
    """


@trace_commands.command("show")
@click.argument("trace_id", metavar="ID", callback=_trace_id)
@click.option(
    "--limit",
    type=click.IntRange(0, _MAX_LIMIT),
    default=20,
    show_default=True,
    help="The maximum number of writes, and of records in quarantine.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def show_command(trace_id: UUID, limit: int, form: str) -> None:
    """Show the writes of a trace: queued, merged and in quarantine.

    ID is the trace id, 32 hex digits, or a whole traceparent. Newest first. JSON is one object.

    Exit codes: 0 success; 2 wrong usage or settings; 3 unknown trace, or failure.
    """
    import orjson

    from headwater.store.trace_reader import TraceReader

    async def read(connection: "Connection") -> "tuple[TraceState, list[WriteNames]]":
        reader = TraceReader(connection)
        state = await reader.state(trace_id)
        return state, await reader.names(state.logged[:limit])

    state, names = on_database(read)
    if not state.is_known:
        raise HeadwaterError(_unknown(trace_id))
    if form == "json":
        click.echo(orjson.dumps(_object(trace_id, state, names, limit)))
    else:
        click.echo("\n".join(_lines(trace_id, state, names, limit)))


@trace_commands.command("wait")
@click.argument("trace_id", metavar="ID", callback=_trace_id)
@click.option("--timeout", type=Duration(), default="60s", show_default=True, help="The longest wait, such as 5m.")
def wait_command(trace_id: UUID, timeout: timedelta) -> None:
    """Wait until no write of a trace is queued.

    ID is the trace id, 32 hex digits, or a whole traceparent. The command also waits for an unknown trace.

    Exit codes: 0 all writes are merged; 1 some are in quarantine; 2 wrong usage or settings; 3 timeout, or failure.
    """
    state = on_database(lambda connection: _settled(connection, trace_id, timeout.total_seconds()))
    if not state.is_known:
        raise HeadwaterError(f"timeout: {_unknown(trace_id)}")
    if state.pending:
        raise HeadwaterError(f"timeout: {_counted(state.pending)} of trace {trace_id.hex} still queued")
    for record in state.quarantined[:_MAX_LIMIT]:
        click.echo(line(record))
    click.echo(_summary(trace_id, state), err=True)
    if state.quarantined:
        raise SystemExit(EXIT_QUARANTINED)


async def _settled(connection: "Connection", trace_id: UUID, seconds: float) -> "TraceState":
    """Poll until the trace is known and no write waits; return the last state when the time is up."""
    from headwater.store.trace_reader import TraceReader

    reader, deadline = TraceReader(connection), time.monotonic() + seconds
    while True:
        state = await reader.state(trace_id)
        left = deadline - time.monotonic()
        if left <= 0 or (state.is_known and not state.pending):
            return state
        await asyncio.sleep(min(_POLL_SECONDS, left))


def _unknown(trace_id: UUID) -> str:
    return (
        f"nothing is known of trace {trace_id.hex}: expected the id of an answer to a write; of a repeated request the"
        " store knows for a day"
    )


def _counted(writes: int) -> str:
    return "1 write" if writes == 1 else f"{writes:,} writes"


def _summary(trace_id: UUID, state: "TraceState") -> str:
    counts = f"{len(state.logged):,} merged, {state.pending:,} queued, {len(state.quarantined):,} in quarantine"
    repeated = f", {state.known_before:,} known before" if state.known_before else ""
    return f"trace {trace_id.hex}: {counts}{repeated}"


def _lines(trace_id: UUID, state: "TraceState", names: "Sequence[WriteNames]", limit: int) -> Iterator[str]:
    yield _summary(trace_id, state)
    if begun_at := time_of(trace_id):
        yield f"begun: {begun_at.isoformat(sep=' ', timespec='seconds')}"
    for write, named in zip(state.logged, names, strict=False):
        yield ""
        at = write.arrived_at.isoformat(sep=" ", timespec="seconds")
        yield printable(" ".join([at, write.dialect, *filter(None, [named.aspect]), *write.warnings]))
        yield from (f"  {printable(urn)}" for urn in named.urns[:_MAX_LINES])
        if more := len(named.urns[_MAX_LINES:]):
            yield f"  and {more:,} more"
    if state.quarantined:
        yield "\nquarantine:"
        yield from map(line, state.quarantined[:limit])


def _object(trace_id: UUID, state: "TraceState", names: "Sequence[WriteNames]", limit: int) -> dict[str, Any]:
    return {
        "id": trace_id.hex,
        "time": time_of(trace_id),
        "pending": state.pending,
        "merged": len(state.logged),
        "known_before": state.known_before,
        "writes": [_write(write, named) for write, named in zip(state.logged, names, strict=False)],
        "quarantined": [columns(record) for record in state.quarantined[:limit]],
    }


def _write(write: "LoggedWrite", names: "WriteNames") -> dict[str, Any]:
    return {
        "arrived_at": write.arrived_at,
        "dialect": write.dialect,
        "source": write.source or None,
        "warnings": write.warnings,
        "aspect": names.aspect,
        "urns": names.urns,
    }
