"""First failures and their consequences: compared with reachability by networkx, and with simple loops."""

import time
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from headwater.impact.propagation import Dependency, Family, Member, Propagation, Reason, tries_of

MIDNIGHT = datetime(2026, 1, 1, tzinfo=UTC)
Links = list[tuple[int, int]]


def member(
    run_id: int,
    result: str | None,
    over: int,
    parent: int | None = None,
    job: int | None = None,
    begin: int = 0,
    attempt: int = 0,
) -> Member:
    return Member(
        run_id=run_id,
        parent_id=parent,
        template_id=job,
        result=result,
        attempt=max(attempt, 1),
        is_numbered=attempt > 0,
        part=None,
        placed_at=MIDNIGHT + timedelta(seconds=begin),
        over_at=MIDNIGHT + timedelta(seconds=over),
    )


@st.composite
def cases(draw: st.DrawFn) -> tuple[list[Member], Links]:
    """Draw up to nine sibling runs of different jobs, and any dependencies; many runs end at once."""
    words = st.sampled_from(["FAILURE", "SKIPPED", "SUCCESS", None])
    size = draw(st.integers(1, 9))
    members = [member(n, draw(words), draw(st.integers(1, 3)), job=n) for n in range(size)]
    ids = st.integers(0, size - 1)
    return members, draw(st.lists(st.tuples(ids, ids), max_size=20, unique=True))


@given(cases())
def test_failures_are_what_no_other_failure_reaches(case: tuple[list[Member], Links]) -> None:
    members, links = case
    found = Propagation(Family(members), [Dependency(a, b, Reason.DATA) for a, b in links])
    down = {one.run_id: one for one in members if one.result in ("FAILURE", "SKIPPED")}
    graph = nx.DiGraph()
    graph.add_nodes_from(down)
    graph.add_edges_from(
        (a, b)
        for a, b in links
        if a != b and a in down and b in down and down[a].over_at <= down[b].over_at  # type: ignore[operator]
    )
    reached = {run_id: nx.descendants(graph, run_id) for run_id in down}
    failed = [run_id for run_id, one in down.items() if one.result == "FAILURE"]
    # No other failed run reaches it, or only runs of its own cycle, where it failed first.
    expected = {
        run_id
        for run_id in failed
        if all(other in reached[run_id] and run_id < other for other in failed if run_id in reached[other])
    }
    assert {one.run_id for one in found.failures} == expected
    assert [one.over_at for one in found.failures] == sorted(one.over_at for one in found.failures if one.over_at)
    for one in found.failures:
        took = found.took(one.run_id)
        assert {step.run_id for step in took} == reached[one.run_id]
        depths = nx.single_source_shortest_path_length(graph, one.run_id)
        assert all(step.depth == depths[step.run_id] == depths[step.cause_id] + 1 for step in took)
    assert found.taken.keys() == {run_id for one in expected for run_id in reached[one]} - expected
    assert all(failure in expected and run_id in reached[failure] for run_id, (_, failure) in found.taken.items())


@given(st.lists(st.tuples(st.sampled_from(["FAILURE", "SUCCESS"]), st.integers(1, 5), st.integers(0, 3)), max_size=8))
def test_tries_follow_each_other(runs: list[tuple[str, int, int]]) -> None:
    """Each try but the last failed, ended before the next began, and had a lesser number; a run has only one series."""
    members = [
        member(n, result, 4 * n + length, parent=99, job=1, begin=4 * n, attempt=attempt)
        for n, (result, length, attempt) in enumerate(runs)
    ]
    family = Family(members)
    tried = [one.run_id for line in family.series for one in line]
    assert len(tried) == len(set(tried))
    for line in family.series:
        for one, again in pairwise(line):
            assert one.result == "FAILURE"
            assert one.over_at is not None
            assert again.placed_at is not None
            assert one.over_at <= again.placed_at
            assert not one.is_numbered or one.attempt < again.attempt
    last = {line[-1].run_id for line in family.series}
    assert {one.run_id for one in family.counted} == {one.run_id for one in members} - set(tried) | last


@st.composite
def crowds(draw: st.DrawFn) -> list[Member]:
    """Draw runs of two jobs, many at once, in order of begin."""
    results = st.sampled_from(["FAILURE", "UP_FOR_RETRY", "FAILURE", "SUCCESS", None])
    minutes = st.integers(0, 3)
    drawn = draw(
        st.lists(st.tuples(minutes, minutes, results, st.integers(0, 3), st.sampled_from([1, 1, 2, None])), max_size=12)
    )
    return [
        member(n, result, begin + length, parent=99, job=job, begin=begin, attempt=attempt)
        for n, (begin, length, result, attempt, job) in enumerate(sorted(drawn, key=lambda one: one[0]))
    ]


@given(crowds())
def test_a_run_goes_on_with_the_first_line_that_it_can(members: list[Member]) -> None:
    lines: list[list[Member]] = []
    for one in members:
        fitting = (
            line
            for line in lines
            for last in [line[-1]]
            if last.template_id == one.template_id is not None
            and last.result in ("FAILURE", "UP_FOR_RETRY")
            and last.over_at is not None
            and one.placed_at is not None
            and last.over_at <= one.placed_at
            and (not last.is_numbered or last.attempt < one.attempt)
        )
        line = next(fitting, None)
        if line is None:
            lines.append([one])
        else:
            line.append(one)
    assert tries_of(members) == [line for line in lines if len(line) > 1]


def test_many_that_fail_at_once_take_not_long() -> None:
    """Comparing each run with each would take seconds, and block every other request."""
    members = [member(n, "FAILURE", 9, parent=99, job=1, begin=n % 2, attempt=n % 2) for n in range(20_000)]
    began = time.process_time()
    assert tries_of(sorted(members, key=lambda one: str(one.placed_at))) == []
    assert time.process_time() - began < 2


def test_a_cycle_of_containment_ends() -> None:
    family = Family([member(1, "FAILURE", 1, parent=2, job=1), member(2, "FAILURE", 2, parent=1, job=2)])
    found = Propagation(family, [Dependency(1, 2, Reason.DATA)])
    assert [one.run_id for one in found.failures] == [1]
    assert [(step.run_id, step.reason) for step in found.took(1)] == [(2, Reason.CONTAINED)]
