"""The store's columns for an answer's runs and versions: each is read once, for any number of users."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from headwater.impact.answer import Answer
from headwater.model.lineage import Longs
from headwater.store.reader import Reader

Read = Callable[[Longs], Coroutine[Any, Any, Longs]]


class Columns:
    """Columns beside those of an answer. A cancelled user does not cancel the read of the others."""

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
