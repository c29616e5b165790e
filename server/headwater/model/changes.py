"""The facts of a payload, ready to be merged as a set.

Each fact is a tuple. Its fields are those of the type of its name in `sql/functions/types.sql`, in that order. Facts
name runs by their run key and other entities by their URN key (`headwater.urn`), since the store's numbers are not
known yet.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal, NamedTuple
from uuid import UUID

MAX_EVENT_NAMES: Final = 20_000
"""The default limit of names in one event; merging so many takes seconds."""

Status = Literal["STARTED", "COMPLETE"]
Result = Literal["SUCCESS", "FAILURE", "SKIPPED", "UP_FOR_RETRY"]
Direction = Literal["INPUT", "OUTPUT"]
LinkKind = Literal["PARENT", "ROOT", "UPSTREAM", "DOWNSTREAM"]
RunFacetsScope = Literal["OWN", "JOB"]
AliasOrigin = Literal["SYMLINK", "SCHEME"]
JobLinkOrigin = Literal["JOB_DEPENDENCIES", "AIRFLOW", "LINEAGE"]
DerivationOrigin = Literal["JOB_LINEAGE", "DATASET_LINEAGE", "COLUMN_LINEAGE"]


class EntityFact(NamedTuple):
    """An entity other than a run was named; a stub, only by a reference."""

    urn_key: UUID
    kind: str
    urn: str
    namespace: str | None
    name: str | None
    flow_key: UUID | None
    is_stub: bool


class AliasFact(NamedTuple):
    """Two names of the same data."""

    urn_key: UUID
    other_key: UUID
    origin: AliasOrigin


class RunFact(NamedTuple):
    """A run described itself; a derived run sent no events, and another run reported its state."""

    run_key: UUID
    run_uuid: UUID | None
    native_id: str
    template_key: UUID
    flow_key: UUID | None
    is_derived: bool


class RunEventFact(NamedTuple):
    """A state change or other event of a run; status None changes no state.

    is_time_approximate: the time is that of an export.
    is_untimed: at is neither the start nor the end of the run; declared_start still counts.
    """

    run_key: UUID
    at: datetime
    status: Status | None
    result: Result | None
    native_state: str | None
    attempt: int | None
    declared_start: datetime | None
    duration_millis: int | None
    is_time_approximate: bool
    is_untimed: bool
    content_hash: UUID


class EdgeFact(NamedTuple):
    """An event named an asset as input or output of a run.

    place: numbers the mentions of the event.
    origin: the part of the event that names the asset.
    version: the asset's own version id, if given.
    set_key, own_set_key: the asset's facets, and its inputFacets or outputFacets.
    """

    run_key: UUID
    direction: Direction
    asset_key: UUID
    at: datetime
    content_hash: UUID
    place: int
    origin: str
    attempt: int | None
    version: str | None
    is_terminal: bool
    set_key: UUID | None
    own_set_key: UUID | None


class DerivationFact(NamedTuple):
    """A facet says that a run made the output from the input.

    Without an input, the facet names the output, with or without sources. Without an output, the run has the facet.
    """

    run_key: UUID
    output_key: UUID | None
    input_key: UUID | None
    origin: DerivationOrigin
    at: datetime


class EntityFacetsFact(NamedTuple):
    """The facets of a job or a dataset in an event. names_key stands for their names."""

    urn_key: UUID
    names_key: UUID
    set_key: UUID
    at: datetime
    is_terminal: bool


class RunFacetsFact(NamedTuple):
    """The facets of an event's run (scope OWN), or of its job as the run knew it (JOB).

    names_key stands for their names.
    """

    run_key: UUID
    scope: RunFacetsScope
    names_key: UUID
    set_key: UUID
    at: datetime
    is_terminal: bool


class ContentFact(NamedTuple):
    """The value of a facet as JSON text, under the hash of its canonical form."""

    content_key: UUID
    value: str


class FacetSetFact(NamedTuple):
    """The facets of a part of an event, as JSON text: content keys by name, after a "!" if the facet is deleted."""

    set_key: UUID
    facets: str


class RunLinkFact(NamedTuple):
    """A reference from a run to another, named by id and job."""

    run_key: UUID
    kind: LinkKind
    target_key: UUID
    target_uuid: UUID | None
    target_native_id: str
    target_job_key: UUID
    at: datetime
    is_terminal: bool


class RunWarningFact(NamedTuple):
    """Something was repaired in an event of a run (docs/codes.md)."""

    run_key: UUID
    code: str


class ChecksumFact(NamedTuple):
    """The checksum of a piece of a run's evidence, as received."""

    run_key: UUID
    name: str
    checksum: str


class JobLinkFact(NamedTuple):
    """One job comes before another."""

    upstream_key: UUID
    downstream_key: UUID
    origin: JobLinkOrigin
    at: datetime


class JobEdgeFact(NamedTuple):
    """A JobEvent declared an asset as input or output of a job, without a run."""

    job_key: UUID
    direction: Direction
    asset_key: UUID
    at: datetime


class SourceRunFact(NamedTuple):
    """A run whose id is unique in its source; an event of the run names this job."""

    run_key: UUID
    source: str
    job_key: UUID


