"""Runs that tell columns, made by hand: five hops from the prices, and a mail that tells none."""

from typing import Any

from events import NAMESPACE, run_event, uuid


def source(name: str, field: str | None, *transformations: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"namespace": NAMESPACE, "name": name}
    return found | ({} if field is None else {"field": field}) | {"transformations": list(transformations)}


def used(type: str, subtype: str, *, masking: bool = False) -> dict[str, Any]:
    return {"type": type, "subtype": subtype, "masking": masking, "description": ""}


def told(name: str, fields: dict[str, list[dict[str, Any]]], dataset: list[dict[str, Any]] | None = None) -> Any:
    """Return an output with column lineage."""
    lineage = {"fields": {key: {"inputFields": value} for key, value in fields.items()}, "dataset": dataset or []}
    return {"namespace": NAMESPACE, "name": name, "facets": {"columnLineage": lineage}}


def with_schema(name: str, *columns: str) -> dict[str, Any]:
    fields = [{"name": column, "type": "text"} for column in columns]
    return {"namespace": NAMESPACE, "name": name, "facets": {"schema": {"fields": fields}}}


IDENTITY, SUM = used("DIRECT", "IDENTITY"), used("DIRECT", "AGGREGATION")
FIVE_HOPS = [
    run_event("COMPLETE", "01:00:00", uuid(1), "load", outputs=[with_schema("prices", "price", "currency", "product", "note")]),
    run_event("COMPLETE", "02:00:00", uuid(2), "convert", inputs=["prices"], outputs=[told("euros", {
        "amount": [source("prices", "price", used("DIRECT", "TRANSFORMATION")), source("prices", "currency", used("INDIRECT", "CONDITIONAL"))],
        "product": [source("prices", "product", IDENTITY)],
    })]),
    run_event("COMPLETE", "03:00:00", uuid(3), "sum", inputs=["euros"], outputs=[told("sums", {
        "revenue": [source("euros", "amount", SUM)],
        "product": [source("euros", "product", IDENTITY, used("INDIRECT", "GROUP_BY"))],
    }, [source("euros", "product", used("INDIRECT", "GROUP_BY"))])]),
    run_event("COMPLETE", "04:00:00", uuid(4), "report", inputs=["sums"], outputs=[told("report", {
        "turnover": [source("sums", "revenue", IDENTITY)],
        "customer": [source("sums", "product", used("DIRECT", "TRANSFORMATION", masking=True))],
    })]),
    run_event("COMPLETE", "05:00:00", uuid(5), "copy", inputs=["report"], outputs=[told("copied", {"*": [source("report", "*")]})]),
    run_event("COMPLETE", "06:00:00", uuid(6), "mail", inputs=["copied"], outputs=["mails"]),
    run_event("COMPLETE", "06:30:00", uuid(7), "check", inputs=["prices"], outputs=[told("checked", {"ok": [source("prices", "note")]})]),
]  # fmt: skip
