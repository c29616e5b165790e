"""The counts of an answer: by type, by job, and by distance."""

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.entity_type import EntityType
from headwater.graphql.impact.answered import Answered
from headwater.graphql.offset_paging import Count, offset_page
from headwater.lineage.totals import levels, totals_by_template, totals_by_type


@strawberry.type(description="The number of entities of one type.")
class EntityTypeTotal:
    type: EntityType = strawberry.field(description="The entity type.")
    total: int = strawberry.field(description="The number of entities.")


@strawberry.type(description="The number of affected runs of a job or flow.")
class TemplateTotal:
    template: Entity = strawberry.field(description="The job or flow.")
    total: int = strawberry.field(description="The number of affected runs.")


@strawberry.type(description="The runs and versions at one distance from the start.")
class ImpactLevel:
    depth: int = strawberry.field(description="The distance in runs; the start's own outputs have 0.")
    runs: int = strawberry.field(description="The number of runs.")
    versions: int = strawberry.field(description="The number of versions.")


@strawberry.type
class ImpactTotals(Answered):
    """The counts of an answer."""

    @strawberry.field(description="The number of runs and versions together.")
    def total(self) -> int:
        answer = self.whole.answer
        return len(answer.runs) + len(answer.versions)

    @strawberry.field(
        description="The number of runs, and of distinct assets and jobs of these runs and versions. Runs first,"
        " then by the type's name; types with 0 are left out."
    )
    async def totals_by_type(self, info: Info) -> list[EntityTypeTotal]:
        totals = await totals_by_type(info.context.reader, self.whole)
        return [EntityTypeTotal(type=EntityType[name], total=total) for name, total in totals.items()]

    @strawberry.field(
        description="The jobs and flows with the most affected runs, ties by URN. Default: 20; at most 1000."
    )
    async def totals_by_template(self, info: Info, count: Count = None) -> list[TemplateTotal] | None:
        _, count = offset_page(0, count)
        totals = await totals_by_template(info.context.reader, self.whole)
        return [TemplateTotal(template=info.context.to_entity(row), total=total) for row, total in totals[:count]]

    @strawberry.field(description="The number of runs and versions at each distance, nearest first.")
    def levels(self) -> list[ImpactLevel]:
        return [ImpactLevel(depth=one.depth, runs=one.runs, versions=one.versions) for one in levels(self.whole)]
