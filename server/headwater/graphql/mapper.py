"""From rows of the store to GraphQL types: the one instance mapper, and its sibling for other entities."""

from collections.abc import Callable
from typing import Any

from asyncpg import Record

from headwater.dialects.datahub.registry import is_entity_type
from headwater.errors import BadRequestError
from headwater.graphql.entities.catalog import CATALOG_KINDS, catalog_entity_of
from headwater.graphql.entities.entity import Entity, OtherEntity, StoredEntity
from headwater.graphql.entities.entity_type import EntityType, type_of
from headwater.graphql.entities.governance import tag_of
from headwater.graphql.entities.ownership import ownership_type_of
from headwater.graphql.entities.people import owner_of
from headwater.graphql.entities.platforms import platform_instance_of, platform_of
from headwater.graphql.runs.instance import DataProcessInstance
from headwater.graphql.runs.state import DataProcessRunStatus, RunState, run_result
from headwater.graphql.scalars import millis_between, to_millis
from headwater.graphql.stored.assets import Dataset
from headwater.graphql.stored.containers import Container
from headwater.graphql.stored.models import MLModel, MLModelGroup
from headwater.graphql.stored.templates import DataFlow, DataJob
from headwater.lineage.states import state_of
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
"""The GraphQL type of each kind of entity that has facets."""

_NAMED: dict[str, Callable[[str], Entity]] = {
    "corpuser": owner_of,
    "corpGroup": owner_of,
    "dataPlatform": platform_of,
    "dataPlatformInstance": platform_instance_of,
    "ownershipType": ownership_type_of,
    "tag": tag_of,
    **dict.fromkeys(CATALOG_KINDS, catalog_entity_of),
}
"""What other kinds are, by URN."""


def to_instance(row: Record) -> DataProcessInstance:
    """A row of run_view as a run."""
    created = row["created_at"]
    return DataProcessInstance(
        row_id=row["id"],
        template_id=row["template_id"],
        parent_id=row["parent_id"],
        urn=row["urn"],
        type=EntityType.DATA_PROCESS_INSTANCE,
        exists=True,
        is_stub=row["is_stub"],
        is_derived=row["is_derived"],
        native_id=row["native_id"],
        trigger=row["trigger"],
        created_at=None if created is None else to_millis(created),
        current_state=to_state(row),
        template_urn=row["template_urn"],
        parent_urn=row["parent_urn"],
    )


def to_state(row: Record) -> RunState | None:
    """The state in a row of run_view; None where nobody said one."""
    state = state_of(row)
    if state is None:
        return None
    return RunState(
        status=DataProcessRunStatus(state.status),
        result=run_result(state.result, state.native_result),
        attempt=state.attempt,
        started_at=state.started_at,
        ended_at=state.ended_at,
        duration_millis=millis_between(state.started_at, state.ended_at),
        is_derived=state.is_derived,
        time_approximate=state.is_time_approximate,
    )


def missing_instance(urn: str) -> DataProcessInstance:
    """The run of a URN that the store does not know: as DataHub, an object that says so."""
    return DataProcessInstance(
        row_id=None,
        template_id=None,
        parent_id=None,
        urn=urn,
        type=EntityType.DATA_PROCESS_INSTANCE,
        exists=False,
        is_stub=False,
        is_derived=False,
        native_id=None,
        trigger=None,
        created_at=None,
        current_state=None,
        template_urn=None,
        parent_urn=None,
    )


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
    """The entity of a URN that the store does not know. Raises BadRequestError or InvalidUrnError for the argument."""
    parsed = check_named(argument, urn)
    if parsed.kind == DATA_PROCESS_INSTANCE:
        return missing_instance(urn)
    if not is_entity_type(parsed.kind):
        raise BadRequestError(
            f"{argument}: expected an entity type that DataHub has, such as dataJob, got {shown(parsed.kind)}"
        )
    return _entity(urn, parsed.kind, row_id=None, exists=False, is_stub=False, given_name=None, flow_row_id=None)


def _entity(urn: str, kind: str, *, flow_row_id: int | None, **fields: Any) -> Entity:
    if kind in _NAMED:
        return _NAMED[kind](urn)
    graphql_type = _TYPES.get(kind)
    # What events named has the URN that was made of its names; DataHub's clients may point at anything.
    fits = fields["given_name"] is not None or has_its_parts(parse_urn(urn))
    if graphql_type is None or not fits:
        return OtherEntity(urn=urn, type=type_of(kind))
    if graphql_type is DataJob:
        fields["flow_row_id"] = flow_row_id
    return graphql_type(urn=urn, type=type_of(kind), **fields)
