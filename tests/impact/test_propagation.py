"""Which failures began it and what went with them: as networkx finds it by reachability, and simply."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from headwater.impact.propagation import Dependency, Family, Member, Propagation, Reason

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
        began_at=MIDNIGHT + timedelta(seconds=begin),
        over_at=MIDNIGHT + timedelta(seconds=over),
    )


@st.composite
def cases(draw: st.DrawFn) -> tuple[list[Member], Links]:
    """Up to nine runs beside each other, of jobs of their own, and any dependencies, with many that end at once."""
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
    # Not reached but from its own cycle, of which it is the first that failed.
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
    """Each but the last failed, was over before the next began, and had a lesser number; no run is of two lines."""
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
            assert again.began_at is not None
            assert one.over_at <= again.began_at
            assert not one.is_numbered or one.attempt < again.attempt
    last = {line[-1].run_id for line in family.series}
    assert {one.run_id for one in family.counted} == {one.run_id for one in members} - set(tried) | last


def test_a_cycle_of_containment_ends() -> None:
    family = Family([member(1, "FAILURE", 1, parent=2, job=1), member(2, "FAILURE", 2, parent=1, job=2)])
    found = Propagation(family, [Dependency(1, 2, Reason.DATA)])
    assert [one.run_id for one in found.failures] == [1]
    assert [(step.run_id, step.reason) for step in found.took(1)] == [(2, Reason.CONTAINED)]
