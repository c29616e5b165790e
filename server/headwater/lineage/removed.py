"""The history that an answer misses, since retention removed it (docs/retention.md)."""

from datetime import datetime

from headwater.lineage.impact import Impact
from headwater.model.lineage import NOBODY
from headwater.model.questions import Direction, Kind
from headwater.store.reader import Reader


async def history_removed_before(reader: Reader, asked: Impact) -> datetime | None:
    """Return the time before which removed runs may be missing in an answer; None: it misses none."""
    removed, start = reader.removed_history, asked.start
    started = {step.run_id for step in start.steps if step.run_id != NOBODY}
    run_ids = [*started.union(asked.answer.runs.ids.tolist())]
    asset_id = None if start.shown_at is None else asked.point.row["id"]
    if asked.question.direction is Direction.UPSTREAM:
        found = [await removed.last_write(run_ids, asset_id, start.shown_at)]
    else:
        read_asset_id = None if started else asset_id
        found = [
            await removed.last_write([], asset_id, start.shown_at),
            await removed.last_read(run_ids, read_asset_id, start.shown_at),
        ]
        if Kind.STALE in asked.question.kinds:
            found.append(await removed.last_before_failures(start.run_ids))
    return max((one for one in found if one is not None), default=None)
