"""The columns of a walk keep their length when retention removes runs between the statements of one question."""

import asyncio
from collections.abc import Awaitable, Callable

import numpy as np
import pytest

from headwater.model.lineage import Longs
from headwater.store.pool import read_pool
from headwater.store.walks import Walks

GONE = np.array([71, 72, 73], np.int64)
"""Ids of runs or edges that the store does not have any more."""

COLUMNS: dict[str, Callable[[Walks], Awaitable[Longs | list[str]]]] = {
    "places of runs": lambda walks: walks.places_of_runs(GONE),
    "places of versions": lambda walks: walks.places_of_versions(GONE),
    "jobs of runs": lambda walks: walks.templates_of_runs(GONE),
    "results of runs": lambda walks: walks.results_of_runs(GONE),
    "classes of versions": lambda walks: walks.classes_of_versions(GONE),
    "writers of versions": lambda walks: walks.writers_of_versions(GONE),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_a_column_has_a_value_for_each_run_or_edge_that_is_gone(name: str, database_url: str) -> None:
    async def column() -> int:
        async with await read_pool(database_url, 1) as pool:
            return len(await COLUMNS[name](Walks(pool)))

    assert asyncio.run(column()) == len(GONE)
