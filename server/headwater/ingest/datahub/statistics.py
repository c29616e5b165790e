"""`POST /analytics?action=getTimeseriesStats`: metrics over the values of a timeseries aspect, by groups.

Source: DataHub's Analytics resource and its TimeseriesAspectService: the columns are the groups, then the metrics.
"""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.datahub.registry import is_timeseries, named_aspect, named_type
from headwater.errors import BadRequestError
from headwater.ingest.datahub.arguments import Arguments, read_arguments
from headwater.store.aspect_reader import AspectReader

MAX_ROWS = 10_000
MAX_SPECIFICATIONS = 20

AGGREGATIONS = ("LATEST", "SUM", "CARDINALITY")
BUCKETS = ("DATE_GROUPING_BUCKET", "STRING_GROUPING_BUCKET")
MAX_MULTIPLE = 1_000
WINDOWS = ("SECOND", "MINUTE", "HOUR", "DAY", "WEEK")
CALENDAR_WINDOWS = ("MONTH", "QUARTER", "YEAR")
"""Windows of varying length; their multiple must be 1."""


async def get_statistics(request: Request) -> Response:
    """Answer with a table: a row for each group of values, its cells as texts."""
    body = Arguments(await read_arguments(request, "the body: expected an object", dict))
    name = body.text("aspectName")
    aspect = named_aspect(named_type(body.text("entityName")) or "", name) or name
    if not is_timeseries(aspect):
        raise BadRequestError(f"aspectName: expected a timeseries aspect, got {name!r}")
    metrics = [_metric(one) for one in body.objects("metrics", MAX_SPECIFICATIONS)]
    buckets = [_bucket(one) for one in body.objects("groupingBuckets", MAX_SPECIFICATIONS)]
    where = body.filter("filter")
    reader: AspectReader = request.app.state.reader.aspects
    rows = await reader.statistics(_urn_of(where), aspect, where, buckets, metrics, MAX_ROWS) if metrics else []
    table = {
        "columnNames": [
            *(bucket["key"] for bucket in buckets),
            *(f"{metric['aggregationType'].lower()}_{metric['fieldPath']}" for metric in metrics),
        ],
        "columnTypes": [*("string" for _ in buckets), *(_type(metric) for metric in metrics)],
        "rows": [[cell or "" for cell in (*groups, *measures)] for groups, measures in rows],
    }
    return JSONResponse(
        {
            "value": {
                "entityName": body.text("entityName"),
                "aspectName": aspect,
                "aggregationSpecs": metrics,
                "groupingBuckets": buckets,
                "table": table,
            }
        }
    )


def _metric(given: dict[str, Any]) -> dict[str, Any]:
    metric = Arguments(given)
    return {"fieldPath": metric.text("fieldPath"), "aggregationType": metric.word("aggregationType", AGGREGATIONS)}


def _bucket(given: dict[str, Any]) -> dict[str, Any]:
    bucket = Arguments(given)
    found: dict[str, Any] = {"key": bucket.text("key"), "type": bucket.word("type", BUCKETS)}
    if found["type"] == "DATE_GROUPING_BUCKET":
        found["timeWindowSize"] = _window(given.get("timeWindowSize") or {"unit": "DAY"})
    return found


def _window(given: Any) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise BadRequestError("timeWindowSize: expected an object with unit and multiple")
    window = Arguments(given)
    unit, multiple = window.word("unit", (*WINDOWS, *CALENDAR_WINDOWS)), window.number("multiple", 1)
    most = 1 if unit in CALENDAR_WINDOWS else MAX_MULTIPLE
    if not 1 <= multiple <= most:
        expected = "1" if most == 1 else f"a whole number from 1 to {most}"
        raise BadRequestError(f"timeWindowSize.multiple: expected {expected} for {unit}, got {multiple}")
    return {"unit": unit, "multiple": multiple}


def _urn_of(where: dict[str, Any]) -> str | None:
    """Return the only URN that the filter allows, so that other entities' values need not be read; else None."""
    urns = {
        tuple(criterion["values"])
        for conjunction in where["or"]
        for criterion in conjunction["and"]
        if criterion["field"] == "urn" and criterion["condition"] == "EQUAL" and not criterion["negated"]
    }
    is_in_all = len(where["or"]) == 1 and len(urns) == 1
    [values] = urns if is_in_all else [()]
    return values[0] if len(values) == 1 else None


def _type(metric: dict[str, Any]) -> str:
    return {"SUM": "double", "CARDINALITY": "long"}.get(metric["aggregationType"], "string")
