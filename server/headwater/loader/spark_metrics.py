"""Spark's own figures of a load: its listener adds up what the executors tell at the end of each task."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import takewhile
from typing import Any, NamedTuple

from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]
from pyspark import SparkContext

_MILLIS = 1000


class SparkMetrics(NamedTuple):
    """The work of Spark's tasks: tasks that ended and that failed, and seconds of all of them.

    failed_tasks: attempts that Spark has made again, or elsewhere.
    garbage_seconds: Java's part that collected garbage.
    shuffled_bytes: records that went from one task to another, packed.
    """

    tasks: int
    failed_tasks: int
    task_seconds: float
    garbage_seconds: float
    shuffled_bytes: int


def newest_stage(context: SparkContext) -> int:
    """Return the number of the newest stage of a context; -1: there is none."""
    return next((int(stage.stageId()) for stage in _stages(context)), -1)


def spark_metrics(context: SparkContext, *, after: int) -> SparkMetrics:
    """Return the work of all tasks of the stages after one, on all executors."""
    with suppress(Py4JJavaError):  # a listener that is late by seconds tells a little less
        context._jsc.sc().listenerBus().waitUntilEmpty()
    stages = list(takewhile(lambda stage: stage.stageId() > after, _stages(context)))
    return SparkMetrics(
        sum(stage.numCompleteTasks() for stage in stages),
        sum(stage.numFailedTasks() for stage in stages),
        sum(stage.executorRunTime() for stage in stages) / _MILLIS,
        sum(stage.jvmGcTime() for stage in stages) / _MILLIS,
        sum(stage.shuffleWriteBytes() for stage in stages),
    )


def _stages(context: SparkContext) -> Iterator[Any]:
    """Yield Spark's figures of each stage, the newest first."""
    gateway: Any = context._gateway
    no_quantiles = gateway.new_array(gateway.jvm.double, 0)
    no_status = gateway.jvm.java.util.ArrayList()
    stages = context._jsc.sc().statusStore().stageList(None, False, False, no_quantiles, no_status)
    return (stages.apply(place) for place in range(stages.size()))
