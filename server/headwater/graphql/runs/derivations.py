"""From which inputs a run made its outputs (docs/store.md)."""

import asyncio
from enum import Enum

import strawberry
from asyncpg import Record

from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity


@strawberry.enum(description="Why an output is said to be made from an input.")
class DerivationOrigin(Enum):
    JOB_LINEAGE = strawberry.enum_value("JOB_LINEAGE", description="The lineage facet of the run's job, complete.")
    DATASET_LINEAGE = strawberry.enum_value("DATASET_LINEAGE", description="The lineage facet of the output.")
    COLUMN_LINEAGE = strawberry.enum_value("COLUMN_LINEAGE", description="The columnLineage facet of the output.")
    ALL_INPUTS = strawberry.enum_value("ALL_INPUTS", description="Nothing is said: it may be made from every input.")


@strawberry.type(description="The run made the output from the input.")
class Derivation:
    output: Entity = strawberry.field(description="What was made.")
    input: Entity = strawberry.field(description="What it was made from.")
    origin: DerivationOrigin = strawberry.field(description="Who says so.")


@strawberry.type
class RunDerivations:
    """From which inputs a run made its outputs."""

    row_id: strawberry.Private[int | None]

    @strawberry.field(
        description="From which input each output was made, in the order of the URNs of outputs and inputs: by the"
        " lineage facet, else columnLineage, else every output from every input."
    )
    async def derivations(self, info: Info) -> list[Derivation]:
        if self.row_id is None:
            return []
        context = info.context
        rows = await context.load(context.reader.runs.derivations, self.row_id)
        return list(await asyncio.gather(*(_derivation(context, row) for row in rows)))


async def _derivation(context: Context, row: Record) -> Derivation:
    output, made_from = await asyncio.gather(*map(context.entity_by_id, (row["output_id"], row["input_id"])))
    assert output is not None
    assert made_from is not None
    return Derivation(
        output=context.to_entity(output), input=context.to_entity(made_from), origin=DerivationOrigin(row["origin"])
    )
