"""Facets as received: whole, known to Headwater or not."""

from datetime import datetime
from enum import Enum
from typing import Annotated
from uuid import UUID

import strawberry
from strawberry.scalars import JSON

from headwater.graphql.context import Info
from headwater.store.facet_reader import FacetsOf
from headwater.texts import check_text


@strawberry.enum(description="The place of a facet in its event.")
class FacetScope(Enum):
    OWN = strawberry.enum_value("OWN", description="Among the facets of the run, job or dataset itself.")
    JOB = strawberry.enum_value("JOB", description="On a run: a facet of the job in the run's events.")
    DATASET = strawberry.enum_value("DATASET", description="On an edge: in `facets`.")
    EDGE = strawberry.enum_value("EDGE", description="On an edge: in `inputFacets` or `outputFacets`.")


@strawberry.type(description="A named piece of metadata. A newer facet of the same name replaces it as a whole.")
class Facet:
    content_key: strawberry.Private[UUID]
    name: str = strawberry.field(description="The key in the event, such as `nominalTime` or `spark.logicalPlan`.")
    scope: FacetScope = strawberry.field(description="The place of the facet in its event.")
    time: datetime = strawberry.field(description="eventTime of the event with the facet, UTC.")

    @strawberry.field(
        description="The whole facet as received, with `_producer` and `_schemaURL`. Its size can be megabytes."
    )
    async def value(self, info: Info) -> JSON:
        return JSON(await info.context.load(info.context.reader.facets.contents, self.content_key))


FacetName = Annotated[
    str, strawberry.argument(description="The exact key of the facet in the event, such as `nominalTime`.")
]
FacetNames = Annotated[
    list[str] | None, strawberry.argument(description="Only facets with exactly these keys. Default: all.")
]
SomeScope = Annotated[FacetScope | None, strawberry.argument(description="Only facets of this scope. Default: all.")]

FACETS = "All facets, sorted by name, including facets that no other field shows."
FACET = "One whole facet, by name; null without a facet of this name."


async def facets_of(
    info: Info, of: FacetsOf, owner_id: int | None, names: list[str] | None, scope: FacetScope | None = None
) -> list[Facet]:
    """The facets of an entity or edge: by name, OWN before JOB, EDGE before DATASET. Raises BadRequestError."""
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
    """The first facet of a name in the order of `facets_of`; None without one. Raises BadRequestError."""
    return next(iter(await facets_of(info, of, owner_id, [name], scope)), None)
