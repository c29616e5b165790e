"""Differences between two runs: in their outcomes, and in their events' facets about code."""

import asyncio
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from headwater.lineage.states import state_of
from headwater.model.questions import PointInTime
from headwater.store.reader import Reader

RUN_FACETS: Final = ("environmentVariables", "executionParameters", "processing_engine", "spark_properties")
"""The facets about the setup of a run; its other facets differ in every run."""


class RunDifferenceKind(Enum):
    """The subject of a difference between two runs."""

    JOB = "JOB"
    STATUS = "STATUS"
    ATTEMPT = "ATTEMPT"
    DURATION = "DURATION"
    FACET = "FACET"


@dataclass(frozen=True, slots=True)
class RunDifference:
    """A difference between two runs; None for a missing value."""

    kind: RunDifferenceKind
    left: Any
    right: Any
    facet: str | None = None
    scope: str | None = None
    """The owner of the facet: OWN (the run) or JOB."""


async def run_differences(
    reader: Reader, left_id: int, right_id: int, point_in_time: PointInTime
) -> list[RunDifference]:
    """Compare job, status, attempt and duration, then the facets of the job and RUN_FACETS; equal ones are left out."""
    ids = [left_id, right_id]
    rows, states, own, of_job = await asyncio.gather(
        reader.runs.by_id(ids),
        reader.walks.states(ids, point_in_time),
        reader.facets.heads(ids, "entities", RUN_FACETS, "OWN"),
        reader.facets.heads(ids, "entities", None, "JOB"),
    )
    left, right = (_plain(row, state) for row, state in zip(rows, states, strict=True))
    found = [RunDifference(kind, left[kind], right[kind]) for kind in left if left[kind] != right[kind]]
    left_keys, right_keys = (
        {(row["scope"], row["name"]): row["content_key"] for row in (*own[side], *of_job[side])} for side in (0, 1)
    )
    differing = [name for name in sorted({*left_keys, *right_keys}) if left_keys.get(name) != right_keys.get(name)]
    wanted = sorted({keys[name] for keys in (left_keys, right_keys) for name in differing if name in keys})
    contents: dict[Any, Any] = dict(zip(wanted, await reader.facets.contents(wanted), strict=True)) if wanted else {}
    for scope, name in differing:
        left_value, right_value = (contents.get(keys.get((scope, name))) for keys in (left_keys, right_keys))
        found.append(RunDifference(RunDifferenceKind.FACET, left_value, right_value, name, scope))
    return found


def _plain(run: Any, row: Any) -> dict[RunDifferenceKind, Any]:
    """Return the compared values by kind, without facets."""
    state = None if row is None else state_of(row)
    return {
        RunDifferenceKind.JOB: run["template_urn"],
        RunDifferenceKind.STATUS: state and (state.result or state.status),
        RunDifferenceKind.ATTEMPT: state and state.attempt,
        RunDifferenceKind.DURATION: state and state.duration_millis,
    }
