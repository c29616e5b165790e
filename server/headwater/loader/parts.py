"""The parts of files: a task reads some of them."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, NamedTuple

from headwater.errors import HeadwaterError
from headwater.loader.packing import PIECE_BYTES, unpacked
from headwater.store.loaded_parts import PartKey
from headwater.texts import reason_of

SCHEME = "file:"


class Part(NamedTuple):
    """The lines of a file that begin from `start` until before `end`. A packed file, or one document, is one part.

    file: its URL.
    digest: the SHA-256 of the whole file.
    first_line: 1 + the line ends before `start`.
    is_last: the file ends with the part.
    begins: the time of its first event as the event spells it; empty if unknown.
    packing: that of a local file, such as `.gz`; empty for a plain one, and for one that Spark unpacks.
    """

    file: str
    digest: bytes
    start: int
    end: int
    first_line: int = 1
    is_last: bool = True
    begins: str = ""
    packing: str = ""

    @property
    def key(self) -> PartKey:
        """The part as the store knows it."""
        return PartKey(self.digest, self.start, self.end)

    @property
    def size_bytes(self) -> int:
        """The size of the part; of a packed file, before it is unpacked."""
        return self.end - self.start


class Opened(NamedTuple):
    """A part, the number of the first line of its content, and the content in pieces."""

    part: Part
    first_line: int
    pieces: Iterator[bytes]


def open_parts(parts: Iterable[Part]) -> Iterator[Opened]:
    """Open the parts of files of this machine, one after the other. Raises HeadwaterError for one that is not there."""
    for part in parts:
        path = Path(part.file.removeprefix(SCHEME))
        try:
            file = path.open("rb")
        except OSError as error:
            raise HeadwaterError(f"{path}: cannot be read where Spark runs: {reason_of(error)}") from error
        with file:
            yield _opened(part, file)


def _opened(part: Part, file: IO[bytes]) -> Opened:
    if part.packing:
        return Opened(part, 1, unpacked(file, part.packing))
    is_cut = False
    if part.start:
        file.seek(part.start - 1)
        is_cut = file.readline() != b"\n"  # that line is of the part before
    return Opened(part, part.first_line + is_cut, _until(file, part.end))


def _until(file: IO[bytes], end: int) -> Iterator[bytes]:
    """Yield the lines that begin before a place."""
    piece = b"\n"
    while (missing := end - file.tell()) > 0 and (piece := file.read(min(missing, PIECE_BYTES))):
        yield piece
    if not piece.endswith(b"\n"):
        yield file.readline()
