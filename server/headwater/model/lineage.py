"""The result of a walk over the store: steps and hops, as arrays.

A step is a run with its attempt, the input that narrows it, and the only output that counts (0: any). A hop leads from
a step by a write to the next step; without a write, by a reference or containment. Times are in microseconds since
2000-01-01 UTC, as in Postgres.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from headwater.model.questions import Direction

Longs = npt.NDArray[np.int64]
Ints = npt.NDArray[np.int32]

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
NEVER = int(np.iinfo(np.int64).max)
ALWAYS = int(np.iinfo(np.int64).min)

NOBODY = 0
"""In place of the run of an implicit version, whose writer is unknown."""

REMAINS = -1
"""In place of the run: the remains of older versions of data (`input_ids`), from a moment (`output_ids`) on."""

POSSIBLE, STREAM_WROTE, STREAM_READ, VERSION_READ, OPEN_WRITE = 1, 2, 4, 8, 16
UNTOLD_COLUMN, INDIRECT_COLUMN = 32, 64
"""The bits of a hop's flags; for columns also: nobody told the written column, or it was used for rows, not values."""


@dataclass(frozen=True, slots=True)
class Steps:
    """Steps; each index is one step."""

    run_ids: Longs
    attempts: Ints
    input_ids: Longs
    output_ids: Longs

    @classmethod
    def of_attempts(cls, run_ids: Longs, attempts: Ints) -> "Steps":
        """Return the steps of whole attempts, with all their reads and writes."""
        zeros = np.zeros(len(run_ids), np.int64)
        return cls(run_ids, attempts, zeros, zeros)

    @classmethod
    def joined(cls, parts: Sequence["Steps"]) -> "Steps":
        """Return the steps of all parts, in their order."""
        every = [part.columns for part in (NO_STEPS, *parts)]
        return cls(*(np.concatenate(columns) for columns in zip(*every, strict=True)))

    def __len__(self) -> int:
        return len(self.run_ids)

    @property
    def columns(self) -> tuple[npt.NDArray[np.integer], ...]:
        """All columns, the run first."""
        return self.run_ids, self.attempts, self.input_ids, self.output_ids

    def picked(self, rows: Longs) -> "Steps":
        """Return only some steps, in the order of rows."""
        return Steps(self.run_ids[rows], self.attempts[rows], self.input_ids[rows], self.output_ids[rows])


NO_STEPS = Steps.of_attempts(np.zeros(0, np.int64), np.zeros(0, np.int32))


@dataclass(frozen=True, slots=True)
class Hops:
    """All steps of a walk, and the hops between them; `from_steps` and `to_steps` are indexes of `steps`.

    Both are sorted by time, then by URNs (`store/walk_order.py`), so that the order is the same in any store.

    A hop with `to_steps` -1 ends at its write: nobody saw it. A hop with `edge_ids` 0 has no write.
    """

    steps: Steps
    are_starts: npt.NDArray[np.bool_]
    from_steps: Ints
    to_steps: Ints
    edge_ids: Longs
    attempts: Ints
    """The attempt that wrote; with the edge it names the version."""

    writer_ids: Longs
    """The run that wrote; 0 for a hop without a write."""

    asset_ids: Longs
    """The written asset; 0 for a hop without a write."""

    writes: Longs
    """The rank of the write among all, by time, then by URN of run and asset; from 1. 0 for a hop without a write."""

    moments: Longs
    flags: Ints
    sinces: Longs
    """The start of the read; for a hop without a write, the time when both runs were created."""

    untils: Longs
    """The end of the read; for a hop without a write, the end of the dependent run."""

    written_untils: Longs
    """The end of the write."""

    start_untils: Longs
    """For each step that is a start, the end of the start's write; later data are not in it."""

    is_truncated: bool
    """True if a limit of steps or time ended the walk."""

    def __len__(self) -> int:
        return len(self.from_steps)

    def picked(self, rows: Longs) -> Self:
        """Return only some hops, in the order of rows, with all steps."""
        return replace(self, **{name: getattr(self, name)[rows] for name in _OF_HOPS})

    def of_steps(self, rows: Longs) -> Self:
        """Return the same hops with only some steps, in the order of rows. All hops are between these."""
        places = np.full(len(self.steps) + 1, -1, np.int32)
        places[rows] = np.arange(len(rows))
        return replace(
            self,
            steps=self.steps.picked(rows),
            are_starts=self.are_starts[rows],
            start_untils=self.start_untils[rows],
            from_steps=places[self.from_steps],
            to_steps=places[self.to_steps],
        )

    def first_times(self, direction: Direction) -> Longs:
        """Return each step's first time of reading (upstream: writing) or being named; starts come before all."""
        is_upstream = direction is Direction.UPSTREAM
        of_hops = np.where((self.edge_ids != 0) & is_upstream, self.moments, self.sinces)
        onward = self.to_steps >= 0
        times = np.full(len(self.steps), NEVER, np.int64)
        np.minimum.at(times, self.to_steps[onward], of_hops[onward])
        times[self.are_starts] = ALWAYS
        return times

    @classmethod
    def given_up(cls) -> "Hops":
        """Return the hops of a walk that found nothing in its time: none."""
        longs, ints = np.zeros(0, np.int64), np.zeros(0, np.int32)
        none: dict[str, Any] = dict.fromkeys(_OF_HOPS, longs)
        none |= dict.fromkeys(("from_steps", "to_steps", "attempts", "flags"), ints)
        steps = Steps(longs, ints, longs, longs)
        return cls(steps=steps, are_starts=longs.astype(bool), start_untils=longs, is_truncated=True, **none)


@dataclass(frozen=True, eq=False, slots=True)
class KeptHops:
    """Hops from kept steps, as Postgres keeps them; those that end at their write have the run 0 as their end."""

    from_steps: Ints
    """The index of the kept step."""

    to_steps: Steps
    moments: Longs
    flags: Ints
    sinces: Longs
    written_untils: Longs


NO_HOPS = KeptHops(NO_STEPS.attempts, NO_STEPS, NO_STEPS.run_ids, NO_STEPS.attempts, NO_STEPS.run_ids, NO_STEPS.run_ids)


_OF_HOPS = (
    *("from_steps", "to_steps", "edge_ids", "attempts", "writer_ids", "asset_ids", "writes"),
    *("moments", "flags", "sinces", "untils", "written_untils"),
)
"""The columns with one value for each hop."""


def arrivals(moments: Longs, flags: Ints, sinces: Longs) -> Longs:
    """Return the time at which each hop by a write reaches its end: when the write was made and the read has begun."""
    return np.where((flags & VERSION_READ) != 0, sinces, np.maximum(sinces, moments))


def to_micros(moment: datetime) -> int:
    """Convert a time to Postgres's microseconds."""
    return (moment - EPOCH) // timedelta(microseconds=1)


def to_moment(micros: int) -> datetime | None:
    """Convert Postgres's microseconds to a time; None for infinity or no time."""
    return None if micros in (NEVER, ALWAYS) else EPOCH + timedelta(microseconds=micros)
