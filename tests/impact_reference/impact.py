"""`impact`: the effects of a start's versions, or their sources."""

from dataclasses import replace
from datetime import datetime

from impact_reference.asking import (
    Affected,
    Asset,
    AssetStart,
    Certainty,
    History,
    Job,
    Kind,
    Node,
    Question,
    Run,
    RunNode,
    RunStart,
    Start,
    TemplateStart,
    VersionNode,
    VersionStart,
)
from impact_reference.attempts import Attempt
from impact_reference.columns import column_steps, names_in, overlap
from impact_reference.flow import (
    BEFORE_ALL,
    AffectedRun,
    InColumn,
    Place,
    Reached,
    Step,
    affected_runs,
    bare,
    reach,
    steps,
)
from impact_reference.implicit import implicit, implicit_versions, steps_of_implicit
from impact_reference.sight import certainly_sees, destroyers, possibly_sees, shown
from impact_reference.subsets import disjoint
from impact_reference.world import Read, World
from impact_reference.writes import NOBODY, Write

Found = dict[Node, tuple[Certainty, Reached]]


def impact(history: History, start: Start, question: Question) -> dict[Node, Affected]:
    """Return the effects of a start, or its sources:

    - the versions of the start, at depth 0 (upstream only for a version, or an asset at a moment);
    - without the run of a start that is a run or a template (a version or an asset has no start run: upstream its maker
      is at depth 0);
    - open writes, as nodes of their own, if the question is POSSIBLE.
    """
    world = World(history, question)
    if question.direction == "UPSTREAM":
        return {
            node: Affected("CONTAMINATED", found[0], found[1].depth, None)
            for node, found in upstream(world, start).items()
            if "CONTAMINATED" in question.kinds
        }
    answer = of_kind("CONTAMINATED", contaminated(world, start)) if "CONTAMINATED" in question.kinds else {}
    other = of_kind("STALE", stale(world, start)) if "STALE" in question.kinds else {}
    for node, affected in other.items():
        if node not in answer or (affected.certainty, answer[node].certainty) == ("CERTAIN", "POSSIBLE"):
            answer[node] = affected
    return answer


def kinds(history: History, start: Start, question: Question) -> dict[Node, dict[Kind, Certainty]]:
    """Return all kinds that hold for each node downstream, with their certainty."""
    found: dict[Node, dict[Kind, Certainty]] = {}
    for kind in question.kinds:
        for node, affected in impact(history, start, replace(question, kinds=frozenset({kind}))).items():
            found.setdefault(node, {})[kind] = affected.certainty
    return found


def of_kind(kind: Kind, found: Found) -> dict[Node, Affected]:
    """Return the nodes of one kind."""
    return {node: Affected(kind, certainty, reached.depth, reached.at) for node, (certainty, reached) in found.items()}


def contaminated(world: World, start: Start) -> Found:
    """Return the runs that saw a version of the start, and their effects."""
    return without_start(found_from(world, *downstream(world, start)), runs_of_start(world, start))


def downstream(world: World, start: Start, *, only_direct: bool = False) -> tuple[list[Step], dict[Place, Reached]]:
    """Return the steps and the places of a start, for the columns of the question if it has any."""
    seeds = seeds_of(world, start)
    ways = steps(world) + [step for place in seeds for step in steps_of_implicit(world, place)]
    return of_columns(world, ways, seeds, only_direct=only_direct)


def of_columns(
    world: World, ways: list[Step], seeds: dict[Place, Reached], *, only_direct: bool = False
) -> tuple[list[Step], dict[Place, Reached]]:
    """Return steps and seeds for the columns of the question; a run is a seed without a column."""
    columns = world.question.columns
    if columns is None:
        return ways, seeds
    named: dict[Place, Reached] = {}
    for place, reached in seeds.items():
        asset = asset_of(place)
        for column in [None] if asset is None else [(asset, name) for name in columns]:
            named[InColumn(bare(place), column)] = reached
    return column_steps(world, ways, names_of(world), only_direct=only_direct), named


def asset_of(place: Place) -> Asset | None:
    """Return the asset of a write or a read; None for a run."""
    return place.asset if isinstance(place, Write | Read) else None


