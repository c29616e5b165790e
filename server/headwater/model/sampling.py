"""Sampling: the successful runs whose events are kept whole (docs/retention.md)."""

from collections.abc import Callable, Mapping
from typing import NamedTuple
from uuid import UUID

from headwater.model.changes import Changes
from headwater.urn import ORCHESTRATOR


class Sampling(NamedTuple):
    """The policies of a store, each the number of runs of which one is kept whole, by the key of its job or flow.

    platforms: by the integration that an event names (jobType), or by the orchestrator of all events. everything: of
    all other runs; 1: all are kept whole.
    """

    jobs: Mapping[UUID, int]
    flows: Mapping[UUID, int]
    platforms: Mapping[str, int]
    everything: int

    @property
    def keeps_all(self) -> bool:
        """True without policies."""
        return not (self.jobs or self.flows or self.platforms) and self.everything == 1

    def keep_every(self, changes: Changes, integration: Callable[[], str | None]) -> int:
        """Return the number of runs of which one is kept whole, of the job of an event; the most specific counts.

        integration: the one that the event names, asked for only where it decides.
        """
        job_key = changes.runs[0].template_key
        if job_key in self.jobs:
            return self.jobs[job_key]
        for entity in changes.entities:
            if entity.urn_key == job_key and entity.flow_key is not None and entity.flow_key in self.flows:
                return self.flows[entity.flow_key]
        if self.platforms:
            for platform in (integration(), ORCHESTRATOR):
                if platform is not None and platform in self.platforms:
                    return self.platforms[platform]
        return self.everything


def is_sample(run_key: UUID, keep_every: int) -> bool:
    """Return True for one run in so many, by its key: in any order of arrival the same ones."""
    return run_key.int % keep_every == 0
