"""What a walk over the store gives: steps and hops, as arrays.

A step is a run with what it is known by: its attempt, the input that it narrows, the output that alone counts (0: any).
A hop leads from a step by a write to the next step; without a write it is a reference or containment. Times are in
microseconds since 2000-01-01 UTC, as Postgres keeps them.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
import numpy.typing as npt

from headwater.model.questions import Direction

Longs = npt.NDArray[np.int64]
Ints = npt.NDArray[np.int32]

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
NEVER = int(np.iinfo(np.int64).max)
ALWAYS = int(np.iinfo(np.int64).min)

NOBODY = 0
"""In place of the run of an implicit version, which nobody is known to have made."""

POSSIBLE, STREAM_WROTE, STREAM_READ, VERSION_READ, OPEN_WRITE = 1, 2, 4, 8, 16
"""What a hop's flags say."""


@dataclass(frozen=True, slots=True)
class Steps:
    """Steps, one an index."""

    run_ids: Longs
    attempts: Ints
    input_ids: Longs
    output_ids: Longs

    def __len__(self) -> int:
        return len(self.run_ids)


@dataclass(frozen=True, slots=True)
class Hops:
    """All steps that a walk met, and the hops between them; `from_steps` and `to_steps` count in `steps`.

    All are in the order of time, then of URNs (`store/walk_order.py`): the first of several is the same in any store.

    A hop with `to_steps` -1 ends at its write: nobody saw it. One with `edge_ids` 0 has no write.
    """

    steps: Steps
    are_starts: npt.NDArray[np.bool_]
    from_steps: Ints
    to_steps: Ints
    edge_ids: Longs
    attempts: Ints
    """The attempt that wrote; with the edge it names the version."""

    writes: Longs
    """The place of the write among all, by time, then by URN of run and asset; from 1 on, 0 for a hop without."""

    moments: Longs
    flags: Ints
    sinces: Longs
    """When the read began; of a hop without a write when both runs were created."""

    untils: Longs
    """When the read was over; of a hop without a write when the run was that depends on the other."""

    written_untils: Longs
    """When the write was over."""

    start_untils: Longs
    """For each step, if it is a start, when what it starts from was over: what comes later is not in it."""

    is_truncated: bool
    """True if a limit of steps or time ended the walk."""

    def __len__(self) -> int:
        return len(self.from_steps)

    def first_times(self, direction: Direction) -> Longs:
        """For each step when it was first read by (upstream: wrote), or named; starts are before all."""
        is_upstream = direction is Direction.UPSTREAM
        of_hops = np.where((self.edge_ids != 0) & is_upstream, self.moments, self.sinces)
        onward = self.to_steps >= 0
        times = np.full(len(self.steps), NEVER, np.int64)
        np.minimum.at(times, self.to_steps[onward], of_hops[onward])
        times[self.are_starts] = ALWAYS
        return times

    @classmethod
    def given_up(cls) -> "Hops":
        """The hops of a walk that found nothing in its time: none."""
        longs, ints = np.zeros(0, np.int64), np.zeros(0, np.int32)
        steps = Steps(longs, ints, longs, longs)
        return cls(
            steps, longs.astype(bool), ints, ints, longs, ints, longs, longs, ints, longs, longs, longs, longs, True
        )


def to_micros(moment: datetime) -> int:
    """A moment as Postgres keeps it."""
    return (moment - EPOCH) // timedelta(microseconds=1)


def to_moment(micros: int) -> datetime | None:
    """The moment; None for infinity and where there is none."""
    return None if micros in (NEVER, ALWAYS) else EPOCH + timedelta(microseconds=micros)
