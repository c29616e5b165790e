"""Which runs a list has, in which order, and places in it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Literal

RunOwner = Literal["all", "templates", "flows", "children", "readers", "writers"]
"""Whose runs: of the whole store, a job, a flow as a whole or a run; or those that read or wrote an asset."""


class RunOrder(Enum):
    """What runs are sorted by; ties by URN."""

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
        """Whether the greatest comes first."""
        return self.value.endswith("_DESC")

    @property
    def key(self) -> str:
        """What is compared: CREATED, STARTED, ENDED or DURATION."""
        return self.value.partition("_")[0]


@dataclass(frozen=True, slots=True)
class RunCriteria:
    """What runs have to meet, all of what is given; of several values any. Times are UTC, until is not included.

    Templates are URNs of jobs and flows; flows are URNs of flows, which stand for all of their jobs too.
    """

    statuses: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    flows: tuple[str, ...] = ()
    created_since: datetime | None = None
    created_until: datetime | None = None
    attempt: int | None = None
    min_attempt: int | None = None
    is_contained: bool | None = None
    native_id: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A place in an order: the value that a run is sorted by (None where it has none), and its URN."""

    key: datetime | timedelta | None
    urn: str


@dataclass(frozen=True, slots=True)
class RunPage:
    """Some runs of a list: the first so many after a place, or from the beginning."""

    of: RunOwner
    criteria: RunCriteria
    order: RunOrder
    after: Place | None
    first: int
