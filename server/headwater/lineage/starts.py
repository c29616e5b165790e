"""The starts of questions: the runs and versions of a point."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from headwater.errors import BadRequestError
from headwater.lineage.points import FoundPoint
from headwater.lineage.question import Question
from headwater.model.lineage import NOBODY
from headwater.model.questions import Direction, PointInTime
from headwater.store.reader import Reader
from headwater.store.walks import StartStep
from headwater.urn import DATA_PROCESS_INSTANCE, DATASET, ML_MODEL

MAX_WITHIN: Final = 10_000
"""The most runs within a start to count."""


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
    """The runs whose versions a question starts at, or single versions."""

    run_ids: list[int]
    """Runs with everything that they did; empty for a start at versions."""

    steps: list[StartStep]

    versions: list[StartVersion]
    """The versions of the start, newest first; none for a start at runs."""

    shown_at: datetime | None = None
    """The time at which an asset showed them; None for a start without a time."""

    may_have_failed: bool = True
    """False for a run that is known not to have failed, which saves a look at its state."""

    @property
    def total(self) -> int:
        """The number of runs, or of versions and open writes of an asset."""
        return len(self.run_ids) or len(self.versions)

    @property
    def implicit(self) -> StartStep | None:
        """The implicit version of the start; None for a start at others, or at runs."""
        return next((step for step in self.steps if step.run_id == NOBODY), None)


async def find_start(
    reader: Reader,
    point: FoundPoint,
    point_in_time: PointInTime,
    direction: Direction,
    *,
    containment: bool,
    now: datetime,
) -> Start:
    """Return the start of a point: for an asset, its versions at a time, or a run's writes, finished or not.

    Downstream, an asset that shows only its implicit version starts at the reads since then.

    Raises BadRequestError for a time or a maker that does not fit the point.
    """
    if point.kind in (DATASET, ML_MODEL):
        return await _start_of_asset(reader, point, point_in_time, direction, now)
    if point.maker_id is not None or point.at is not None:
        raise BadRequestError("madeBy, at: expected only with the URN of a dataset or a model")
    may_have_failed = True
    if point.kind == DATA_PROCESS_INSTANCE:
        run_ids = [] if point.row["is_removed"] else [point.row["id"]]
        may_have_failed = not point_in_time.is_now or containment or point.row["result"] in ("FAILURE", "SKIPPED")
    else:
        run_ids = await reader.walks.runs_to_start_from(point.row["id"])
    if containment:
        run_ids = await reader.walks.runs_within(run_ids)
    if not point_in_time.is_now and (containment or point.kind != DATA_PROCESS_INSTANCE):
        known = await reader.walks.runs_known_by(run_ids, point_in_time)
        run_ids = [run_id for run_id in run_ids if run_id in known or run_id == point.row["id"]]
    return Start(run_ids, [StartStep(run_id) for run_id in run_ids], [], may_have_failed=may_have_failed)


async def runs_within(reader: Reader, start: Start, question: Question) -> int:
    """Return the number of runs directly within a start that its answer leaves out; at most MAX_WITHIN."""
    if question.containment or not start.run_ids:
        return 0
    within = await reader.walks.runs_directly_within(start.run_ids, question.point_in_time, MAX_WITHIN)
    if within and not question.point_in_time.is_now:
        return len(await reader.walks.runs_known_by(within, question.point_in_time))
    return len(within)


async def _start_of_asset(
    reader: Reader, point: FoundPoint, point_in_time: PointInTime, direction: Direction, now: datetime
) -> Start:
    if point.maker_id is not None and point.at is not None:
        raise BadRequestError("madeBy, at: expected one of the two, got both")
    walks, shown_at = reader.walks, None
    [class_id] = await walks.classes_of_assets([point.row["id"]])
    if point.maker_id is None:
        shown_at = point.at or point_in_time.as_of or now
        [rows] = await walks.visible([class_id], shown_at, point_in_time)
        if not rows and direction is Direction.DOWNSTREAM:
            shows_implicit = await walks.shows_implicit(class_id, shown_at, point_in_time)
            steps = [StartStep(NOBODY, output_id=class_id, after=shown_at)] if shows_implicit else []
            return Start([], steps, [], shown_at)
    else:
        rows = await walks.versions_of_run(point.maker_id, class_id, point_in_time)
    versions = [StartVersion(row["edge_id"], row["attempt"], row["at"], row["kind"] == "OPEN") for row in rows]
    makers = rows
    if direction is Direction.UPSTREAM:
        finished = [version.key for version in versions if not version.is_open]
        makers = [*await walks.makers(finished, point_in_time), *(row for row in rows if row["kind"] == "OPEN")]
    steps = [
        StartStep(row["run_id"], row["attempt"], row["class_id"], is_open=row["kind"] == "OPEN", until=row["until"])
        for row in makers
    ]
    return Start([], steps, versions, shown_at)
