"""The spread of failures among the runs within a run (docs/failed-pipeline.md)."""

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from heapq import heappop, heappush
from operator import itemgetter


class Reason(Enum):
    """The reason why a run depends on another, the strongest first. RETRY occurs only in waits, CONTAINED never."""

    RETRY = "RETRY"
    RUN_REFERENCE = "RUN_REFERENCE"
    JOB_ORDER = "JOB_ORDER"
    CONTAINED = "CONTAINED"
    DATA = "DATA"


STRENGTH = {reason: place for place, reason in enumerate(Reason)}


@dataclass(frozen=True, slots=True)
class Member:
    """A run within another. Times are UTC."""

    run_id: int
    parent_id: int | None
    template_id: int | None
    result: str | None
    """SUCCESS, FAILURE, SKIPPED, UP_FOR_RETRY; None while it is open."""

    attempt: int
    is_numbered: bool
    """True if tries of its work are counted across runs, as Airflow's are."""

    part: str | None
    """Its index among its parent's runs of the same job: Airflow's index of a mapped task."""

    placed_at: datetime | None
    """Its start, or its end if no event told a start."""

    over_at: datetime | None


@dataclass(frozen=True, slots=True)
class Dependency:
    """A run depends on another."""

    upstream_id: int
    downstream_id: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Taken:
    """A run that went down with another, directly (`cause_id`), at a distance from the first failure."""

    run_id: int
    cause_id: int
    reason: Reason
    depth: int


class Family:
    """The runs within a run, in order of start, with tries of the same work joined; only the last try counts."""

    def __init__(self, members: Sequence[Member]) -> None:
        self.members = {member.run_id: member for member in members}
        self.places = {member.run_id: place for place, member in enumerate(members)}
        self.series = tries_of(members)
        """Tries of the same work, each in order: the last one counts."""

        overtaken = {member.run_id for series in self.series for member in series[:-1]}
        self.counted = [member for member in members if not self._is_within(member, overtaken)]
        """The members without overtaken tries and runs within those."""

        self.down = [member for member in self.counted if member.result in ("FAILURE", "SKIPPED")]
        """The counted members that failed, or were skipped."""

    def are_relatives(self, one: int, other: int) -> bool:
        """Return True if one of two runs contains the other."""
        return other in self._above(one) or one in self._above(other)

    def _is_within(self, member: Member, run_ids: set[int]) -> bool:
        return member.run_id in run_ids or any(above in run_ids for above in self._above(member.run_id))

    def _above(self, run_id: int) -> Iterator[int]:
        """Yield the parents of a run among the members, nearest first; each once, even in a cycle."""
        seen = {run_id}
        while (parent := self.members[run_id].parent_id) in self.members and parent not in seen:
            assert parent is not None
            seen.add(parent)
            yield (run_id := parent)


class Propagation:
    """The failures that no other failure explains, and the runs that went down with each."""

    def __init__(self, family: Family, dependencies: Sequence[Dependency]) -> None:
        self._causes = _causes(family, dependencies)
        self.failures: list[Member] = []
        """Failures that no other failure explains, the first first."""

        self.taken: dict[int, tuple[Taken, int]] = {}
        """For each run that went down with a failure, its step and that failure."""

        self.direct: dict[int, Taken] = {}
        """For each run that went down with a failed or skipped run, the step with the strongest reason."""

        for steps in self._causes.values():
            for step in steps:
                known = self.direct.setdefault(step.run_id, step)
                if STRENGTH[step.reason] < STRENGTH[known.reason]:
                    self.direct[step.run_id] = step
        self.despite = _despite(family, dependencies)
        """For each run that succeeded although a run before or within it had failed or been skipped, that step."""

        import networkx as nx  # here, because it takes half a second

        graph = nx.DiGraph()
        graph.add_nodes_from(member.run_id for member in family.down)
        graph.add_edges_from((cause, step.run_id) for cause, steps in self._causes.items() for step in steps)
        cycles = nx.condensation(graph)
        for cycle in nx.topological_sort(cycles):
            for run_id in sorted(cycles.nodes[cycle]["members"], key=family.places.__getitem__):
                member = family.members[run_id]
                if member.result == "FAILURE" and run_id not in self.taken:
                    self.failures.append(member)
                    for step in self.took(run_id):
                        self.taken.setdefault(step.run_id, (step, run_id))
        self.failures.sort(key=lambda member: (_over(member), family.places[member.run_id]))

    def took(self, run_id: int) -> list[Taken]:
        """Return the runs that went down with a run, nearest first."""
        found: dict[int, Taken] = {}
        waiting = deque([(run_id, 0)])
        while waiting:
            cause, depth = waiting.popleft()
            for step in self._causes.get(cause, ()):
                if step.run_id not in found and step.run_id != run_id:
                    found[step.run_id] = Taken(step.run_id, cause, step.reason, depth + 1)
                    waiting.append((step.run_id, depth + 1))
        return list(found.values())


