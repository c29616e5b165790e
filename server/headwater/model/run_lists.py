"""Lists of runs: their conditions, orders and pages."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Literal

RunOwner = Literal["all", "templates", "flows", "children", "readers", "writers"]
"""The owner of the runs: the whole store, a job, a flow or a parent run; or an asset, with its readers or writers."""


class RunOrder(Enum):
    """The sort order of runs; ties by URN."""

    CREATED_DESC = "CREATED_DESC"
    CREATED_ASC = "CREATED_ASC"
    STARTED_DESC = "STARTED_DESC"
    STARTED_ASC = "STARTED_ASC"
    ENDED_DESC = "ENDED_DESC"
    ENDED_ASC = "ENDED_ASC"
    DURATION_DESC = "DURATION_DESC"
    DURATION_ASC = "DURATION_ASC"

    @property
    def is_descending(self) -> bool:
        """True if the greatest value comes first."""
        return self.value.endswith("_DESC")

    @property
    def key(self) -> str:
        """The sorted value: CREATED, STARTED, ENDED or DURATION."""
        return self.value.partition("_")[0]


@dataclass(frozen=True, slots=True)
class RunCriteria:
    """Conditions on runs: all that are given must hold; of several values, any. Times are UTC, until is exclusive.

    templates: URNs of jobs and flows.
    flows: URNs of flows, each including the flow's jobs.
    """

    statuses: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    flows: tuple[str, ...] = ()
    created_since: datetime | None = None
    created_until: datetime | None = None
    arrived_since: datetime | None = None
    arrived_until: datetime | None = None
    attempt: int | None = None
    min_attempt: int | None = None
    is_contained: bool | None = None
    native_id: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A place in an order: a run's sort value (None if it has none), and its URN."""

    key: datetime | timedelta | None
    urn: str


@dataclass(frozen=True, slots=True)
class RunPage:
    """A page of a list: the first runs after a place, or from the beginning."""

    of: RunOwner
    criteria: RunCriteria
    order: RunOrder
    after: Place | None
    first: int
