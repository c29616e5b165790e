"""The store's columns for an answer's runs and versions: each is read once, for any number of users."""

from functools import partial

from headwater.impact.answer import Answer
from headwater.lineage.shared import Shared
from headwater.model.lineage import Longs
from headwater.store.reader import Reader


class Columns:
    """Columns beside those of an answer."""

    def __init__(self, reader: Reader, answer: Answer) -> None:
        self._walks = reader.walks
        self._answer = answer
        self._shared = Shared()

    async def templates_of_runs(self) -> Longs:
        """The job of each run; 0 for one without."""
        return await self._shared("templates", partial(self._walks.templates_of_runs, self._answer.runs.ids))

    async def classes_of_versions(self) -> Longs:
        """The class of names of each version."""
        return await self._shared("classes", partial(self._walks.classes_of_versions, self._answer.versions.ids))

    async def writers_of_versions(self) -> Longs:
        """The run that wrote each version."""
        return await self._shared("writers", partial(self._walks.writers_of_versions, self._answer.versions.ids))
