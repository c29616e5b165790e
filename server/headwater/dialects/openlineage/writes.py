"""The effect of a write on older data, by the words of tools (docs/point-in-time-rule.md, 11).

Sources: dbt's facets `dbt_model` and `dbt_run` of OpenLineage 1.54 (integration/common), and Iceberg's
`icebergCommitReport` 1-0-2. Spark's integration says OVERWRITE and CREATE by `lifecycleStateChange`, and of an append
nothing.
"""

from typing import Any, Final, Literal

from headwater.dialects.openlineage.parts import PRODUCER, Facets

FACET: Final = "headwater_write"
"""The facet in which an output keeps the effect, beside the facets that it was sent with."""

Effect = Literal["APPEND", "REPLACE"]

_FILES: Final = ("addedDataFiles", "totalDataFiles")

_REBUILT: Final = frozenset({"table", "view", "seed", "test"})
"""dbt's materializations that build the whole relation anew."""


def effect_facet(run: Facets, dataset: Facets, output: Facets) -> dict[str, Any] | None:
    """Return the facet for an output, from the facets of its run, of the dataset, and of the output.

    effect: whether older data stay (APPEND) or not (REPLACE). isMeasured: the table's own count of files shows it.
    Returns None if no tool tells.
    """
    measured = _of_iceberg(output.get("icebergCommitReport", {}))
    effect = measured or _of_dbt(dataset.get("dbt_model", {}).get("config"), run.get("dbt_run", {}).get("full_refresh"))
    return None if effect is None else {"_producer": PRODUCER, "effect": effect, "isMeasured": bool(measured)}


def _of_iceberg(report: dict[str, Any]) -> Effect | None:
    """Return the effect of a commit: it appends if files of before are left.

    A table of new files alone proves nothing: a MERGE writes old rows into new files, and CREATE OR REPLACE commits an
    append. A rewrite of files changes no data.
    """
    if report.get("operation") == "replace":
        return "APPEND"
    metrics = report.get("commitMetrics")
    added, total = (metrics.get(name) if isinstance(metrics, dict) else None for name in _FILES)
    if isinstance(added, int | float) and isinstance(total, int | float):
        if total > added:
            return "APPEND"
        if report.get("operation") == "delete" and total == 0:
            return "REPLACE"
    return None


def _of_dbt(config: Any, run_refreshes: Any) -> Effect | None:
    """Return the effect of a model, by its materialization; an incremental one keeps rows unless it is refreshed."""
    if not isinstance(config, dict):
        return None
    materialized, incremental = config.get("materialized"), config.get("incremental")
    if materialized == "snapshot":
        return "APPEND"
    if materialized != "incremental":
        return "REPLACE" if isinstance(materialized, str) and materialized in _REBUILT else None
    settings = incremental if isinstance(incremental, dict) else {}
    own = settings.get("full_refresh")
    is_refreshed = own if isinstance(own, bool) else run_refreshes is True
    overwrites_all = settings.get("strategy") == "insert_overwrite" and not settings.get("partition_by")
    return "REPLACE" if is_refreshed or overwrites_all else "APPEND"