def names_of(world: World) -> list[str]:
    """Return the names of columns in the question and in all facets."""
    told = {name for event in world.events for name in names_in(event.document)}
    return sorted(told - {"*"} | set(world.question.columns or ()))


def columns(
    history: History, start: Start, question: Question
) -> dict[tuple[Node, str | None], tuple[Certainty, bool]]:
    """Return the columns that a start affected, each with its certainty; and if direct uses alone lead there."""
    world = World(history, question)
    found: dict[tuple[Node, str | None], tuple[Certainty, bool]] = {}
    direct = passes_from(world, *downstream(world, start, only_direct=True))[-1][1]
    for certainty, places in passes_from(world, *downstream(world, start)):
        for place in places:
            write = bare(place)
            if isinstance(place, InColumn) and place.column and isinstance(write, Write) and write.run != NOBODY:
                found.setdefault((write.node, place.column[1]), (certainty, place in direct))
    return found


def stale(world: World, start: Start) -> Found:
    """Return the STALE nodes of a failed run, or of a template with failed runs; those of failed runs in it included.

    The failed run should have replaced earlier writes (missed_writes). STALE are reads of their assets, and the effects
    of these reads. Such a read began after the failed run was over, and certainly saw a version older than that end.
    The walk begins at the contents that were not replaced, so that a question about columns counts the reads that used
    them.
    """
    relied: set[Read] = set()
    failed = {run for run in runs_of_start(world, start) if failure_of(world, run)}
    for run in failed | {inner for outer in failed for inner in world.family.descendants(outer)}:
        if failure := failure_of(world, run):
            relied |= {read for read in world.reads if relied_on(world, failure, read)}
    missed = {read.asset: implicit(read.asset, BEFORE_ALL) for read in relied}
    ways = steps(world) + [Step(missed[read.asset], read, is_certain=True, runs=1) for read in relied]
    seeds: dict[Place, Reached] = {write: Reached(BEFORE_ALL, 0) for write in missed.values()}
    return without_start(found_from(world, *of_columns(world, ways, seeds)), runs_of_start(world, start))


def failure_of(world: World, run: Run) -> Attempt | None:
    """Return the state of a run that failed or was skipped; None for others."""
    state = world.state(run)
    return state if state is not None and state.result in ("FAILURE", "SKIPPED") else None


def relied_on(world: World, failure: Attempt, read: Read) -> bool:
    """Return true if a read after the failure certainly saw an older version of an asset that the failed run missed.

    A version by the failed run, or by a run in it, does not count.
    """
    own = {failure.run} | world.family.descendants(failure.run)
    return (
        read.begin > failure.over
        and any(write.asset == read.asset and write.is_version for write in missed_writes(world, failure))
        and any(
            write.moment < failure.over and write.run not in own and certainly_sees(world, read, write)
            for write in world.writes
        )
    )


def missed_writes(world: World, failure: Attempt) -> set[Write]:
    """Return the earlier writes that the failed run was to do again.

    Without children: all of the last success of the template. With failed children, or children without an end: for
    each one, what it held up in the run with most jobs around a success of its job, and that run's own. If none ran it, or no child failed: all of the most
    similar of the last 20 successes; with a new child only if it has more than half of the success's jobs. If several
    are equal, the last (all of several at one time).
    """
    job, before = failure.run.job, failure.over
    children = world.family.children(failure.run)
    parts = {child.job for child in children}
    lost = {
        child.job
        for child in children
        if (state := world.state(child)) is not None and state.result in ("FAILURE", None)
    }
    found: set[Write] = set()
    new = set()
    for lost_job in lost:
        around = {world.family.parent(run) for run in last_successes(world, lost_job, before, 20)}
        sizes = {
            run: (len(jobs_in(world, run)), world.family.created(run) or BEFORE_ALL)
            for run in around
            if run is not None and run.job == job
        }
        for outer in greatest(sizes):
            found |= {write for write in world.made_by(outer) if write.run == outer}
            found |= {write for run in held_up(world, outer, lost_job, before) for write in world.made_by(run)}
        new |= set() if sizes else {lost_job}
    if not lost or new:
        recent = last_successes(world, job, before, 20 if parts else 1)
        alike = {run: (len(parts & jobs_in(world, run)), over) for run, over in recent.items()}
        for success in greatest(alike):
            common, jobs = alike[success][0], len(jobs_in(world, success))
            if not parts or (common and (not new or 2 * common > jobs)):
                whole = {success} | world.family.descendants(success)
                found |= {write for run in whole for write in world.made_by(run)}
    return found


