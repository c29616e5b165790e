"""The picture of an answer: nodes in the order of time, and the links between them.

Names come from events and may contain anything: nodes show them without invisible signs, and each rendering escapes the
rest.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from headwater.impact.pictures.folding import folded
from headwater.impact.pictures.node import Folding, Node, node_of, printable
from headwater.impact.pictures.row import Role, Row

Links = npt.NDArray[np.int64]
"""Pairs of places: from, to."""

_FOLDED = {
    Folding.JOB: "Runs of one job are folded, and versions of one asset.",
    Folding.FLOW: "Runs of one flow are folded, and the versions that they wrote; others by job and asset.",
}


@dataclass(frozen=True, eq=False)
class Picture:
    """The content of all renderings."""

    title: str
    remarks: Sequence[str]
    """Sentences about the answer."""

    nodes: Sequence[Node]
    """In the order of time, ties by URN; the AT_RISK jobs are last."""

    edges: Sequence[tuple[int, int]]
    """From the number of a node to the number of its reader or product; sorted."""

    counts: Sequence[int]
    """The number of links in each edge."""

    omitted: Sequence[Node] = ()
    """The nodes that are left out: the farthest."""

    @cached_property
    def folding(self) -> Folding:
        """The widest folding of a node."""
        used = {node.folding for node in self.nodes}
        return next(folding for folding in reversed(Folding) if folding in used or folding is Folding.NONE)

    @cached_property
    def notes(self) -> list[str]:
        """Sentences about the whole."""
        folded = [_FOLDED[self.folding]] if self.folding in _FOLDED else []
        left_out = [f"{len(self.omitted)} more are left out, the farthest."] if self.omitted else []
        return [*map(printable, self.remarks), *folded, *left_out]

    def before(self, number: int, *roles: Role) -> list[int]:
        """Return the nodes of some roles with edges to a node, by number."""
        return [tail for tail in self._ends[1].get(number, ()) if self.nodes[tail].head.role in roles]

    def after(self, number: int, *roles: Role) -> list[int]:
        """Return the nodes of some roles with edges from a node, by number."""
        return [head for head in self._ends[0].get(number, ()) if self.nodes[head].head.role in roles]

    def nearest_edges(self, most: int) -> list[tuple[tuple[int, int], int]]:
        """Return at most so many edges with their counts, those between the nearest nodes; sorted as all edges."""
        ranked = sorted(
            range(len(self.edges)),
            key=lambda place: (max(self.nodes[number].depth for number in self.edges[place]), place),
        )
        return [(self.edges[place], self.counts[place]) for place in sorted(ranked[:most])]

    @cached_property
    def listed(self) -> list[int]:
        """The numbers of the nodes with their own line; a version is on its writer's line, if that is shown."""
        return [
            number
            for number, node in enumerate(self.nodes)
            if node.head.role is not Role.VERSION or not self.before(number, Role.START, Role.RUN)
        ]

    @cached_property
    def _ends(self) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """The heads by tail, and the tails by head."""
        heads: dict[int, list[int]] = {}
        tails: dict[int, list[int]] = {}
        for tail, head in self.edges:
            heads.setdefault(tail, []).append(head)
            tails.setdefault(head, []).append(tail)
        return heads, tails


def picture(
    title: str,
    remarks: Sequence[str],
    rows: Sequence[Row],
    links: Links,
    max_nodes: int,
    unfold: Collection[str] = (),
    least: Folding = Folding.NONE,
) -> Picture:
    """Return the picture of rows and the links between their places.

    Folds at least as far as `least`, and more than max_nodes rows farther, except those of the jobs, assets and flows
    in `unfold`, given by URN. If that is still too much, the farthest nodes are left out.
    """
    found = [
        (node_of([rows[place] for place in fold.places], fold.folding), fold.places)
        for fold in folded(rows, max_nodes, unfold, least)
    ]
    found.sort(key=lambda pair: pair[0].nearest_first)
    shown = sorted(found[:max_nodes], key=lambda pair: pair[0].order)
    number_of = np.full(len(rows), -1, np.int64)
    for number, (_, places) in enumerate(shown):
        number_of[places] = number
    edges, counts = _edges(number_of, links)
    omitted = [node for node, _ in found[max_nodes:]]
    return Picture(printable(title), remarks, [node for node, _ in shown], edges, counts, omitted)


def _edges(number_of: npt.NDArray[np.int64], links: Links) -> tuple[list[tuple[int, int]], list[int]]:
    ends = number_of[links]
    drawn = ends[(ends >= 0).all(axis=1) & (ends[:, 0] != ends[:, 1])]
    pairs, counts = counted(drawn)
    return [(tail, head) for tail, head in pairs.tolist()], counts.tolist()


def counted(pairs: Links) -> tuple[Links, npt.NDArray[np.int64]]:
    """Return the distinct pairs in order, and the number of each. A sort of numbers takes a tenth of one of rows."""
    width = int(pairs.max(initial=0)) + 1
    keys, counts = np.unique(pairs[:, 0] * width + pairs[:, 1], return_counts=True)
    return np.stack(np.divmod(keys, width), axis=1), counts
