"""Column lineage in the facets of an output or a job: which source columns were used for which target columns.

Source: ColumnLineageDatasetFacet 1-2-0, LineageFacet 1-0-0. Facets are stored as sent, so all shapes are possible here.
"""

from collections.abc import Iterator
from typing import Any

from headwater.model.columns import DIRECT, EVERY, INDIRECT, ColumnSaying, Transformation
from headwater.model.loose_json import member, objects, text, truth


def column_lineage(facet: Any) -> Iterator[ColumnSaying]:
    """Yield what a `columnLineage` facet says of its output."""
    for target, entry in _fields(facet):
        for source in objects(entry, "inputFields"):
            yield from _saying(source, target, _older_transformation(entry))
    for source in objects(facet, "dataset"):
        yield from _saying(source, None, Transformation(INDIRECT))


def output_lineage(facet: Any) -> Iterator[ColumnSaying]:
    """Yield what a `lineage` facet says of its output, or an entry of a job's facet of its target."""
    for target, entry in _fields(facet):
        for source in objects(entry, "inputs"):
            yield from _saying(source, target, Transformation(DIRECT))
    for source in objects(facet, "inputs"):
        yield from _saying(source, None, Transformation(INDIRECT))


def job_lineage(facet: Any) -> Iterator[tuple[str, str, ColumnSaying]]:
    """Yield what a job's `lineage` facet says, each with the namespace and name of the output."""
    for entry in objects(facet, "entries"):
        namespace, name = text(entry, "namespace"), text(entry, "name")
        if text(entry, "type") == "DATASET" and namespace is not None and name is not None:
            yield from ((namespace, name, saying) for saying in output_lineage(entry))


def previous_name(facet: Any) -> tuple[str, str] | None:
    """Return the namespace and name from which a `lifecycleStateChange` renamed its output."""
    if text(facet, "lifecycleStateChange") != "RENAME":
        return None
    namespace, name = (text(facet, "previousIdentifier", part) for part in ("namespace", "name"))
    return None if namespace is None or name is None else (namespace, name)


def renamed(namespace: str, name: str) -> ColumnSaying:
    """Return the saying that all columns of an output came from a dataset, under their names."""
    return ColumnSaying(namespace, name, EVERY, EVERY, (Transformation(DIRECT, "IDENTITY"),))


def schema_columns(facet: Any) -> Iterator[tuple[str, str | None]]:
    """Yield the columns in a `schema` facet with their types; a nested one by its path with dots."""
    waiting = [("", one) for one in reversed(objects(facet, "fields"))]
    while waiting:
        path, field = waiting.pop()
        if name := text(field, "name"):
            yield path + name, text(field, "type")
            waiting += [(f"{path}{name}.", one) for one in reversed(objects(field, "fields"))]


def _fields(facet: Any) -> list[tuple[str, Any]]:
    fields = member(facet, "fields")
    return sorted(fields.items()) if isinstance(fields, dict) else []


def _older_transformation(entry: Any) -> Transformation:
    """Return the transformation of a target whose sources have none: facets up to 1-0-1 told only of direct ones."""
    is_masked = text(entry, "transformationType") == "MASKED"
    subtype, description = text(entry, "transformationType"), text(entry, "transformationDescription")
    return Transformation(DIRECT, subtype or None, is_masked or None, description or None)


def _saying(source: dict[str, Any], target: str | None, default: Transformation) -> Iterator[ColumnSaying]:
    namespace, name = text(source, "namespace"), text(source, "name")
    if namespace is not None and name is not None and text(source, "type") in (None, "DATASET"):
        told = tuple(
            Transformation(
                type=text(one, "type") or default.type,
                subtype=text(one, "subtype") or None,
                masking=truth(one, "masking"),
                description=text(one, "description") or None,
            )
            for one in objects(source, "transformations")
        )
        yield ColumnSaying(namespace, name, text(source, "field") or None, target, told or (default,))
