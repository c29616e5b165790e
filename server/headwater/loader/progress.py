"""The progress of a load, which executors count and the driver tells."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import NamedTuple

from pyspark import Accumulator, AccumulatorParam, SparkContext

from headwater.loader.parts import Part

_TELL_SECONDS = 0.5


class Count(NamedTuple):
    """Records, bytes of files, and whole files."""

    records: int = 0
    size_bytes: int = 0
    files: int = 0

    def plus(self, other: "Count") -> "Count":
        """The sum."""
        return Count(*(one + another for one, another in zip(self, other, strict=True)))


class Progress(NamedTuple):
    """The done part of a load after so many seconds, and the whole, whose records nobody has counted."""

    done: Count
    whole: Count
    seconds: float

    @property
    def records_a_second(self) -> float:
        """The rate since Spark has started."""
        return self.done.records / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """The time for the other bytes at the rate so far; None before any are done."""
        if not self.done.size_bytes:
            return None
        return self.seconds * max(0, self.whole.size_bytes - self.done.size_bytes) / self.done.size_bytes


Tell = Callable[[Progress], None]
CountRecords = Callable[[Count], object]
"""Called by tasks with what they have done."""


def tell_nothing(_: Progress) -> None:
    """Tell nobody of the progress."""


def records_counted(part: Part, records: int) -> Count:
    """Return the count of a part that is done."""
    return Count(records, part.size_bytes, int(part.is_last))


class _Sum(AccumulatorParam[Count]):
    def zero(self, value: Count) -> Count:
        return Count()

    def addInPlace(self, value1: Count, value2: Count) -> Count:  # noqa: N802
        return value1.plus(value2)


def counter(context: SparkContext) -> Accumulator[Count]:
    """Return a sum to which tasks add; Spark adds what a task has counted when the task ends."""
    return context.accumulator(Count(), _Sum())


@contextmanager
def progress_told(counted: Accumulator[Count], whole: Count, tell: Tell) -> Iterator[None]:
    """Tell the progress now and then while the block runs."""
    started, ends = time.monotonic(), Event()

    def watch() -> None:
        while not ends.wait(_TELL_SECONDS):
            tell(Progress(counted.value, whole, time.monotonic() - started))

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ends.set()
        watcher.join()
