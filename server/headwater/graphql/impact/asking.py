"""Asking: a question about lineage, to its answer; and within which limits."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial

from headwater.errors import BadRequestError
from headwater.graphql.context import Context
from headwater.graphql.impact.question import Question
from headwater.impact.affected import ways
from headwater.impact.answer import Answer, Finding, answer, unordered
from headwater.model.lineage import Hops, to_micros
from headwater.model.query_limits import MAX_WALK_SECONDS
from headwater.model.questions import Direction, Kind
from headwater.store.walks import Limits, StartStep

MAX_NODES = 2_000_000
DEFAULT_NODES = 1_000_000
MAX_SECONDS = MAX_WALK_SECONDS
DEFAULT_SECONDS = 10.0

WALKED = 0.6
"""The share of the remaining time that a walk may use: the rest is for handing over what it found."""


async def ask(context: Context, question: Question) -> Answer:
    """The answer to a question: one walk for what the start wrote, one for what it failed to write.

    At the question's deadline the answer is what was found, and says that it is truncated.
    """
    direction = question.direction
    findings: list[Finding] = []
    if Kind.CONTAMINATED in question.kinds:
        hops = await _walk(context, question, _steps(question))
        findings.append(await _finding(Kind.CONTAMINATED, hops, question))
    if Kind.STALE in question.kinds and direction is Direction.DOWNSTREAM and question.start.run_ids:
        looking = context.reader.walks.stale_starts(question.start.run_ids, question.point_in_time)
        stale = await question.deadline.within(looking)
        if stale is None or stale:
            hops = Hops.given_up() if stale is None else await _walk(context, question, stale)
            findings.append(await _finding(Kind.STALE, hops, question))
    asked = question.start.versions if findings else []
    versions = [
        (*version.key, to_micros(version.at), version.is_open)
        for version in asked
        if question.point_in_time.possible or not version.is_open
    ]
    found = await asyncio.to_thread(answer, findings, direction, question.max_depth, versions, question.start.run_ids)
    if direction is Direction.UPSTREAM:
        return found  # of one finding, whose nodes are in the order in which they were written
    return await question.deadline.within(_by_urn(context, found), hands_over=True) or found


async def _by_urn(context: Context, found: Answer) -> Answer:
    """The same answer with runs and versions of one depth and time in the order of URNs."""
    walks, (runs, versions) = context.reader.walks, await asyncio.to_thread(unordered, found)
    if len(runs):
        places = await walks.places_of_runs(found.runs.ids[runs])
        found = replace(found, runs=found.runs.by_place(runs, places))
    if len(versions):
        places = await walks.places_of_versions(found.versions.ids[versions])
        found = replace(found, versions=found.versions.by_place(versions, places))
    return found


def _steps(question: Question) -> list[StartStep]:
    """The starts of the walk: upstream, open writes only if the question is POSSIBLE."""
    takes_open = question.point_in_time.possible or question.direction is Direction.DOWNSTREAM
    return [step for step in question.start.steps if takes_open or not step.is_open]


async def _walk(context: Context, question: Question, starts: Sequence[StartStep]) -> Hops:
    """The hops from starts that can be found by the deadline."""
    deadline = question.deadline
    if not deadline.seconds_left:
        return Hops.given_up()
    hops = await deadline.within(
        context.reader.walks.walk(
            starts,
            question.direction,
            question.point_in_time,
            replace(question.limits, seconds=WALKED * deadline.seconds_left),
            containment=question.containment,
        ),
        hands_over=True,
    )
    return Hops.given_up() if hops is None else hops


async def _finding(kind: Kind, hops: Hops, question: Question) -> Finding:
    """What follows from hops for certain and, if it is asked for, possibly."""
    tolerance = question.point_in_time.tolerance // timedelta(microseconds=1)
    upstream = question.direction is Direction.UPSTREAM
    follow = partial(ways, tolerance_micros=tolerance, upstream=upstream, starts_apart=kind is Kind.STALE)
    certain = await asyncio.to_thread(follow, _without_open_starts(hops, question), certain=True)
    possible = await asyncio.to_thread(follow, hops, certain=False) if question.point_in_time.possible else certain
    return Finding(kind, certain, possible)


def _without_open_starts(hops: Hops, question: Question) -> Hops:
    """The same hops without open writes as starts."""
    are_starts, steps = hops.are_starts, hops.steps
    for step in question.start.steps:
        if step.is_open:
            is_step = (steps.run_ids == step.run_id) & (steps.attempts == step.attempt)
            are_starts = are_starts & ~(is_step & (steps.output_ids == step.output_id))
    return hops if are_starts is hops.are_starts else replace(hops, are_starts=are_starts)


def limits_of(max_nodes: int | None, max_seconds: float | None, max_depth: int | None) -> Limits:
    """The limits that arguments mean. Raises BadRequestError, naming the argument that is out of bounds."""
    nodes = DEFAULT_NODES if max_nodes is None else max_nodes
    seconds = DEFAULT_SECONDS if max_seconds is None else max_seconds
    if not 1 <= nodes <= MAX_NODES:
        raise BadRequestError(f"maxNodes: expected 1 to {MAX_NODES}, got {nodes}")
    if not 0 < seconds <= MAX_SECONDS:
        raise BadRequestError(f"maxSeconds: expected more than 0 to {MAX_SECONDS:.0f}, got {seconds}")
    if max_depth is not None and max_depth < 0:
        raise BadRequestError(f"maxDepth: expected 0 or more, got {max_depth}")
    return Limits(nodes, seconds, max_depth)
