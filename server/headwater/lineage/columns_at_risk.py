"""The jobs at risk of a question about columns: those whose latest run used an affected column (docs/columns.md)."""

from collections import defaultdict
from collections.abc import Sequence

from asyncpg import Record

from headwater.lineage.affected_columns import affected_columns
from headwater.lineage.column_facts import column_facts
from headwater.lineage.impact import Impact
from headwater.store.reader import Reader


async def that_use_columns(reader: Reader, asked: Impact, rows: Sequence[Record]) -> list[Record]:
    """Return the jobs at risk, by rows of jobs_at_risk, that would read an affected column; POSSIBLE ones if asked for.

    All of them for a question about whole data. An implicit version has the columns of the question.
    """
    question = asked.question
    if question.columns is None or not rows:
        return list(rows)
    affected: dict[tuple[int, int] | None, set[str | None]] = defaultdict(set)
    for one in await affected_columns(reader, asked):
        affected[one.version].add(one.name)
    affected[None] = {*question.columns} or {None}
    run_ids = sorted({row["run_id"] for row in rows})
    facts = await column_facts(reader, run_ids, question.point_in_time)
    outputs: dict[tuple[int, int], set[int]] = defaultdict(set)
    for row in await reader.columns.derived(run_ids, question.point_in_time):
        outputs[row["run_id"], row["input_id"]].add(row["output_id"])

    def uses(row: Record) -> bool:
        run_id, data, names = row["run_id"], row["class_id"], facts.names
        key = None if row["edge_id"] is None else (row["edge_id"], row["attempt"])
        columns = (names.whole(data) if name is None else names.of(data, name) for name in affected[key])
        used = [facts.uses(run_id, column, 0, outputs[run_id, data]) for column in columns]
        return True in used or (question.point_in_time.possible and False in used)

    return [row for row in rows if uses(row)]
