"""Rows in columns, as the lists of commands print them."""

from collections.abc import Sequence
from datetime import datetime

from headwater.texts import printable


def table(titles: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Lines of aligned columns under their titles; times without fractions of a second, nothing as a dash."""
    lines = [list(titles), *([_cell(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return value.isoformat(sep=" ", timespec="seconds") if isinstance(value, datetime) else printable(str(value))
