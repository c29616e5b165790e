"""Properties of the reference on every history; and the histories contain every case of the document."""

import copy
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from generated_histories import (
    ASSETS,
    DATASETS,
    LAST_MINUTE,
    LONGEST_DELAY,
    MINUTES,
    histories,
    moment,
    questions,
    starts,
)
from impact_reference.asking import (
    Affected,
    Direction,
    History,
    Mode,
    Node,
    OpenWriteNode,
    Question,
    Run,
    RunNode,
    RunStart,
    Start,
    TemplateStart,
    VersionNode,
)
from impact_reference.attempts import END_OF_TIME, Attempt, is_overruled
from impact_reference.flow import BEFORE_ALL
from impact_reference.impact import at_risk, impact, runs_of_start, seeds_of, seen, visible
from impact_reference.lost_ends import end_of
from impact_reference.world import World
from impact_reference.writes import Write

FEW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
DOWNSTREAM = questions(direction=st.just("DOWNSTREAM"))
AFTER_ALL = moment(LAST_MINUTE + LONGEST_DELAY + 10)
BOTH = Question().kinds
MODES: tuple[Mode, ...] = ("REPLACE", "APPEND")


def runs_of(history: History) -> set[Run]:
    return {
        Run(one.event["job"]["namespace"], one.event["job"]["name"], one.event["run"]["runId"])
        for one in history.events
    }


@FEW
@given(st.data(), histories(), questions())
def test_certain_nodes_are_in_the_possible_answer(data: st.DataObject, history: History, question: Question) -> None:
    start = data.draw(st.sampled_from(starts(history)))
    certain = impact(history, start, replace(question, certainty="CERTAIN", kinds=BOTH))
    possible = impact(history, start, replace(question, certainty="POSSIBLE", kinds=BOTH))
    assert set(certain) <= set(possible)
    assert all(affected.certainty == "CERTAIN" for affected in certain.values())
    for node, affected in possible.items():
        if affected.certainty == "CERTAIN":
            assert node in certain
            assert affected.depth <= certain[node].depth
        elif node in certain:
            assert (certain[node].kind, affected.kind) == ("STALE", "CONTAMINATED")


@FEW
@given(st.data(), histories(), questions())
def test_a_point_in_time_after_all_events_changes_nothing(
    data: st.DataObject, history: History, question: Question
) -> None:
    start = data.draw(st.sampled_from(starts(history)))
    asked = replace(question, as_of=None, known_at=None)
    told = impact(history, start, asked)
    assert impact(history, start, replace(asked, as_of=AFTER_ALL, known_at=AFTER_ALL)) == told


@FEW
@given(st.data(), histories(), questions(), st.randoms(use_true_random=False))
def test_events_are_a_set(data: st.DataObject, history: History, question: Question, random: Random) -> None:
    start = data.draw(st.sampled_from(starts(history)))
    events = [*history.events, *history.events[::3]]
    random.shuffle(events)
    assert impact(replace(history, events=events), start, question) == impact(history, start, question)


@FEW
@given(histories(), questions(containment=st.just(False)))
def test_upstream_is_downstream_the_other_way(history: History, question: Question) -> None:
    def edges(direction: Direction) -> Iterator[tuple[Run, Run, Affected]]:
        asked = replace(question, direction=direction, kinds=frozenset({"CONTAMINATED"}))
        for run in runs_of(history):
            for node, affected in impact(history, RunStart(run.job, run.run_id), asked).items():
                if isinstance(node, RunNode) and node.run in runs_of(history):
                    yield run, node.run, affected

    downstream = {(source, target): affected for source, target, affected in edges("DOWNSTREAM")}
    upstream = {(source, target): affected for target, source, affected in edges("UPSTREAM")}
    assert {pair: affected.certainty for pair, affected in upstream.items()} == {
        pair: affected.certainty for pair, affected in downstream.items()
    }
    # Downstream each hop is in time for the first arrival. Upstream a path is in time as a whole, and may be longer.
    assert all(affected.depth <= upstream[pair].depth for pair, affected in downstream.items())


@FEW
@given(st.data(), histories(), questions(direction=st.just("DOWNSTREAM")))
def test_nothing_is_affected_before_its_cause(data: st.DataObject, history: History, question: Question) -> None:
    """The rule holds for named runs and in a parent, too. Version ids count at any time, so they are left out."""
    history = without_ids(history)
    question = replace(question, tolerance=timedelta(0), kinds=frozenset({"CONTAMINATED"}))
    start, world = data.draw(st.sampled_from(starts(history))), World(history, question)
    found = impact(history, start, question)
    causes = [world.created(run) or BEFORE_ALL for run in runs_of_start(world, start)]
    causes += [place.moment for place in seeds_of(world, start) if isinstance(place, Write)]
    first = min(causes, default=END_OF_TIME)
    for node, affected in found.items():
        assert affected.reached_at is None or affected.reached_at >= first, node
        if not isinstance(node, RunNode) and affected.depth > 0:
            makers = [RunNode(run) for run in {node.run} | world.family.ancestors(node.run)]
            reached = min(found[maker].reached_at or BEFORE_ALL for maker in makers if maker in found)
            assert any(write.node == node and write.end >= reached for write in world.writes), node


