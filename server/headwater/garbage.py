"""The garbage collection of a process that receives or loads events."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

OBJECTS = 250_000
"""New objects between two collections, instead of Python's 700.

The changes of 1,000 events are 60,000 objects: two batches that are merged and parsed at once are gone before a
collection.
"""


@contextmanager
def collect_rarely() -> Iterator[None]:
    """Exclude existing objects, such as the schema, which live as long as the server, and collect rarely."""
    thresholds = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()
