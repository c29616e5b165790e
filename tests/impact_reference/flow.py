"""The flow of time: the reached places, their times, and their distances in runs."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from impact_reference.asking import Column, Run
from impact_reference.lost_ends import end_of
from impact_reference.sight import certainly_sees, possibly_sees
from impact_reference.world import Part, Read, World
from impact_reference.writes import NOBODY, Write

BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class AffectedRun:
    """An affected run: by some of its reads, or as a whole."""

    run: Run
    by: Part | None = None


@dataclass(frozen=True)
class WholeRun:
    """A run affected without a read: as the parent of an affected run, or by naming one as upstream."""

    run: Run


@dataclass(frozen=True)
class InColumn:
    """A place reached by a column: of a write, or of what a read or a run read. None: by no known column."""

    place: Write | Read | AffectedRun | WholeRun
    column: Column | None

    @property
    def run(self) -> Run:
        return self.place.run


Place = Write | Read | AffectedRun | WholeRun | InColumn


def bare(place: Place) -> Write | Read | AffectedRun | WholeRun:
    """Return a place without its column."""
    return place.place if isinstance(place, InColumn) else place


@dataclass(frozen=True, eq=False)
class Step:
    """A step from place to place; to another run or not."""

    source: Place
    target: Place
    is_certain: bool
    runs: int


def steps(world: World) -> list[Step]:
    """Return all steps downstream, at whatever times they are reached."""
    found = [*steps_of_reads(world), *steps_of_references(world)]
    if world.question.containment:
        found += steps_of_containment(world)
    whole = [AffectedRun(step.target.run) for step in found if isinstance(step.target, WholeRun)]
    for run in {place.run for place in whole}:
        found.append(Step(WholeRun(run), AffectedRun(run), is_certain=True, runs=0))
        found += [Step(WholeRun(run), write, write.is_version, runs=0) for write in world.made_by(run)]
    return found


def steps_of_reads(world: World) -> Iterator[Step]:
    """Yield steps from versions to the runs that saw them, and on to the versions that these runs made from them.

    A run without a version passes nothing on; certainty POSSIBLE also follows open writes.
    """
    for read in world.reads:
        for write in world.writes:
            if certainly_sees(world, read, write):
                yield Step(write, read, is_certain=True, runs=1)
            elif possibly_sees(world, read, write):
                yield Step(write, read, is_certain=False, runs=1)
        affected = AffectedRun(read.run, world.part_of(read))
        yield Step(read, affected, is_certain=True, runs=0)
        for write in world.made_from(read):
            yield Step(affected, write, is_certain=write.is_version, runs=0)


def affected_runs(world: World, run: Run) -> set[AffectedRun]:
    """Return a run as a whole, and by each part of its reads."""
    return {AffectedRun(run)} | {AffectedRun(run, world.part_of(read)) for read in world.reads if read.run == run}


def steps_of_references(world: World) -> Iterator[Step]:
    """Yield steps to runs that name an upstream run.

    They are CERTAIN if the upstream run succeeded (its state) or has no event, else POSSIBLE.
    """
    for run in world.attempts:
        for upstream in world.upstream_runs(run):
            state = world.state(upstream)
            is_certain = upstream not in world.attempts or (state is not None and state.result == "SUCCESS")
            for affected in affected_runs(world, upstream):
                yield Step(affected, WholeRun(run), is_certain, runs=1)


def steps_of_containment(world: World) -> Iterator[Step]:
    """Yield steps to parents: with `containment: true`, an affected run affects its parent."""
    for run in world.known_runs():
        parent = world.family.parent(run)
        if parent is not None:
            for affected in affected_runs(world, run):
                yield Step(affected, WholeRun(parent), is_certain=True, runs=1)


def passes(world: World, step: Step, reached: datetime, only_certain: bool) -> bool:
    """Return true if a step passes on.

    A read without a version id passes on only data reached by its end. The data is certain only if reached by its begin
    (plus tolerance), or if the reader streams.
    """
    if only_certain and not step.is_certain:
        return False
    if is_over_before(world, step, reached):
        return False
    read = bare(step.target)
    if not isinstance(read, Read) or is_by_id(bare(step.source), read):
        return True
    began_after = reached <= read.begin + world.question.tolerance
    if only_certain and not read.streams:
        return began_after
    return began_after or reached <= end_of(world, read)


def is_by_id(source: Place, read: Read) -> bool:
    """Return true if a read saw its version by a version id. For an implicit version, a read counts as without id."""
    return read.version_id is not None and not (isinstance(source, Write) and source.run == NOBODY)


def is_over_before(world: World, step: Step, reached: datetime) -> bool:
    """Return true if the target was over before it could be reached, and so is not affected.

    For a reference or a contained run, the target run is over if its state is an end, at the end of that attempt; all
    other runs go on. A write is over before its run is reached. Both allow for the tolerance.
    """
    target = bare(step.target)
    if isinstance(target, WholeRun):
        state = world.state(target.run)
        if state is None or state.result is None:
            return False
        return arrival(world, step, reached) - state.over > world.question.tolerance
    return isinstance(target, Write) and reached - target.end > world.question.tolerance


def arrival(world: World, step: Step, reached: datetime) -> datetime:
    """Return the time at which a step reaches its target.

    A write is *reached* at its moment; a stream's or an open one when its run was reached, if that is later. A run is
    reached at the read's begin or with the write, whichever is later. With a version id, only the read's begin counts.
    A reference or a child reaches a run at the latest of both creations and the other's arrival.
    """
    target = bare(step.target)
    if isinstance(target, Write):
        is_instant = target.form == "VERSION" or (target.form == "STREAM" and target.moment == target.end)
        return target.moment if is_instant else max(target.moment, reached)
    if isinstance(target, Read):
        return target.begin if is_by_id(bare(step.source), target) else max(target.begin, reached)
    if isinstance(target, WholeRun):
        both = target.run, step.source.run
        return max(reached, *(world.created(run) or BEFORE_ALL for run in both))
    return reached


@dataclass(frozen=True)
class Reached:
    """The earliest time at which a place is reached, and the least number of runs to it."""

    at: datetime
    depth: int


def reach(world: World, ways: list[Step], seeds: dict[Place, Reached], only_certain: bool) -> dict[Place, Reached]:
    """Return all places that the seeds reach, seeds included."""
    times = earliest(world, ways, seeds, only_certain)
    nearest = nearest_in_time if world.question.direction == "UPSTREAM" else nearest_by_steps
    depths = nearest(world, ways, seeds, only_certain, times)
    return {place: Reached(times[place], depths[place]) for place in times}


Times = dict[Place, datetime]
Depths = dict[Place, int]


def earliest(world: World, ways: list[Step], seeds: dict[Place, Reached], only_certain: bool) -> Times:
    """Return the earliest time of each place."""
    times = {place: seed.at for place, seed in seeds.items()}
    has_changed = True
    while has_changed:
        has_changed = False
        for step in ways:
            if step.source in times and passes(world, step, times[step.source], only_certain):
                at = arrival(world, step, times[step.source])
                if step.target not in times or at < times[step.target]:
                    times[step.target] = at
                    has_changed = True
    return times


def nearest_by_steps(
    world: World, ways: list[Step], seeds: dict[Place, Reached], only_certain: bool, times: Times
) -> Depths:
    """Return the distances in runs; each step passes on only the earliest arrival at its begin."""
    depths = {place: seed.depth for place, seed in seeds.items()}
    has_changed = True
    while has_changed:
        has_changed = False
        for step in ways:
            if step.source in depths and passes(world, step, times[step.source], only_certain):
                depth = depths[step.source] + step.runs
                if step.target not in depths or depth < depths[step.target]:
                    depths[step.target] = depth
                    has_changed = True
    return depths


def nearest_in_time(
    world: World, ways: list[Step], seeds: dict[Place, Reached], only_certain: bool, _: Times
) -> Depths:
    """Return the distances in runs, by paths that are in time as a whole."""
    onward: dict[Place, list[Step]] = {}
    for step in ways:
        onward.setdefault(step.source, []).append(step)
    found = {place: {seed} for place, seed in seeds.items()}
    waiting = list(seeds.items())
    while waiting:
        place, reached = waiting.pop()
        for step in onward.get(place, []) if reached in found[place] else []:
            if passes(world, step, reached.at, only_certain):
                new = Reached(arrival(world, step, reached.at), reached.depth + step.runs)
                known = found.setdefault(step.target, set())
                if not any(other.at <= new.at and other.depth <= new.depth for other in known):
                    found[step.target] = {o for o in known if o.at < new.at or o.depth < new.depth} | {new}
                    waiting.append((step.target, new))
    return {place: min(reached.depth for reached in several) for place, several in found.items()}
