"""The columns of an answer, one by one (docs/columns.md)."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from headwater.impact.column_answer import FoundColumn, columns_of
from headwater.lineage.impact import Impact
from headwater.model.questions import Certainty
from headwater.store.reader import Reader


@dataclass(frozen=True, slots=True)
class ColumnFilter:
    """Conditions on columns; an empty collection, or None, lets all through."""

    certainty: Certainty | None = None
    direct: bool | None = None
    assets: Collection[str] = ()
    """Columns of these datasets, by any of their URNs."""


EVERYTHING = ColumnFilter()


async def affected_columns(reader: Reader, asked: Impact, wanted: ColumnFilter = EVERYTHING) -> list[FoundColumn]:
    """Return the columns of an answer, nearest first, then by time, by URN and by name; none for whole data."""
    question = asked.question
    tolerance = question.point_in_time.tolerance // timedelta(microseconds=1)
    found = await asyncio.to_thread(
        columns_of, asked.answer.findings, question.direction, tolerance, question.limits.depth
    )
    data = {*(await reader.columns.data_by_urn(wanted.assets)).values()} if wanted.assets else set()
    return [
        one
        for one in found
        if (wanted.certainty is None or one.is_certain == (wanted.certainty is Certainty.CERTAIN))
        and (wanted.direct is None or one.is_direct == wanted.direct)
        and (not wanted.assets or one.class_id in data)
    ]
