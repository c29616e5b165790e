"""`headwater erase`: a text, such as a person's name, leaves the store."""

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from headwater.cli.connection import on_database
from headwater.texts import named_reason_of

if TYPE_CHECKING:
    from headwater.store.erasing import Erasure

EXIT_KEPT = 1
_REPLACEMENT = "[erased]"


@click.command("erase")
@click.argument("text")
@click.option("--apply", "applies", is_flag=True, help="Erase it. Without this option the command only looks.")
@click.option("--replacement", metavar="TEXT", default=_REPLACEMENT, show_default=True, help="The text in its place.")
@click.option(
    "--backups", "folders", multiple=True, metavar="FOLDER",
    type=click.Path(path_type=Path, exists=True, file_okay=False), help="A folder of backups to name. Repeatable.",
)  # fmt: skip
def erase_command(text: str, applies: bool, replacement: str, folders: tuple[Path, ...]) -> None:
    """Erase TEXT, such as a person's name in a facet, from the log and from all that follows from it.

    Servers keep running. Only whole words count. Names of jobs, data, runs and members stay, as do lineage and
    registered evidence: the command lists them, and the backups that may still hold the text (docs/erasing.md).

    Exit codes: 0 nothing of the store holds it, or the command only looked; 1 some part still holds it; 2 wrong usage;
    3 failure.
    """
    from headwater.store.erasing import erase, find_text

    if not text.strip():
        raise click.UsageError("TEXT: expected at least one character")
    if text in replacement:
        raise click.UsageError("--replacement: expected a text without TEXT")
    if _is_escaped_in_json(replacement):
        raise click.UsageError("--replacement: expected a text without quotation marks, backslashes and line ends")
    if applies:
        done = on_database(lambda connection: erase(connection, text, replacement))
    else:
        done = on_database(lambda connection: find_text(connection, text, replacement))
    click.echo(_told(done, applies=applies))
    left = _derive_again(text) if applies else {}
    _tell_of_backups(folders)
    if applies:
        click.echo("Events that arrived meanwhile may hold it: a second run finds them.")
    if left or (applies and done.kept_events):
        raise SystemExit(EXIT_KEPT)


def _is_escaped_in_json(text: str) -> bool:
    return json.dumps(text, ensure_ascii=False) != f'"{text}"'


def _told(done: "Erasure", *, applies: bool) -> str:
    erased, dropped = ("erased", "dropped") if applies else ("found", "found")
    lines = [
        f"log: {erased} it in {done.found:,} of {done.events:,} events",
        f"quarantine: {dropped} {done.quarantined:,} records",
    ]
    if not applies:
        lines.append(f"queue: found {done.queued:,} writes")
        lines += ["The strings that would change, at most 20:", *_shown(done.changed)] if done.changed else []
    if done.kept_events:
        lines.append(f"{done.kept_events:,} events hold it in names, lineage or evidence, and keep it there:")
        lines += _shown(done.kept)
    if not applies:
        lines.append("Nothing was changed: --apply erases it, and computes all state again from the log.")
    return "\n".join(lines)


def _shown(strings: list[str]) -> list[str]:
    return [f"  {string}" for string in strings]


def _derive_again(text: str) -> dict[str, int]:
    """Derive everything else from the log; return the tables that still hold the text."""
    import asyncio

    from headwater.app.database import database
    from headwater.cli.rebuild import ShownRebuild
    from headwater.cli.settings import command_settings
    from headwater.store.erasing import tables_with_text
    from headwater.store.rebuild import rebuild

    with database(command_settings(), warns=False) as url:
        asyncio.run(rebuild(url, ShownRebuild()))
    left = on_database(lambda connection: tables_with_text(connection, text))
    click.echo("tables: " + (", ".join(f"{name} {rows:,}" for name, rows in left.items()) or "none holds it"))
    return left


def _tell_of_backups(folders: tuple[Path, ...]) -> None:
    click.echo(f"Backups from before {_shown_time(datetime.now(UTC))}, and archives of the WAL, may hold it:")
    lines = [line for folder in folders for line in _backups_in(folder)]
    for line in lines:
        click.echo(f"  {line}")
    if not lines:
        none = "no archive of `headwater backup` in the given folders; packed and encrypted ones are not recognised"
        click.echo(f"  {none if folders else 'name their folders with --backups'}")


def _backups_in(folder: Path) -> Iterator[str]:
    """The backups in a folder and its subfolders, each with the time of its last change, and what cannot be read."""
    from headwater.backup.archive import is_archive

    unreadable: list[OSError] = []
    for inside, folders, names in os.walk(folder, onerror=unreadable.append):
        folders.sort()
        for path in (Path(inside, name) for name in sorted(names)):
            try:
                if path.is_file() and is_archive(path):
                    yield f"{path}, of {_shown_time(datetime.fromtimestamp(path.stat().st_mtime, UTC))}"
            except OSError as error:
                unreadable.append(error)
    yield from map(named_reason_of, unreadable)


def _shown_time(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S}Z"
