"""The aspects of an entity as they are stored, under their names, with what the store knows of them.

An entity that other facts only point at does not exist, as in DataHub; one that does has its key aspect, whether a
proposal gave it or not.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from starlette.requests import Request

from headwater.dialects.datahub.conditions import shown_version
from headwater.dialects.datahub.registry import key_aspect, key_value
from headwater.errors import NotFoundError
from headwater.ingest.datahub.places import require_aspect
from headwater.ingest.datahub.shapes import SystemMetadata
from headwater.model.json import is_storable
from headwater.store.aspect_reader import AspectReader, StoredAspect
from headwater.urn import parse_urn

UNKNOWN_ACTOR = "urn:li:corpuser:unknown"


async def stored_aspects(request: Request, urn: str, names: Sequence[str] | None = None) -> dict[str, StoredAspect]:
    """The versioned aspects of an entity, or some of them, sorted by name; its key among them.

    Raises NotFoundError where it does not exist, BadRequestError for an aspect that its kind cannot have.
    """
    wanted = checked_names(urn, names)
    if not await is_stored(request, urn):
        raise NotFoundError(f"there is no {urn}")
    found = await reader_of(request).aspects(urn, wanted)
    return dict(sorted((found if is_left_out(urn, wanted) else with_key(urn, found)).items()))


async def is_stored(request: Request, urn: str) -> bool:
    """Whether an entity has a fact of its own."""
    return is_storable(urn.encode()) and bool(await reader_of(request).existing([urn]))


def checked_names(urn: str, names: Sequence[str] | None) -> list[str] | None:
    """The names of aspects as DataHub writes them. Raises BadRequestError for one that the entity cannot have."""
    kind = parse_urn(urn).kind
    key_aspect(kind)
    return None if names is None else [require_aspect(kind, name) for name in names]


def is_left_out(urn: str, names: Sequence[str] | None) -> bool:
    """Whether the key aspect is not among the aspects that are asked for."""
    return names is not None and key_aspect(parse_urn(urn).kind) not in names


def with_key(urn: str, found: dict[str, StoredAspect]) -> dict[str, StoredAspect]:
    """The aspects with the key aspect; where no proposal gave it, it is as old as the oldest of the others."""
    first = min((aspect.created_at for aspect in found.values()), default=datetime.fromtimestamp(0, UTC))
    return {key_aspect(parse_urn(urn).kind): StoredAspect(key_value(urn), {}, 0, first, first, ""), **found}


def metadata_of(aspect: StoredAspect) -> SystemMetadata:
    """What came with the value, and what the store knows of it."""
    properties = aspect.system_metadata.get("properties")
    properties = dict(properties) if isinstance(properties, dict) else {}  # older versions kept whatever came
    if aspect.trace_id:
        properties.setdefault("telemetryTraceId", aspect.trace_id)
    return {
        **aspect.system_metadata,  # type: ignore[typeddict-item]  # which has what it came with
        "version": shown_version(aspect.version),
        "aspectCreated": {"time": millis(aspect.created_at), "actor": UNKNOWN_ACTOR},
        "aspectModified": {"time": millis(aspect.arrived_at), "actor": UNKNOWN_ACTOR},
        "properties": properties,
    }


def millis(time: datetime) -> int:
    """Milliseconds since the epoch."""
    return int(time.timestamp() * 1000)


def reader_of(request: Request) -> AspectReader:
    """The reader of aspects."""
    reader: AspectReader = request.app.state.reader.aspects
    return reader
