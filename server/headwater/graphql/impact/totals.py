"""How much an answer has: by type, by job, and by distance."""

import asyncio

import numpy as np
import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.entity_type import EntityType
from headwater.graphql.impact.columns import data_of_versions, templates_of_runs
from headwater.graphql.impact.question import Answered
from headwater.graphql.offset_paging import Count, offset_page


@strawberry.type(description="How many of one type.")
class EntityTypeTotal:
    type: EntityType = strawberry.field(description="The type.")
    total: int = strawberry.field(description="How many there are.")


@strawberry.type(description="How many affected runs a job or flow has.")
class TemplateTotal:
    template: Entity = strawberry.field(description="The job or flow.")
    total: int = strawberry.field(description="How many affected runs it has.")


@strawberry.type(description="What is so many runs away from the start.")
class ImpactLevel:
    depth: int = strawberry.field(description="How many runs away; what the start wrote itself is 0.")
    runs: int = strawberry.field(description="How many runs.")
    versions: int = strawberry.field(description="How many versions.")


@strawberry.type
class ImpactTotals(Answered):
    """The figures of an answer."""

    @strawberry.field(description="How many runs and versions there are.")
    def total(self) -> int:
        return len(self.answer.runs) + len(self.answer.versions)

    @strawberry.field(
        description="The number of runs, and of the different assets and jobs they are of. Runs first, then by the"
        " type's name; types without any are left out."
    )
    async def totals_by_type(self, info: Info) -> list[EntityTypeTotal]:
        templates, data = await asyncio.gather(
            templates_of_runs(info.context, self.answer), data_of_versions(info.context, self.answer)
        )
        counted = {EntityType.DATA_PROCESS_INSTANCE: len(self.answer.runs)}
        ids = {*np.unique(templates).tolist(), *np.unique(data).tolist()} - {0}
        for row in await asyncio.gather(*map(info.context.entity_by_id, ids)):
            assert row is not None
            kind = info.context.to_entity(row).type
            counted[kind] = counted.get(kind, 0) + 1
        runs, *others = counted.items()
        ordered = [runs, *sorted(others, key=lambda pair: pair[0].name)]
        return [EntityTypeTotal(type=kind, total=total) for kind, total in ordered if total]

    @strawberry.field(
        description="The jobs and flows with the most affected runs, ties by URN. Default: 20; at most 1000."
    )
    async def totals_by_template(self, info: Info, count: Count = None) -> list[TemplateTotal] | None:
        _, count = offset_page(0, count)
        ids, totals = np.unique(await templates_of_runs(info.context, self.answer), return_counts=True)
        rows = await asyncio.gather(*(info.context.entity_by_id(int(entity_id)) for entity_id in ids if entity_id))
        named = sorted(
            zip((row for row in rows if row), totals[ids != 0], strict=True),
            key=lambda pair: (-pair[1], pair[0]["urn"]),
        )
        return [TemplateTotal(template=info.context.to_entity(row), total=int(total)) for row, total in named[:count]]

    @strawberry.field(description="How many runs and versions there are at each distance, nearest first.")
    def levels(self) -> list[ImpactLevel]:
        runs = np.bincount(self.answer.runs.depths)
        versions = np.bincount(self.answer.versions.depths)
        size = max(len(runs), len(versions))
        columns = (np.pad(part, (0, size - len(part))).tolist() for part in (runs, versions))
        found = enumerate(zip(*columns, strict=True))
        return [
            ImpactLevel(depth=depth, runs=run, versions=version) for depth, (run, version) in found if run or version
        ]
