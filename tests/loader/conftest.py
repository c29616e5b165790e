"""The store that a load has to make."""

from typing import Any

import pytest

from conftest import cloned_database, merge_items
from events import parsed
from loads import DumpOf
from store_dump import dump


@pytest.fixture(scope="session")
def dump_of_one_merge(postgres_url: str, template: str) -> DumpOf:
    """Merge events at once into a new store, and return its dump."""

    def dump_of(*events: dict[str, Any]) -> dict[str, list[str]]:
        with cloned_database(postgres_url, template) as url:
            merge_items(url, parsed(*events))
            return dump(url)

    return dump_of
