"""The JSON records of a part of a file, read piece by piece: memory holds a few records, never the file.

A file has a record a line, or is one or several JSON documents of any number of lines. A broken
document gives its readable records, and records with an error for the rest.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from headwater.dialects.documents import Record, placed, placed_records
from headwater.dialects.openlineage.marquez import event_of_row, is_header
from headwater.loader.document import Document, spans_lines
from headwater.loader.window import Window


class Placed(NamedTuple):
    """A record: its file, or file#n as the n-th item of its document; that document's first line; its place there."""

    source: str
    line: int
    place: int
    record: Record


def read_records(pieces: Iterator[bytes], file: str, first_line: int, *, is_start: bool) -> Iterator[Placed]:
    """Yield the records of a part; is_start: it begins its file. A damaged part ends with an error."""
    window = Window(pieces, first_line)
    while is_start and window.fill() and spans_lines(window.content):
        line, document = window.line, Document(window)
        yield from _in_order(placed(document.records(), file), line)
        is_start = not document.is_broken
    for line, text in window.lines():
        if not (line == 1 and is_header(text)):
            yield from _in_order(placed_records(event_of_row(text) or text, file), line)
    if window.damage is not None:
        yield Placed(file, window.line, 0, Record(None, window.content, window.damage))


def _in_order(records: Iterable[tuple[str, Record]], line: int) -> Iterator[Placed]:
    for place, (source, record) in enumerate(records):
        yield Placed(source, line, place, record)
