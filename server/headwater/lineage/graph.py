"""`graph`: an answer as nodes and edges, for programs that draw it."""

import asyncio
from collections.abc import Sequence
from typing import Final

from headwater.errors import BadRequestError
from headwater.impact.pictures import Folding, Picture
from headwater.lineage.drawing import drawing
from headwater.lineage.impact import Impact
from headwater.store.reader import Reader

DEFAULT_NODES: Final = 300
MAX_UNFOLDED: Final = 100
EDGES_PER_NODE: Final = 5
"""The most edges of a graph, for each of its most nodes: folded nodes may all be linked to each other."""


async def graph(reader: Reader, asked: Impact, max_nodes: int, unfold: Sequence[str], least: Folding) -> Picture | None:
    """Return the nodes and edges of an answer. None if it is too large, or the time was over before.

    unfold: URNs of groups whose members stand alone, as far as max_nodes allows. least: the least folding. Raises
    BadRequestError if unfold is too long.
    """
    if len(unfold) > MAX_UNFOLDED:
        raise BadRequestError(f"unfold: expected at most {MAX_UNFOLDED} URNs, got {len(unfold)}")
    drawn = await drawing(reader, asked)
    if drawn is None:
        return None
    return await asked.deadline.within(asyncio.to_thread(drawn.picture, max_nodes, frozenset(unfold), least))
