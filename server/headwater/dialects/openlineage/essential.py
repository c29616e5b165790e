"""The essential part of an event: all that decides states, times, names and lineage, without descriptions.

Source: the facets that the other modules of this package read (docs/retention.md).
"""

from typing import Any, Final

from headwater.dialects.openlineage.parts import PRODUCER

FACETS: Final = frozenset(
    {
        *("parent", "parentRun", "jobDependencies", "nominalTime", "startTime", "errorMessage"),
        *("jobType", "lineage", "columnLineage", "schema", "symlinks", "version", "subset", "lifecycleStateChange"),
        *("dataQualityAssertions", "dataQualityMetrics", "inputStatistics", "outputStatistics", "log"),
        *("dbt_model", "dbt_run", "icebergCommitReport"),
        *("airflow", "airflowDagRun", "airflowState", "gitlab"),
        *("dpone_run", "dpone_artifacts", "dpone_airflowCorrelation", "dpone_data_contract"),
    }
)
"""The facets of runs, jobs and data that decide answers, and the error message."""

NOTE: Final = "headwater_sampling"
"""The facet that an event without its descriptions has, so that a reader knows why a run has few facets."""

_NOTE: Final = {
    "_producer": PRODUCER,
    "_schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunFacet",
    "isWhole": False,
}


def essential(event: dict[str, Any]) -> dict[str, Any]:
    """Return a RunEvent without the facets that only describe, with a note. Deletions of facets stay."""
    parts = {key: _without(event[key]) for key in ("job", "run") if isinstance(event.get(key), dict)}
    sides = {
        key: [_without(one) if isinstance(one, dict) else one for one in event[key]]
        for key in ("inputs", "outputs")
        if isinstance(event.get(key), list)
    }
    facets = parts["run"].get("facets")
    parts["run"]["facets"] = {**(facets if isinstance(facets, dict) else {}), NOTE: _NOTE}
    return {**event, **parts, **sides}


def _without(part: dict[str, Any]) -> dict[str, Any]:
    """Return a run, a job, or data with its essential facets alone."""
    left = dict(part)
    for key in ("facets", "inputFacets", "outputFacets"):
        if isinstance(part.get(key), dict):
            left[key] = {name: facet for name, facet in part[key].items() if name in FACETS or _is_deleted(facet)}
    return left


def _is_deleted(facet: Any) -> bool:
    return isinstance(facet, dict) and facet.get("_deleted") is True
