"""Where a question about lineage starts: a run, a job or a flow, an asset at a moment, or a version."""

from dataclasses import dataclass
from datetime import datetime

from headwater.errors import BadRequestError
from headwater.graphql.context import Context
from headwater.graphql.entities.entity import StoredEntity
from headwater.graphql.runs.instance import DataProcessInstance
from headwater.model.lineage import Direction, Vantage
from headwater.store.walks import StartStep
from headwater.urn import DATA_FLOW, DATA_JOB, DATA_PROCESS_INSTANCE, DATASET, ML_MODEL, parse_urn


@dataclass(frozen=True, slots=True)
class Start:
    """What a question starts at: the runs whose versions they are, or single versions."""

    run_ids: list[int]
    """Runs that stand for all that they did; empty where it starts at versions."""

    steps: list[StartStep]

    versions: list[tuple[int, int, datetime]]
    """The versions that it starts at, by edge, attempt and moment; of runs none."""

    shown_at: datetime | None = None
    """When an asset showed them; None where it does not start at a moment."""


async def find_start(
    context: Context,
    entity: DataProcessInstance | StoredEntity,
    made_by: DataProcessInstance | None,
    at: datetime | None,
    vantage: Vantage,
    direction: Direction,
    *,
    containment: bool,
) -> Start:
    """The start that a URN means: of an asset what it shows at a moment, or what a run wrote of it.

    Raises BadRequestError for an entity that neither runs nor is written.
    """
    walks = context.reader.walks
    kind = parse_urn(entity.urn).kind
    if kind in (DATASET, ML_MODEL):
        if entity.row_id is None:
            return Start([], [], [])
        if made_by is not None and at is not None:
            raise BadRequestError("madeBy, at: expected one of the two")
        data_id = await context.load(walks.data_of_assets, entity.row_id)
        if made_by is None:
            at = at or vantage.as_of or context.now
            rows = await context.load(walks.visible, data_id, at, vantage)
        else:
            rows = [] if made_by.row_id is None else await walks.versions_of_run(made_by.row_id, data_id, vantage)
        makers = rows
        if direction is Direction.UPSTREAM:
            makers = await walks.makers([(row["edge_id"], row["attempt"]) for row in rows], vantage)
        return Start(
            [],
            [StartStep(row["run_id"], row["attempt"], row["data_id"], until=row["until"]) for row in makers],
            [(row["edge_id"], row["attempt"], row["at"]) for row in rows],
            None if made_by is not None else at,
        )
    if made_by is not None or at is not None:
        raise BadRequestError("madeBy, at: expected only with the URN of a dataset or a model")
    if kind not in (DATA_PROCESS_INSTANCE, DATA_JOB, DATA_FLOW):
        raise BadRequestError(f"urn: expected a run, a job, a flow, a dataset or a model, got a {kind}")
    if entity.row_id is None:
        return Start([], [], [])
    run_ids = await walks.runs_to_start_from(entity.row_id)
    if containment:
        run_ids = await walks.runs_within(run_ids)
    return Start(run_ids, [StartStep(run_id) for run_id in run_ids], [])
