"""The links of an answer: from runs to their versions, and from versions to the runs that saw them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from headwater.impact.affected import Mask, Paths
from headwater.impact.answer import Answer, Finding
from headwater.impact.pictures.picture import Links, counted
from headwater.model.lineage import Longs
from headwater.model.questions import Direction, Kind

_NONE = -1


def links(answer: Answer, start_run_ids: Sequence[int], direction: Direction) -> Links:
    """Return pairs of places in order of time: in both directions a write comes before its readers.

    Places count the runs of the answer, then its versions, then the other runs of the start. Links into a node are
    those that the answer relies on: for a certain node only the certain ones. A version that is not in the answer (an
    open write, or an old version that a stale read saw) is skipped. A reader that misses the writes of several failed
    runs is linked to none of them.
    """
    pairs = [np.zeros((0, 2), np.int64)]
    for number, finding in enumerate(answer.findings):
        places = _Places.of(answer, finding, np.array(start_run_ids, np.int64))
        seen = [(finding.certain, True)]
        if finding.paths is not finding.certain:
            seen.append((finding.paths, False))
        for paths, is_certain in seen:
            found = places.links(paths)
            pairs.append(found[_led_to(answer, number, is_certain, len(start_run_ids))[found[:, 1]]])
    found, _ = counted(np.concatenate(pairs))
    return found[:, ::-1] if direction is Direction.UPSTREAM else found


def _led_to(answer: Answer, number: int, is_certain: bool, starts: int) -> Mask:
    """Return, for each place, True if a finding has its node, for certain or only possibly."""
    both = (answer.runs, answer.versions)
    own = [(found.findings == number) & (found.are_certain == is_certain) for found in both]
    return np.concatenate([*own, np.zeros(starts, bool)])


@dataclass(frozen=True, eq=False)
class _Places:
    """The places of the steps and versions of a walk in the picture; -1: none."""

    from_steps: Longs
    to_steps: Longs
    versions: Longs

    @classmethod
    def of(cls, answer: Answer, finding: Finding, starts: Longs) -> "_Places":
        runs, versions, hops, met = answer.runs, answer.versions, finding.paths.hops, finding.paths.versions
        first_start = len(runs) + len(versions)
        to_steps = _places(runs.ids, hops.steps.run_ids, 0)
        begun = np.where(to_steps == _NONE, _places(starts, hops.steps.run_ids, first_start), to_steps)
        if finding.kind is Kind.STALE:
            # Other runs wrote the versions that were read instead.
            begun[hops.are_starts] = first_start if len(starts) == 1 else _NONE
        width = max(versions.attempts.max(initial=0), met.attempts.max(initial=0)) + 1
        keys = versions.ids * width + versions.attempts
        return cls(begun, to_steps, _places(keys, met.edge_ids * width + met.attempts, len(runs)))

    def links(self, paths: Paths) -> Links:
        """Return links from runs to versions and on to runs, or past a version without a place."""
        hops = paths.hops
        tails = self.from_steps[hops.from_steps]
        middles = np.full(len(hops), _NONE)
        has_write = hops.edge_ids != 0
        middles[has_write] = self.versions[paths.versions.of_hops[has_write]]
        heads = np.where(paths.lead_on, self.to_steps[hops.to_steps], _NONE)
        pairs = np.concatenate(
            [
                np.stack([tails, middles], axis=1)[paths.lead_to_writes],
                np.stack([np.where(middles == _NONE, tails, middles), heads], axis=1),
            ]
        )
        return pairs[(pairs >= 0).all(axis=1)]


def _places(known: Longs, wanted: Longs, offset: int) -> Longs:
    """Return the place of each wanted value among the known ones, counted from an offset; -1 if it is unknown."""
    if not len(known):
        return np.full(len(wanted), _NONE, np.int64)
    order = np.argsort(known, kind="stable")
    found = order[np.searchsorted(known[order], wanted).clip(max=len(known) - 1)]
    return np.where(known[found] == wanted, found + offset, _NONE)
