"""Write the event log to files that `headwater load` takes (docs/export.md)."""

import gzip
from collections import Counter
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final, Self
from urllib.parse import quote

from asyncpg import Connection, Record

from headwater.dialects.names import DATABAND, DATAHUB, OPENLINEAGE
from headwater.errors import BadRequestError
from headwater.model.bodies import unpack_body
from headwater.store.dictionaries import know_dictionaries
from headwater.store.queries import query

FILE_EVENTS: Final = 100_000
"""The events of one file: executors of a load read several files at once."""

_PAGE_EVENTS: Final = 1_000
_QUICK: Final = 1
"""gzip's level: a better one would take several times as long for a tenth less."""

_ENTRY: Final = b'"run_result_sha256"'
"""A member that every entry of the run registry has."""

_LOADED: Final = (OPENLINEAGE, DATAHUB, DATABAND)
"""The dialects that `headwater load` takes."""


@dataclass(frozen=True, slots=True)
class Window:
    """A window of event times, UTC: from `since` until before `until`."""

    since: datetime
    until: datetime


@dataclass(slots=True)
class Exported:
    """The events of an export by file name without its number, and those that the files lack."""

    written: Counter[str] = field(default_factory=Counter)
    outside: int = 0
    """Events outside the window."""

    dropped: int = 0
    """Events of months that retention dropped from the log."""

    removed_runs: int = 0
    """Runs that retention removed. The log still has their events, until it drops these months."""

    erased: int = 0
    """Events from which a text was erased. Another store does not know their earlier form."""

    unloadable: int = 0
    """GitLab's documents: a sync fetches them again."""

    @property
    def is_whole(self) -> bool:
        """True if the files have every event that the log ever had."""
        return not (self.outside or self.dropped or self.unloadable)


async def export_log(connection: Connection, folder: Path, window: Window) -> Exported:
    """Write the log to gzipped files of one event a line, in the order of acceptance; registry entries to arrays.

    Files are named by dialect, Databand's by source too, with a number. Proposals of DataHub keep their order over the
    files by name. Events that arrive meanwhile may be missing. The files get their names once all are whole; an export
    that fails leaves none. Raises BadRequestError for a folder with files in it, and OSError.
    """
    make_folder(folder)
    left_out = await connection.fetchrow(query("left_out_of_export"), window.since, window.until)
    assert left_out is not None
    done = Exported(**left_out)
    place, end = 0, await connection.fetchval(query("logged_until"))
    with _Files(folder, done) as files:
        arguments = (_PAGE_EVENTS, end, window.since, window.until)
        while rows := await connection.fetch(query("exported_bodies"), place, *arguments):
            place = rows[-1]["seq"]
            await know_dictionaries(connection, [row["body"] for row in rows])
            files.write(rows)
    return done


def make_folder(folder: Path) -> None:
    """Make the folder of an export. Raises BadRequestError for a folder with files in it, and OSError."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadRequestError(f"FOLDER: expected an empty or a new folder, got {folder}")
    folder.mkdir(parents=True, exist_ok=True)


class _Lines:
    """A file of one event a line."""

    ending = "ndjson.gz"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.unfinished = path.with_name(f"{path.name}.part")
        self.unfinished.touch(mode=0o600)  # bodies are as private as a backup
        self._file = gzip.GzipFile(self.unfinished, "wb", compresslevel=_QUICK)

    def add(self, body: bytes) -> None:
        # Line breaks of JSON are white space: within strings they are escaped.
        self._file.write(body.replace(b"\r", b" ").replace(b"\n", b" ") + b"\n")

    def close(self) -> None:
        self._file.close()


class _Array(_Lines):
    """A file of an array, which keeps the bytes of its items: the checksum of a registry entry is of these."""

    ending = "json.gz"
    _before = b"[\n"

    def add(self, body: bytes) -> None:
        self._file.write(self._before + body)
        self._before = b",\n"

    def close(self) -> None:
        try:
            if not self._file.closed:
                self._file.write(b"\n]\n")
        finally:
            self._file.close()


class _Files:
    """The files of an export, each with at most FILE_EVENTS events."""

    def __init__(self, folder: Path, done: Exported) -> None:
        self._folder = folder
        self._done = done
        self._open: dict[str, _Lines] = {}
        self._made: list[_Lines] = []
        self._closes = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                self._finish()
        except BaseException:
            self._remove()
            raise
        if kind is not None:
            self._remove()

    def _finish(self) -> None:
        """Close all files, and give them their names."""
        self._closes.close()
        for one in self._made:
            one.unfinished.rename(one.path)

    def _remove(self) -> None:
        """Remove all files."""
        with suppress(OSError):  # a full disk, told already
            self._closes.close()
        for one in self._made:
            one.unfinished.unlink(missing_ok=True)
            one.path.unlink(missing_ok=True)

    def write(self, rows: list[Record]) -> None:
        """Write some events, each to the file of its dialect."""
        for row in rows:
            if row["dialect"] not in _LOADED:
                self._done.unloadable += 1
                continue
            name, body = _name(row["dialect"], row["source"]), unpack_body(row["body"]).strip()
            if _needs_its_bytes(body):
                self._write(f"{name}-registry", _Array, body)
            else:
                self._write(name, _Lines, body)

    def _write(self, name: str, kind: type[_Lines], body: bytes) -> None:
        number, line = divmod(self._done.written[name], FILE_EVENTS)
        if line == 0:
            if name in self._open:
                self._open[name].close()
            self._open[name] = kind(self._folder / f"{name}-{number + 1:06}.{kind.ending}")
            self._made.append(self._open[name])
            self._closes.callback(self._open[name].close)
        self._open[name].add(body)
        self._done.written[name] += 1


def _needs_its_bytes(body: bytes) -> bool:
    """Return True for an entry of the registry with line breaks. An exported event is taken for one, harmlessly."""
    return body.startswith(b"{") and _ENTRY in body and (b"\n" in body or b"\r" in body)


def _name(dialect: str, source: str) -> str:
    return f"{dialect}-{quote(source, safe='')}" if dialect == DATABAND else dialect