def without_ids(history: History) -> History:
    events = copy.deepcopy(list(history.events))
    for one in events:
        for dataset in one.event["inputs"]:
            dataset.get("facets", {}).pop("version", None)
    return replace(history, events=events)


def without_ids_and_references(history: History) -> History:
    events = copy.deepcopy(list(without_ids(history).events))
    for one in events:
        one.event["run"]["facets"].pop("jobDependencies", None)
    return replace(history, events=events)


@FEW
@given(histories(), questions(direction=st.just("DOWNSTREAM")))
def test_a_template_affects_what_its_runs_affect(history: History, question: Question) -> None:
    question = replace(question, kinds=frozenset({"CONTAMINATED"}))
    for job in {run.job for run in runs_of(history)}:
        of_runs: set[Node] = set()
        for run in runs_of(history):
            if run.job == job:
                of_runs |= set(impact(history, RunStart(job, run.run_id), question))
        of_template = set(impact(history, TemplateStart(job), question))
        assert of_template <= of_runs
        left_out = {node.run for node in of_runs - of_template if isinstance(node, RunNode)}
        if not question.containment:
            assert all(run.job == job for run in left_out)
            assert {node for node in of_runs - of_template if not isinstance(node, RunNode)} == set()


@FEW
@given(st.data(), histories(), questions(containment=st.just(False)))
def test_runs_saw_a_version_of_those_before_them(data: st.DataObject, history: History, question: Question) -> None:
    history = without_ids_and_references(history)
    question = replace(question, certainty="CERTAIN", direction="DOWNSTREAM", kinds=frozenset({"CONTAMINATED"}))
    found = impact(history, data.draw(st.sampled_from(starts(history))), question)
    own = {node for node, affected in found.items() if affected.depth == 0}
    assert all(isinstance(node, VersionNode) for node in own)
    for node, affected in found.items():
        if isinstance(node, RunNode) and (own or affected.depth > 1):  # a start without a version starts at its reads
            saw = {version for sights in seen(history, node.run, question).values() for version, _ in sights}
            before = {other for other, how in found.items() if how.depth == affected.depth - 1}
            assert saw & before


@FEW
@given(histories(), questions(), st.sampled_from(ASSETS), MINUTES.map(moment))
def test_appending_hides_nothing_more(history: History, question: Question, name: str, at: datetime) -> None:
    asset = (DATASETS, name)
    replaced, appended = (visible(history, asset, at, replace(question, assume_writes=m)) for m in MODES)
    assert replaced <= appended


@FEW
@given(histories(), questions())
def test_no_run_sees_its_own_write_or_that_of_a_relative(history: History, question: Question) -> None:
    world = World(history, question)
    for run in world.attempts:
        possible = seen(history, run, replace(question, certainty="POSSIBLE"))
        certain = seen(history, run, replace(question, certainty="CERTAIN"))
        for asset, sights in possible.items():
            assert certain[asset] == {(node, how) for node, how in sights if how == "CERTAIN"}
            assert not {node.run for node, _ in sights} & world.family.relatives(run)


@FEW
@given(st.data(), histories(), DOWNSTREAM, MINUTES.map(moment))
def test_a_job_at_risk_has_run_since_a_write_or_not(
    data: st.DataObject, history: History, question: Question, at: datetime
) -> None:
    start = data.draw(st.sampled_from(starts(history)))
    question = replace(question, as_of=at, kinds=BOTH)
    world = World(history, question)
    bad = [node.moment for node in impact(history, start, question) if isinstance(node, VersionNode)]
    bad += [place.moment for place in seeds_of(world, start) if isinstance(place, Write)]
    for job, has_run_since in at_risk(history, start, question, at):
        began = [time for run in world.runs_of(job) if (time := world.created(run)) is not None]
        assert any((max(began) >= moment) is has_run_since for moment in bad)


def has_overruled(attempt: Attempt) -> bool:
    """Return true if the attempt has a COMPLETE that a failure overrules."""
    return any(is_overruled(event, attempt.events) for event in attempt.events)


