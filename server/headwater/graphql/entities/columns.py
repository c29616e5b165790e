"""Which columns were made from which, as DataHub's aspects declare it, with its names and nullability."""

from typing import Any

import strawberry

from headwater.errors import InvalidUrnError
from headwater.model.loose_json import objects, text, texts
from headwater.urn import parse_urn


@strawberry.type(description="A column of a dataset.")
class SchemaFieldRef:
    urn: str = strawberry.field(description="The URN of the column, which has the dataset's in it.")
    path: str = strawberry.field(description="The column's path in the dataset.")


@strawberry.type(description="Columns that were made from other columns.")
class FineGrainedLineage:
    upstreams: list[SchemaFieldRef] | None = strawberry.field(description="From which, in the order of the aspect.")
    downstreams: list[SchemaFieldRef] | None = strawberry.field(description="Which, in the order of the aspect.")
    query: str | None = strawberry.field(description="The URN of the query that made them.")
    transform_operation: str | None = strawberry.field(description="What was done, such as IDENTITY.")


def fine_grained_lineages(value: Any) -> list[FineGrainedLineage] | None:
    """The lineage of columns in an aspect, in its order; None where there is no aspect."""
    if value is None:
        return None
    return [
        FineGrainedLineage(
            upstreams=_columns(one, "upstreams"),
            downstreams=_columns(one, "downstreams"),
            query=text(one, "query"),
            transform_operation=text(one, "transformOperation"),
        )
        for one in objects(value, "fineGrainedLineages")
    ]


def _columns(value: Any, name: str) -> list[SchemaFieldRef]:
    """Those that are columns: an aspect may name whole datasets, too."""
    return [column for urn in texts(value, name) or [] if (column := _column(urn)) is not None]


def _column(urn: str) -> SchemaFieldRef | None:
    try:
        parsed = parse_urn(urn)
    except InvalidUrnError:
        return None
    is_column = parsed.kind == "schemaField" and len(parsed.parts) == 2
    return SchemaFieldRef(urn=urn, path=parsed.parts[1]) if is_column else None
