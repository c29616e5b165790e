"""The place where a walk down from one point meets a walk up from another (docs/impact.md)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from headwater.impact.answer import Answer
from headwater.lineage.impact import Impact
from headwater.model.lineage import Longs, to_moment
from headwater.model.questions import Kind
from headwater.store.paths import Gap, Update
from headwater.store.reader import Reader
from headwater.threads import in_thread

MOST_GAPS: Final = 100
"""The most data whose updates are looked at for one meeting, those with the least time between. Most end at once."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A version that was certainly affected, and one that certainly affected the other end, by their indices."""

    down: int
    up: int

    updates: Sequence[Update] = ()
    """The runs that made the second version from the first one, in order; none if it is the same version."""


async def meeting(reader: Reader, down: Impact, up: Impact) -> Meeting | None:
    """Return a meeting of two walks: at a version of both, or along the updates of data from their own content.

    A version counts at its moment, however it was reached: so a path to it and a path from it are one. Streams and
    open writes count as long as they go on, so walks do not meet there.
    """
    ours, theirs = [await in_thread(len(one.versions), _versions, one) for one in (down.answer, up.answer)]
    if (same := _nearest(down.answer, ours, up.answer, theirs)) is not None:
        return same
    classes = [
        await reader.walks.classes_of_versions(asked.answer.versions.ids[rows])
        for asked, rows in ((down, ours), (up, theirs))
    ]
    pairs = sorted(_pairs(down.answer.versions.moments[ours], up.answer.versions.moments[theirs], *classes))[:MOST_GAPS]
    if not pairs:
        return None
    found = await reader.paths.updates_between([pair.gap for pair in pairs], down.question.point_in_time)
    if found is None:
        return None
    place, updates = found
    return Meeting(int(ours[pairs[place].down]), int(theirs[pairs[place].up]), updates)


def _versions(answer: Answer) -> Longs:
    """Return the indices of the versions at which walks can meet: certain, and each of one moment."""
    versions = answer.versions
    can_meet = versions.are_certain & (versions.nodes >= 0)
    for number, finding in enumerate(answer.findings):
        own = np.flatnonzero(can_meet & (versions.findings == number))
        written = finding.paths.versions
        places = versions.nodes[own] - len(finding.paths.hops.steps)
        goes_on = (written.made_by_streams | written.are_open)[places]
        can_meet[own] = ~goes_on & (finding.kind is Kind.CONTAMINATED)
    return np.flatnonzero(can_meet)


def _nearest(down: Answer, ours: Longs, up: Answer, theirs: Longs) -> Meeting | None:
    """Return the meeting at one version with the fewest runs on its path."""
    rows = {key: row for row in theirs.tolist() for key in [_key(up, row)]}
    both = [(row, rows[key]) for row in ours.tolist() if (key := _key(down, row)) in rows]
    depths = down.versions.depths, up.versions.depths
    nearest = min(both, key=lambda pair: int(depths[0][pair[0]] + depths[1][pair[1]]), default=None)
    return None if nearest is None else Meeting(*nearest)


def _key(answer: Answer, row: int) -> tuple[int, int]:
    return int(answer.versions.ids[row]), int(answer.versions.attempts[row])


@dataclass(frozen=True, slots=True, order=True)
class _Pair:
    """The nearest versions of data that the two walks reached: their times, and their places among these."""

    micros_between: int
    class_id: int
    since: int
    until: int
    down: int
    up: int

    @property
    def gap(self) -> Gap:
        """The time between them."""
        since, until = to_moment(self.since), to_moment(self.until)
        assert since is not None
        assert until is not None
        return Gap(self.class_id, since, until)


def _pairs(down: Longs, up: Longs, down_classes: Longs, up_classes: Longs) -> Iterator[_Pair]:
    """Yield, for data that both walks reached, the last version down before one up, and the next one up after it."""
    for class_id in np.intersect1d(down_classes, up_classes).tolist():
        ours, theirs = np.flatnonzero(down_classes == class_id), np.flatnonzero(up_classes == class_id)
        ours = ours[down[ours] < up[theirs].max()]
        if len(ours):
            first = int(ours[np.argmax(down[ours])])
            theirs = theirs[up[theirs] > down[first]]
            last = int(theirs[np.argmin(up[theirs])])
            since, until = int(down[first]), int(up[last])
            yield _Pair(until - since, class_id, since, until, first, last)
