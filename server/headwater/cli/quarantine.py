"""`headwater quarantine`: list, show, replay, drop."""

import sys
from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

import click

from headwater.cli.connection import on_database
from headwater.cli.load import EXIT_QUARANTINED
from headwater.cli.settings import command_settings
from headwater.texts import printable
from headwater.trace import new_trace

if TYPE_CHECKING:
    from asyncpg import Connection, Record

    from headwater.store.merge import Merged
    from headwater.store.quarantine import Found, Quarantine

_ID = click.IntRange(1, 2**63 - 1)
_MAX_LIMIT = 1000
_LINES = "\n\t"


@click.group("quarantine")
def quarantine() -> None:
    """List, show, replay and drop events that could not be used.

    The quarantine keeps their bytes, with the reason (docs/quarantine.md).
    """


@quarantine.command("list")
@click.option("--code", help="Only records with this reason code (docs/codes.md).")
@click.option(
    "--limit", type=click.IntRange(1, _MAX_LIMIT), default=20, show_default=True, help="The maximum number of records."
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def list_command(code: str | None, limit: int, form: str) -> None:
    """List records, newest first. Text adds the totals by code; JSON is one object a line."""
    import orjson

    from headwater.store.quarantine import Quarantine

    async def read(connection: "Connection") -> "tuple[list[Record], dict[str, int]]":
        found = Quarantine(connection)
        return await found.page(code, 0, limit), await found.totals(code)

    records, totals = on_database(read)
    for record in records:
        click.echo(orjson.dumps(columns(record)) if form == "json" else line(record))
    if form == "text":
        lines = [f"{total:>9,} {printable(reason)}" for reason, total in totals.items()]
        nothing = "the quarantine is empty" if code is None else f"no record in quarantine has the code {code}"
        click.echo("\n".join(["", *lines] if lines else [nothing]))


@quarantine.command("show")
@click.argument("record_id", metavar="ID", type=_ID)
@click.option("--raw", is_flag=True, help="Print only the bytes of the payload, unchanged, to repair them by hand.")
def show_command(record_id: int, raw: bool) -> None:
    """Show one record with its payload; `headwater quarantine list` prints the IDs."""
    from headwater.store.payload import as_text
    from headwater.store.quarantine import Quarantine

    record = on_database(lambda connection: Quarantine(connection).record(record_id))
    if raw:
        sys.stdout.buffer.write(record["payload"])
        return
    for name, value in columns(record).items():
        click.echo(f"{name}: {printable(str(value))}")
    text, is_base64 = as_text(record["payload"])
    click.echo(f"payload{' (base64)' if is_base64 else ''}:\n{printable(text, keep=_LINES)}")


@quarantine.command("replay")
@click.argument("ids", metavar="[ID]...", nargs=-1, type=_ID)
@click.option("--all", "everything", is_flag=True, help="Every record.")
@click.option("--code", help="All records with this reason code.")
def replay_command(ids: tuple[int, ...], everything: bool, code: str | None) -> None:
    """Parse records again, with this version, and store those that parse.

    `headwater quarantine list` prints the ID and the code of each record. A record that still fails stays, with its
    new reason.

    Exit codes: 0 success; 1 some records still fail; 2 wrong usage or settings; 3 failure.
    """
    _require_one(ids=bool(ids), all=everything, code=code is not None)
    from headwater.store.quarantine import Quarantine, merging

    trace, most_names = new_trace(), command_settings().max_event_names

    async def replay(connection: "Connection") -> "list[Merged]":
        found = Quarantine(connection, most_names)
        records = await _find(found, ids, code)
        return [merged async for merged in found.replay(merging(connection, trace.trace_id), records)]

    steps = on_database(replay, merges=True)
    new, known, problems = (sum(map(attrgetter(name), steps)) for name in ("new", "known_before", "problems"))
    click.echo(f"{new:,} merged, {known:,} known before, {problems:,} still failing; trace {trace.id_digits}", err=True)
    if problems:
        raise SystemExit(EXIT_QUARANTINED)


@quarantine.command("drop")
@click.argument("ids", metavar="[ID]...", nargs=-1, type=_ID)
@click.option("--code", help="All records with this reason code.")
def drop_command(ids: tuple[int, ...], code: str | None) -> None:
    """Delete records for good, without confirmation.

    `headwater quarantine list` prints the ID and the code of each record.
    """
    _require_one(ids=bool(ids), code=code is not None)
    from headwater.store.quarantine import Quarantine, drop, merging

    async def run(connection: "Connection") -> int:
        return await drop(merging(connection, new_trace().trace_id), await _find(Quarantine(connection), ids, code))

    click.echo(f"{on_database(run, merges=True):,} dropped", err=True)


def _require_one(**given: bool) -> None:
    if sum(given.values()) != 1:
        ways = ["IDs" if name == "ids" else f"--{name}" for name in given]
        raise click.UsageError(f"expected exactly one choice of records: {', '.join(ways)}")


async def _find(found: "Quarantine", ids: Sequence[int], code: str | None) -> "list[Found]":
    return await (found.find(ids) if ids else found.find_of_code(code))


def columns(record: "Record") -> dict[str, object]:
    """Return a record without its payload, by the names of its columns."""
    names = ("id", "arrived_at", "dialect", "source", "position", "code", "message")
    return {name: record[name] for name in names} | {"trace_id": record["trace_id"].hex}


def line(record: "Record") -> str:
    """Return a record without its payload as a line of text."""
    time = record["arrived_at"].isoformat(sep=" ", timespec="seconds")
    place = f"{record['source']}:{record['position']}"
    return printable(f"{record['id']:>9} {time} {record['code']} {place} {record['message']}")
