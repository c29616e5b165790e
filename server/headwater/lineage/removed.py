"""The history that an answer misses, since retention removed it (docs/retention.md)."""

from datetime import datetime

from headwater.lineage.impact import Impact
from headwater.model.lineage import NOBODY
from headwater.model.questions import Direction
from headwater.store.reader import Reader


async def history_removed_before(reader: Reader, asked: Impact) -> datetime | None:
    """Return the time before which removed runs may be missing in an answer; None: it misses none."""
    started = {step.run_id for step in asked.start.steps if step.run_id != NOBODY}
    run_ids = [*started.union(asked.answer.runs.ids.tolist())]
    shown_at = asked.start.shown_at
    asset_id = None if shown_at is None else asked.point.row["id"]
    is_upstream = asked.question.direction is Direction.UPSTREAM
    found = [
        await reader.removed_history.last_write(run_ids if is_upstream else [], asset_id, shown_at),
        None if is_upstream else await reader.removed_history.last_read(run_ids),
    ]
    return max((one for one in found if one is not None), default=None)
