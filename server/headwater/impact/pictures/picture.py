"""The picture of an answer: nodes in the order of time, and the links between them.

A node is one run, version or job, or many of one kind grouped into one. Names come from events and may contain anything:
here they lose invisible signs, and each rendering escapes the rest.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from functools import cached_property

import numpy as np
import numpy.typing as npt

from headwater.model.questions import Certainty, Kind

Links = npt.NDArray[np.int64]
"""Pairs of places: from, to."""

_AFTER_ALL = datetime.max.replace(tzinfo=UTC)


class Role(Enum):
    """The role of a node in a picture."""

    START = "START"
    RUN = "RUN"
    VERSION = "VERSION"
    NEXT = "NEXT"
    """A job that is AT_RISK, by its latest run."""


class State(Enum):
    """The state of a run, as a picture shows it."""

    SUCCESS = "SUCCESS"
    FAILURE = "FAILURE"
    SKIPPED = "SKIPPED"
    UP_FOR_RETRY = "UP_FOR_RETRY"
    STARTED = "STARTED"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True, slots=True)
class Row:
    """A run, a version or a job of an answer. Times are UTC; None: not known."""

    role: Role
    urn: str
    """The URN of the run, or of the version's asset."""

    name: str
    """The name of the run's job, or of the version's asset."""

    group: str
    """The URN of the job or asset whose rows are grouped into one."""

    began: datetime | None
    """The start of a run; the time when a version was written."""

    ended: datetime | None = None
    state: State = State.UNKNOWN
    kind: Kind | None = None
    certainty: Certainty = Certainty.CERTAIN
    also: tuple[tuple[Kind, Certainty], ...] = ()
    """Other kinds that hold for it, less surely or as surely."""

    depth: int = 0
    is_again: bool = False
    """True for a job AT_RISK that has run since the write of each version that it would read."""


@dataclass(frozen=True, eq=False)
class Node:
    """Rows drawn as one node: a single row, or several grouped ones, in the order of time."""

    rows: Sequence[Row]

    @property
    def head(self) -> Row:
        """The first of its rows; all have the same role, name, kinds and certainty."""
        return self.rows[0]

    @property
    def is_fold(self) -> bool:
        """True for several rows."""
        return len(self.rows) > 1

    @cached_property
    def depth(self) -> int:
        """The distance of the nearest row, in runs."""
        return min(row.depth for row in self.rows)

    @cached_property
    def first(self) -> datetime | None:
        """The first start."""
        return min((row.began for row in self.rows if row.began), default=None)

    @cached_property
    def last(self) -> datetime | None:
        """The last end; for a row that goes on, its start."""
        return max((time for row in self.rows if (time := row.ended or row.began)), default=None)

    @cached_property
    def states(self) -> Counter[State]:
        """The number of rows in each state."""
        return Counter(row.state for row in self.rows)

    @property
    def state(self) -> State | None:
        """The common state of all rows; None if they differ."""
        return self.head.state if len(self.states) == 1 else None


@dataclass(frozen=True, eq=False)
class Picture:
    """The content of all renderings."""

    title: str
    notes: Sequence[str]
    """Sentences about the whole."""

    nodes: Sequence[Node]
    """In the order of time, ties by URN; the AT_RISK jobs are last."""

    edges: Sequence[tuple[int, int]]
    """From the number of a node to the number of its reader or product; sorted."""

    def before(self, number: int, *roles: Role) -> list[int]:
        """Return the nodes of some roles with edges to a node, by number."""
        return [tail for tail in self._ends[1].get(number, ()) if self.nodes[tail].head.role in roles]

    def after(self, number: int, *roles: Role) -> list[int]:
        """Return the nodes of some roles with edges from a node, by number."""
        return [head for head in self._ends[0].get(number, ()) if self.nodes[head].head.role in roles]

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


def picture(title: str, notes: Sequence[str], rows: Sequence[Row], links: Links, max_nodes: int) -> Picture:
    """Return the picture of rows and the links between their places.

    More rows than max_nodes are grouped: runs of one job, versions of one asset. If that is still too much, the farthest
    nodes are left out, and a note says so.
    """
    groups = _grouped(rows) if len(rows) > max_nodes else [[place] for place in range(len(rows))]
    nodes = sorted(
        ((Node(_by_time([rows[place] for place in group])), group) for group in groups),
        key=lambda pair: _nearest_first(pair[0]),
    )
    shown = sorted(nodes[:max_nodes], key=lambda pair: _order(pair[0]))
    said = [*notes]
    if len(groups) < len(rows):
        said.append("Runs of one job are grouped, and versions of one asset.")
    if len(shown) < len(nodes):
        said.append(f"{len(nodes) - len(shown)} more are left out, the farthest.")
    number_of = np.full(len(rows), -1, np.int64)
    for number, (_, group) in enumerate(shown):
        number_of[group] = number
    return Picture(
        printable(title),
        [printable(note) for note in said],
        [_clean(node) for node, _ in shown],
        _edges(number_of, links),
    )


def printable(text: str) -> str:
    """Return text without signs that move a cursor, turn the direction of writing, or are invisible."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def _grouped(rows: Sequence[Row]) -> list[list[int]]:
    """Return the places of the rows of each node: alike in role, job or asset, kinds and certainty."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for place, row in enumerate(rows):
        groups.setdefault((row.role, row.group, row.kind, row.certainty, row.also), []).append(place)
    return list(groups.values())


def _by_time(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (row.began or _AFTER_ALL, row.urn))


def _order(node: Node) -> tuple[object, ...]:
    head = node.head
    return (head.role is Role.NEXT, node.first or _AFTER_ALL, head.urn, head.role.value, head.group)


def _nearest_first(node: Node) -> tuple[object, ...]:
    return (node.head.role is not Role.START, node.head.role is Role.NEXT, node.depth, *_order(node))


def _clean(node: Node) -> Node:
    head = node.head
    clean = replace(head, name=printable(head.name), urn=printable(head.urn))
    return node if clean == head else Node([clean, *node.rows[1:]])


def _edges(number_of: npt.NDArray[np.int64], links: Links) -> list[tuple[int, int]]:
    ends = number_of[links]
    drawn = ends[(ends >= 0).all(axis=1) & (ends[:, 0] != ends[:, 1])]
    return [(int(tail), int(head)) for tail, head in np.unique(drawn, axis=0)]
