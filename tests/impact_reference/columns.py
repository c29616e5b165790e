"""The columns that runs made from columns (docs/columns.md)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from impact_reference.asking import Asset, Column, Run
from impact_reference.derivations import flows, outputs
from impact_reference.events import facet, named
from impact_reference.flow import AffectedRun, InColumn, Step, WholeRun, bare
from impact_reference.world import Read, World
from impact_reference.writes import Write


@dataclass(frozen=True)
class Fact:
    """A source column was used for a target column. "*": every column; None: the whole dataset."""

    source: str | None
    target: str | None
    is_direct: bool


Use = tuple[Column, bool, bool]
"""A column; is it told, and told as direct?"""


def facts(world: World, run: Run, source: Asset, output: Asset) -> set[Fact]:
    """Return what a run told of an output and an input: by `lineage` facets; else by `columnLineage`; and by a RENAME.

    Only if the run made the output from the input, by its facets.
    """
    events = world.events_of(run)
    of_lineage: set[Fact] = set()
    of_columns: set[Fact] = set()
    renamed: set[Fact] = set()
    for entry in [e for event in events for e in facet(event.document["job"], "lineage").get("entries") or []]:
        if named(entry) == output:
            of_lineage |= set(in_lineage(entry, source))
    for dataset in outputs(events):
        if named(dataset) == output:
            of_lineage |= set(in_lineage(facet(dataset, "lineage"), source))
            of_columns |= set(in_column_lineage(facet(dataset, "columnLineage"), source))
            if renamed_from(dataset) == source:
                renamed.add(Fact("*", "*", is_direct=True))
    told = {fact for fact in of_lineage if fact.source or fact.target} or of_columns
    return (told if flows(source, output, events) else set()) | renamed


def renamed_from(dataset: dict[str, Any]) -> Asset | None:
    """Return the old name of a renamed output."""
    change = facet(dataset, "lifecycleStateChange")
    previous = change.get("previousIdentifier") if change.get("lifecycleStateChange") == "RENAME" else None
    return None if previous is None else named(previous)


def in_lineage(holder: dict[str, Any], source: Asset) -> Iterator[Fact]:
    """Yield the facts in a `lineage` facet, or an entry of the job's, about one source."""
    for target, entry in (holder.get("fields") or {}).items():
        yield from of_source(entry.get("inputs"), source, target, is_direct=True)
    yield from of_source(holder.get("inputs"), source, None, is_direct=False)


def in_column_lineage(holder: dict[str, Any], source: Asset) -> Iterator[Fact]:
    """Yield the facts in a `columnLineage` facet about one source."""
    for target, entry in (holder.get("fields") or {}).items():
        yield from of_source(entry.get("inputFields"), source, target, is_direct=True)
    yield from of_source(holder.get("dataset"), source, None, is_direct=False)


def of_source(
    items: Iterable[dict[str, Any]] | None, source: Asset, target: str | None, *, is_direct: bool
) -> Iterator[Fact]:
    for item in items or []:
        if named(item) == source:
            types = [one["type"] for one in item.get("transformations") or []]
            yield Fact(item.get("field"), target, "DIRECT" in types if types else is_direct)


def made(world: World, run: Run, column: Column | None, output: Asset) -> set[Use]:
    """Return the columns of an output that a run made from a column. Without a word of columns: the output as a whole."""
    whole: Use = ((output, None), False, True)
    if column is None:
        return {whole}
    source, name = column
    told = facts(world, run, source, output)
    if not told:
        return {whole}
    found: set[Use] = set()
    for fact in told:
        if name is None or fact.source in ("*", None) or overlap(fact.source, name):
            copied = fact.source == "*" and fact.target == "*"
            target = name if copied else None if fact.target == "*" else fact.target
            found.add(((output, target), fact.source is not None, fact.is_direct))
    return found


def overlap(one: str, other: str) -> bool:
    """Return true for the same column, or if one is a field of the other."""
    return one == other or one.startswith(other + ".") or other.startswith(one + ".")


def uses(world: World, read: Read, name: str | None) -> bool | None:
    """Return true if the run told that it used a column of a read, false if it may have used it, None if not.

    It may have used it if it told no column of the input, or made something of it without a word of columns.
    """
    every = {output.write.asset for output in world.outputs if output.attempt.run == read.run}
    every |= {named(o) for o in outputs(world.events_of(read.run))} | entries(world, read.run)
    told = {a for a in every if facts(world, read.run, read.asset, a) and read.only_for in (None, a)}
    found = [is_told for a in told for _, is_told, _ in made(world, read.run, (read.asset, name), a)]
    if any(found):
        return True
    made_by = {write.asset for write in world.made_from(read) if counts(world, write)}
    return False if found or not told or made_by - told else None


def counts(world: World, write: Write) -> bool:
    """Return true for a write that an answer may have: an open one only if the question is POSSIBLE."""
    return write.is_version or world.question.certainty == "POSSIBLE"


def entries(world: World, run: Run) -> set[Asset]:
    """Return the targets of a job's `lineage` facets."""
    lists = (facet(event.document["job"], "lineage").get("entries") for event in world.events_of(run))
    return {named(entry) for several in lists for entry in several or []}


def column_steps(world: World, ways: list[Step], names: Iterable[str], *, only_direct: bool = False) -> list[Step]:
    """Return the steps for each column: those that a column passes, less than certain where nobody told."""
    return [
        Step(source, target, step.is_certain and is_told, step.runs)
        for step in ways
        for source, target, is_told, is_direct in _columns_of(world, step, [*names, None])
        if is_direct or not only_direct
    ]


def _columns_of(world: World, step: Step, names: list[str | None]) -> Iterator[tuple[InColumn, InColumn, bool, bool]]:
    source, target = bare(step.source), bare(step.target)
    if isinstance(source, Write):
        assert isinstance(target, Read)
        for name in names:
            is_used = uses(world, target, name)
            if is_used is not None:
                column = source.asset, name
                yield InColumn(source, column), InColumn(target, column), is_used, True
    elif isinstance(source, Read):
        for name in names:
            yield InColumn(source, (source.asset, name)), InColumn(target, (source.asset, name)), True, True
    elif isinstance(source, AffectedRun) and isinstance(target, Write):
        for own in columns_at(world, source, names):
            for made_column, is_told, is_direct in made(world, source.run, own, target.asset):
                yield InColumn(source, own), InColumn(target, made_column), is_told, is_direct
    elif isinstance(source, AffectedRun) and isinstance(target, WholeRun):
        for own in columns_at(world, source, names):
            yield InColumn(source, own), InColumn(target, None), False, True
    elif isinstance(target, Write):
        yield InColumn(source, None), InColumn(target, (target.asset, None)), False, True
    else:
        yield InColumn(source, None), InColumn(target, None), True, True


def columns_at(world: World, place: AffectedRun | WholeRun, names: list[str | None]) -> list[Column | None]:
    """Return the columns of all that a run read, and none, for a run reached as a whole."""
    assets = sorted({read.asset for read in world.reads if read.run == place.run})
    return [None, *((asset, name) for asset in assets for name in names)]


def names_in(value: Any) -> Iterator[str]:
    """Yield the names of columns in an event."""
    if isinstance(value, dict):
        yield from [value["field"]] if isinstance(value.get("field"), str) else []
        yield from value["fields"] if isinstance(value.get("fields"), dict) else []
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from names_in(part)
