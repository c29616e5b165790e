"""What the store knows of all that an answer has: read once for an answer, however many of its fields need it."""

import asyncio
from collections.abc import Awaitable, Sequence

from headwater.graphql.context import Context
from headwater.impact.answer import Answer
from headwater.model.lineage import Longs
from headwater.store.walks import Walks


def templates_of_runs(context: Context, answer: Answer) -> Awaitable[Longs]:
    """The job of each affected run; 0 for one without."""
    return context.load(_templates, answer, context.reader.walks)


def data_of_versions(context: Context, answer: Answer) -> Awaitable[Longs]:
    """The data that each affected version is of."""
    return context.load(_data, answer, context.reader.walks)


async def _templates(answers: Sequence[Answer], walks: Walks) -> list[Longs]:
    return await asyncio.gather(*(walks.templates_of_runs(answer.runs.ids) for answer in answers))


async def _data(answers: Sequence[Answer], walks: Walks) -> list[Longs]:
    return await asyncio.gather(*(walks.data_of_versions(answer.versions.ids) for answer in answers))
