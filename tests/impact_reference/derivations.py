"""The inputs from which a run made an output (docs/store.md)."""

from typing import Any

from impact_reference.asking import Asset
from impact_reference.events import RunEvent, expect_dataset, facet, named, sources

Pairs = set[tuple[Asset, Asset]]


def flows(source: Asset, output: Asset, events: list[RunEvent]) -> bool:
    """Return true if a run made an output from an input. A run's events add up.

    1. If the run's events carry a `lineage` facet of the job, that facet is complete, together with the outputs' own
       `lineage`.
    2. Else, for each output: its own `lineage` facet; else its `columnLineage`; else all inputs of the run.
    """
    of_job, of_output, of_columns = job_lineage(events), output_lineage(events), column_lineage(events)
    if of_job is not None:
        return (source, output) in of_job or source in of_output.get(output, set())
    if output in of_output:
        return source in of_output[output]
    return source in of_columns.get(output, {source})


def has_lineage(events: list[RunEvent]) -> bool:
    """Return true if a run's events name the inputs of any output."""
    return job_lineage(events) is not None or bool(output_lineage(events)) or bool(column_lineage(events))


def job_lineage(events: list[RunEvent]) -> Pairs | None:
    """Return the pairs in the job's `lineage` facets, None without a facet."""
    lists = [facet(event.document["job"], "lineage").get("entries") for event in events]
    if all(entries is None for entries in lists):
        return None
    return {
        (named(source), named(expect_dataset(entry)))
        for entries in lists
        for entry in entries or []
        for source in sources(entry)
    }


def output_lineage(events: list[RunEvent]) -> dict[Asset, set[Asset]]:
    """Return the sources in the outputs' own `lineage` facets. An empty `inputs` list means no source."""
    found: dict[Asset, set[Asset]] = {}
    for dataset in outputs(events):
        said = facet(dataset, "lineage")
        if "inputs" in said or "fields" in said:
            found.setdefault(named(dataset), set()).update(named(source) for source in sources(said))
    return found


def column_lineage(events: list[RunEvent]) -> dict[Asset, set[Asset]]:
    """Return the sources in the outputs' `columnLineage` facets."""
    found: dict[Asset, set[Asset]] = {}
    for dataset in outputs(events):
        said = facet(dataset, "columnLineage")
        columns = [field for column in (said.get("fields") or {}).values() for field in column.get("inputFields") or []]
        for source in columns + (said.get("dataset") or []):
            found.setdefault(named(dataset), set()).add(named(source))
    return found


def outputs(events: list[RunEvent]) -> list[dict[str, Any]]:
    """Return all outputs in the events."""
    return [dataset for event in events for dataset in event.document.get("outputs") or []]
