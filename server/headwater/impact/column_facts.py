"""The sayings of runs about columns, from either side (docs/columns.md). Pure.

A column is a number. Each data has one more, for the data as a whole: all of its columns, or some that nobody told.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Final, NamedTuple

from headwater.model.columns import ColumnSaying, Transformation, column_key

NO_COLUMN: Final = 0
"""In place of a column: no column of any known data."""

_EVERY: Final = -1

_UNNAMED: Final = re.compile(r"_\d+")
"""The names that SQL parsers, such as Airflow's, give to an expression without a name: they do not know the column."""


class Use(NamedTuple):
    """A column at one end of a use."""

    column: int
    is_told: bool
    """False if a whole dataset stands in for columns that nobody told."""

    is_direct: bool


class ColumnNames:
    """The columns of data, by number."""

    def __init__(self, platforms: dict[int, str]) -> None:
        self._platforms = platforms
        self._ids: dict[tuple[int, str | None], int] = {}
        self._columns: list[tuple[int, str | None]] = [(0, None)]
        self._labels: dict[int, tuple[bool, str]] = {}
        self._described: set[int] = set()

    def of(self, class_id: int, name: str, *, is_schema: bool = False) -> int:
        """Return the number of a column. Its label is the name in a schema, else the least of its names."""
        column = self._number(class_id, column_key(self._platforms.get(class_id, ""), name))
        if is_schema:
            self._described.add(class_id)
        label = (not is_schema, name)
        self._labels[column] = min(self._labels.get(column, label), label)
        return column

    def whole(self, class_id: int) -> int:
        """Return the number of data as a whole."""
        return self._number(class_id, None)

    def class_of(self, column: int) -> int:
        """Return the data of a column."""
        return self._columns[column][0]

    def path(self, column: int) -> str:
        """Return the names of a column and of those around it, each with a dot; "" for data as a whole."""
        key = self._columns[column][1]
        return "" if key is None else f"{key}."

    def label(self, column: int) -> str | None:
        """Return the name of a column; None for data as a whole."""
        return self._labels[column][1] if column in self._labels else None

    def same_in(self, class_id: int, column: int) -> int:
        """Return the column of the same name in other data."""
        name = self.label(column)
        return self.whole(class_id) if name is None else self.of(class_id, name)

    def known_of(self, class_id: int) -> list[int]:
        """Return the columns that are known of data, by name."""
        known = [column for column in self._labels if self._columns[column][0] == class_id]
        return sorted(known, key=lambda column: self._labels[column][1])

    def is_unnamed(self, class_id: int, name: str) -> bool:
        """Return True for the stand-in of a name, such as _0, unless a schema has it."""
        key = class_id, column_key(self._platforms.get(class_id, ""), name)
        is_in_schema = key in self._ids and not self._labels[self._ids[key]][0]
        return _UNNAMED.fullmatch(name) is not None and not is_in_schema

    def find(self, class_id: int, name: str) -> int | None:
        """Return the number of a column; None for an unknown name of data with a known schema.

        A schema may leave out the columns within one.
        """
        key = column_key(self._platforms.get(class_id, ""), name)
        if (class_id, key) not in self._ids and class_id in self._described and not self._may_have(class_id, key):
            return None
        return self._ids.get((class_id, key)) or self.of(class_id, name)

    def _may_have(self, class_id: int, key: str) -> bool:
        """True if a column is within a known one, of which no column within is known."""
        around = next((one for one in reversed(_around(f"{key}.")) if (class_id, one[:-1]) in self._ids), None)
        return around is not None and not any(
            of == class_id and known is not None and known.startswith(around) for of, known in self._ids
        )

    def _number(self, class_id: int, key: str | None) -> int:
        if (class_id, key) not in self._ids:
            self._ids[class_id, key] = len(self._columns)
            self._columns.append((class_id, key))
        return self._ids[class_id, key]


@dataclass(frozen=True, slots=True)
class _Fact:
    source: int
    """A column, _EVERY, or NO_COLUMN: the dataset alone."""

    target: int
    """A column, _EVERY, or NO_COLUMN: all of the output."""

    transformations: tuple[Transformation, ...]
    is_told: bool
    """False if one of its ends is a column without a name."""

    is_direct: bool


