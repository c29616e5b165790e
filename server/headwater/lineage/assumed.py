"""`assumedReplaced`: assets whose writes do not say whether they replace, if the answer depends on it."""

from dataclasses import dataclass
from typing import Final

from headwater.lineage.impact import Impact
from headwater.store.reader import Reader

MAX_CHECKED: Final = 10_000


@dataclass(frozen=True, slots=True)
class Assumed:
    """The assets whose writes are assumed to replace, by URN."""

    asset_ids: list[int]
    is_complete: bool
    """False beyond MAX_CHECKED versions."""


async def assumed_replaced(reader: Reader, asked: Impact) -> Assumed | None:
    """Return the assets for which the answer assumes that writes replace. None if the time was over before."""
    runs, versions = asked.answer.runs, asked.answer.versions
    keys = zip(versions.ids[:MAX_CHECKED].tolist(), versions.attempts[:MAX_CHECKED].tolist(), strict=True)
    ids = await asked.deadline.within(
        reader.walks.assumed_replaced(
            list(keys),
            [*runs.ids[runs.are_certain].tolist(), *asked.start.run_ids],
            asked.question.direction,
            asked.question.point_in_time,
            asked.implicit,
        )
    )
    return None if ids is None else Assumed(ids, len(versions) <= MAX_CHECKED)
