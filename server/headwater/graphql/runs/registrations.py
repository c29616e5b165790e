"""Registrations of runs: the evidence that a run left behind, and checks of it."""

from datetime import datetime

import strawberry
from strawberry.scalars import JSON

from headwater.graphql.context import Context, Info
from headwater.graphql.cost.price import price
from headwater.graphql.cursor_paging import First, PageInfo, checked_first
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.scalars import Long
from headwater.registry import drift, evidence
from headwater.store.registrations import Registered

_USUAL_ARTIFACTS = 10


@strawberry.type(description="One file that a run left behind.")
class Evidence:
    name: str = strawberry.field(description="`run_result`, or the name of the artifact.")
    path: str | None = strawberry.field(description="The path at registration. Null: not reported.")
    sha256: str | None = strawberry.field(
        description="The SHA-256 of the file's bytes, 64 hexadecimal digits in lower case. Null: there was no file."
    )
    size_bytes: Long | None = strawberry.field(description="The size in bytes. Null: unknown.")
    passed: bool | None = strawberry.field(
        description="The verdict in the file. Null: the file has none, so only its bytes count."
    )
    summary: str | None = strawberry.field(description="A few words from the file, without secrets.")


@strawberry.type(description="One difference between a registration and its files.")
class DriftItem:
    code: str = strawberry.field(description="The stable code, such as `drift.artifact.quality` (docs/codes.md).")
    subject: str = strawberry.field(description="`run_result`, `artifact.<name>` or `registry_entry`.")
    expected: str | None = strawberry.field(description="The registered SHA-256. Null: there was no file.")
    actual: str | None = strawberry.field(description="The SHA-256 now. Null: there is no file.")


@strawberry.type(description="A comparison of a registration with its files.")
class Verification:
    passed: bool = strawberry.field(description="True if nothing has drifted.")
    checked_at: datetime = strawberry.field(description="The time of the comparison.")
    items: list[DriftItem] = strawberry.field(description="The differences. Empty: none.")


@strawberry.type(
    description="The evidence of a run at one moment, with the verdict of the gate (docs/evidence.md). Never replaced."
)
class RunRegistration:
    found: strawberry.Private[Registered]
    id: strawberry.ID = strawberry.field(description="The hash of the run and of the entry.")
    revision: int = strawberry.field(
        description="The number among the registrations of the run, from 1, in the order of acceptance."
    )
    run_id: str = strawberry.field(description="The run's id in the producer's system.")
    namespace: str = strawberry.field(description="The namespace of the job.")
    process: str = strawberry.field(description="The name of the job.")
    manifest: str | None = strawberry.field(description="The manifest of the run. Null: not reported.")
    status: str = strawberry.field(description="The status in the result, in the producer's words.")
    passed: bool = strawberry.field(description="True if there are no blockers.")
    blockers: list[str] = strawberry.field(description="The stable reasons against the run (docs/codes.md).")
    warnings: list[str] = strawberry.field(description="Stable codes of doubts that do not block (docs/codes.md).")
    recorded_at: datetime = strawberry.field(
        description="The time of the registration; of the export, if only an exported event tells of it."
    )
    run_result: Evidence = strawberry.field(description="The result of the run.")
    artifacts: list[Evidence] = strawberry.field(
        description="The attached files, sorted by name.", metadata=price(length=_USUAL_ARTIFACTS)
    )
    entry_sha256: str = strawberry.field(
        description="The SHA-256 of the entry: of entryJson with sorted keys, an indent of 2 and a newline at the end;"
        " of dpone's own file for dpone's entries."
    )

    @strawberry.field(description="The registration as a registry entry, with dpone's keys and more.")
    def entry_json(self) -> JSON:
        return JSON(self.found.registration.entry())

    @strawberry.field(description="The run. Null: no event of the run is known, or retention removed it.")
    async def run(self, info: Info) -> LazyInstance | None:
        context = info.context
        run_id = await context.load(context.reader.registrations.run_ids, self.found.run_key)
        return None if run_id is None else await context.instance(run_id)

    @strawberry.field(
        description="True if the run's events say success and the registration is red, or failure and it is green."
        " False otherwise, and while the run has no result."
    )
    async def contradicts_run(self, info: Info) -> bool:
        context = info.context
        run_id = await context.load(context.reader.registrations.run_ids, self.found.run_key)
        row = None if run_id is None else await context.run_by_id(run_id)
        return row is not None and row["result"] == ("FAILURE" if self.passed else "SUCCESS")

    @strawberry.field(description="The registration before this one. Null: this is the first.")
    async def supersedes(self, info: Info) -> "RunRegistration | None":
        key = (self.found.scope_key, self.revision - 1)
        found = await info.context.load(info.context.reader.registrations.revisions, key)
        return None if found is None else to_registration(found)

    @strawberry.field(description="The newest comparison with the files. Null: there was none.")
    async def last_verification(self, info: Info) -> Verification | None:
        found = await info.context.load(info.context.reader.registrations.last_verifications, self.found.id)
        return None if found is None else to_verification(found)


@strawberry.type(description="A registration in a list, with its cursor.")
class RunRegistrationEdge:
    cursor: str = strawberry.field(description="The position of the registration, to pass as `after`.")
    node: RunRegistration = strawberry.field(description="The registration.")


@strawberry.type(description="A page of registrations, newest first, ties by id.")
class RunRegistrationConnection:
    edges: list[RunRegistrationEdge] = strawberry.field(description="The registrations, each with its cursor.")
    nodes: list[RunRegistration] = strawberry.field(description="The registrations.")
    page_info: PageInfo = strawberry.field(
        description="The page's first and last cursors, and the existence of more pages."
    )


@strawberry.type
class RegisteredRun:
    """The registrations of a run."""

    row_id: strawberry.Private[int | None]

    @strawberry.field(description="The run's evidence as registered, newest revision first (docs/evidence.md).")
    async def registrations(self, info: Info, first: First = None) -> list[RunRegistration] | None:
        return [] if self.row_id is None else await _of_run(info.context, self.row_id, checked_first(first))


async def _of_run(context: Context, run_id: int, first: int) -> list[RunRegistration]:
    found: list[Registered] = await context.load(context.reader.registrations.of_runs, run_id)
    return [*map(to_registration, found[:first])]


def to_registration(found: Registered) -> RunRegistration:
    """A stored registration as its type."""
    one = found.registration
    return RunRegistration(
        found=found,
        id=strawberry.ID(str(found.id)),
        revision=found.revision,
        run_id=one.run_id,
        namespace=one.namespace,
        process=one.process,
        manifest=one.manifest,
        status=one.status,
        passed=one.passed,
        blockers=[*one.blockers],
        warnings=[*one.warnings],
        recorded_at=one.recorded_at,
        run_result=_evidence(one.run_result),
        artifacts=[*map(_evidence, one.artifacts)],
        entry_sha256=found.entry_checksum,
    )


def to_verification(found: drift.Verification) -> Verification:
    """A comparison as its type."""
    items = [DriftItem(**item._asdict()) for item in found.items]
    return Verification(passed=found.passed, checked_at=found.checked_at, items=items)


def _evidence(one: evidence.Evidence) -> Evidence:
    size = None if one.size_bytes is None else Long(one.size_bytes)
    return Evidence(**one._asdict() | {"size_bytes": size})
