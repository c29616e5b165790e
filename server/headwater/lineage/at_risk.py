"""`atRisk`: the jobs that read affected data next."""

from dataclasses import dataclass
from functools import partial

from headwater.lineage.columns_at_risk import that_use_columns
from headwater.lineage.impact import Impact
from headwater.lineage.versions import Key
from headwater.model.questions import Certainty, Direction
from headwater.store.reader import Reader


@dataclass(frozen=True, slots=True)
class JobAtRisk:
    """A job that reads an affected version next."""

    template_id: int
    run_id: int
    """The job's latest run with inputs."""

    asset_id: int
    version: Key | None
    """None if the start is the asset, and no run is known to have written it."""

    certainty: Certainty
    """POSSIBLE if the version is affected only possibly."""

    has_run_since: bool
    """True if a run of the job began at or after the write of the version: the next run repeats the read."""


async def jobs_at_risk(reader: Reader, asked: Impact) -> list[JobAtRisk] | None:
    """The jobs that read affected versions next, by URN; none upstream. None where the time was over before."""
    return await asked.shared("at_risk", partial(_jobs_at_risk, reader, asked))


async def _jobs_at_risk(reader: Reader, asked: Impact) -> list[JobAtRisk] | None:
    question, found = asked.question, asked.answer.versions
    if question.direction is Direction.UPSTREAM:
        return []
    at = question.point_in_time.as_of or question.now
    rows = await asked.deadline.within(
        reader.walks.jobs_at_risk(
            found.ids.tolist(), found.attempts.tolist(), at, question.point_in_time, asked.implicit
        )
    )
    chosen = None if rows is None else await asked.deadline.within(that_use_columns(reader, asked, rows))
    if chosen is None:
        return None
    keys = [None if row["edge_id"] is None else (row["edge_id"], row["attempt"]) for row in chosen]
    return [
        JobAtRisk(
            template_id=row["template_id"],
            run_id=row["run_id"],
            asset_id=row["class_id"],
            version=key,
            certainty=Certainty.of(key is None or bool(found.are_certain[found.places[key]])),
            has_run_since=row["has_run_since"],
        )
        for row, key in zip(chosen, keys, strict=True)
    ]
