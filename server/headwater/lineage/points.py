"""The points at which questions start: the entities of their URNs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.store.reader import Reader
from headwater.texts import shown
from headwater.urn import (
    DATA_FLOW,
    DATA_JOB,
    DATA_PROCESS_INSTANCE,
    DATASET,
    ML_MODEL,
    check_named,
    has_its_parts,
    parse_named,
    parse_urn,
    run_uuid,
)

_STARTS = {DATA_PROCESS_INSTANCE: "run", DATA_JOB: "job", DATA_FLOW: "flow", DATASET: "dataset", ML_MODEL: "model"}
"""The types of the points, with the words for them in messages."""


@dataclass(frozen=True, slots=True)
class Point:
    """A run, a job or a flow; or an asset as it was at a time, or as a run wrote it."""

    urn: str
    made_by: str | None = None
    """The URN of the run that wrote it, for an asset."""

    at: datetime | None = None
    """The time at which an asset showed the versions in question."""


@dataclass(frozen=True, slots=True)
class FoundPoint:
    """A point in the store."""

    kind: str
    """The type in its URN, such as "dataset"."""

    row: Record
    """The entity; for a run its row of run_view."""

    maker_id: int | None
    at: datetime | None


async def named(reader: Reader, urns: Sequence[str]) -> list[Record | None]:
    """Return the entity of each URN; for a run, its row of run_view; None for an unknown URN.

    A run id stands for a run unless a run has it in its URN. Raises InvalidUrnError.
    """
    parsed = {urn: parse_urn(urn) for urn in urns}
    runs = [urn for urn, parts in parsed.items() if parts.kind == DATA_PROCESS_INSTANCE]
    others = [urn for urn, parts in parsed.items() if parts.kind != DATA_PROCESS_INSTANCE]
    found: dict[str, Record | None] = {}
    if runs:
        found |= zip(runs, await reader.runs.by_urn(runs), strict=True)
    if others:
        found |= zip(others, await reader.entities.by_urn(others), strict=True)
    unknown = [urn for urn in runs if found[urn] is None]
    if unknown:
        run_ids = [parsed[urn].parts[0] for urn in unknown]
        ids = zip(
            unknown,
            await reader.runs.ids_by_native_id([str(run_uuid(run_id) or run_id) for run_id in run_ids]),
            strict=True,
        )
        if known := {urn: run_id for urn, run_id in ids if run_id is not None}:
            found |= zip(known, await reader.runs.by_id([*known.values()]), strict=True)
    return [found[urn] for urn in urns]


async def find_point(reader: Reader, point: Point, as_of: datetime | None, within: str = "") -> FoundPoint:
    """Return the entities of a point's URNs. Raises BadRequestError, naming the argument, or its member (`within`).

    Raises NotFoundError: a total of 0 for a mistyped name would read as "nothing is affected".
    """
    kind, row = await _find(reader, point.urn, f"{within}urn")
    maker = None
    if point.made_by is not None:
        kind_of_maker, maker = await _find(reader, point.made_by, f"{within}madeBy")
        if kind_of_maker != DATA_PROCESS_INSTANCE:
            raise BadRequestError(f"{within}madeBy: expected the URN of a run, got {shown(point.made_by)}")
    if kind not in _STARTS or not (row is None or kind == DATA_PROCESS_INSTANCE or _is_whole(row)):
        raise BadRequestError(
            f"{within}urn: expected a run, a job, a flow, a dataset or a model, got {shown(point.urn)}"
        )
    if row is None:
        raise await reader.removed_history.not_found(f"{within}urn", _STARTS[kind], point.urn)
    if point.made_by is not None and maker is None:
        raise await reader.removed_history.not_found(f"{within}madeBy", _STARTS[DATA_PROCESS_INSTANCE], point.made_by)
    if point.at is not None and as_of is not None and point.at > as_of:
        raise BadRequestError(f"{within}at: expected a time not after asOf, got {point.at.isoformat()}")
    return FoundPoint(kind, row, None if maker is None else maker["id"], point.at)


async def _find(reader: Reader, urn: str, argument: str) -> tuple[str, Record | None]:
    """Return the type in a URN, and the row of its entity, if known."""
    kind = parse_named(argument, urn).kind
    [row] = await named(reader, [urn])
    if row is None:
        check_named(argument, urn)
    return kind, row


def _is_whole(row: Record) -> bool:
    """Return False for a URN without the parts of its type; DataHub's clients may reference any URN."""
    return has_its_parts(parse_urn(row["urn"])) or row["name"] is not None
