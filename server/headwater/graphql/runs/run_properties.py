"""Read the properties of runs: for one level of a query, or together with a page of runs."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import orjson
from asyncpg import Record

from headwater.execution.fields import of_each
from headwater.graphql.context import Context, Info
from headwater.graphql.entities.audit import AuditStamp
from headwater.graphql.runs.properties import (
    PROPERTY_FACETS,
    DataProcessInstanceProperties,
    declared_properties,
    run_properties,
)
from headwater.model.loose_json import text
from headwater.store.value_reader import ValueKey

if TYPE_CHECKING:
    from headwater.graphql.runs.instance import DataProcessInstance

PROPERTIES: Final = "dataProcessInstanceProperties"
JOB_FACETS: Final = ("jobType",)


def remember_details(context: Context, rows: Sequence[Record], names: tuple[str, ...]) -> None:
    """Keep the aspects and facets of a page of runs for later look-ups; names are the facets that were read."""
    aspects = {row["id"]: row["declared"] for row in rows}
    declared = {
        ValueKey("ASPECT", run_id, (PROPERTIES,)): {} if found is None else {PROPERTIES: json.loads(found)}
        for run_id, found in aspects.items()
    }
    context.remember(context.reader.values.values, declared)
    if names:
        facets = {ValueKey("FACET", row["id"], names): _read(row["facets"]) for row in rows}
        jobs = {row["template_id"]: row["job_facets"] for row in rows if row["template_id"] is not None}
        facets |= {ValueKey("FACET", job, JOB_FACETS): _read(found) for job, found in jobs.items()}
        context.remember(context.reader.values.values, facets)


def _read(found: str | None) -> dict[str, Any]:
    return {} if found is None else orjson.loads(found)


async def created_of(runs: Sequence["DataProcessInstance"], info: Info) -> list[AuditStamp | None]:
    """The earliest known start of each run."""
    declared = await _declared(runs, info.context)
    return [
        None
        if run.created_at is None
        else AuditStamp(time=run.created_at, actor=text(declared.get(run.row_id or 0), "created", "actor"))
        for run in runs
    ]


async def properties_of(
    runs: Sequence["DataProcessInstance"], info: Info
) -> list[DataProcessInstanceProperties | Exception | None]:
    """The properties of each run; None for a run with neither events nor properties of its own."""
    context = info.context
    told = [run for run in runs if run.row_id is not None and run.created_at is not None and run.native_id is not None]
    jobs = {run.template_id for run in told if run.template_id is not None}
    keys = [
        *(ValueKey("FACET", run.row_id, PROPERTY_FACETS) for run in told if run.row_id is not None),
        *(ValueKey("FACET", job, JOB_FACETS) for job in jobs),
    ]
    loading, declared = context.load_many(context.reader.values.values, keys), _declared(runs, context)
    aspects, facets = await declared, dict(zip(keys, await loading, strict=True))
    return of_each(lambda run: _properties_of(run, aspects.get(run.row_id or 0), facets), runs)


def _properties_of(
    run: "DataProcessInstance", declared: dict[str, Any] | None, facets: dict[ValueKey, dict[str, Any]]
) -> DataProcessInstanceProperties | None:
    own = facets.get(ValueKey("FACET", run.row_id or 0, PROPERTY_FACETS))
    if declared is not None:
        return declared_properties(run.urn, declared)
    if own is None or run.created_at is None or run.native_id is None:
        return None
    created = AuditStamp(time=run.created_at, actor=None)
    of_job = facets.get(ValueKey("FACET", run.template_id or 0, JOB_FACETS), {})
    return run_properties(run.urn, run.native_id, created, own, of_job)


async def _declared(runs: Sequence["DataProcessInstance"], context: Context) -> dict[int, dict[str, Any]]:
    """The properties aspects of some runs from proposals, by the runs' ids."""
    ids = [run.row_id for run in runs if run.row_id is not None]
    keys = [ValueKey("ASPECT", run_id, (PROPERTIES,)) for run_id in ids]
    found = await context.load_many(context.reader.values.values, keys)
    return {run_id: aspects[PROPERTIES] for run_id, aspects in zip(ids, found, strict=True) if aspects}
