"""What is known while one event is read: its time, its order, and the changes found so far."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from headwater.dialects.names import OPENLINEAGE
from headwater.dialects.problems import UnusableError
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
    openlineage_dataset_urn,
    openlineage_flow_id,
    openlineage_flow_urn,
    openlineage_job_urn,
    openlineage_run_key,
    run_uuid,
    source_run_key,
    text_key,
)

DIALECT = OPENLINEAGE


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


class DescribedDataset(NamedTuple):
    """An entry of `inputs` or `outputs`: the URN key of its dataset, what its facets say, and the entry."""

    key: UUID
    facets: dict[str, dict[str, Any]]
    kept: Kept
    entry: dict[str, Any]


@dataclass(slots=True)
class Reading:
    """One event while it is read. at is its eventTime, is_terminal whether it ends its run, content_hash its own.

    source is that in which run ids are unique, None where it is the job that tells runs of one id apart; is_untimed,
    whether eventTime does not say when the run began or ended.
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

    def facets(self, holder: dict[str, Any], key: str = "facets") -> dict[str, dict[str, Any]]:
        """The facets of a part of the event. Null and empty say nothing and are left out."""
        raw = holder.get(key)
        if raw is None:
            return {}
        if not isinstance(raw, dict):
            self.warn("facets.not_object")
            return {}
        found = {}
        for name, value in raw.items():
            if name.startswith("_") or not isinstance(value, dict | None):
                self.warn("facet.not_object")
            elif value:
                found[name] = value
        return found

    def job(self, namespace: str, name: str, *, is_stub: bool = False) -> UUID:
        """Name a job and its flow; returns the job's URN key."""
        flow_urn = openlineage_flow_urn(namespace, name)
        flow_key = text_key(flow_urn)
        flow_id = openlineage_flow_id(name)
        job_urn = openlineage_job_urn(namespace, name)
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
        return RunIdentity(openlineage_run_key(namespace, name, run_id), run_uuid(run_id))

    def datasets(self, event: dict[str, Any], side: str) -> Iterator[DescribedDataset]:
        """The entries of `inputs` or `outputs` that name a dataset."""
        entries = event.get(side)
        if not isinstance(entries, list | None):
            self.warn("dataset.skipped")
            return
        for entry in entries or []:
            try:
                yield self.described_dataset(entry, side)
            except UnusableError:
                self.warn("dataset.skipped")

    def described_dataset(self, entry: Any, field_name: str) -> DescribedDataset:
        """Name a dataset and keep its facets. Raises UnusableError where it has no name."""
        key = self.dataset(*named(entry, field_name, "dataset.invalid"))
        facets = self.facets(entry)
        kept = self.keep(facets)
        self.entity_aspects(key, kept)
        facets = said(facets)
        for identifier in objects(self, facets.get("symlinks", {}).get("identifiers"), "symlink.invalid"):
            try:
                other_key = self.dataset(*named(identifier, "symlinks", "symlink.invalid"), is_stub=True)
            except UnusableError:
                self.warn("symlink.invalid")
            else:
                self._alias(key, other_key, "SYMLINK")
        if (previous := facets.get("lifecycleStateChange", {}).get("previousIdentifier")) is not None:
            try:
                self.dataset(*named(previous, "previousIdentifier", "rename.invalid"), is_stub=True)
            except UnusableError:
                self.warn("rename.invalid")
        return DescribedDataset(key, facets, kept, entry)

    def dataset(self, namespace: str, name: str, *, is_stub: bool = False) -> UUID:
        """Name a dataset; returns its URN key. `s3a` and `s3n` are Hadoop's ways to say `s3`."""
        urn = openlineage_dataset_urn(namespace, name)
        key = text_key(urn)
        self.changes.entities.append(EntityFact(key, DATASET, urn, namespace, name, None, is_stub))
        if namespace.startswith(("s3a://", "s3n://")):
            self._alias(key, self.dataset(f"s3{namespace[3:]}", name, is_stub=True), "SCHEME")
        return key

    def _alias(self, key: UUID, other_key: UUID, origin: AliasOrigin) -> None:
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
            AspectFact(urn_key, DIALECT, name, self.at, self.is_terminal, key, is_deleted)
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


def named(value: Any, field_name: str, code: str) -> tuple[str, str]:
    """The namespace and name of a job or dataset. Raises UnusableError, naming the field."""
    if not isinstance(value, dict):
        raise UnusableError(code, f"{field_name}: expected an object with namespace and name")
    namespace, name = value.get("namespace"), value.get("name")
    for part, text in (("namespace", namespace), ("name", name)):
        if not isinstance(text, str) or not text:
            raise UnusableError(code, f"{field_name}.{part}: expected a text that is not empty")
    return str(namespace), str(name)


def said(facets: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The facets that say something: a deleted one does not, whatever is in it."""
    return {name: value for name, value in facets.items() if value.get("_deleted") is not True}


def run_id_of(run: object, job_name: str) -> str:
    """The id of a run of a job; a UUID in lower case, so that both spellings are one run. Raises UnusableError."""
    run_id = run.get("runId") if isinstance(run, dict) else None
    if not isinstance(run_id, str) or not run_id:
        raise UnusableError("run_id.invalid", "run.runId: expected a text that is not empty")
    if (job_name, run_id) == ("unknown", "unknown_run"):  # dpone's
        raise UnusableError("run.placeholder", "run unknown_run of job unknown stands for a run that was not read")
    return str(run_uuid(run_id) or run_id)


def objects(reading: Reading, value: Any, warning: str) -> Iterator[dict[str, Any]]:
    """The objects in a list; what is no list or no object leaves a warning. Null says nothing."""
    if not isinstance(value, list | None):
        reading.warn(warning)
        return
    for item in value or []:
        if isinstance(item, dict):
            yield item
        else:
            reading.warn(warning)