def met(history: History) -> Iterator[str]:
    """Yield the document's cases in a history."""
    world = World(history, Question())
    for write in world.writes:
        yield f"write {write.form} {write.mode}"
        yield from ["version id"] * (write.native_id is not None)
        yield from [f"subset {write.subset['type']}"] if write.subset else []
    for read in world.reads:
        yield from ["read of an id"] * (read.version_id is not None) + ["rename"] * (read.only_for is not None)
        yield from [f"read subset {read.subset['type']}"] if read.subset else []
    yield from ["a write is the descendant's" for output, made in world.made.items() if made != [output.write]]
    yield from ["attempts" for attempts in world.attempts.values() if len(attempts) > 1]
    yield from ["levels" for run in world.attempts if len(world.family.ancestors(run)) > 1]
    yield from ["a failure stands" for attempts in world.attempts.values() for a in attempts if has_overruled(a)]
    yield from ["skipped" for attempts in world.attempts.values() for a in attempts if a.result == "SKIPPED"]
    yield from ["left open" for run in world.attempts if world.family.closed_by(run) not in (None, world.state(run))]
    yield from ["upstream" for run in world.attempts if world.upstream_runs(run)]
    yield from ["a lost end" for read in world.reads if end_of(world, read) < read.over]
    yield from [
        "left out of a window" for read in world.reads if read.over < read.attempt.over and read.only_for is None
    ]
    yield from [
        "a later window"
        for read in world.reads
        if read.attempt.window and read.begin > (read.attempt.started_at or read.begin)
    ]
    yield from ["a lost open write" for write in world.writes if end_of(world, write) < write.end]


def answered(history: History, start: Start, question: Question) -> Iterator[str]:
    """Yield the document's cases in an answer."""
    direction = question.direction
    for node, affected in impact(history, start, question).items():
        yield f"{direction} {affected.kind} {affected.certainty} {type(node).__name__}"
        yield from ["deep"] * (affected.depth > 2)
    yield from ["at risk"] * bool(at_risk(history, start, question, moment(LAST_MINUTE)))


EXPECTED = [
    *(f"write {form}" for form in ("VERSION None", "VERSION REPLACE", "VERSION APPEND", "STREAM APPEND", "OPEN APPEND", "DROP REPLACE")),
    *(f"{side}subset {kind}" for side in ("", "read ") for kind in ("partition", "location", "compare")),
    *("a lost end", "a lost open write", "implicit CERTAIN", "implicit POSSIBLE"),
    *("version id", "read of an id", "rename", "a write is the descendant's", "attempts", "levels", "upstream", "deep", "at risk"),
    *("a failure stands", "skipped", "left open", "left out of a window", "a later window"),
    *(
        f"DOWNSTREAM CONTAMINATED {certainty} {node.__name__}"
        for certainty in ("CERTAIN", "POSSIBLE") for node in (RunNode, VersionNode)
    ),
    *(f"DOWNSTREAM STALE CERTAIN {node.__name__}" for node in (RunNode, VersionNode)),
    *(f"{direction} CONTAMINATED POSSIBLE {OpenWriteNode.__name__}" for direction in ("DOWNSTREAM", "UPSTREAM")),
    *(f"UPSTREAM CONTAMINATED {certainty} RunNode" for certainty in ("CERTAIN", "POSSIBLE")),
]  # fmt: skip


class _AllIsMetError(Exception):
    """Ends the search of Hypothesis."""


def test_histories_have_all_that_the_document_speaks_of() -> None:
    counts = Counter[str]()

    @settings(FEW, max_examples=400, derandomize=True, database=None, phases=[Phase.generate])
    @given(histories())
    def meet(history: History) -> None:
        if all(counts[what] for what in EXPECTED):
            raise _AllIsMetError
        counts.update(set(met(history)))
        of_runs = [start for start in starts(history) if isinstance(start, RunStart)]
        for question in (Question(), Question(certainty="POSSIBLE")):
            counts.update({what for start in of_runs for what in answered(history, start, question)})
        counts.update(set(answered(history, of_runs[0], Question(certainty="POSSIBLE", direction="UPSTREAM"))))
        for start in starts(history)[: len(ASSETS)]:
            found = impact(history, start, Question(certainty="POSSIBLE"))
            if all(affected.depth > 0 for affected in found.values()):
                counts.update({f"implicit {affected.certainty}" for affected in found.values()})

    with suppress(_AllIsMetError):
        meet()
    assert {what for what in EXPECTED if not counts[what]} == set()


def test_a_run_that_is_unknown_has_no_answer() -> None:
    history = History([])
    assert impact(history, RunStart(("jobs", "j1"), "unknown"), Question()) == {}
    with pytest.raises(KeyError):
        seen(history, Run("jobs", "j1", "unknown"), Question())[DATASETS, "a"]
