"""Facets as they came: whole, known to Headwater or not."""

from datetime import datetime
from enum import Enum
from typing import Annotated
from uuid import UUID

import strawberry
from strawberry.scalars import JSON

from headwater.graphql.context import Info
from headwater.store.facet_reader import FacetsOf
from headwater.texts import check_text


@strawberry.enum(description="Where in its events a facet was.")
class FacetScope(Enum):
    OWN = strawberry.enum_value("OWN", description="With the run, job or dataset itself.")
    JOB = strawberry.enum_value("JOB", description="On a run: what its events said of its job.")
    DATASET = strawberry.enum_value("DATASET", description="On an edge: in `facets`.")
    EDGE = strawberry.enum_value("EDGE", description="On an edge: in `inputFacets` or `outputFacets`.")


@strawberry.type(description="A named piece of metadata, replaced as a whole by a newer one of its name.")
class Facet:
    content_key: strawberry.Private[UUID]
    name: str = strawberry.field(description="The key in the event, such as `nominalTime` or `spark.logicalPlan`.")
    scope: FacetScope = strawberry.field(description="Where in its events it was.")
    time: datetime = strawberry.field(description="eventTime of the event that said it, UTC.")

    @strawberry.field(description="All of it, as it came, with `_producer` and `_schemaURL`. It can be megabytes.")
    async def value(self, info: Info) -> JSON:
        return JSON(await info.context.load(info.context.reader.facets.contents, self.content_key))


FacetName = Annotated[
    str, strawberry.argument(description="The key of the facet in the event, exactly, such as `nominalTime`.")
]
FacetNames = Annotated[
    list[str] | None, strawberry.argument(description="Only facets with these keys, exactly. Default: all.")
]
SomeScope = Annotated[FacetScope | None, strawberry.argument(description="Only facets of this scope. Default: of all.")]

FACETS = "Every facet, in the order of the names, also those that no other field shows."
FACET = "One facet by its name, whole; null where there is none."


async def facets_of(
    info: Info, of: FacetsOf, owner_id: int | None, names: list[str] | None, scope: FacetScope | None = None
) -> list[Facet]:
    """The facets of an entity or edge, by name, then OWN before JOB, EDGE before DATASET. Raises BadRequestError."""
    for name in names or []:
        check_text("names", name)
    if owner_id is None:
        return []
    rows = await info.context.load(
        info.context.reader.facets.heads,
        owner_id,
        of,
        None if names is None else tuple(names),
        None if scope is None else scope.value,
    )
    return [
        Facet(content_key=row["content_key"], name=row["name"], scope=FacetScope(row["scope"]), time=row["at"])
        for row in rows
    ]


async def facet_of(
    info: Info, of: FacetsOf, owner_id: int | None, name: str, scope: FacetScope | None = None
) -> Facet | None:
    """The first facet of a name (`facets_of`), if any. Raises BadRequestError."""
    return next(iter(await facets_of(info, of, owner_id, [name], scope)), None)
