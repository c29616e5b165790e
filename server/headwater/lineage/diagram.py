"""`diagram`: an answer as a picture, for people."""

import asyncio
from enum import Enum
from typing import Final

from headwater.errors import BadRequestError
from headwater.impact.pictures import mermaid, svg, text
from headwater.lineage.drawing import drawing
from headwater.lineage.impact import Impact
from headwater.store.reader import Reader

DEFAULT_DRAWN: Final = 60
MAX_DRAWN: Final = 1000


class DiagramFormat(Enum):
    """The formats of a diagram."""

    MERMAID = "MERMAID"
    SVG = "SVG"
    TEXT = "TEXT"


_RENDERINGS = {DiagramFormat.MERMAID: mermaid, DiagramFormat.SVG: svg, DiagramFormat.TEXT: text}


async def diagram(reader: Reader, asked: Impact, form: DiagramFormat, max_nodes: int | None = None) -> str | None:
    """Draw an answer in a format. None if it is too large, or the time was over before.

    Raises BadRequestError if max_nodes is out of bounds.
    """
    max_nodes = checked_max_nodes(max_nodes, DEFAULT_DRAWN)
    drawn = await drawing(reader, asked)
    if drawn is None:
        return None
    return await asked.deadline.within(asyncio.to_thread(lambda: _RENDERINGS[form](drawn.picture(max_nodes))))


def checked_max_nodes(given: int | None, default: int) -> int:
    """Return a number of nodes, by default the default. Raises BadRequestError if it is out of bounds."""
    max_nodes = default if given is None else given
    if not 1 <= max_nodes <= MAX_DRAWN:
        raise BadRequestError(f"maxNodes: expected 1 to {MAX_DRAWN}, got {max_nodes}")
    return max_nodes
