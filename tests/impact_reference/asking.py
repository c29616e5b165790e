"""Questions about a history, and the nodes of an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

Asset = tuple[str, str]
"""Namespace and name."""
Column = tuple[Asset, str | None]
"""An asset and a name; None: the asset as a whole, all of its columns or some that nobody told."""
Job = tuple[str, str]
"""Namespace and name."""
Mode = Literal["REPLACE", "APPEND"]
Certainty = Literal["CERTAIN", "POSSIBLE"]
Kind = Literal["CONTAMINATED", "STALE"]
Direction = Literal["DOWNSTREAM", "UPSTREAM"]


class Run(NamedTuple):
    """A run: a runId is unique to its job."""

    namespace: str
    job_name: str
    run_id: str

    @property
    def job(self) -> Job:
        return self.namespace, self.job_name


@dataclass(frozen=True)
class Received:
    """An OpenLineage event as sent, and its time of arrival."""

    event: dict[str, Any]
    arrived_at: datetime


@dataclass(frozen=True)
class History:
    """All received events, and the configured modes of assets."""

    events: Sequence[Received]
    modes: Mapping[Asset, Mode] = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    """The arguments of `impact`."""

    as_of: datetime | None = None
    known_at: datetime | None = None
    tolerance: timedelta = timedelta(0)
    assume_writes: Mode = "REPLACE"
    certainty: Certainty = "CERTAIN"
    containment: bool = False
    direction: Direction = "DOWNSTREAM"
    kinds: frozenset[Kind] = frozenset({"CONTAMINATED", "STALE"})
    columns: frozenset[str] | None = None
    """Only these columns of the start; None: whole assets."""


@dataclass(frozen=True)
class RunStart:
    """The versions of a run (of all attempts)."""

    job: Job
    run_id: str


@dataclass(frozen=True)
class TemplateStart:
    """The versions of all runs of a job."""

    job: Job


@dataclass(frozen=True)
class AssetStart:
    """The versions that an asset shows at a moment."""

    asset: Asset
    at: datetime


@dataclass(frozen=True)
class VersionStart:
    """The version of an asset by one run."""

    asset: Asset
    run_id: str


Start = RunStart | TemplateStart | AssetStart | VersionStart


@dataclass(frozen=True)
class RunNode:
    """A run in an answer."""

    run: Run


@dataclass(frozen=True)
class VersionNode:
    """A version in an answer, by an attempt of a run; moment is the time of the write, for a stream its begin."""

    asset: Asset
    run: Run
    attempt: int
    moment: datetime


@dataclass(frozen=True)
class OpenWriteNode:
    """An open write in an answer that is POSSIBLE, by an attempt of a run; moment is its begin."""

    asset: Asset
    run: Run
    attempt: int
    moment: datetime


Node = RunNode | VersionNode | OpenWriteNode


@dataclass(frozen=True)
class Affected:
    """The effect on a node; reached_at is None upstream."""

    kind: Kind
    certainty: Certainty
    depth: int
    reached_at: datetime | None
