"""Makes the answers to two questions from rows, without GraphQL: code that knows each field of one query.

It is a floor for an executor of all queries. `bare.py` serves the answers, which `read.py` compares with Headwater's. The
arguments of the web client's statements are known beforehand.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import orjson
from asyncpg import Record

from headwater.store.run_reader import CountedRuns

Json = dict[str, Any]

_PROPERTIES = {
    "nominalTime": ("nominalStartTime", "nominalEndTime"),
    "processing_engine": ("name", "version", "openlineageAdapterVersion"),
}
"""The facets among the custom properties, and their fields."""

_ENDS = {"inputs": "Consumes", "outputs": "Produces", "parentTemplate": "InstanceOf"}
"""The aliases of `relationships` in the web client's page, and the type of each."""

Assets = Mapping[int, Sequence[Record]]
"""The inputs or the outputs of runs, by the id of the run."""


def job_runs(page: CountedRuns, inputs: Assets, outputs: Assets) -> Json:
    """Return the data of the answer to `SEED_QUERY`."""
    runs = [_run(row, inputs.get(row["id"], ()), outputs.get(row["id"], ())) for row in page.rows]
    return {"dataJob": {"runs": {"total": page.total, "runs": runs}}}


def web_page(rows: Sequence[Sequence[Record]]) -> Json:
    """Return the data of the answer to `WEB_CLIENT`. rows: those of its statements: runs, relationships."""
    page, *further = rows
    edges = further[0] if further else ()  # nothing else is asked of a job without runs
    related: dict[str, dict[int, list[Json]]] = defaultdict(lambda: defaultdict(list))
    for edge in edges:
        shown = {"type": edge["type"], "direction": "OUTGOING", "entity": _entity(edge)}
        of_type = related[edge["type"]]
        for run_id in edge["source_ids"]:
            of_type[run_id].append(shown)
    ends = [(alias, related[name]) for alias, name in _ENDS.items()]
    runs = [
        _page_run(row) | {alias: _related(found.get(row["id"], [])) for alias, found in ends}
        for row in page
        if row["id"] is not None
    ]
    return {"dataJob": {"runs": {"count": 20, "start": 0, "total": page[0]["total"], "runs": runs}}}


def _run(row: Record, inputs: Sequence[Record], outputs: Sequence[Record]) -> Json:
    facets = _facets(row)
    return {
        "urn": row["urn"],
        "created": {"time": _millis(row["created_at"])},
        "properties": {
            "name": row["native_id"],
            "type": "BATCH_SCHEDULED" if "nominalTime" in facets else None,
            "externalUrl": _log_url(facets),
            "customProperties": [
                {"key": f"{facet}.{name}", "value": facets[facet][name]}
                for facet, names in _PROPERTIES.items()
                for name in names
                if name in facets.get(facet, ())
            ],
        },
        "relationships": {"parentTemplate": row["template_urn"], "parentInstance": row["parent_urn"]},
        "inputs": [{"urn": asset["urn"], "type": "DATASET"} for asset in inputs],
        "outputs": [{"urn": asset["urn"], "type": "DATASET"} for asset in outputs],
    }


def _page_run(row: Record) -> Json:
    """Return a run of the web client's page without its relationships."""
    result = {"resultType": row["event_result"], "nativeResultType": row["event_native_state"]}
    return {
        "urn": row["urn"],
        "type": "DATA_PROCESS_INSTANCE",
        "created": {"time": _millis(row["created_at"]), "actor": None},
        "name": row["native_id"],
        "externalUrl": _log_url(_facets(row)),
        "state": [
            {
                "status": row["event_status"],
                "attempt": row["event_attempt"],
                "result": result if row["event_result"] else None,
                "timestampMillis": _millis(row["event_at"]),
                "durationMillis": row["event_duration_millis"],
            }
        ],
    }


def _related(found: list[Json]) -> Json:
    return {"start": 0, "count": len(found), "total": len(found), "relationships": found}


def _entity(row: Record) -> Json:
    """Return a dataset, or a job with its flow, which is a part of its URN."""
    if row["kind"] == "dataset":
        platform = row["urn"].split("(", 1)[1].split(",", 1)[0]
        named = {"urn": platform, "name": platform.rsplit(":", 1)[1]}
        return {"urn": row["urn"], "type": "DATASET", "name": row["name"], "platform": named}
    flow = row["urn"].partition("(")[2].rpartition(",")[0]
    _, flow_id, cluster = flow.partition("(")[2].removesuffix(")").split(",")
    shown = {"urn": flow, "flowId": flow_id, "cluster": cluster}
    return {"urn": row["urn"], "type": "DATA_JOB", "jobId": row["name"], "dataFlow": shown}


def _facets(row: Record) -> Json:
    facets: Json = orjson.loads(row["facets"]) if row["facets"] else {}
    return facets


def _log_url(facets: Json) -> str | None:
    task = facets.get("airflow", {}).get("taskInstance", {})
    url: str | None = task.get("log_url") or facets.get("log", {}).get("logUrl")
    return url


def _millis(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
