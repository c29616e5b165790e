"""The collection of garbage, for a process that takes events."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_OBJECTS = 50_000
"""New objects between two searches, instead of Python's 700: most of a batch of events is done by then."""


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
