"""Columns of the store beside an answer's runs and versions: each is read once, however many ask for it."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from headwater.impact.answer import Answer
from headwater.model.lineage import Longs
from headwater.store.reader import Reader

Read = Callable[[Longs], Coroutine[Any, Any, Longs]]


class Columns:
    """Columns beside those of an answer. Who is cancelled while one is read does not take it from others."""

    def __init__(self, reader: Reader, answer: Answer) -> None:
        self._walks = reader.walks
        self._answer = answer
        self._read: dict[str, asyncio.Task[Longs]] = {}

    async def templates_of_runs(self) -> Longs:
        """The job of each run; 0 for one without."""
        return await self._once("templates", self._walks.templates_of_runs, self._answer.runs.ids)

    async def classes_of_versions(self) -> Longs:
        """The class of names of each version."""
        return await self._once("classes", self._walks.classes_of_versions, self._answer.versions.ids)

    async def _once(self, name: str, read: Read, ids: Longs) -> Longs:
        if name not in self._read:
            self._read[name] = asyncio.create_task(read(ids))
        return await asyncio.shield(self._read[name])
