"""The Databand dialect: OpenLineage's reader, but run ids are unique in their source, and inputs may be runs."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from headwater.dialects.databand.normalising import facet_member, normalise, run_facets
from headwater.dialects.events.dialect import EventDialect
from headwater.dialects.events.reading import Reading
from headwater.dialects.names import DATABAND
from headwater.dialects.openlineage.parser import read_event
from headwater.dialects.openlineage.run import event_time, is_terminal
from headwater.model.changes import Changes, InputJobFact, Problem, SourceRunFact
from headwater.model.times import parse_time
from headwater.urn import DATASET, named_job_urn, text_key

DIALECT = DATABAND


def _read(reading: Reading, event: dict[str, Any]) -> None:
    reading.source = reading.changes.event.source
    reading.is_untimed = _is_untimed(reading, event)
    read_event(reading, event)
    changes = reading.changes
    changes.source_runs += [SourceRunFact(run.run_key, reading.source, run.template_key) for run in changes.runs]
    _read_input_jobs(reading)


def _is_untimed(reading: Reading, event: dict[str, Any]) -> bool:
    """Return True if eventTime is neither the start nor the end of the run.

    Clients that poll a run send the time of its creation or start with any state. The facet startTime has the real
    start. A run whose time equals its nominal time has not started yet.
    """
    facets = run_facets(event)
    if _time(facet_member(facets, "startTime", "startTime")) is not None:
        return not is_terminal(event)
    return _time(facet_member(facets, "nominalTime", "nominalStartTime")) == reading.at


def _time(text: object) -> datetime | None:
    try:
        return parse_time(text)[0]
    except ValueError:
        return None


def _read_input_jobs(reading: Reading) -> None:
    """Record each input as a possible earlier run; the run is known only when all runs have arrived."""
    changes = reading.changes
    named = {fact.urn_key: fact for fact in changes.entities if fact.kind == DATASET}
    for edge in changes.edges:
        if edge.direction == "INPUT" and edge.origin == "inputs":
            dataset = named[edge.asset_key]
            job_key = text_key(named_job_urn(str(dataset.namespace), str(dataset.name)))
            changes.input_jobs.append(InputJobFact(edge.run_key, edge.asset_key, job_key))


def has_root_run(items: Sequence[Changes | Problem]) -> bool:
    """Return True for a batch with a parentless run, or without runs. Databand drops runs without their root."""
    batch = [item for item in items if isinstance(item, Changes) and item.runs]
    return not batch or any(all(link.kind != "PARENT" for link in changes.run_links) for changes in batch)


_DATABAND = EventDialect(DIALECT, _read, event_time, is_terminal, normalise)

parse_document = _DATABAND.parse_document
parse_again = _DATABAND.parse_again
parse_record = _DATABAND.parse_record