class _ByColumn:
    """Facts by a column at one of their ends. The columns around it and within it are the same data, so they count."""

    def __init__(self, names: ColumnNames, facts: Sequence[_Fact], column_of: Callable[[_Fact], int]) -> None:
        self._names = names
        self._facts = facts
        self._at: dict[str, list[int]] = defaultdict(list)
        """The places of the facts of a column, by its path."""

        self._within: dict[str, list[int]] = defaultdict(list)
        """The places of the facts of a column and of those within it, by its path."""

        self._of_any: list[int] = []
        """The places of the facts of every column, or of none."""

        for place, fact in enumerate(facts):
            if (column := column_of(fact)) <= 0:
                self._of_any.append(place)
                continue
            path = names.path(column)
            self._at[path].append(place)
            for around in ("", *_around(path), path):
                self._within[around].append(place)

    def of(self, column: int) -> list[_Fact]:
        """Return the facts of a column, in their order; of NO_COLUMN, all facts."""
        path = self._names.path(column)
        found = [*self._of_any, *self._within.get(path, ())]
        found += [place for around in _around(path) for place in self._at.get(around, ())]
        return [self._facts[place] for place in sorted(found)]


def _around(path: str) -> list[str]:
    """The paths of the columns around a column, the outermost first."""
    names = path.split(".")[:-2]
    return [".".join(names[: depth + 1]) + "." for depth in range(len(names))]


class Pair:
    """The sayings of a run about one input of one output."""

    def __init__(self, names: ColumnNames, output: int, source: int, sayings: Iterable[ColumnSaying]) -> None:
        self._names = names
        self._output = output
        self._input = source
        self._facts = [self._fact(one) for one in dict.fromkeys(sayings)]

    @property
    def sources(self) -> Iterator[int]:
        """The columns of the input that facets name."""
        return (fact.source for fact in self._facts if fact.source > 0)

    def made_from(self, source: int) -> list[Use]:
        """Return the columns of the output that the run made from a column of the input."""
        return _best(
            Use(self._target(fact, source), fact.is_told, fact.is_direct) for fact in self._by_source.of(source)
        )

    def went_into(self, target: int) -> list[Use]:
        """Return the columns of the input from which the run made a column of the output."""
        return _best(
            Use(self._source(fact, target), fact.is_told, fact.is_direct) for fact in self._by_target.of(target)
        )

    def between(self, source: int, target: int) -> list[Transformation]:
        """Return the transformations from a column of the input to one of the output."""
        giving = set(self._by_target.of(target))
        found = (fact.transformations for fact in self._by_source.of(source) if fact in giving)
        return list(dict.fromkeys(one for several in found for one in several))

    def _fact(self, saying: ColumnSaying) -> _Fact:
        names, target = self._names, saying.target
        is_unnamed = target is not None and names.is_unnamed(self._output, target)
        return _Fact(
            _column(names, self._input, saying.source),
            NO_COLUMN if is_unnamed else _column(names, self._output, target),
            saying.transformations,
            is_told=saying.source is not None and not is_unnamed,
            is_direct=saying.is_direct,
        )

    @cached_property
    def _by_source(self) -> _ByColumn:
        return _ByColumn(self._names, self._facts, attrgetter("source"))

    @cached_property
    def _by_target(self) -> _ByColumn:
        return _ByColumn(self._names, self._facts, attrgetter("target"))

    def _target(self, fact: _Fact, source: int) -> int:
        if fact.target > 0:
            return fact.target
        is_copy = fact.target == _EVERY and fact.source == _EVERY
        return self._names.same_in(self._output, source) if is_copy else self._names.whole(self._output)

    def _source(self, fact: _Fact, target: int) -> int:
        if fact.source > 0:
            return fact.source
        is_copy = fact.target == _EVERY and fact.source == _EVERY
        return self._names.same_in(self._input, target) if is_copy else self._names.whole(self._input)


Pairs = dict[int, dict[int, Pair]]
"""Pairs by output, then by input."""

_Told = tuple[int, int, ColumnSaying]
"""The output, the input, and a saying about them."""


