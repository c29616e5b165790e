"""The columns of an answer, one by one (docs/columns.md)."""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta

from headwater.impact.column_answer import FoundColumn, columns_of
from headwater.lineage.impact import Impact
from headwater.lineage.versions import Key
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

MAX_NAMED = 3
"""The most columns of a version that a picture names."""


async def affected_columns(reader: Reader, asked: Impact, wanted: ColumnFilter = EVERYTHING) -> list[FoundColumn]:
    """Return the columns of an answer, nearest first, then by time, by URN and by name; none for whole data."""
    question = asked.question
    tolerance = question.point_in_time.tolerance // timedelta(microseconds=1)
    found = await asyncio.to_thread(
        columns_of, asked.answer.findings, question.direction, tolerance, question.limits.depth
    )
    sources = sorted({one.class_id for one in found if one.version is None})
    urns = {row["id"]: row["urn"] for row in await reader.entities.by_id(sources) if row is not None}
    found.sort(key=lambda one: (*one.rank, "" if one.version else urns.get(one.class_id, "")))
    data = {*(await reader.columns.data_by_urn(wanted.assets)).values()} if wanted.assets else set()
    return [
        one
        for one in found
        if (wanted.certainty is None or one.is_certain == (wanted.certainty is Certainty.CERTAIN))
        and (wanted.direct is None or one.is_direct == wanted.direct)
        and (not wanted.assets or one.class_id in data)
    ]


def columns_in_words(found: Sequence[FoundColumn]) -> dict[Key, str]:
    """Return the columns of each version in words, such as " [price, unit and 2 more]"; none for whole data."""
    names: dict[Key, list[str]] = defaultdict(list)
    for one in found:
        if one.version is not None:
            names[one.version] += [one.name] if one.name is not None else []
    return {key: named_columns(sorted(columns)) for key, columns in names.items()}


def named_columns(names: Sequence[str]) -> str:
    """Return names of columns in words, behind the name of their data."""
    more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    return f" [{', '.join(names[:MAX_NAMED])}{more}]" if names else ""
