"""`atRisk`: the jobs that are next to read what is affected."""

from dataclasses import dataclass

from headwater.lineage.impact import Impact
from headwater.lineage.versions import Key
from headwater.model.questions import Direction
from headwater.store.reader import Reader


@dataclass(frozen=True, slots=True)
class JobAtRisk:
    """A job that is next to read an affected version."""

    template_id: int
    run_id: int
    """Its latest run that named inputs: it did not see the version."""

    asset_id: int
    version: Key | None
    """None where the start is the asset, and no run is known to have written it."""


async def jobs_at_risk(reader: Reader, asked: Impact) -> list[JobAtRisk] | None:
    """The jobs that are next, by their URNs; none upstream. None where the time was over before."""
    question, found = asked.question, asked.answer.versions
    if question.direction is Direction.UPSTREAM:
        return []
    at = question.point_in_time.as_of or question.now
    rows = await asked.deadline.within(
        reader.walks.jobs_at_risk(
            found.ids.tolist(), found.attempts.tolist(), at, question.point_in_time, asked.implicit
        )
    )
    if rows is None:
        return None
    return [
        JobAtRisk(
            template_id=row["template_id"],
            run_id=row["run_id"],
            asset_id=row["class_id"],
            version=None if row["edge_id"] is None else (row["edge_id"], row["attempt"]),
        )
        for row in rows
    ]
