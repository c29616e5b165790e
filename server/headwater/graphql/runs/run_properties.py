"""Read the properties of runs: for one level of a query, or together with a page of runs."""

import json
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import orjson
from asyncpg import Record

from headwater.execution.fields import of_each
from headwater.execution.selections import selects
from headwater.graphql.context import Context, Info
from headwater.graphql.entities.audit import AuditStamp
from headwater.graphql.makers import maker
from headwater.graphql.runs.properties import (
    PROPERTY_FACETS,
    DataProcessInstanceProperties,
    declared_properties,
    run_properties,
)
from headwater.graphql.scalars import to_millis
from headwater.model.loose_json import text
from headwater.store.value_reader import ValueKey

if TYPE_CHECKING:
    from headwater.graphql.runs.instance import DataProcessInstance

Runs = Sequence["DataProcessInstance"]
Stamps = list[AuditStamp | None]
Properties = list[DataProcessInstanceProperties | Exception | None]

PROPERTIES: Final = "dataProcessInstanceProperties"
JOB_FACETS: Final = ("jobType",)


_make_stamp = maker(AuditStamp)


@dataclass(slots=True)
class RunDetails:
    """The sources of a run's properties: the aspect with them, and facets of the run and of its job.

    facets: None if they were not read. stamp, made: the stamp and the properties, once a field has asked for them.
    """

    declared: dict[str, Any] | None
    facets: dict[str, Any] | None = None
    job_facets: dict[str, Any] = field(default_factory=dict)
    stamp: AuditStamp | None = None
    made: DataProcessInstanceProperties | None = None

    def created(self, run: "DataProcessInstance") -> AuditStamp | None:
        """The earliest known start of the run, with the actor of the aspect."""
        if self.stamp is None and (at := run.created_at) is not None:
            actor = None if self.declared is None else text(self.declared, "created", "actor")
            self.stamp = _make_stamp(time=to_millis(at), actor=actor)
        return self.stamp

    def properties(self, run: "DataProcessInstance") -> DataProcessInstanceProperties | None:
        """The run's properties; None for a run with neither events nor properties of its own."""
        if self.made is None:
            self.made = self._make(run)
        return self.made

    def _make(self, run: "DataProcessInstance") -> DataProcessInstanceProperties | None:
        if self.declared is not None:
            return declared_properties(run.urn, self.declared)
        created, name = self.created(run), run.native_id
        if self.facets is None or created is None or name is None:
            return None
        return run_properties(run.urn, name, created, self.facets, self.job_facets)


def remember_details(context: Context, rows: Sequence[Record], names: tuple[str, ...]) -> None:
    """Keep the aspects and facets of a page of runs; names are the facets that were read."""
    of_jobs: dict[str | None, dict[str, Any]] = {None: {}}
    for row in rows:
        if row["id"] in context.run_details and not names:
            continue
        declared = None if row["declared"] is None else json.loads(row["declared"])
        if not names:
            context.run_details[row["id"]] = RunDetails(declared)
            continue
        job_facets = row["job_facets"]
        if job_facets not in of_jobs:
            of_jobs[job_facets] = orjson.loads(job_facets)
        facets = {} if row["facets"] is None else orjson.loads(row["facets"])
        context.run_details[row["id"]] = RunDetails(declared, facets, of_jobs[job_facets])


def created_of(runs: Runs, info: Info) -> Stamps | Awaitable[Stamps]:
    """The earliest known start of each run; at once unless a query asks for an actor whose aspect was not read."""
    known = info.context.run_details
    is_read = not selects(info, "actor") or all(run.row_id in known for run in runs)
    return _stamps(runs, info.context) if is_read else _created_later(runs, info.context)


async def _created_later(runs: Runs, context: Context) -> Stamps:
    await _read_aspects(runs, context)
    return _stamps(runs, context)


def _stamps(runs: Runs, context: Context) -> Stamps:
    return [details.created(run) for details, run in zip(_details(context, runs), runs, strict=True)]


def properties_of(runs: Runs, info: Info) -> Properties | Awaitable[Properties]:
    """The properties of each run; at once for runs of a page that has them.

    None for a run with neither events nor properties of its own.
    """
    known = _details(info.context, runs)
    unread = [run for run, details in zip(runs, known, strict=True) if details.facets is None]
    return _properties_later(runs, unread, info.context) if unread else of_each(RunDetails.properties, known, runs)


async def _properties_later(runs: Runs, unread: Runs, context: Context) -> Properties:
    await _read_details(unread, context)
    return of_each(RunDetails.properties, _details(context, runs), runs)


def _details(context: Context, runs: Runs) -> list[RunDetails]:
    """The known sources of the properties of each run."""
    known = context.run_details
    return [known.get(run.row_id or 0) or RunDetails(None) for run in runs]


async def _read_details(runs: Runs, context: Context) -> None:
    """Read the details of some runs."""
    told = [run for run in runs if run.row_id is not None and run.created_at is not None and run.native_id is not None]
    jobs = {run.template_id for run in told if run.template_id is not None}
    keys = [
        *(ValueKey("FACET", run.row_id, PROPERTY_FACETS) for run in told if run.row_id is not None),
        *(ValueKey("FACET", job, JOB_FACETS) for job in jobs),
    ]
    known, loading = context.run_details, context.load_many(context.reader.values.values, keys)
    await _read_aspects(runs, context)
    facets = dict(zip(keys, await loading, strict=True))
    for run in told:
        details = known[run.row_id or 0]
        details.facets = facets[ValueKey("FACET", run.row_id or 0, PROPERTY_FACETS)]
        details.job_facets = facets.get(ValueKey("FACET", run.template_id or 0, JOB_FACETS), {})


async def _read_aspects(runs: Runs, context: Context) -> None:
    """Read the properties aspects of the runs of which nothing is known yet."""
    known = context.run_details
    ids = [run.row_id for run in runs if run.row_id is not None and run.row_id not in known]
    if not ids:
        return
    keys = [ValueKey("ASPECT", run_id, (PROPERTIES,)) for run_id in ids]
    found = await context.load_many(context.reader.values.values, keys)
    for run_id, aspects in zip(ids, found, strict=True):
        known.setdefault(run_id, RunDetails(aspects.get(PROPERTIES)))
