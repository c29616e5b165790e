"""The same walk for columns: each step and version once for every column that leads there (docs/columns.md). Pure.

The hops tell already which read saw which version. Columns only leave hops out, or make them less than certain.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Final, Self

import numpy as np

from headwater.impact.column_facts import NO_COLUMN, ColumnFacts, Use
from headwater.model.lineage import INDIRECT_COLUMN, NOBODY, POSSIBLE, REMAINS, UNTOLD_COLUMN, Hops, Longs

_CHECKED: Final = 1000
"""The number of steps between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class SourceColumn:
    """A column that a step used, of data without a known version."""

    step: int
    use: Use


@dataclass(frozen=True, slots=True)
class ColumnHops(Hops):
    """The hops of a walk for columns. Each step and each write has one column."""

    step_columns: Longs
    """The column of the step's input; upstream of its output. NO_COLUMN: the whole run."""

    write_columns: Longs
    """The column of each hop's write; NO_COLUMN for a hop without one, but upstream hops to remains have one."""

    facts: ColumnFacts
    start: "ColumnStart"
    sources: Sequence[SourceColumn]

    def picked(self, rows: Longs) -> Self:
        """Return only some hops, in the order of rows, with all steps."""
        return replace(Hops.picked(self, rows), write_columns=self.write_columns[rows])

    def of_steps(self, rows: Longs) -> Self:
        """Return the same hops with only some steps, in the order of rows. All hops and sources are of these."""
        places = np.full(len(self.steps), -1, np.int64)
        places[rows] = np.arange(len(rows))
        sources = [replace(one, step=int(places[one.step])) for one in self.sources]
        return replace(Hops.of_steps(self, rows), step_columns=self.step_columns[rows], sources=sources)


@dataclass(frozen=True, eq=False, slots=True)
class ColumnStart:
    """The columns at which a walk starts."""

    columns: Mapping[int, Sequence[int]]
    """The columns at the start, by data."""

    outputs: Mapping[int, Sequence[int]]
    """The data that each run of the start made, for a walk upstream."""

    def of_output(self, run_id: int, output: int) -> Iterator[tuple[int, int]]:
        """Yield the columns at the start that a run wrote, each with its data; output 0: of all data."""
        for each in [output] if output else self.outputs.get(run_id, ()):
            yield from ((each, column) for column in self.columns.get(each, ()))


def hops_by_columns(
    hops: Hops,
    classes: Longs,
    facts: ColumnFacts,
    start: ColumnStart,
    limit: int,
    is_over: Callable[[], bool],
    *,
    upstream: bool,
) -> ColumnHops:
    """Return the hops that columns pass. classes: the data of each hop's write, or of remains; 0 without both.

    At the limit of steps, or once the time is over, the hops so far are returned, as truncated.
    """
    walk = (_Up if upstream else _Down)(hops, classes, facts, start)
    is_cut = walk.run(limit, is_over)
    return walk.result(is_truncated=hops.is_truncated or is_cut)


class _Walk:
    """Steps with their columns, each expanded once."""

    def __init__(self, hops: Hops, classes: Longs, facts: ColumnFacts, start: ColumnStart) -> None:
        self._hops, self._classes, self._facts, self._start = hops, classes.tolist(), facts, start
        self._order = np.argsort(hops.from_steps, kind="stable")
        self._bounds = np.searchsorted(hops.from_steps[self._order], np.arange(len(hops.steps) + 1))
        self._run_ids, self._output_ids = hops.steps.run_ids.tolist(), hops.steps.output_ids.tolist()
        self._are_starts, self._targets = hops.are_starts.tolist(), hops.to_steps.tolist()
        self._are_remains = (hops.steps.run_ids == REMAINS).tolist()
        self._states: dict[tuple[int, int], int] = {}
        self._of_remains = 0
        """The number of states of remains; the limit is one of runs with a column."""
        self._waiting: list[tuple[int, int]] = []
        self._rows: list[tuple[int, int, int, int, int]] = []
        """Hop, start, end, column, further flags."""
        self._sources: list[SourceColumn] = []

    def run(self, limit: int, is_over: Callable[[], bool]) -> bool:
        """Expand all steps. Return True if the limit or the time ended it."""
        for step in np.flatnonzero(self._hops.are_starts).tolist():
            self._state(step, NO_COLUMN)
        done = 0
        while self._waiting:
            if len(self._states) - self._of_remains > limit or (done % _CHECKED == 0 and is_over()):
                return True
            step, column = self._waiting.pop()
            self._expand(step, column)
            done += 1
        return False

    def _expand(self, step: int, column: int) -> None:
        raise NotImplementedError

    def _state(self, step: int, column: int) -> int:
        """Return the number of a step with a column; -1 for no step."""
        if step < 0:
            return -1
        if (step, column) not in self._states:
            self._states[step, column] = len(self._states)
            self._of_remains += self._are_remains[step]
            self._waiting.append((step, column))
        return self._states[step, column]

    def _hops_from(self, step: int) -> list[int]:
        found: list[int] = self._order[self._bounds[step] : self._bounds[step + 1]].tolist()
        return found

    def _add(self, hop: int, source: int, target: int, column: int, flags: int) -> None:
        self._rows.append((hop, source, target, column, flags))

    def _add_whole(self, hop: int, source: int) -> None:
        """Add a hop by a reference, which tells no column: the named run as a whole."""
        self._add(hop, source, self._state(self._targets[hop], NO_COLUMN), NO_COLUMN, POSSIBLE)

    def result(self, *, is_truncated: bool) -> ColumnHops:
        """Return the hops, in the order of the walk, then of columns."""
        hops, names = self._hops, self._facts.names
        by_name = {column: place for place, column in enumerate(sorted(
            {column for _, column in self._states} | {row[3] for row in self._rows},
            key=lambda column: (names.label(column) or "", names.class_of(column))))}  # fmt: skip
        states = sorted(self._states, key=lambda state: (state[0], by_name[state[1]]))
        places = np.zeros(len(states) + 1, np.int32)
        places[[self._states[state] for state in states]] = np.arange(len(states))
        places[-1] = -1  # of a hop that ends at its write
        old = np.array([step for step, _ in states], np.int64)
        rows = np.array(self._rows, np.int64).reshape(-1, 5)
        picked, from_steps, to_steps = rows[:, 0], places[rows[:, 1]], places[rows[:, 2]]
        writes = _ranks(hops.writes[picked], np.array([by_name[column] for column in rows[:, 3].tolist()], np.int64))
        order = np.lexsort((rows[:, 4], writes, to_steps, from_steps))
        told = hops.picked(picked[order])
        found = replace(
            told,
            steps=hops.steps.picked(old),
            are_starts=hops.are_starts[old],
            from_steps=from_steps[order],
            to_steps=to_steps[order],
            writes=writes[order],
            flags=(told.flags | rows[order, 4]).astype(np.int32),
            start_untils=hops.start_untils[old],
            is_truncated=is_truncated,
        )
        return ColumnHops(
            **{part.name: getattr(found, part.name) for part in fields(Hops)},
            step_columns=np.array([column for _, column in states], np.int64),
            write_columns=rows[order, 3],
            facts=self._facts,
            start=self._start,
            sources=[SourceColumn(int(places[one.step]), one.use) for one in self._sources],
        )


