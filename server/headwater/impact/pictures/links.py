"""What leads to what in an answer: from the runs to their versions, and from these to who saw them. Pure."""

from collections.abc import Sequence

import numpy as np

from headwater.impact.affected import Kind
from headwater.impact.answer import Answer, Finding
from headwater.impact.pictures.picture import Links
from headwater.model.lineage import Direction, Longs

_NONE = -1


def links(answer: Answer, start_run_ids: Sequence[int], direction: Direction) -> Links:
    """Pairs of places, in the order of what happened: a write comes before who saw it, in both directions.

    Places count the runs of the answer, then its versions, then the runs that it started from. What led to a node is
    taken from the finding that the answer has of it. A version that is no part of the answer (an open write, or what
    a stale read saw) is passed over; who read in place of several failed runs is linked to none of them.
    """
    starts = np.array(start_run_ids, np.int64)
    pairs = [np.zeros((0, 2), np.int64)]
    for number, finding in enumerate(answer.findings):
        pairs += _links_of(answer, number, finding, starts)
    found = np.unique(np.concatenate(pairs), axis=0)
    return found[:, ::-1] if direction is Direction.UPSTREAM else found


def _links_of(answer: Answer, number: int, finding: Finding, starts: Longs) -> list[Links]:
    runs, versions, ways = answer.runs, answer.versions, finding.ways
    hops, met = ways.hops, ways.versions
    first_start = len(runs) + len(versions)
    if finding.kind is Kind.STALE:
        start_places = np.full(len(hops.steps), first_start if len(starts) == 1 else _NONE)
    else:
        start_places = _places(starts, hops.steps.run_ids, first_start)
    run_places = _places(runs.run_ids, hops.steps.run_ids, 0)
    passed_again = np.where(run_places == _NONE, _places(starts, hops.steps.run_ids, first_start), run_places)
    from_places = np.where(hops.are_starts, start_places, passed_again)
    width = max(versions.attempts.max(initial=0), met.attempts.max(initial=0)) + 1
    keys = versions.edge_ids * width + versions.attempts
    version_places = _places(keys, met.edge_ids * width + met.attempts, len(runs))

    is_own = np.concatenate([runs.findings == number, versions.findings == number, np.zeros(len(starts) + 1, bool)])
    tails = from_places[hops.from_steps]
    has_write = hops.edge_ids != 0
    middles = np.full(len(hops), _NONE)
    middles[has_write] = version_places[ways.versions.of_hops[has_write]]
    heads = np.where(ways.lead_on, run_places[hops.to_steps], _NONE)
    passes_over = middles == _NONE
    candidates = [
        np.stack([tails, middles], axis=1)[ways.lead_to_writes],
        np.stack([np.where(passes_over, tails, middles), heads], axis=1),
    ]
    return [pairs[(pairs >= 0).all(axis=1) & is_own[pairs[:, 1]]] for pairs in candidates]


def _places(known: Longs, wanted: Longs, offset: int) -> Longs:
    """For each wanted value its place among the known ones, counted from an offset; -1 where it is none of them."""
    if not len(known):
        return np.full(len(wanted), _NONE, np.int64)
    order = np.argsort(known, kind="stable")
    found = order[np.searchsorted(known[order], wanted).clip(max=len(known) - 1)]
    return np.where(known[found] == wanted, found + offset, _NONE)
