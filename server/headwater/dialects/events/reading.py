"""What is known while one event is read: its time, its order, and the changes found so far."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from headwater.dialects.names import FACETS
from headwater.model.changes import (
    AliasFact,
    AliasOrigin,
    AspectFact,
    Changes,
    ContentFact,
    Direction,
    EdgeFact,
    EntityFact,
    FacetSetFact,
    RunFacetsFact,
    RunFacetsScope,
)
from headwater.model.json import canonical_json, content_key
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


class KeptFacet(NamedTuple):
    """A facet whose value is kept under a content key."""

    name: str
    content_key: UUID
    is_deleted: bool


Kept = Sequence[KeptFacet]
NOTHING: Kept = ()


class RunIdentity(NamedTuple):
    """What tells a run apart, and its UUID where other jobs may have a run with the same one."""

    key: UUID
    uuid: UUID | None


@dataclass(slots=True)
class Reading:
    """One event while it is read. at is its time, is_terminal whether it ends its run, content_hash its own.

    source is that in which run ids are unique, None where it is the job that tells runs of one id apart; is_untimed,
    whether that time does not say when the run began or ended.
    """

    at: datetime
    is_terminal: bool
    content_hash: UUID
    changes: Changes
    warnings: set[str] = field(default_factory=set)
    run_key: UUID | None = None
    attempt: int | None = None
    source: str | None = None
    is_untimed: bool = False

    def warn(self, code: str) -> None:
        """Keep a warning with the event (docs/codes.md)."""
        self.warnings.add(code)

    def job(self, namespace: str, name: str, *, is_stub: bool = False) -> UUID:
        """Name a job and its flow; returns the job's URN key."""
        flow_urn = named_flow_urn(namespace, name)
        flow_key = text_key(flow_urn)
        flow_id = named_flow_id(name)
        job_urn = named_job_urn(namespace, name)
        job_key = text_key(job_urn)
        self.changes.entities += [
            EntityFact(flow_key, DATA_FLOW, flow_urn, namespace, flow_id, None, is_stub),
            EntityFact(job_key, DATA_JOB, job_urn, namespace, name, flow_key, is_stub),
        ]
        return job_key

    def run_identity(self, namespace: str, name: str, run_id: str) -> RunIdentity:
        """The identity of a run of a job."""
        if self.source is not None:
            return RunIdentity(source_run_key(self.source, run_id), None)
        return RunIdentity(job_run_key(namespace, name, run_id), run_uuid(run_id))

    def dataset(self, namespace: str, name: str, *, is_stub: bool = False) -> UUID:
        """Name a dataset; returns its URN key. `s3a` and `s3n` are Hadoop's ways to say `s3`."""
        urn = named_dataset_urn(namespace, name)
        key = text_key(urn)
        self.changes.entities.append(EntityFact(key, DATASET, urn, namespace, name, None, is_stub))
        if namespace.startswith(("s3a://", "s3n://")):
            self.alias(key, self.dataset(f"s3{namespace[3:]}", name, is_stub=True), "SCHEME")
        return key

    def alias(self, key: UUID, other_key: UUID, origin: AliasOrigin) -> None:
        """Two URNs name the same dataset; origin is the part of the event that says so."""
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
        """The event's run read or wrote an asset; origin is the part of the event that says so."""
        assert self.run_key is not None
        self.changes.edges.append(
            EdgeFact(
                run_key=self.run_key,
                direction=direction,
                asset_key=asset_key,
                at=self.at,
                content_hash=self.content_hash,
                place=len(self.changes.edges),
                origin=origin,
                attempt=self.attempt,
                version=version,
                is_terminal=self.is_terminal,
                set_key=self._facet_set(facets),
                own_set_key=self._facet_set(own_facets),
            )
        )

    def keep(self, facets: dict[str, dict[str, Any]]) -> Kept:
        """Keep the values of facets; whose they are is said by the other methods."""
        kept = []
        for name, value in facets.items():
            canonical = canonical_json(value)
            key = content_key(canonical)
            self.changes.contents.append(ContentFact(key, canonical.decode()))
            kept.append(KeptFacet(name, key, value.get("_deleted") is True))
        return kept

    def run_facets(self, scope: RunFacetsScope, facets: Kept) -> None:
        """The facets are of the event's run (OWN), or of its job as this run knew it (JOB)."""
        assert self.run_key is not None
        if set_key := self._facet_set(facets):
            names_key = content_key(canonical_json(sorted(facet.name for facet in facets)))
            self.changes.run_facets.append(
                RunFacetsFact(self.run_key, scope, names_key, set_key, self.at, self.is_terminal)
            )

    def entity_aspects(self, urn_key: UUID, facets: Kept) -> None:
        """The facets are of a job or dataset."""
        self.changes.aspects += [
            AspectFact(urn_key, FACETS, name, self.at, self.is_terminal, key, is_deleted)
            for name, key, is_deleted in facets
        ]

    def _facet_set(self, facets: Kept) -> UUID | None:
        if not facets:
            return None
        names = {name: f"!{key.hex}" if is_deleted else key.hex for name, key, is_deleted in facets}
        canonical = canonical_json(names)
        set_key = content_key(canonical)
        self.changes.facet_sets.append(FacetSetFact(set_key, canonical.decode()))
        return set_key
