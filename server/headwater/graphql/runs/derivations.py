"""Derivations: the inputs behind each output of a run (docs/store.md)."""

import asyncio
from enum import Enum

import strawberry
from asyncpg import Record

from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity


@strawberry.enum(description="The source of the claim that an output is made from an input.")
class DerivationOrigin(Enum):
    JOB_LINEAGE = strawberry.enum_value(
        "JOB_LINEAGE", description="The lineage facet of the run's job, which is complete."
    )
    DATASET_LINEAGE = strawberry.enum_value("DATASET_LINEAGE", description="The lineage facet of the output.")
    COLUMN_LINEAGE = strawberry.enum_value("COLUMN_LINEAGE", description="The columnLineage facet of the output.")
    ALL_INPUTS = strawberry.enum_value(
        "ALL_INPUTS", description="No facet says: the output may be made from every input."
    )


@strawberry.type(description="A run made an output from an input.")
class Derivation:
    output: Entity = strawberry.field(description="The output asset.")
    input: Entity = strawberry.field(description="The input asset.")
    origin: DerivationOrigin = strawberry.field(description="The source of this claim.")


@strawberry.type
class RunDerivations:
    """The inputs behind each output of a run."""

    row_id: strawberry.Private[int | None]

    @strawberry.field(
        description="The inputs of each output, sorted by the URNs of outputs and inputs. From the lineage facet,"
        " else columnLineage, else every output from every input."
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
