"""The garbage collection of commands, and of processes that receive or load events."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

OBJECTS = 250_000
"""New objects between two collections, instead of Python's 700.

The changes of 1,000 events are 60,000 objects: two batches that are merged and parsed at once are gone before a
collection. A merge of a load, of 4,000 events, sees about one.
"""


def collect_rarely_from_now() -> None:
    """Collect rarely, at the start of a command: modules are no garbage, and looking at them takes a tenth of it."""
    gc.set_threshold(OBJECTS)


def exclude_kept_objects() -> None:
    """Exclude what a process of Spark keeps between tasks, at the start of one, and collect rarely.

    Spark's process collects all garbage after each task: without this it would look through all modules and caches each
    time, which takes a third of a load's CPU.
    """
    gc.freeze()
    gc.set_threshold(OBJECTS)


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
