"""The model's enums in the schema: described at the edge. Types take them from here, so that they are by then.

Strawberry makes a type without name and descriptions of an enum that it meets undescribed.
"""

from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

import strawberry
from strawberry.types.enum import StrawberryEnumDefinition

from headwater.model.questions import Certainty, Direction, Kind
from headwater.model.run_lists import RunOrder

__all__ = ["Certainty", "Direction", "Kind", "RunOrder"]

Member = TypeVar("Member", bound=Enum)


def _describe(enum: type[Member], name: str, description: str, values: Mapping[Member, str]) -> None:
    """Make an enum one of the schema, by a name there. Raises KeyError for a value without a description."""
    strawberry.enum(enum, name=name, description=description)
    definition: StrawberryEnumDefinition = vars(enum)["__strawberry_definition__"]
    for value in definition.values:
        value.description = values[enum[value.name]]


_describe(
    Direction,
    "LineageDirection",
    "Which way a question about lineage goes.",
    {Direction.DOWNSTREAM: "What follows.", Direction.UPSTREAM: "What went in."},
)

_describe(
    Kind,
    "ImpactKind",
    "Why something is affected.",
    {
        Kind.CONTAMINATED: "It saw what the start wrote.",
        Kind.STALE: "It saw what the failed start should have replaced.",
    },
)

_describe(
    Certainty,
    "LineageCertainty",
    "How surely something is so.",
    {Certainty.CERTAIN: "It must be so.", Certainty.POSSIBLE: "It may be, too."},
)

_describe(
    RunOrder,
    "RunOrder",
    "The order of a list of runs. Ties by URN; runs without the value come last. All but CREATED sort what the filter"
    " leaves, and need its `created.since`, except among the runs that a run contains.",
    {
        RunOrder.CREATED_DESC: "When it was created, newest first.",
        RunOrder.CREATED_ASC: "When it was created, oldest first.",
        RunOrder.STARTED_DESC: "When its latest attempt started, newest first.",
        RunOrder.STARTED_ASC: "When its latest attempt started, oldest first.",
        RunOrder.ENDED_DESC: "When it ended, newest first.",
        RunOrder.ENDED_ASC: "When it ended, oldest first.",
        RunOrder.DURATION_DESC: "How long its latest attempt took, longest first.",
        RunOrder.DURATION_ASC: "How long its latest attempt took, shortest first.",
    },
)