def greatest(measures: dict[Run, tuple[int, datetime]]) -> list[Run]:
    """Return the runs with the greatest measure."""
    return [run for run, measure in measures.items() if measure == max(measures.values())]


def jobs_in(world: World, run: Run) -> set[Job]:
    """Return the jobs of a run's children."""
    return {child.job for child in world.family.children(run)}


def last_successes(world: World, job: Job, before: datetime, most: int) -> dict[Run, datetime]:
    """Return the ends of a job's last successes over before a moment, with those at the time of the earliest of them."""
    successes = {
        run: state.over
        for run in world.runs_of(job)
        if (state := world.state(run)) is not None and state.result == "SUCCESS" and state.over < before
    }
    overs = sorted(successes.values())[-most:]
    return {run: over for run, over in successes.items() if over >= overs[0]} if overs else {}


def held_up(world: World, outer: Run, lost: Job, before: datetime) -> set[Run]:
    """Return the newest successes of the jobs in a run that needed a lost job, with its own and all runs in them.

    They read what it wrote, or what one of them wrote, or what it tested; if it wrote nothing, what it read. If it
    named no data, all jobs needed it. Inputs and outputs count as known today.
    """
    runs = {job: set(last_successes(world, job, before, 1)) for job in jobs_in(world, outer)}
    parts = {
        job: {one for run in newest for one in {run} | world.family.descendants(run)} for job, newest in runs.items()
    }
    inputs = {job: world.named_by(own, "inputs") for job, own in parts.items()}
    outputs = {job: world.named_by(own, "outputs") for job, own in parts.items()}
    held = {lost} if inputs[lost] or outputs[lost] else set(parts)
    awaited = (outputs[lost] or inputs[lost]) | world.tested_by(parts[lost])
    while more := {job for job in parts if inputs[job] & awaited} - held:
        held |= more
        awaited |= {asset for job in more for asset in outputs[job]}
    return {run for job in held for run in parts[job]}


def upstream(world: World, start: Start) -> Found:
    """Return the same edges upstream: the runs and versions that reach the start."""
    own_runs = runs_of_start(world, start)
    targets: set[Place] = {place for run in own_runs for place in affected_runs(world, run)}
    if isinstance(start, AssetStart | VersionStart):
        targets = set(seeds_of(world, start))
    ways = steps(world)
    if world.question.columns is not None:
        targets, ways = columns_at_end(world, targets), column_steps(world, ways, names_of(world))
    found: Found = {}
    for run in world.known_runs() - own_runs:
        keep_nearest(found, RunNode(run), hit(world, ways, whole(world, seeds_of_run(world, run)), targets))
    for write in world.writes:
        if write.form != "DROP":
            keep_nearest(found, write.node, hit(world, ways, whole(world, seeds_of_writes([write])), targets))
    return found


def columns_at_end(world: World, targets: set[Place]) -> set[Place]:
    """Return the columns of the question in the writes at the end of the ways, and these writes as a whole."""
    assert all(isinstance(place, Write) for place in targets), "expected a start at data"
    asked = world.question.columns or ()
    names = [*(name for name in names_of(world) if any(overlap(name, one) for one in asked)), None]
    return {InColumn(place, (place.asset, name)) for place in targets for name in names if isinstance(place, Write)}


def whole(world: World, seeds: dict[Place, Reached]) -> dict[Place, Reached]:
    """Return seeds in all of their columns, if the question is about columns."""
    if world.question.columns is None:
        return seeds
    return {
        InColumn(bare(place), None if (asset := asset_of(place)) is None else (asset, None)): reached
        for place, reached in seeds.items()
    }


def columns_upstream(history: History, start: Start, question: Question) -> dict[tuple[Node, str], Certainty]:
    """Return the columns, by name, that a start was made from, without those of the start."""
    world = World(history, question)
    own = set(seeds_of(world, start))
    targets, ways = columns_at_end(world, own), column_steps(world, steps(world), names_of(world))
    found: dict[tuple[Node, str], Certainty] = {}
    for write in world.writes:
        for name in names_of(world) if write.form != "DROP" and write not in own else []:
            seeds: dict[Place, Reached] = {InColumn(write, (write.asset, name)): Reached(write.moment, 0)}
            reached = hit(world, ways, seeds, targets)
            if reached is not None:
                found[write.node, name] = reached[0]
    return found


