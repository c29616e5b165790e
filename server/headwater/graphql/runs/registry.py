"""The run registry in GraphQL: its queries and mutations."""

from datetime import datetime
from typing import Annotated, Final
from uuid import UUID, uuid4

import strawberry
from strawberry.scalars import JSON

from headwater.errors import BadRequestError
from headwater.graphql.context import Info
from headwater.graphql.cursor_paging import After, First, checked_first, page_info
from headwater.graphql.lists import check_length
from headwater.graphql.runs.registrations import (
    RunRegistration,
    RunRegistrationConnection,
    RunRegistrationEdge,
    Verification,
    to_registration,
    to_verification,
)
from headwater.graphql.runs.registry_inputs import (
    MAX_FILES,
    ExportRunEventInput,
    ObservedDigest,
    RegisterRunInput,
    read_observed,
    read_registration,
)
from headwater.graphql.scopes import needs
from headwater.keys import read_uuid
from headwater.lineage.registrations import NamedRun, exported, find, register, verify
from headwater.model.access import Scope
from headwater.model.cursors import decode_cursor, encode_cursor
from headwater.registry.checksums import sha256
from headwater.registry.export import Dataset
from headwater.registry.registration import entry_bytes
from headwater.store.registrations import FIRST_PLACE, Conditions, Registered
from headwater.texts import check_storable
from headwater.urn import run_uuid

_ORDER: Final = "RECORDED_DESC"
_MAX_REVISION: Final = 2**31 - 1

RunId = Annotated[str, strawberry.argument(description="The run's id in the producer's system.")]
Namespace = Annotated[
    str | None,
    strawberry.argument(description="The namespace of the job. Needed if jobs of several have a run of this id."),
]
Process = Annotated[
    str | None,
    strawberry.argument(description="The name of the job. Needed if several jobs have a run of this id."),
]
Revision = Annotated[int | None, strawberry.argument(description="The revision. Default: the newest.")]


@strawberry.type(description="A registration as an OpenLineage event.")
class ExportedEvent:
    event: JSON = strawberry.field(description="The event; its run id is a UUID, as the specification wants it.")
    sha256: str = strawberry.field(
        description="The SHA-256 of the event as a file: with sorted keys, an indent of 2 and a newline at the end."
    )
    event_type: str = strawberry.field(description="START, COMPLETE or FAIL.")
    passed: bool = strawberry.field(description="True if the registration is green.")
    blockers: list[str] = strawberry.field(description="The stable reasons against it (docs/codes.md).")


@strawberry.type
class RegistryQueries:
    @strawberry.field(
        description="The evidence of a run (docs/evidence.md). Null: no such run is registered. An error if several"
        " jobs have a run of this id."
    )
    async def run_registration(
        self,
        info: Info,
        run_id: RunId,
        namespace: Namespace = None,
        process: Process = None,
        revision: Revision = None,
    ) -> RunRegistration | None:
        found = await find(info.context.reader, _named(run_id, namespace, process, revision))
        return None if found is None else to_registration(found)

    @strawberry.field(
        description="Registrations that meet all given conditions, newest first, ties by id. `sha256` answers: which"
        " run made this file?"
    )
    async def run_registrations(
        self,
        info: Info,
        run_id: Annotated[str | None, strawberry.argument(description="Only runs with this id. Default: any.")] = None,
        process: Annotated[
            str | None, strawberry.argument(description="Only runs of jobs with this name. Default: any.")
        ] = None,
        passed: Annotated[
            bool | None, strawberry.argument(description="True: only green ones. False: only red ones. Default: both.")
        ] = None,
        sha256: Annotated[
            str | None,
            strawberry.argument(description="Only with this SHA-256 of the entry, or of one file. Default: any."),
        ] = None,
        first: First = None,
        after: After = None,
    ) -> RunRegistrationConnection | None:
        for argument, text in (("runId", run_id), ("process", process), ("sha256", sha256)):
            check_storable(argument, text or "")
        first = checked_first(first)
        conditions = Conditions(None if sha256 is None else sha256.lower(), run_id, process, passed)
        place = FIRST_PLACE if after is None else _place(after)
        found = await info.context.reader.registrations.page(conditions, place, first + 1)
        edges = [RunRegistrationEdge(cursor=_cursor(one), node=to_registration(one)) for one in found[:first]]
        cursors = [edge.cursor for edge in edges]
        return RunRegistrationConnection(
            edges=edges,
            nodes=[edge.node for edge in edges],
            page_info=page_info(cursors, has_next=len(found) > first, is_first=after is None),
        )