class InputJobFact(NamedTuple):
    """An input of a run may be a job instead: then an earlier run of that job, with the same parent."""

    run_key: UUID
    asset_key: UUID
    job_key: UUID


class RegistrationFact(NamedTuple):
    """The evidence of a run was registered; document is the entry as JSON text.

    scope_key: the run as registered; run_key: the run itself, which an exported event may give another id.
    is_entry: False if an exported event tells of the registration.
    checksums: those of the entry and of all evidence.
    """

    id: UUID
    scope_key: UUID
    run_key: UUID
    run_id: str
    namespace: str
    process: str
    passed: bool
    recorded_at: datetime
    is_entry: bool
    entry_checksum: str
    checksums: list[str]
    document: str


class VerificationFact(NamedTuple):
    """A registration was compared with its files; items are the differences as JSON text."""

    id: UUID
    registration_id: UUID
    checked_at: datetime
    passed: bool
    items: str


class VersionedFact(NamedTuple):
    """The current value of an aspect from proposals, and its system metadata, as JSON texts.

    version counts the values of the aspect.
    """

    urn_key: UUID
    name: str
    value: str
    system_metadata: str
    version: int


class TimeseriesFact(NamedTuple):
    """A value of a timeseries aspect, as JSON text. key tells values of one time apart."""

    urn_key: UUID
    name: str
    at: datetime
    key: UUID
    value: str
    system_metadata: str


class RelationshipFact(NamedTuple):
    """A field of an aspect points from one entity to another; details are JSON text."""

    source_key: UUID
    aspect: str
    type: str
    field: str
    destination_key: UUID
    details: str


class ReportedEventFact(NamedTuple):
    """A state change of a run, from a proposal that names the run by URN."""

    urn_key: UUID
    at: datetime
    status: Status
    result: Result | None
    native_state: str | None
    attempt: int | None
    duration_millis: int | None
    content_hash: UUID


class EventFact(NamedTuple):
    """The event itself, for the durable log; body is its bytes as received, which the merge packs."""

    at: datetime
    content_hash: UUID
    dialect: str
    source: str
    warnings: list[str]
    body: bytes


@dataclass(slots=True)
class Changes:
    """All facts of one event."""

    event: EventFact
    entities: list[EntityFact] = field(default_factory=list)
    aliases: list[AliasFact] = field(default_factory=list)
    runs: list[RunFact] = field(default_factory=list)
    run_events: list[RunEventFact] = field(default_factory=list)
    edges: list[EdgeFact] = field(default_factory=list)
    derivations: list[DerivationFact] = field(default_factory=list)
    entity_facets: list[EntityFacetsFact] = field(default_factory=list)
    run_facets: list[RunFacetsFact] = field(default_factory=list)
    contents: list[ContentFact] = field(default_factory=list)
    facet_sets: list[FacetSetFact] = field(default_factory=list)
    run_links: list[RunLinkFact] = field(default_factory=list)
    run_warnings: list[RunWarningFact] = field(default_factory=list)
    checksums: list[ChecksumFact] = field(default_factory=list)
    job_links: list[JobLinkFact] = field(default_factory=list)
    job_edges: list[JobEdgeFact] = field(default_factory=list)
    source_runs: list[SourceRunFact] = field(default_factory=list)
    input_jobs: list[InputJobFact] = field(default_factory=list)
    registrations: list[RegistrationFact] = field(default_factory=list)
    verifications: list[VerificationFact] = field(default_factory=list)

    @property
    def size_bytes(self) -> int:
        """The approximate size: the facets and the body."""
        return len(self.event.body) + sum(len(content.value) for content in self.contents)

    @property
    def names(self) -> int:
        """The number of inputs, outputs, symlinks, sources of outputs, runs, and references to runs and jobs."""
        assets = len(self.edges) + len(self.job_edges) + len(self.aliases) + len(self.derivations)
        return assets + len(self.runs) + len(self.run_links) + len(self.job_links)

    def without_runs(self) -> "Changes":
        """Return only the facts of jobs and data, and evidence, without the facts of runs."""
        sets = {fact.set_key for fact in self.entity_facets}
        facet_sets = [one for one in self.facet_sets if one.set_key in sets]
        named = "".join(one.facets for one in facet_sets)
        return Changes(
            self.event,
            entities=self.entities,
            aliases=self.aliases,
            entity_facets=self.entity_facets,
            contents=[one for one in self.contents if one.content_key.hex in named],
            facet_sets=facet_sets,
            job_links=self.job_links,
            job_edges=self.job_edges,
            registrations=self.registrations,
            verifications=self.verifications,
        )


class Problem(NamedTuple):
    """A payload that could not be parsed, for the quarantine: the whole payload, with the reason.

    source: the file or request.
    position: the line in the file, or the index in the request, from 1.
    tenant: the owner, which is part of the payload's identity; "" in a dialect without tenants.
    """

    key: UUID
    dialect: str
    source: str
    position: int
    code: str
    message: str
    payload: bytes
    tenant: str

    @property
    def size_bytes(self) -> int:
        """The size to send to the store."""
        return len(self.payload)
