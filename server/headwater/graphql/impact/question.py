"""What was asked of a start, and what was found: from what all fields of an answer are worked out."""

from dataclasses import dataclass

import strawberry

from headwater.graphql.impact.deadline import Deadline
from headwater.graphql.impact.starts import Start
from headwater.impact.answer import Answer
from headwater.model.questions import Direction, Kind, PointInTime
from headwater.store.walks import Limits, StartStep


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a start."""

    start: Start
    direction: Direction
    kinds: frozenset[Kind]
    point_in_time: PointInTime
    containment: bool
    max_depth: int | None
    limits: Limits
    deadline: Deadline
    """The deadline of the whole answer."""

    @property
    def implicit(self) -> StartStep | None:
        """The implicit version that it starts at; None at other starts, or where CONTAMINATED is not asked for."""
        return self.start.implicit if Kind.CONTAMINATED in self.kinds else None


@strawberry.type
class Answered:
    """A question with its answer."""

    question: strawberry.Private[Question]
    answer: strawberry.Private[Answer]
