"""The columns at which a question starts, and the walk narrowed to them (docs/columns.md)."""

import asyncio
from collections.abc import Sequence

import numpy as np

from headwater.errors import BadRequestError
from headwater.impact.column_facts import ColumnFacts
from headwater.impact.column_walk import ColumnStart, hops_by_columns
from headwater.lineage.column_facts import column_facts
from headwater.lineage.deadline import Deadline
from headwater.lineage.question import Question
from headwater.lineage.starts import Start
from headwater.model.lineage import NOBODY, REMAINS, Hops
from headwater.model.questions import Direction
from headwater.store.reader import Reader
from headwater.texts import shown

MAX_NAMED = 20
"""The most columns that an error names."""


async def narrowed(reader: Reader, hops: Hops, start: Start, question: Question, deadline: Deadline) -> Hops:
    """Return the hops of a walk that the columns of a question pass; all hops for a question without columns.

    Raises BadRequestError for a column that no data of the start has, by their schemas.
    """
    if question.columns is None:
        return hops
    point_in_time, upstream = question.point_in_time, question.direction is Direction.UPSTREAM
    run_ids = sorted({*hops.steps.run_ids.tolist(), *start.run_ids} - {NOBODY, REMAINS})
    facts = await column_facts(reader, run_ids, point_in_time)
    data: dict[int, list[int]] = {}
    for row in await reader.columns.derived(start.run_ids if upstream else [], point_in_time):
        data.setdefault(row["run_id"], []).append(row["output_id"])
    outputs = {run_id: list(dict.fromkeys(found + facts.outputs(run_id))) for run_id, found in data.items()}
    classes = np.zeros(len(hops), np.int64)
    written = hops.edge_ids != 0
    classes[written] = await reader.walks.classes_of_versions(hops.edge_ids[written])
    to_remains = np.flatnonzero((hops.to_steps >= 0) & (hops.steps.run_ids[hops.to_steps] == REMAINS))
    classes[to_remains] = hops.steps.input_ids[hops.to_steps[to_remains]]
    started = {step.output_id for step in start.steps if step.output_id}
    started |= {output for found in outputs.values() for output in found}
    if not upstream:
        started |= {*classes[hops.are_starts[hops.from_steps] & written].tolist()}
    columns = _start_columns(facts, started, question.columns)
    return await asyncio.to_thread(
        hops_by_columns,
        hops,
        classes,
        facts,
        ColumnStart(columns, outputs),
        question.limits.steps,
        lambda: not deadline.seconds_left,
        upstream=upstream,
    )


def _start_columns(facts: ColumnFacts, data: set[int], wanted: Sequence[str]) -> dict[int, list[int]]:
    """Return the columns of the start, by data: those with a wanted name, or without names all."""
    names = facts.names
    known = {class_id: names.known_of(class_id) for class_id in sorted(data)}
    if not wanted:
        return {class_id: columns or [names.whole(class_id)] for class_id, columns in known.items()}
    found: dict[int, list[int]] = {class_id: [] for class_id in known}
    for name in dict.fromkeys(wanted):
        having = {class_id: column for class_id in known if (column := names.find(class_id, name)) is not None}
        if not having and known:
            each = [label for columns in known.values() for column in columns if (label := names.label(column))]
            more = f" and {len(each) - MAX_NAMED} more" if len(each) > MAX_NAMED else ""
            raise BadRequestError(
                f"columns: no column {shown(name)} is known of the start then; known are"
                f" {', '.join(each[:MAX_NAMED])}{more}"
            )
        for class_id, column in having.items():
            if column not in found[class_id]:
                found[class_id].append(column)
    return found
