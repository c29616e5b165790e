"""A store with the demo's events, for tests of answers about the bad night."""

import contextlib
import json
from collections.abc import Iterator

from headwater.demo.shop import shop_events
from headwater.dialects.openlineage import parse_document

from conftest import cloned_database, merge_items

STEP = 1000


@contextlib.contextmanager
def demo_database(postgres_url: str, template: str) -> Iterator[str]:
    """A database of its own with all events of the shop; loading takes seconds, so tests share it."""
    items = [
        item
        for number, event in enumerate(shop_events(), 1)
        for item in parse_document(json.dumps(event).encode(), "demo", number)
    ]
    with cloned_database(postgres_url, template) as url:
        for begin in range(0, len(items), STEP):
            merge_items(url, items[begin : begin + STEP])
        yield url