class _Down(_Walk):
    """From the columns of versions to those made from them. A step's column is one of its input."""

    def __init__(self, hops: Hops, classes: Longs, facts: ColumnFacts, start: ColumnStart) -> None:
        super().__init__(hops, classes, facts, start)
        self._used: dict[tuple[int, int], bool | None] = {}

    def _expand(self, step: int, column: int) -> None:
        source = self._states[step, column]
        for hop in self._hops_from(step):
            if self._run_ids[step] == NOBODY:
                for own in self._start.columns.get(self._output_ids[step], ()):
                    self._enter(hop, source, Use(own, True, True), NO_COLUMN)
            elif self._are_remains[step]:
                self._enter(hop, source, Use(column, True, True), NO_COLUMN)
            elif not self._classes[hop]:
                self._add_whole(hop, source)
            else:
                for use in self._written(step, column, self._classes[hop]):
                    self._enter(hop, source, use, use.column)

    def _written(self, step: int, column: int, output: int) -> list[Use]:
        if self._are_starts[step]:
            return [Use(own, True, True) for own in self._start.columns.get(output, ())]
        return self._facts.made_from(self._run_ids[step], output, column)

    def _enter(self, hop: int, source: int, use: Use, written: int) -> None:
        """Add a hop to the reader of a column, or, if the reader did not use it, to the write alone."""
        flags = (0 if use.is_told else UNTOLD_COLUMN) | (0 if use.is_direct else INDIRECT_COLUMN)
        target = self._targets[hop]
        is_used = self._uses(target, use.column) if target >= 0 else None
        if is_used is None:
            if written:
                self._add(hop, source, -1, written, flags)
        else:
            flags |= 0 if is_used else POSSIBLE
            self._add(hop, source, self._state(target, use.column), written, flags)

    def _uses(self, step: int, column: int) -> bool | None:
        if self._are_remains[step]:
            return True
        if (step, column) not in self._used:
            outputs = {self._classes[hop] for hop in self._hops_from(step)} - {0}
            self._used[step, column] = self._facts.uses(self._run_ids[step], column, self._output_ids[step], outputs)
        return self._used[step, column]


class _Up(_Walk):
    """From the columns of versions to those that they were made from. A step's column is one of its output."""

    def _expand(self, step: int, column: int) -> None:
        source, run_id = self._states[step, column], self._run_ids[step]
        if self._are_remains[step]:
            for hop in self._hops_from(step):
                self._add(hop, source, self._state(self._targets[hop], column), column, 0)
            return
        seen = set()
        wanted = list(self._wanted(step, column))
        for hop in self._hops_from(step):
            data = self._classes[hop]
            if not data:
                self._add_whole(hop, source)
                continue
            seen.add(data)
            uses = dict.fromkeys(use for output, own in wanted for use in self._read(run_id, output, own, data))
            for use in uses:
                flags = (0 if use.is_told else POSSIBLE) | (0 if use.is_direct else INDIRECT_COLUMN)
                self._add(hop, source, self._state(self._targets[hop], use.column), use.column, flags)
        for output, own in wanted:
            for data, pair in self._facts.inputs(run_id, output).items() if own != NO_COLUMN else ():
                if data not in seen:
                    self._sources += [SourceColumn(source, use) for use in pair.went_into(own)]

    def _wanted(self, step: int, column: int) -> Iterator[tuple[int, int]]:
        """Yield the columns that count of what a step wrote, each with its data."""
        if self._are_starts[step]:
            return self._start.of_output(self._run_ids[step], self._output_ids[step])
        return iter([(self._output_ids[step], column)])

    def _read(self, run_id: int, output: int, column: int, data: int) -> list[Use]:
        return self._facts.went_into(run_id, output, column, data)


def _ranks(writes: Longs, columns: Longs) -> Longs:
    """Return the rank of each write with its column, from 1; 0 for no write."""
    if not len(writes):
        return writes
    keys = writes * (columns.max() + 1) + columns
    ranks = np.unique(keys, return_inverse=True)[1].reshape(-1) + 1
    return np.where(writes == 0, 0, ranks)
