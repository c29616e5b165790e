"""Where a question about lineage starts: a run, a job or a flow, an asset at a moment, or a version."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from headwater.errors import BadRequestError
from headwater.graphql.context import Context
from headwater.graphql.entities.entity import StoredEntity
from headwater.graphql.runs.instance import DataProcessInstance
from headwater.model.lineage import NOBODY
from headwater.model.questions import Direction, PointInTime
from headwater.store.walks import StartStep
from headwater.urn import DATA_FLOW, DATA_JOB, DATA_PROCESS_INSTANCE, DATASET, ML_MODEL, parse_urn


class StartVersion(NamedTuple):
    """A version, or an open write, at which a question starts."""

    edge_id: int
    attempt: int
    at: datetime
    is_open: bool

    @property
    def key(self) -> tuple[int, int]:
        """The key by which the store finds it."""
        return self.edge_id, self.attempt


@dataclass(frozen=True, slots=True)
class Start:
    """What a question starts at: the runs whose versions they are, or single versions."""

    run_ids: list[int]
    """Runs that stand for all that they did; empty where it starts at versions."""

    steps: list[StartStep]

    versions: list[StartVersion]
    """The versions that it starts at, newest first; none where it starts at runs."""

    shown_at: datetime | None = None
    """When an asset showed them; None where it does not start at a moment."""

    @property
    def implicit(self) -> StartStep | None:
        """The implicit version at which it starts; None where it starts at others, or at runs."""
        return next((step for step in self.steps if step.run_id == NOBODY), None)


async def find_start(
    context: Context,
    entity: DataProcessInstance | StoredEntity,
    made_by: DataProcessInstance | None,
    at: datetime | None,
    point_in_time: PointInTime,
    direction: Direction,
    *,
    containment: bool,
) -> Start:
    """The start that a URN means: for an asset what it shows at a moment, or what a run wrote of it, finished or not.

    Downstream, an asset that shows only its implicit version then starts at the reads since then.

    Raises BadRequestError for an entity that neither runs nor is written.
    """
    walks = context.reader.walks
    kind = parse_urn(entity.urn).kind
    if kind in (DATASET, ML_MODEL):
        if entity.row_id is None:
            return Start([], [], [])
        if made_by is not None and at is not None:
            raise BadRequestError("madeBy, at: expected one of the two")
        data_id, shown_at = await context.load(walks.data_of_assets, entity.row_id), None
        if made_by is None:
            shown_at = at or point_in_time.as_of or context.now
            rows = await context.load(walks.visible, data_id, shown_at, point_in_time)
            if not rows and direction is Direction.DOWNSTREAM:
                if not await walks.shows_implicit(data_id, shown_at, point_in_time):
                    return Start([], [], [])
                return Start([], [StartStep(NOBODY, output_id=data_id, after=shown_at)], [])
        else:
            rows = [] if made_by.row_id is None else await walks.versions_of_run(made_by.row_id, data_id, point_in_time)
        versions = [StartVersion(row["edge_id"], row["attempt"], row["at"], row["kind"] == "OPEN") for row in rows]
        makers = rows
        if direction is Direction.UPSTREAM:
            finished = [version.key for version in versions if not version.is_open]
            makers = [*await walks.makers(finished, point_in_time), *(row for row in rows if row["kind"] == "OPEN")]
        return Start(
            [],
            [
                StartStep(
                    row["run_id"], row["attempt"], row["data_id"], is_open=row["kind"] == "OPEN", until=row["until"]
                )
                for row in makers
            ],
            versions,
            shown_at,
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
