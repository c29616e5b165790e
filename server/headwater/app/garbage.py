"""The collection of garbage, for a process that takes events."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_OBJECTS = 250_000
"""New objects between two searches, instead of Python's 700.

The changes of 1,000 events are 60,000: two batches that are merged and parsed at once leave before a search.
"""


@contextmanager
def collect_rarely() -> Iterator[None]:
    """Leave out what is there, such as the schema, which lives as long as the server, and search for garbage rarely."""
    thresholds = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(_OBJECTS, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()