def hit(
    world: World, ways: list[Step], seeds: dict[Place, Reached], targets: set[Place]
) -> tuple[Certainty, Reached] | None:
    """Return certainty and distance of the nearest target."""
    passed = passes_from(world, ways, seeds)
    hits = [(certainty, places[target]) for certainty, places in passed for target in targets if target in places]
    if not hits:
        return None
    certainty: Certainty = "CERTAIN" if any(certainty == "CERTAIN" for certainty, _ in hits) else "POSSIBLE"
    return certainty, min((reached for _, reached in hits), key=lambda reached: reached.depth)


def passes_from(
    world: World, ways: list[Step], seeds: dict[Place, Reached]
) -> list[tuple[Certainty, dict[Place, Reached]]]:
    """Return the places along certain steps, and along all steps if the question is POSSIBLE."""
    certain = {place: seed for place, seed in seeds.items() if not is_open(place)}
    passed: list[tuple[Certainty, dict[Place, Reached]]] = [("CERTAIN", reach(world, ways, certain, only_certain=True))]
    if world.question.certainty == "POSSIBLE":
        passed.append(("POSSIBLE", reach(world, ways, seeds, only_certain=False)))
    return passed


def is_open(place: Place) -> bool:
    """Return true for an open write."""
    write = bare(place)
    return isinstance(write, Write) and not write.is_version


def found_from(world: World, ways: list[Step], seeds: dict[Place, Reached]) -> Found:
    """Return the affected nodes; a node is CERTAIN if a path of certain steps leads to it."""
    found: Found = {}
    for certainty, places in passes_from(world, ways, seeds):
        for place, reached in places.items():
            reached_place = bare(place)
            if isinstance(reached_place, AffectedRun):
                keep_nearest(found, RunNode(place.run), (certainty, reached))
            elif isinstance(reached_place, Write) and place.run != NOBODY:
                keep_nearest(found, reached_place.node, (certainty, reached))
    return found


def keep_nearest(found: Found, node: Node, new: tuple[Certainty, Reached] | None) -> None:
    """Keep the better of several paths to a node: certain if one is, the least depth, the earliest time."""
    if new is None:
        return
    certainty, reached = found.get(node, new)
    if new[0] == "CERTAIN":
        certainty = "CERTAIN"
    found[node] = certainty, Reached(min(reached.at, new[1].at), min(reached.depth, new[1].depth))


def without_start(found: Found, runs: set[Run]) -> Found:
    """Return the nodes without the runs of the start: it does not affect them."""
    return {node: how for node, how in found.items() if not (isinstance(node, RunNode) and node.run in runs)}


def runs_of_start(world: World, start: Start) -> set[Run]:
    """Return a run, or all runs of a template. `containment: true` adds all descendants of the start."""
    if isinstance(start, RunStart):
        runs = {Run(*start.job, start.run_id.lower())}
    elif isinstance(start, TemplateStart):
        runs = world.runs_of(start.job)
    else:
        return set()
    if world.question.containment:
        runs |= {below for run in runs for below in world.family.descendants(run)}
    return runs


def seeds_of(world: World, start: Start) -> dict[Place, Reached]:
    """Return the places of a start.

    `impact` starts at the versions of a run (of all attempts), or of all runs of a template. For an asset it starts at
    the visible versions of a moment, or at the versions and open writes by one run.
    """
    if isinstance(start, AssetStart):
        return seeds_of_writes(shown(world, start.asset, start.at) or implicit_versions(world, start.asset, start.at))
    if isinstance(start, VersionStart):
        run_id = start.run_id.lower()
        made = [write for run in world.attempts if run.run_id == run_id for write in world.made_by(run)]
        return seeds_of_writes([write for write in made if write.asset == start.asset])
    return {place: at for run in runs_of_start(world, start) for place, at in seeds_of_run(world, run).items()}


