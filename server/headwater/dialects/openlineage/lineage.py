"""Derivations: the inputs that a run used for each output, as far as facets tell.

Source: LineageFacet 1-0-0 with its guide, ColumnLineageDatasetFacet 1-2-0. The SQL function `run_derivations` combines
several facets of an output, and decides for an output without facets.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from headwater.dialects.events.links import link_jobs
from headwater.dialects.events.reading import Reading
from headwater.dialects.openlineage.links import link_named_run
from headwater.dialects.openlineage.parts import named, objects
from headwater.dialects.problems import UnusableError
from headwater.model.changes import DerivationFact, DerivationOrigin, Direction, JobEdgeFact

_INVALID = "lineage.invalid"


def read_job_lineage(reading: Reading, job_key: UUID, facet: dict[str, Any]) -> None:
    """Read the `lineage` facet of a run's job: the data flow of this run, by target dataset or job."""
    entries = facet.get("entries")
    read = [_read_entry(reading, job_key, entry) for entry in objects(reading, entries, _INVALID)]
    if any(read) or entries == []:
        _add(reading, None, None, "JOB_LINEAGE")  # the facet is complete, also if it names no dataset


def read_declared_lineage(reading: Reading, job_key: UUID, facet: dict[str, Any]) -> None:
    """Read the `lineage` facet of a JobEvent: the job's declared data flow, without a run."""
    for entry in objects(reading, facet.get("entries"), _INVALID):
        with _warned(reading):
            target_key = job_key
            if entry.get("type") == "DATASET":
                _declare(reading, job_key, "OUTPUT", entry)
            elif entry.get("type") == "JOB":
                target_key = _job(reading, entry, job_key)
            else:
                raise UnusableError(_INVALID, "type: expected DATASET or JOB")
            for source in _sources(reading, entry):
                _declare_source(reading, job_key, target_key, source)


def read_output_lineage(reading: Reading, job_key: UUID, output_key: UUID, facets: dict[str, dict[str, Any]]) -> None:
    """Read the `lineage` and `columnLineage` facets of a run's output."""
    if "inputs" in (lineage := facets.get("lineage", {})) or "fields" in lineage:
        _derive(reading, job_key, output_key, lineage, "DATASET_LINEAGE")
    if "columnLineage" in facets:
        for namespace, name in _column_sources(reading, facets["columnLineage"]):
            _add(reading, output_key, reading.dataset(namespace, name, is_stub=True), "COLUMN_LINEAGE")


def _read_entry(reading: Reading, job_key: UUID, entry: dict[str, Any]) -> bool:
    """Read one entry. Return False if it is invalid."""
    with _warned(reading):
        if entry.get("type") == "DATASET":
            output_key = reading.dataset(*named(entry, "entries", _INVALID))
            reading.edge("OUTPUT", output_key, "lineage")
            _derive(reading, job_key, output_key, entry, "JOB_LINEAGE")
        elif entry.get("type") == "JOB":
            _read_job_entry(reading, job_key, _job(reading, entry, job_key), entry)
        else:
            raise UnusableError(_INVALID, "type: expected DATASET or JOB")
        return True
    return False


def _read_job_entry(reading: Reading, job_key: UUID, target_key: UUID, entry: dict[str, Any]) -> None:
    """Add the inputs of the run. For another job they are declared only: its run is unknown."""
    for source in _sources(reading, entry):
        if target_key != job_key:
            _declare_source(reading, job_key, target_key, source)
            continue
        with _warned(reading):
            if source.get("type") == "JOB":
                _link(reading, source, job_key, target_key)
            else:
                _input(reading, source)


def _derive(
    reading: Reading, job_key: UUID, output_key: UUID, holder: dict[str, Any], origin: DerivationOrigin
) -> None:
    """Add the sources of one output. An output without sources is kept too: the facet rules the run's inputs out."""
    _add(reading, output_key, None, origin)
    for source in _sources(reading, holder):
        with _warned(reading):
            if source.get("type") == "JOB":
                _link(reading, source, job_key, job_key)
            else:
                _add(reading, output_key, _input(reading, source), origin)


def _declare_source(reading: Reading, job_key: UUID, target_key: UUID, source: dict[str, Any]) -> None:
    with _warned(reading):
        if source.get("type") == "JOB":
            link_jobs(reading, _job(reading, source, job_key), target_key, "LINEAGE")
        else:
            _declare(reading, target_key, "INPUT", source)


def _declare(reading: Reading, job_key: UUID, direction: Direction, holder: dict[str, Any]) -> None:
    asset_key = reading.dataset(*named(holder, "lineage", _INVALID))
    reading.changes.job_edges.append(JobEdgeFact(job_key, direction, asset_key, reading.at))


@contextmanager
def _warned(reading: Reading) -> Iterator[None]:
    """Turn an UnusableError into a warning, so that only the invalid part is lost."""
    try:
        yield
    except UnusableError:
        reading.warn(_INVALID)


def _input(reading: Reading, source: dict[str, Any]) -> UUID:
    """Add an input of the run and return its URN key; data came from it, so the run read it."""
    input_key = reading.dataset(*named(source, "inputs", _INVALID))
    reading.edge("INPUT", input_key, "lineage")
    return input_key


def _sources(reading: Reading, holder: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Return the sources of the whole output, then those of its fields."""
    yield from objects(reading, holder.get("inputs"), _INVALID)
    for entry in _fields(reading, holder):
        yield from objects(reading, entry.get("inputs"), _INVALID)


def _fields(reading: Reading, holder: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Return the entries of fields, sorted by name: copies of an event may order them differently."""
    fields = holder.get("fields")
    return objects(reading, [fields[name] for name in sorted(fields)] if isinstance(fields, dict) else fields, _INVALID)


def _column_sources(reading: Reading, facet: dict[str, Any]) -> set[tuple[str, str]]:
    """Return the source datasets of the columns and of the dataset itself, without duplicates."""
    found = set()
    for items in (*(column.get("inputFields") for column in _fields(reading, facet)), facet.get("dataset")):
        for item in objects(reading, items, _INVALID):
            with _warned(reading):
                found.add(named(item, "columnLineage", _INVALID))
    return found


def _job(reading: Reading, entry: dict[str, Any], own_key: UUID) -> UUID:
    """Return the job of an entry; without a name it is the event's own job."""
    if entry.get("namespace") is None and entry.get("name") is None:
        return own_key
    return reading.job(*named(entry, "lineage", _INVALID), is_stub=True)


def _link(reading: Reading, source: dict[str, Any], job_key: UUID, target_key: UUID) -> None:
    """Order the source job before the target, and the named source run before this run."""
    source_key = _job(reading, source, job_key)
    link_jobs(reading, source_key, target_key, "LINEAGE")
    if source.get("runId") is not None and source_key != job_key and target_key == job_key:
        link_named_run(reading, "UPSTREAM", {"job": source, "run": source})


def _add(reading: Reading, output_key: UUID | None, input_key: UUID | None, origin: DerivationOrigin) -> None:
    assert reading.run_key is not None
    reading.changes.derivations.append(DerivationFact(reading.run_key, output_key, input_key, origin, reading.at))
