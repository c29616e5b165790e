"""`failurePropagation`: the spread of failures among the runs within a run (docs/failed-pipeline.md)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from headwater.impact.propagation import Dependency, Family, Member, Propagation, Reason, Taken
from headwater.lineage.members import members_of_runs, to_member
from headwater.store.reader import Reader

_ENDED = ("SUCCESS", "FAILURE", "SKIPPED")


@dataclass(frozen=True, slots=True)
class DependentRun:
    """A run that failed or was skipped with another, or that succeeded all the same."""

    run_id: int
    cause_id: int
    """The failed or skipped run that it depends on directly."""

    reason: Reason
    depth: int
    """The number of hops from the failure, or from the cause if there is none."""

    failure_id: int | None
    """The original failure; None if only skipped runs explain it."""


@dataclass(frozen=True, slots=True)
class Retries:
    """Runs that tried the same work again, each a run of its own or an attempt of one."""

    run_ids: list[int]
    """The tries that are runs of their own, the last one last."""

    attempts: int
    """The number of the last try, or of runs."""


@dataclass(frozen=True, slots=True)
class OutcomeCounts:
    """The numbers of runs within a run, by outcome; tries that another followed do not count."""

    total: int
    succeeded: int
    failed: int
    skipped: int
    unfinished: int


class Failures:
    """The spread of failures among the runs within a run."""

    def __init__(self, family: Family, dependencies: Sequence[Dependency], *, is_complete: bool) -> None:
        self._family = family
        self._propagation = Propagation(family, dependencies)
        self.checked = len(family.members)
        self.is_complete = is_complete
        """True if the answer covers all runs within it."""

    @property
    def failures(self) -> list[Member]:
        """The failures that no other failure explains, in order of time."""
        return self._propagation.failures

    @property
    def counts(self) -> OutcomeCounts:
        """The numbers of runs by outcome."""
        results = [member.result for member in self._family.counted]
        succeeded, failed, skipped = (results.count(word) for word in _ENDED)
        return OutcomeCounts(len(results), succeeded, failed, skipped, len(results) - succeeded - failed - skipped)

    @cached_property
    def skipped(self) -> list[int]:
        """The skipped runs, in order of start."""
        return [member.run_id for member in self._family.down if member.result == "SKIPPED"]

    @cached_property
    def unfinished(self) -> list[int]:
        """The runs that reported no end, or wait for another try, in order of start."""
        return [member.run_id for member in self._family.counted if member.result not in _ENDED]

    @cached_property
    def retried(self) -> list[Retries]:
        """Lines of runs, and runs with several attempts; the number of a last try counts unreported ones too."""
        first = {series[-1].run_id: series for series in self._family.series}
        lines = [first.get(member.run_id, [member]) for member in self._family.counted]
        tries = [Retries([one.run_id for one in line], max(len(line), line[-1].attempt)) for line in lines]
        return [one for one in tries if one.attempts > 1]

    @cached_property
    def succeeded_anyway(self) -> list[DependentRun]:
        """The runs that succeeded although they depend on, or contain, a failed or skipped run."""
        despite = self._propagation.despite.values()
        return [_dependent(taken, self._failure_behind(taken.cause_id)) for taken in despite]

    def took(self, failure_id: int) -> list[DependentRun]:
        """Return the runs that a failure brought down, the nearest first."""
        return [_dependent(taken, failure_id) for taken in self._propagation.took(failure_id)]

    def because(self, run_id: int) -> DependentRun | None:
        """Return the reason for a skipped run; None if no failed or skipped run explains it."""
        if run_id in self._propagation.taken:
            return _dependent(*self._propagation.taken[run_id])
        direct = self._propagation.direct.get(run_id)
        return None if direct is None else _dependent(direct, None)

    def _failure_behind(self, run_id: int) -> int | None:
        if run_id in self._propagation.taken:
            return self._propagation.taken[run_id][1]
        return run_id if self._family.members[run_id].result == "FAILURE" else None


async def failures_of_runs(reader: Reader, run_ids: Sequence[int]) -> list[Failures]:
    """Return the spread of failures within each run."""
    members = await members_of_runs(reader, run_ids)
    families = [Family([to_member(row) for row in one.rows]) for one in members]
    groups = {
        number: (_ids(family.down), _ids(family.counted)) for number, family in enumerate(families) if family.down
    }
    found = await reader.pipelines.dependencies([*groups.values()]) if groups else []
    rows = dict(zip(groups, found, strict=True))
    return [
        Failures(
            family,
            [
                Dependency(row["upstream_id"], row["downstream_id"], Reason(row["reason"]))
                for row in rows.get(place, ())
            ],
            is_complete=members[place].is_complete,
        )
        for place, family in enumerate(families)
    ]


def _dependent(taken: Taken, failure_id: int | None) -> DependentRun:
    return DependentRun(taken.run_id, taken.cause_id, taken.reason, taken.depth, failure_id)


def _ids(members: Iterable[Member]) -> tuple[int, ...]:
    return tuple(member.run_id for member in members)
