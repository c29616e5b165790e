"""Versions of assets: the writers of the versions that an asset showed, and the versions that a run saw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from headwater.model.questions import Certainty, PointInTime
from headwater.store.reader import Reader
from headwater.store.walks import FOREVER

Key = tuple[int, int]
"""The key of a version: its edge and its attempt."""


@dataclass(frozen=True, slots=True)
class Version:
    """One write of an asset, at a moment, by a run. Times and ids are those known at the point in time. UTC."""

    key: Key
    run_id: int
    asset_id: int
    at: datetime | None
    """The moment of the write; for a stream or an open write, its start."""

    until: datetime | None
    """The end of a stream's write or an open write; None while it goes on, and for all others."""

    native_version: str | None
    is_open: bool
    """True for a write that is not finished, or whose attempt failed: it makes no version."""

    @property
    def attempt(self) -> int:
        """The attempt of the run that wrote it."""
        return self.key[1]


@dataclass(frozen=True, slots=True)
class SeenVersion:
    """A version that a read saw, with its certainty."""

    version: Version
    certainty: Certainty


@dataclass(frozen=True, slots=True)
class Read:
    """A read: an attempt of a run read an asset, from a moment to a moment."""

    asset_id: int
    attempt: int
    since: datetime
    until: datetime | None
    """None while it goes on."""

    seen: list[SeenVersion] = field(default_factory=list)
    """Newest first; none if the writers are unknown."""


async def versions_at(
    reader: Reader, asset_ids: Sequence[int], at: datetime, point_in_time: PointInTime
) -> list[list[Version]]:
    """Return the versions that each asset shows at a moment, newest first."""
    class_ids = await reader.walks.classes_of_assets(asset_ids)
    wanted = list(dict.fromkeys(class_ids))  # several names of the same data count once
    rows = dict(zip(wanted, await reader.walks.visible(wanted, at, point_in_time), strict=True))
    return [[*map(_version, rows[class_id])] for class_id in class_ids]


async def versions_by_key(reader: Reader, keys: Sequence[Key], point_in_time: PointInTime) -> list[Version]:
    """Return the version of each key, which must exist."""
    found = []
    for row in await reader.walks.versions_by_key(keys, point_in_time):
        assert row is not None
        found.append(_version(row))
    return found


async def reads_of_runs(reader: Reader, run_ids: Sequence[int], point_in_time: PointInTime) -> list[list[Read]]:
    """Return the reads of each run with the versions seen, by the assets' URNs; possible versions if asked for."""
    return [_reads(rows) for rows in await reader.walks.reads_of_runs(run_ids, point_in_time)]


async def possible_destroyers(
    reader: Reader, keys: Sequence[Key], at: datetime, point_in_time: PointInTime, count: int
) -> list[list[Version]]:
    """Return the newest open writes up to a moment that may have destroyed each version since, newest first."""
    found = await reader.walks.possible_destroyers(keys, at, point_in_time, count)
    return [[*map(_version, rows)] for rows in found]


async def destroyers_of_any(
    reader: Reader, keys: Sequence[Key], at: datetime, point_in_time: PointInTime, count: int
) -> list[Version]:
    """Return the newest open writes up to a moment that may have destroyed any of some versions since, newest first."""
    found: dict[Key, Mapping[str, Any]] = {}
    for rows in await reader.walks.possible_destroyers(keys, at, point_in_time, count):
        for row in rows:
            found.setdefault((row["edge_id"], row["attempt"]), row)
    return [_version(row) for row in sorted(found.values(), key=lambda row: row["place"])[:count]]


def _version(row: Mapping[str, Any]) -> Version:
    return _version_of(row, row["run_id"])


def _version_of(row: Mapping[str, Any], run_id: int) -> Version:
    at, until = row["at"], row["until"]
    return Version(
        key=(row["edge_id"], row["attempt"]),
        run_id=run_id,
        asset_id=row["asset_id"],
        at=at,
        until=None if until is None or until == at else _ended(until),
        native_version=row["native_version"],
        is_open=row["kind"] == "OPEN",
    )


def _reads(rows: Sequence[Mapping[str, Any]]) -> list[Read]:
    reads: dict[Key, Read] = {}
    for row in rows:
        until = _ended(row["read_until"])
        read = reads.setdefault(
            (row["read_id"], row["read_attempt"]),
            Read(row["read_asset_id"], row["read_attempt"], row["since"], until),
        )
        if row["kind"] is not None:
            read.seen.append(SeenVersion(_version_of(row, row["writer_id"]), Certainty(row["certainty"])))
    return list(reads.values())


def _ended(moment: datetime) -> datetime | None:
    """Return an end; None for the driver's infinity, in the year 9999."""
    return None if moment.year == FOREVER.year else moment
