"""Rows of Marquez's table `lineage_events`, as `\\copy` of psql writes them: in CSV, or as text with tabs.

The column `event` is the only one whose values are JSON objects. Columns before it need no quotes: a time stands there.
"""

import re

_CSV_EVENT = re.compile(rb'(?:[^",{]*,)*"(\{(?:[^"]+|"")*)"(?:,.*)?')
_TEXT_EVENT = re.compile(rb'(?:[^\t"{]*\t)+(\{[^\t]*)(?:\t.*)?')
_ESCAPED = re.compile(rb"\\(.)")
_HEADER = re.compile(rb"(?:[a-z_]+,)*event(?:,[a-z_]+)*")
_JSON_BEGINS = (b"{", b"[")


def event_of_row(line: bytes) -> bytes | None:
    """Return the event of a row; None for a line that is no row, such as JSON."""
    row = line.strip(b"\r\n")
    if row.lstrip().startswith(_JSON_BEGINS):
        return None
    if found := _CSV_EVENT.fullmatch(row):
        return found[1].replace(b'""', b'"')
    if found := _TEXT_EVENT.fullmatch(row):
        return _ESCAPED.sub(rb"\1", found[1])
    return None


def is_header(line: bytes) -> bool:
    """Return True for the names of columns, in the first line of a CSV."""
    return _HEADER.fullmatch(line.strip()) is not None
