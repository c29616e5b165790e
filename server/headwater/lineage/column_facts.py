"""The facets by which the runs of a walk told columns, with the store's data in place of names (docs/columns.md)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from headwater.dialects.openlineage.columns import (
    column_lineage,
    job_lineage,
    output_lineage,
    previous_name,
    renamed,
    schema_columns,
)
from headwater.impact.column_facts import ColumnFacts, ColumnNames, Pairs, told_pairs
from headwater.model.columns import ColumnSaying
from headwater.model.questions import PointInTime
from headwater.store.reader import Reader
from headwater.urn import DATASET, named_dataset_urn, parse_urn

_Key = tuple[str, int, UUID]
"""The name of a facet, the data that it is of (0: of a job), and its content."""

_Ruled = tuple[int | None, int | None]
"""An output and an input, between which `lineage` facets let data pass."""


async def column_facts(reader: Reader, run_ids: Sequence[int], point_in_time: PointInTime) -> ColumnFacts:
    """Return what runs told of columns, as known at a point in time."""
    of_runs: dict[int, set[_Key]] = defaultdict(set)
    for row in await reader.columns.facets_of_runs(run_ids, point_in_time):
        of_runs[row["run_id"]].add((row["name"], row["class_id"] or 0, row["content_key"]))
    keys = sorted({key for keys in of_runs.values() for key in keys}, key=lambda key: (key[0], key[1], key[2].bytes))
    contents = sorted({key[2] for key in keys})
    values = dict(zip(contents, await reader.facets.contents(contents), strict=True))
    read = {key: list(_read(key, values[key[2]])) for key in keys}
    urns = {named_dataset_urn(*name) for said in read.values() for one in said for name in _named(one)}
    data = await reader.columns.data_by_urn(urns)
    classes = sorted({*data.values(), *(key[1] for key in keys if key[1])})
    names = ColumnNames(await _platforms(reader, classes))
    for name, class_id, content in keys:
        if name == "schema":
            for column, _ in schema_columns(values[content]):
                names.of(class_id, column, is_schema=True)
    places = {key: place for place, key in enumerate(keys)}
    ruled = await reader.columns.ruled_pairs([*of_runs], point_in_time)
    shared: dict[tuple[frozenset[_Key], frozenset[_Ruled] | None], Pairs] = {}
    told_by: dict[int, Pairs] = {}
    for run_id, told in of_runs.items():
        own = frozenset(told), frozenset(ruled[run_id]) if run_id in ruled else None
        if own not in shared:
            said = {key: read[key] for key in sorted(told, key=places.__getitem__)}
            shared[own] = _pairs(names, said, data, own[1])
        told_by[run_id] = shared[own]
    return ColumnFacts(names, told_by)


_Said = tuple[tuple[str, str] | None, ColumnSaying]
"""The output, if it is not the facet's own, and what was said of it."""


def _read(key: _Key, value: Any) -> Iterator[_Said]:
    """Yield what a facet says."""
    match key:
        case ("columnLineage", _, _):
            yield from ((None, saying) for saying in column_lineage(value))
        case ("lineage", 0, _):
            yield from (((namespace, name), saying) for namespace, name, saying in job_lineage(value))
        case ("lineage", _, _):
            yield from ((None, saying) for saying in output_lineage(value))
        case ("lifecycleStateChange", _, _) if (previous := previous_name(value)) is not None:
            yield None, renamed(*previous)


def _named(said: _Said) -> Iterator[tuple[str, str]]:
    output, saying = said
    yield saying.namespace, saying.name
    if output is not None:
        yield output


def _pairs(
    names: ColumnNames, told: dict[_Key, list[_Said]], data: dict[str, int], ruled: frozenset[_Ruled] | None
) -> Pairs:
    by_facet: dict[str, list[tuple[int, int, ColumnSaying]]] = defaultdict(list)
    for (name, class_id, _), said in told.items():
        for output, saying in said:
            target = class_id if output is None else data.get(named_dataset_urn(*output))
            source = data.get(named_dataset_urn(saying.namespace, saying.name))
            if target is not None and source is not None:
                by_facet[name].append((target, source, saying))
    return told_pairs(
        names,
        lineage=by_facet["lineage"],
        columns=by_facet["columnLineage"],
        renames=by_facet["lifecycleStateChange"],
        ruled=ruled,
    )


async def _platforms(reader: Reader, class_ids: Sequence[int]) -> dict[int, str]:
    """Return the platform of each dataset, such as "postgres"."""
    rows = await reader.entities.by_id(class_ids)
    return {
        row["id"]: parse_urn(parse_urn(row["urn"]).parts[0]).parts[0] for row in rows if row and row["kind"] == DATASET
    }
