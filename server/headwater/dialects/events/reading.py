"""The state of reading one event: its time, its order, and the changes so far."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from headwater.dialects.events.kept_facets import NOTHING, Kept, keep_facets
from headwater.memory import remembered
from headwater.model.changes import (
    AliasFact,
    AliasOrigin,
    Changes,
    Direction,
    EdgeFact,
    EntityFacetsFact,
    EntityFact,
    RunFacetsFact,
    RunFacetsScope,
)
from headwater.urn import (
    DATA_FLOW,
    DATA_JOB,
    DATASET,
    job_run_key,
    named_dataset_urn,
    named_flow_id,
    named_flow_urn,
    named_job_urn,
    run_uuid,
    source_run_key,
    text_key,
)


class RunIdentity(NamedTuple):
    """The key of a run, and its UUID if runs of other jobs may share that UUID."""

    key: UUID
    uuid: UUID | None


@dataclass(slots=True)
class Reading:
    """One event being read.

    at: the time of the event.
    is_terminal: True if it ends its run.
    source: the scope of run ids; None if runs of two jobs may share an id.
    is_untimed: True if at is not the time of a start or an end of the run.
    """

    at: datetime
    is_terminal: bool
    content_hash: UUID
    changes: Changes
    warnings: set[str] = field(default_factory=set)
    run_key: UUID | None = None
    run_uuid: UUID | None = None
    attempt: int | None = None
    source: str | None = None
    is_untimed: bool = False

    def warn(self, code: str) -> None:
        """Keep a warning with the event (docs/codes.md)."""
        self.warnings.add(code)

    def job(self, namespace: str, name: str, *, is_stub: bool = False) -> UUID:
        """Name a job and its flow; return the job's URN key."""
        flow_and_job = _flow_and_job(namespace, name, is_stub)
        self.changes.entities += flow_and_job
        return flow_and_job[1].urn_key

    def run_identity(self, namespace: str, name: str, run_id: str) -> RunIdentity:
        """Return the identity of a job's run."""
        if self.source is not None:
            return RunIdentity(source_run_key(self.source, run_id), None)
        return _run_identity(namespace, name, run_id)

    def dataset(self, namespace: str, name: str, *, is_stub: bool = False) -> UUID:
        """Name a dataset; return its URN key. `s3a` and `s3n` are Hadoop's aliases of `s3`."""
        dataset = _dataset(namespace, name, is_stub)
        self.changes.entities.append(dataset)
        if namespace.startswith(("s3a://", "s3n://")):
            self.alias(dataset.urn_key, self.dataset(f"s3{namespace[3:]}", name, is_stub=True), "SCHEME")
        return dataset.urn_key

    def alias(self, key: UUID, other_key: UUID, origin: AliasOrigin) -> None:
        """Record two URNs of the same dataset; origin is the part of the event with both."""
        if key != other_key:
            self.changes.aliases.append(AliasFact(key, other_key, origin))

    def edge(
        self,
        direction: Direction,
        asset_key: UUID,
        origin: str,
        version: str | None = None,
        facets: Kept = NOTHING,
        own_facets: Kept = NOTHING,
    ) -> None:
        """Record that the event's run read or wrote an asset; origin is the part of the event with the edge."""
        assert self.run_key is not None
        self.changes.edges.append(
            EdgeFact(
                self.run_key,
                direction,
                asset_key,
                self.at,
                self.content_hash,
                len(self.changes.edges),
                origin,
                self.attempt,
                version,
                self.is_terminal,
                facets.set_key,
                own_facets.set_key,
            )
        )

    def keep(self, facets: dict[str, Any]) -> Kept:
        """Store facets and their set, without an owner yet. Null and empty facets are left out."""
        kept = keep_facets(facets) if facets else NOTHING
        self.changes.contents += kept.contents
        if kept.facet_set is not None:
            self.changes.facet_sets.append(kept.facet_set)
        if kept.has_others:
            self.warn("facet.not_object")
        return kept

    def run_facets(self, scope: RunFacetsScope, facets: Kept) -> None:
        """Record facets of the event's run (OWN), or of its job as this run knew it (JOB)."""
        assert self.run_key is not None
        if facets.set_key is not None:
            self.changes.run_facets.append(
                RunFacetsFact(self.run_key, scope, facets.names_key, facets.set_key, self.at, self.is_terminal)
            )

    def entity_facets(self, urn_key: UUID, facets: Kept) -> None:
        """Record facets of a job or dataset."""
        if facets.set_key is not None:
            self.changes.entity_facets.append(
                EntityFacetsFact(urn_key, facets.names_key, facets.set_key, self.at, self.is_terminal)
            )


@remembered
def _flow_and_job(namespace: str, name: str, is_stub: bool) -> tuple[EntityFact, EntityFact]:
    flow_urn, job_urn = named_flow_urn(namespace, name), named_job_urn(namespace, name)
    flow = EntityFact(text_key(flow_urn), DATA_FLOW, flow_urn, namespace, named_flow_id(name), None, is_stub)
    return flow, EntityFact(text_key(job_urn), DATA_JOB, job_urn, namespace, name, flow.urn_key, is_stub)


@remembered
def _dataset(namespace: str, name: str, is_stub: bool) -> EntityFact:
    urn = named_dataset_urn(namespace, name)
    return EntityFact(text_key(urn), DATASET, urn, namespace, name, None, is_stub)


@remembered
def _run_identity(namespace: str, name: str, run_id: str) -> RunIdentity:
    return RunIdentity(job_run_key(namespace, name, run_id), run_uuid(run_id))
