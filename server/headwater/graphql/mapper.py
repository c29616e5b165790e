"""Map rows of the store to GraphQL types: one mapper for runs, one for other entities."""

from collections.abc import Callable
from typing import Any, Final

from asyncpg import Record

from headwater.dialects.datahub.registry import is_entity_type
from headwater.errors import BadRequestError
from headwater.execution.items import maker_of_row
from headwater.graphql.entities.catalog import CATALOG_KINDS, catalog_entity_of
from headwater.graphql.entities.entity import Entity, OtherEntity, StoredEntity
from headwater.graphql.entities.entity_type import EntityType, type_of
from headwater.graphql.entities.governance import tag_of
from headwater.graphql.entities.ownership import ownership_type_of
from headwater.graphql.entities.people import owner_of
from headwater.graphql.entities.platforms import platform_instance_of, platform_of
from headwater.graphql.runs.instance import DataProcessInstance
from headwater.graphql.stored.assets import Dataset
from headwater.graphql.stored.containers import Container
from headwater.graphql.stored.models import MLModel, MLModelGroup
from headwater.graphql.stored.templates import DataFlow, DataJob
from headwater.texts import shown
from headwater.urn import (
    CONTAINER,
    DATA_FLOW,
    DATA_JOB,
    DATA_PROCESS_INSTANCE,
    DATASET,
    ML_MODEL,
    ML_MODEL_GROUP,
    check_named,
    has_its_parts,
    parse_urn,
)

_TYPES: dict[str, type[StoredEntity]] = {
    DATA_FLOW: DataFlow,
    DATA_JOB: DataJob,
    DATASET: Dataset,
    ML_MODEL: MLModel,
    ML_MODEL_GROUP: MLModelGroup,
    CONTAINER: Container,
}
"""The GraphQL types of entities with facets, by kind."""

_NAMED: dict[str, Callable[[str], Entity]] = {
    "corpuser": owner_of,
    "corpGroup": owner_of,
    "dataPlatform": platform_of,
    "dataPlatformInstance": platform_instance_of,
    "ownershipType": ownership_type_of,
    "tag": tag_of,
    **dict.fromkeys(CATALOG_KINDS, catalog_entity_of),
}
"""The makers of other entities from URNs, by kind."""


to_instance = maker_of_row(
    DataProcessInstance,
    {"row_id": "id", **{name: name for name in ("urn", "is_stub", "is_derived", "native_id", "trigger", "created_at")}},
    type=EntityType.DATA_PROCESS_INSTANCE,
    exists=True,
)
"""A row of run_view, or of a list of runs, as a run."""

_UNKNOWN = """
id native_id trigger template_id template_urn parent_id parent_urn created_at attempt status result native_result
started_at ended_at closed_result closed_native_result
"""
_FALSE = "is_stub is_derived is_time_approximate"
_NO_RUN: Final = {**dict.fromkeys(_UNKNOWN.split()), **dict.fromkeys(_FALSE.split(), False)}
"""The row of a run of which nothing is known but the URN."""


def missing_instance(urn: str) -> DataProcessInstance:
    """The run of an unknown URN: as in DataHub, an object with `exists` false."""
    made = to_instance({**_NO_RUN, "urn": urn})
    made.exists = False
    return made


def to_entity(row: Record) -> Entity:
    """A row of entity, other than a run, as its type."""
    has_name = row["namespace"] is not None and row["name"] is not None
    return _entity(
        row["urn"],
        row["kind"],
        row_id=row["id"],
        exists=True,
        is_stub=row["is_stub"],
        given_name=(row["namespace"], row["name"]) if has_name else None,
        flow_row_id=row["flow_id"],
    )


def missing_entity(urn: str, argument: str) -> Entity:
    """The entity of an unknown URN. Raises BadRequestError or InvalidUrnError for the argument."""
    parsed = check_named(argument, urn)
    if parsed.kind == DATA_PROCESS_INSTANCE:
        return missing_instance(urn)
    if not is_entity_type(parsed.kind):
        raise BadRequestError(
            f"{argument}: expected an entity type that DataHub has, such as dataJob, got {shown(parsed.kind)}"
        )
    return _entity(urn, parsed.kind, row_id=None, exists=False, is_stub=False, given_name=None, flow_row_id=None)


def named_instance(row_id: int, urn: str) -> DataProcessInstance:
    """A run of the store by its id and URN. Only fields that the URN tells are right."""
    return to_instance({**_NO_RUN, "urn": urn, "id": row_id})


def named_entity(row_id: int, urn: str) -> Entity | None:
    """An entity of the store, other than a run, by its id and URN. Only fields that the URN tells are right.

    None if the URN does not tell the type: its parts are not those of its kind.
    """
    parsed = parse_urn(urn)
    if not has_its_parts(parsed):
        return None
    return _entity(urn, parsed.kind, row_id=row_id, exists=True, is_stub=False, given_name=None, flow_row_id=None)


def _entity(urn: str, kind: str, *, flow_row_id: int | None, **fields: Any) -> Entity:
    if kind in _NAMED:
        return _NAMED[kind](urn)
    graphql_type = _TYPES.get(kind)
    # Entities in events have URNs made of their names; DataHub's clients may name any URN.
    fits = fields["given_name"] is not None or has_its_parts(parse_urn(urn))
    if graphql_type is None or not fits:
        return OtherEntity(urn=urn, type=type_of(kind))
    if graphql_type is DataJob:
        fields["flow_row_id"] = flow_row_id
    return graphql_type(urn=urn, type=type_of(kind), **fields)