def seeds_of_run(world: World, run: Run) -> dict[Place, Reached]:
    """Return the run itself, for runs that name it as upstream, its versions and its open writes."""
    return {AffectedRun(run): Reached(BEFORE_ALL, 0)} | seeds_of_writes(world.made_by(run))


def seeds_of_writes(writes: list[Write]) -> dict[Place, Reached]:
    """Return each write, reached at its moment."""
    return {write: Reached(write.moment, 0) for write in writes}


def visible(history: History, asset: Asset, at: datetime, question: Question) -> set[VersionNode]:
    """Return the versions that an asset shows at a moment."""
    return {version_node(write) for write in shown(World(history, question), asset, at)}


def destroyed(history: History, asset: Asset, at: datetime, question: Question) -> dict[VersionNode, set[Node]]:
    """Return the versions that an asset shows at a moment, each with the open writes that may have destroyed it."""
    world = World(history, question)
    return {
        version_node(write): {other.node for other in destroyers(world, write, at)} for write in shown(world, asset, at)
    }


def versions(history: History, asset: Asset, question: Question) -> set[VersionNode]:
    """Return all versions of an asset."""
    return {version_node(w) for w in World(history, question).writes if w.asset == asset and w.is_version}


def seen(history: History, run: Run, question: Question) -> dict[Asset, set[tuple[Node, Certainty]]]:
    """Return the writes that a run saw of each input (also of one that a RENAME carried); POSSIBLE ones on request."""
    world = World(history, question)
    found: dict[Asset, set[tuple[Node, Certainty]]] = {}
    for read in world.reads:
        if read.run != run:
            continue
        of_asset = found.setdefault(read.asset, set())
        of_asset |= {(write.node, "CERTAIN") for write in world.writes if certainly_sees(world, read, write)}
        if question.certainty == "POSSIBLE":
            of_asset |= {(write.node, "POSSIBLE") for write in world.writes if possibly_sees(world, read, write)}
    return {
        asset: {(node, how) for node, how in nodes if how == "CERTAIN" or (node, "CERTAIN") not in nodes}
        for asset, nodes in found.items()
    }


def at_risk(history: History, start: Start, question: Question, at: datetime) -> set[tuple[Job, bool]]:
    """The jobs that are next, and for some version of each: has a run of the job begun since the write?

    Their latest run that named inputs (as of T, by `created`) reads an asset that shows, at T, an affected version (or, asked
    for CONTAMINATED, one of the start). The read and the version are not disjoint. The source of a RENAME is no input. A stream
    that certainly saw the version is affected already, and not next.
    """
    as_of = at if question.as_of is None else min(at, question.as_of)
    question = replace(question, as_of=as_of)
    world = World(history, question)
    seeds = seeds_of(world, start) if "CONTAMINATED" in question.kinds else {}
    own = {write for write in seeds if isinstance(write, Write)}
    bad = set(impact(history, start, question)) | {write.node for write in own}
    feeds = [write for write in own if write.run == NOBODY and write.moment < at]
    return {
        (job, any(began >= write.moment for began in begins(world, job)))
        for job in {run.job for run in world.attempts}
        for read in inputs(world)
        if read.run in latest_runs(world, job)
        for write in shown(world, read.asset, at)
        + [feed for feed in feeds if feed.asset == read.asset and implicit_versions(world, feed.asset, at)]
        if write.node in bad
        if not disjoint(read.subset, write.subset)
        if not (read.streams and certainly_sees(world, read, write))
    }


def inputs(world: World) -> list[Read]:
    """Return the reads of inputs, without a RENAME's."""
    return [read for read in world.reads if read.only_for is None]


def latest_runs(world: World, job: Job) -> set[Run]:
    """Return the latest run of a job with inputs, by `created`; of several at one time all."""
    created = {read.run: world.created(read.run) for read in inputs(world) if read.run.job == job}
    last = max((at for at in created.values() if at is not None), default=None)
    return {run for run, at in created.items() if at is not None and at == last}


def begins(world: World, job: Job) -> list[datetime]:
    """Return the begins of a job's runs."""
    return [at for run in world.runs_of(job) if (at := world.created(run)) is not None]


def version_node(write: Write) -> VersionNode:
    """Return the node of a version."""
    return VersionNode(write.asset, write.run, write.attempt, write.moment)
