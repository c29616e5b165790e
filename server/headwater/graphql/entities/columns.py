"""Column lineage from DataHub's aspects, with DataHub's names and nullability."""

from typing import Any

import strawberry

from headwater.errors import InvalidUrnError
from headwater.model.loose_json import objects, text, texts
from headwater.urn import parse_urn


@strawberry.type(description="A column of a dataset.")
class SchemaFieldRef:
    urn: str = strawberry.field(description="The URN of the column; it contains the dataset's URN.")
    path: str = strawberry.field(description="The column's path in the dataset.")


@strawberry.type(description="Lineage between columns: the upstream columns of some columns.")
class FineGrainedLineage:
    upstreams: list[SchemaFieldRef] | None = strawberry.field(
        description="The upstream columns, in the order of the aspect."
    )
    downstreams: list[SchemaFieldRef] | None = strawberry.field(
        description="The downstream columns, in the order of the aspect."
    )
    query: str | None = strawberry.field(description="The URN of the query behind the lineage.")
    transform_operation: str | None = strawberry.field(description="The operation, such as IDENTITY.")


def fine_grained_lineages(value: Any) -> list[FineGrainedLineage] | None:
    """Column lineage in the order of the aspect; None without an aspect."""
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
    """The columns that a member of an aspect names, without whole datasets."""
    return [column for urn in texts(value, name) or [] if (column := _column(urn)) is not None]


def _column(urn: str) -> SchemaFieldRef | None:
    try:
        parsed = parse_urn(urn)
    except InvalidUrnError:
        return None
    is_column = parsed.kind == "schemaField" and len(parsed.parts) == 2
    return SchemaFieldRef(urn=urn, path=parsed.parts[1]) if is_column else None
