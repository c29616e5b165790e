"""What is known while one event is read: its time, its order, and the changes found so far."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.dialects.problems import UnusableError
from headwater.model.changes import (
    AspectFact,
    AspectScope,
    Changes,
    ContentFact,
    Direction,
    EdgeAspectFact,
    EntityFact,
    FacetScope,
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
    text_key,
)

DIALECT = "openlineage"


@dataclass(slots=True)
class Reading:
    """One event while it is read. at is its eventTime, is_terminal whether it ends its run."""

    at: datetime
    is_terminal: bool
    changes: Changes
    warnings: set[str] = field(default_factory=set)
    run_key: UUID | None = None
    attempt: int | None = None

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

    def datasets(self, event: dict[str, Any], side: str) -> Iterator[tuple[UUID, dict[str, Any]]]:
        """The entries of `inputs` or `outputs` that name a dataset: its URN key, and the entry."""
        entries = event.get(side)
        if not isinstance(entries, list | None):
            self.warn("dataset.skipped")
            return
        for entry in entries or []:
            try:
                namespace, name = named(entry, side, "dataset.invalid")
            except UnusableError:
                self.warn("dataset.skipped")
            else:
                yield self.dataset(namespace, name), entry

    def dataset(self, namespace: str, name: str) -> UUID:
        """Name a dataset; returns its URN key."""
        urn = openlineage_dataset_urn(namespace, name)
        key = text_key(urn)
        self.changes.entities.append(EntityFact(key, DATASET, urn, namespace, name, None, False))
        return key

    def run_aspects(self, scope: AspectScope, facets: dict[str, dict[str, Any]]) -> None:
        """Keep the facets of the event's run (OWN), or those of its job as this run knew it (JOB)."""
        self._aspects(self.run_key, None, scope, facets)

    def entity_aspects(self, urn_key: UUID, facets: dict[str, dict[str, Any]]) -> None:
        """Keep the facets of a job or dataset."""
        self._aspects(None, urn_key, "OWN", facets)

    def _aspects(
        self, run_key: UUID | None, urn_key: UUID | None, scope: AspectScope, facets: dict[str, dict[str, Any]]
    ) -> None:
        for name, value in facets.items():
            key, is_deleted = self._content(value)
            self.changes.aspects.append(
                AspectFact(run_key, urn_key, DIALECT, scope, name, self.at, self.is_terminal, key, is_deleted)
            )

    def edge_aspects(
        self, direction: Direction, asset_key: UUID, scope: FacetScope, facets: dict[str, dict[str, Any]]
    ) -> None:
        """Keep the facets that the event's run gave of its input or output."""
        assert self.run_key is not None
        for name, value in facets.items():
            key, is_deleted = self._content(value)
            self.changes.edge_aspects.append(
                EdgeAspectFact(
                    self.run_key, direction, asset_key, scope, name, self.at, self.is_terminal, key, is_deleted
                )
            )

    def _content(self, value: dict[str, Any]) -> tuple[UUID, bool]:
        canonical = canonical_json(value)
        key = content_key(canonical)
        self.changes.contents.append(ContentFact(key, canonical.decode()))
        return key, value.get("_deleted") is True


def named(value: Any, field_name: str, code: str) -> tuple[str, str]:
    """The namespace and name of a job or dataset. Raises UnusableError, naming the field."""
    if not isinstance(value, dict):
        raise UnusableError(code, f"{field_name}: expected an object with namespace and name")
    namespace, name = value.get("namespace"), value.get("name")
    for part, text in (("namespace", namespace), ("name", name)):
        if not isinstance(text, str) or not text:
            raise UnusableError(code, f"{field_name}.{part}: expected a text that is not empty")
    return str(namespace), str(name)
