"""The nodes of a picture: one row each, or many of one kind folded into one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from functools import cached_property
from hashlib import blake2b

from headwater.impact.pictures.row import AFTER_ALL, Group, Role, Row, State


class Folding(Enum):
    """The rows that share a node."""

    NONE = "NONE"
    """Each row is a node."""

    JOB = "JOB"
    """Runs of one job share a node, and versions of one asset."""

    FLOW = "FLOW"
    """Runs of one flow share a node, and the versions that they wrote."""


@dataclass(frozen=True, eq=False)
class Node:
    """Rows drawn as one node, in the order of time; all have the same role, kinds and certainty."""

    rows: Sequence[Row]
    folding: Folding = Folding.NONE

    @property
    def head(self) -> Row:
        """The first of its rows."""
        return self.rows[0]

    @property
    def group(self) -> Group:
        """The job, asset or flow of its rows."""
        flow = self.head.flow
        return flow if self.folding is Folding.FLOW and flow is not None else self.head.group

    @property
    def urn(self) -> str:
        """The URN of the only row, or of the group."""
        return self.head.urn if self.folding is Folding.NONE else self.group.urn

    @property
    def job(self) -> str | None:
        """The URN of the job of its runs; None for runs without one, that stand for themselves."""
        return None if self.head.group.urn == self.head.urn else self.head.group.urn

    @cached_property
    def key(self) -> str:
        """A name that no other node of the picture has, and that stays when the answer grows."""
        head, parts = self.head, [self.folding.value, self.urn]
        if self.folding is not Folding.NONE:
            parts += [head.role.value, head.certainty.value, *(part.value for kind in head.kinds for part in kind)]
            parts += ["start"] if self.depth == 0 else []
        elif head.role is Role.NEXT:
            parts += [head.role.value, head.group.urn]
        elif head.role is Role.VERSION:
            parts += [head.role.value, head.made_by or "", str(head.attempt)]
        return blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()

    @cached_property
    def name(self) -> str:
        """The name to show, without invisible signs."""
        name = printable(self.group.name)
        return f"data of {name}" if self.head.role is Role.VERSION and self.folding is Folding.FLOW else name

    @property
    def is_fold(self) -> bool:
        """True for several rows."""
        return len(self.rows) > 1

    @property
    def is_open(self) -> bool:
        """True for open writes only."""
        return all(row.is_open for row in self.rows)

    @cached_property
    def kept(self) -> list[str]:
        """The names of the old data that its runs read, since the start had not replaced them."""
        return [printable(name) for name in dict.fromkeys(name for row in self.rows for name in row.kept)]

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

    @cached_property
    def members(self) -> int:
        """The number of jobs or assets."""
        return len({row.group.urn for row in self.rows})

    @cached_property
    def order(self) -> tuple[object, ...]:
        """The place in the order of time, ties by URN; the AT_RISK jobs are last."""
        head = self.head
        return (head.role is Role.NEXT, self.first or AFTER_ALL, head.urn, head.role.value, head.group.urn)

    @property
    def nearest_first(self) -> tuple[object, ...]:
        """The place among the nodes that are left out last: the start, then the nearest, then the AT_RISK jobs."""
        return (self.head.role is not Role.START, self.head.role is Role.NEXT, self.depth, *self.order)


def node_of(rows: Sequence[Row], folding: Folding) -> Node:
    """Return the node of some rows in any order; a single row is not folded."""
    return Node(sorted(rows, key=lambda row: row.order), folding if len(rows) > 1 else Folding.NONE)


def printable(text: str) -> str:
    """Return text without signs that move a cursor, turn the direction of writing, or are invisible."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