class ColumnFacts:
    """The sayings of runs about columns. Runs with the same facets share their pairs."""

    def __init__(self, names: ColumnNames, of_runs: dict[int, Pairs]) -> None:
        self.names = names
        self._of_runs = of_runs

    def pair(self, run_id: int, output: int, source: int) -> Pair | None:
        """Return what a run told of an output and an input; None if it told no column."""
        return self._of_runs.get(run_id, {}).get(output, {}).get(source)

    def pairs(self, run_id: int) -> Iterator[tuple[int, int, Pair]]:
        """Yield the outputs and inputs of which a run told columns."""
        for output, inputs in self._of_runs.get(run_id, {}).items():
            yield from ((output, source, pair) for source, pair in inputs.items())

    def outputs(self, run_id: int) -> list[int]:
        """Return the outputs of which a run told columns."""
        return list(self._of_runs.get(run_id, ()))

    def inputs(self, run_id: int, output: int) -> dict[int, Pair]:
        """Return the inputs of which a run told columns for an output."""
        return self._of_runs.get(run_id, {}).get(output, {})

    def made_from(self, run_id: int, output: int, source: int) -> list[Use]:
        """Return the columns of an output that a run made from a column; untold: the output as a whole."""
        pair = self.pair(run_id, output, self.names.class_of(source)) if source != NO_COLUMN else None
        return [Use(self.names.whole(output), False, True)] if pair is None else pair.made_from(source)

    def went_into(self, run_id: int, output: int, target: int, source: int) -> list[Use]:
        """Return the columns of a run's input that went into a column; untold: the input as a whole."""
        pair = self.pair(run_id, output, source) if target != NO_COLUMN else None
        return [Use(self.names.whole(source), False, True)] if pair is None else pair.went_into(target)

    def uses(self, run_id: int, source: int, only_for: int, outputs: Iterable[int]) -> bool | None:
        """Return True if a run told that it used a column, False if it may have used it, None if it did not.

        only_for: the only output for which it read; 0: any. outputs: what it made from the data.
        """
        data = self.names.class_of(source)
        pairs = {
            output: inputs[data]
            for output, inputs in self._of_runs.get(run_id, {}).items()
            if data in inputs and only_for in (0, output)
        }
        found = [use.is_told for pair in pairs.values() for use in pair.made_from(source)]
        if any(found):
            return True
        return False if found or not pairs or any(output not in pairs for output in outputs) else None


def told_pairs(
    names: ColumnNames,
    *,
    lineage: Sequence[_Told],
    columns: Sequence[_Told],
    renames: Sequence[_Told],
    ruled: Set[tuple[int | None, int | None]] | None,
) -> Pairs:
    """Return what a run told: by `lineage` facets, by `columnLineage`, and by renames, which keep all columns.

    ruled: the only outputs with inputs, if `lineage` facets rule out all else. Within these, `columnLineage` counts if
    `lineage` names no column.
    """
    by_lineage, by_columns, by_renames = _by_pair(lineage), _by_pair(columns), _by_pair(renames)
    pairs: Pairs = {}
    for key in by_lineage | by_columns | by_renames:
        told = [one for one in by_lineage.get(key, ()) if one.source is not None or one.target is not None]
        told = told or by_columns.get(key, [])
        told = (told if ruled is None or key in ruled else []) + by_renames.get(key, [])
        if told:
            output, source = key
            pairs.setdefault(output, {})[source] = Pair(names, output, source, told)
    return pairs


def _by_pair(sayings: Iterable[_Told]) -> dict[tuple[int, int], list[ColumnSaying]]:
    found: dict[tuple[int, int], list[ColumnSaying]] = defaultdict(list)
    for output, source, saying in sayings:
        found[output, source].append(saying)
    return dict(found)


def _column(names: ColumnNames, class_id: int, name: str | None) -> int:
    if name is None:
        return NO_COLUMN
    return _EVERY if name == "*" else names.of(class_id, name)


def _best(uses: Iterable[Use]) -> list[Use]:
    """Return distinct uses, without those of a column that another one, told and direct, has."""
    found = dict.fromkeys(uses)
    return [use for use in found if use == (use.column, True, True) or (use.column, True, True) not in found]
