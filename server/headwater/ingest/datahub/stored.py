"""Stored aspects of an entity, by name, with the store's metadata.

As in DataHub, an entity that is only referenced does not exist. An existing entity has its key aspect, even if no
proposal wrote it.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request

from headwater.dialects.datahub.conditions import shown_version
from headwater.dialects.datahub.registry import aspects_of, is_timeseries, key_aspect, key_value
from headwater.errors import NotFoundError
from headwater.ingest.datahub.places import require_aspect
from headwater.ingest.datahub.shapes import SystemMetadata
from headwater.model.json import is_storable
from headwater.store.aspect_reader import AspectReader, StoredAspect
from headwater.urn import parse_urn

UNKNOWN_ACTOR = "urn:li:corpuser:unknown"


Wanted = Mapping[str, Sequence[str] | None]
"""The requested aspects of entities, by URN; None: all."""


async def stored_entities(
    request: Request, wanted: Wanted, *, with_timeseries: bool = False
) -> dict[str, dict[str, StoredAspect]]:
    """Return the existing entities, in the order of wanted, each with its requested aspects, sorted by name.

    with_timeseries: also the newest value of each timeseries. Two statements, or three with timeseries, for any number
    of entities. Raises BadRequestError for an aspect that a kind cannot have.
    """
    names = {urn: _checked_names(urn, given) for urn, given in wanted.items()}
    reader = reader_of(request)
    urns = [urn for urn in names if is_storable(urn.encode())]
    existing = await reader.existing(urns)
    urns = [urn for urn in urns if urn in existing]
    versioned = await reader.aspects_of(urns, _all_of(names[urn] for urn in urns))
    timeseries = {name for urn in urns for name in _asked(urn, names[urn]) if with_timeseries and is_timeseries(name)}
    newest = await reader.newest_values(urns, sorted(timeseries)) if timeseries else {}
    return {urn: _chosen(urn, names[urn], versioned.get(urn, {}) | newest.get(urn, {})) for urn in urns}


async def stored_aspects(request: Request, urn: str, names: Sequence[str] | None = None) -> dict[str, StoredAspect]:
    """Return the versioned aspects of an entity, or some of them, sorted by name, including its key.

    Raises NotFoundError for an absent entity, BadRequestError for an aspect that its kind cannot have.
    """
    found = await stored_entities(request, {urn: names})
    if urn not in found:
        raise NotFoundError(f"there is no entity {urn}")
    return found[urn]


def with_key(urn: str, found: dict[str, StoredAspect]) -> dict[str, StoredAspect]:
    """Return the aspects with the key aspect; if no proposal wrote it, it is as old as the oldest of the others."""
    first = min((aspect.created_at for aspect in found.values()), default=datetime.fromtimestamp(0, UTC))
    return {key_aspect(parse_urn(urn).kind): StoredAspect(key_value(urn), {}, 0, first, first, ""), **found}


def _checked_names(urn: str, names: Sequence[str] | None) -> list[str] | None:
    """Return the names of aspects in DataHub's case."""
    kind = parse_urn(urn).kind
    key_aspect(kind)
    return None if names is None else [require_aspect(kind, name) for name in names]


def _asked(urn: str, names: Sequence[str] | None) -> Sequence[str]:
    return aspects_of(parse_urn(urn).kind) if names is None else names


def _all_of(names: Iterable[Sequence[str] | None]) -> list[str] | None:
    """Return the names of all lists; None if one of them asks for all aspects."""
    found: set[str] = set()
    for some in names:
        if some is None:
            return None
        found.update(some)
    return sorted(found)


def _chosen(urn: str, names: Sequence[str] | None, found: dict[str, StoredAspect]) -> dict[str, StoredAspect]:
    """Return the requested aspects, sorted by name."""
    aspects = with_key(urn, found)
    return {name: aspects[name] for name in sorted(aspects) if names is None or name in names}


def metadata_of(aspect: StoredAspect) -> SystemMetadata:
    """Return the writer's metadata of a value, completed by the store."""
    return {
        **shown_metadata(aspect.system_metadata, aspect.version, aspect.trace_id),
        "aspectCreated": {"time": millis(aspect.created_at), "actor": UNKNOWN_ACTOR},
        "aspectModified": {"time": millis(aspect.arrived_at), "actor": UNKNOWN_ACTOR},
    }


def shown_metadata(given: dict[str, Any], version: int, trace_id: str) -> SystemMetadata:
    """Return the writer's metadata, with the value's version, and with its trace unless they have another one."""
    properties = given.get("properties")
    properties = dict(properties) if isinstance(properties, dict) else {}  # older versions stored any value
    if trace_id:
        properties.setdefault("telemetryTraceId", trace_id)
    return {
        **given,  # type: ignore[typeddict-item]  # which has what it came with
        "version": shown_version(version),
        "properties": properties,
    }


def millis(time: datetime) -> int:
    """Convert a time to milliseconds since the epoch."""
    return int(time.timestamp() * 1000)


def reader_of(request: Request) -> AspectReader:
    """Return the reader of aspects."""
    reader: AspectReader = request.app.state.reader.aspects
    return reader