@strawberry.type
class RegistryMutations:
    @strawberry.mutation(
        description="Register the evidence of a run as a new revision. Earlier ones stay. Needs the scope *write*.",
        metadata=needs(Scope.WRITE),
    )
    async def register_run(
        self, info: Info, input: Annotated[RegisterRunInput, strawberry.argument(description="The evidence.")]
    ) -> RunRegistration:
        context = info.context
        registration = read_registration(input, context.now, uuid4().hex)
        return to_registration(await register(context.reader, context.merge_items, registration))

    @strawberry.mutation(
        description="Compare checksums with a registration, and keep the result. A registered file that is not among"
        " them is missing. Needs the scope *write*.",
        metadata=needs(Scope.WRITE),
    )
    async def verify_run(
        self,
        info: Info,
        run_id: RunId,
        observed: Annotated[
            list[ObservedDigest], strawberry.argument(description=f"The checksums now, at most {MAX_FILES}.")
        ],
        namespace: Namespace = None,
        process: Process = None,
        revision: Revision = None,
    ) -> Verification:
        context = info.context
        check_length("observed", observed, MAX_FILES)
        named = _named(run_id, namespace, process, revision)
        found = await verify(context.reader, context.merge_items, named, read_observed(observed), context.now)
        return to_verification(found)

    @strawberry.mutation(
        description="Make the OpenLineage event of a registration. Stores and sends nothing. A run that is not"
        " registered gives a failure with the blocker `run_registry.missing`. Needs the scope *write*.",
        metadata=needs(Scope.WRITE),
    )
    async def export_run_event(
        self, info: Info, input: Annotated[ExportRunEventInput, strawberry.argument(description="The run.")]
    ) -> ExportedEvent:
        named = _named(input.run_id, input.namespace, input.process, input.revision)
        check_length("inputs", input.inputs, MAX_FILES)
        check_length("outputs", input.outputs, MAX_FILES)
        inputs, outputs = ([Dataset(one.namespace, one.name) for one in side] for side in (input.inputs, input.outputs))
        for dataset in (*inputs, *outputs):
            check_storable("inputs, outputs", "".join(dataset))
            if not (dataset.namespace and dataset.name):
                raise BadRequestError("inputs, outputs: expected a namespace and a name that are not empty")
        made = await exported(info.context.reader, named, inputs, outputs, input.event_type, info.context.now)
        return ExportedEvent(
            event=JSON(made.event),
            sha256=sha256(entry_bytes(made.event)),
            event_type=made.event_type,
            passed=made.passed,
            blockers=[*made.blockers],
        )


def _named(run_id: str, namespace: str | None, process: str | None, revision: int | None) -> NamedRun:
    """Check the names of a run. Raises BadRequestError, naming the argument."""
    for argument, text in (("runId", run_id), ("namespace", namespace), ("process", process)):
        check_storable(argument, text or "")
    if revision is not None and not 1 <= revision <= _MAX_REVISION:
        raise BadRequestError(f"revision: expected 1 or more, got {revision}")
    return NamedRun(run_id, namespace, process, revision)


def _cursor(found: Registered) -> str:
    return encode_cursor(_ORDER, found.registration.recorded_at.isoformat(), str(found.id))


def _place(cursor: str) -> tuple[datetime, UUID]:
    """Decode a cursor. Raises BadRequestError."""
    match decode_cursor(cursor, _ORDER):
        case [str(at), str(registration_id)] if run_uuid(registration_id) is not None:
            try:
                return datetime.fromisoformat(at), read_uuid(registration_id)
            except ValueError:
                pass
    raise BadRequestError("after: expected a cursor that this list gave")