def tries_of(members: Sequence[Member]) -> list[list[Member]]:
    """Return lines of tries: runs of one job and parent, each but the last failed, and followed by its next try.

    The members come in order of start.
    """
    lines: list[list[Member]] = []
    same: Mapping[tuple[int | None, int | None, str | None], _Unfinished] = defaultdict(_Unfinished)
    for member in members:
        if member.template_id is None:
            continue
        unfinished = same[member.parent_id, member.template_id, member.part]
        place = unfinished.take(member)
        if place is None:
            place = len(lines)
            lines.append([])
        lines[place].append(member)
        unfinished.add(place, member)
    return [line for line in lines if len(line) > 1]


class _Unfinished:
    """The unfinished lines of tries of the same work, by their places; thousands may fail at once."""

    def __init__(self) -> None:
        self._failed: list[tuple[datetime, int, int]] = []
        """The failed lines by time: end of the last try, place, and least attempt of the next try."""

        self._over: dict[int, list[int]] = defaultdict(list)
        """For each least attempt, the places of lines whose last try is over now, the first first."""

    def add(self, place: int, last: Member) -> None:
        """Wait for the next try of a line, if its last one failed."""
        if last.result in ("FAILURE", "UP_FOR_RETRY") and last.over_at is not None:
            heappush(self._failed, (last.over_at, place, last.attempt + 1 if last.is_numbered else 0))

    def take(self, member: Member) -> int | None:
        """Return the first line that a run continues: numbered tries by their numbers, others by time."""
        if member.placed_at is None:
            return None
        while self._failed and self._failed[0][0] <= member.placed_at:
            _, place, least_attempt = heappop(self._failed)
            heappush(self._over[least_attempt], place)
        fitting = [places for least_attempt, places in self._over.items() if places and least_attempt <= member.attempt]
        return heappop(min(fitting, key=itemgetter(0))) if fitting else None


def _causes(family: Family, dependencies: Sequence[Dependency]) -> dict[int, list[Taken]]:
    """Return, for each failed or skipped run, the dependent runs that it brings down directly: none ended before it."""
    down = {member.run_id: member for member in family.down}
    pairs = [(step.upstream_id, step.downstream_id, step.reason) for step in _between(family, dependencies)]
    for member in family.down:
        above = down.get(member.parent_id) if member.parent_id is not None else None
        if above is not None and above.result == member.result == "FAILURE":
            inner_is_first = _over(member) <= _over(above)
            pairs.append(
                (member.run_id, above.run_id, Reason.CONTAINED)
                if inner_is_first
                else (above.run_id, member.run_id, Reason.CONTAINED)
            )
    causes: dict[int, list[Taken]] = defaultdict(list)
    seen: set[tuple[int, int]] = set()
    for cause, run_id, reason in sorted(
        pairs, key=lambda pair: (STRENGTH[pair[2]], family.places[pair[0]], family.places[pair[1]])
    ):
        is_new = (cause, run_id) not in seen and cause != run_id
        if is_new and cause in down and run_id in down and _over(down[cause]) <= _over(down[run_id]):
            seen.add((cause, run_id))
            causes[cause].append(Taken(run_id, cause, reason, 1))
    return causes


def _despite(family: Family, dependencies: Sequence[Dependency]) -> dict[int, Taken]:
    """Return, for each success in order of start, a failed or skipped run within it, or over before its start."""
    down = {member.run_id: member for member in family.down}
    successes = {member.run_id: member for member in family.counted if member.result == "SUCCESS"}
    found: dict[int, Taken] = {}
    for step in sorted(
        _between(family, dependencies), key=lambda step: (STRENGTH[step.reason], family.places[step.upstream_id])
    ):
        success, cause = successes.get(step.downstream_id), down.get(step.upstream_id)
        if success and cause and success.placed_at is not None and _over(cause) <= success.placed_at:
            found.setdefault(success.run_id, Taken(success.run_id, cause.run_id, step.reason, 1))
    for cause in family.down:
        if cause.result == "FAILURE" and cause.parent_id in successes:
            found.setdefault(cause.parent_id, Taken(cause.parent_id, cause.run_id, Reason.CONTAINED, 1))
    return {run_id: found[run_id] for run_id in successes if run_id in found}


def _between(family: Family, dependencies: Sequence[Dependency]) -> list[Dependency]:
    """Return dependencies between runs, neither of which contains the other."""
    return [step for step in dependencies if not family.are_relatives(step.upstream_id, step.downstream_id)]


def _over(member: Member) -> datetime:
    assert member.over_at is not None  # it has a result, so an event
    return member.over_at
