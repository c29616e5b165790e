"""The totals of an answer: by type, by job, and by distance."""

import asyncio
from dataclasses import dataclass

import numpy as np
from asyncpg import Record

from headwater.dialects.datahub.type_names import type_name
from headwater.lineage.impact import Impact
from headwater.store.reader import Reader
from headwater.urn import DATA_PROCESS_INSTANCE


@dataclass(frozen=True, slots=True)
class Level:
    """The number of runs and versions at a distance from the start, in runs."""

    depth: int
    runs: int
    versions: int


async def totals_by_type(reader: Reader, asked: Impact) -> dict[str, int]:
    """Return the number of runs, then of distinct assets and jobs by DataHub's name of their type; without zeros."""
    columns = asked.columns
    templates, classes = await asyncio.gather(columns.templates_of_runs(), columns.classes_of_versions())
    counted: dict[str, int] = {}
    ids = {*np.unique(templates).tolist(), *np.unique(classes).tolist()} - {0}
    for row in await reader.entities.by_id(sorted(ids)):
        assert row is not None
        name = type_name(row["kind"])
        counted[name] = counted.get(name, 0) + 1
    runs = len(asked.answer.runs)
    return ({type_name(DATA_PROCESS_INSTANCE): runs} if runs else {}) | dict(sorted(counted.items()))


async def totals_by_template(reader: Reader, asked: Impact) -> list[tuple[Record, int]]:
    """Return the jobs and flows of affected runs, each with their number, the most first, ties by URN."""
    ids, totals = np.unique(await asked.columns.templates_of_runs(), return_counts=True)
    rows = await reader.entities.by_id(ids[ids != 0].tolist())
    named = [(row, total) for row, total in zip(rows, totals[ids != 0].tolist(), strict=True) if row is not None]
    return sorted(named, key=lambda pair: (-pair[1], pair[0]["urn"]))


def levels(asked: Impact) -> list[Level]:
    """Return the number of runs and versions at each distance, nearest first."""
    runs, versions = np.bincount(asked.answer.runs.depths), np.bincount(asked.answer.versions.depths)
    size = max(len(runs), len(versions))
    columns = (np.pad(part, (0, size - len(part))).tolist() for part in (runs, versions))
    found = enumerate(zip(*columns, strict=True))
    return [Level(depth, run, version) for depth, (run, version) in found if run or version]
