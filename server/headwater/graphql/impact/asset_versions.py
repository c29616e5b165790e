"""Versions of assets: which run wrote what an asset showed, and what that run had read."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import strawberry

from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.enums import Certainty
from headwater.graphql.offset_paging import Count, offset_page
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.runs.quality import DataQuality, qualities
from headwater.model.questions import PointInTime


@strawberry.type(
    description="A version: one write of an asset, at a moment, by a run. With `isOpen`, a write that is not finished,"
    " or failed. Times and ids as asOf and knownAt know them."
)
class AssetVersion:
    row: strawberry.Private[Mapping[str, Any]]
    point_in_time: strawberry.Private[PointInTime]
    shown_at: strawberry.Private[datetime | None]

    @strawberry.field(description="The asset, by the name that the run gave it.")
    async def asset(self, info: Info) -> Entity:
        row = await info.context.entity_by_id(self.row["asset_id"])
        assert row is not None
        return info.context.to_entity(row)

    @strawberry.field(description="The run that wrote it.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.row["run_id"])

    @strawberry.field(description="The attempt of the run that wrote it.")
    def attempt(self) -> int:
        return int(self.row["attempt"])

    @strawberry.field(
        description="The write is not finished, or its attempt failed: an open write, which makes no version. Only"
        " certainty POSSIBLE and `madeBy` lead to one."
    )
    def is_open(self) -> bool:
        return bool(self.row["kind"] == "OPEN")

    @strawberry.field(description="The moment of the write, UTC; for a stream or an open write, its begin.")
    def at(self) -> datetime | None:
        found: datetime | None = self.row["at"]
        return found

    @strawberry.field(
        description="The end of a stream's write or an open write, UTC. Null while it goes on, and for all others."
    )
    def until(self) -> datetime | None:
        until: datetime | None = self.row["until"]
        return None if until is None or until == self.row["at"] or until.year == 9999 else until

    @strawberry.field(description="The id that the asset's own system gives it, where an event named one.")
    def native_version(self) -> str | None:
        found: str | None = self.row["native_version"]
        return found

    @strawberry.field(
        description="What the run had read, in that attempt, with the versions that it saw, by the assets' URNs."
    )
    async def inputs(self, info: Info) -> list["SeenInput"]:
        seen = await seen_inputs(info.context, self.row["run_id"], self.point_in_time)
        return [read for read in seen if read.attempt == self.row["attempt"]]

    @strawberry.field(
        description="Open writes that may have destroyed this version. Their lifecycleStateChange facet says that they"
        " replace (OVERWRITE, TRUNCATE, CREATE, DROP, RENAME). They were not over when it was written, and began by the"
        " moment asked about. Newest begin first, ties by URN. Default: 20; at most 1000. Null outside `versionAt` and"
        " `versionsAt`, where no moment is asked about."
    )
    async def possibly_destroyed_by(self, info: Info, count: Count = None) -> list["AssetVersion"] | None:
        _, count = offset_page(None, count)
        if self.shown_at is None:
            return None
        key = (self.row["edge_id"], self.row["attempt"])
        walks = info.context.reader.walks
        rows = await info.context.load(walks.possible_destroyers, key, self.shown_at, self.point_in_time, count)
        return [version_of(row, self.point_in_time) for row in rows]

    @strawberry.field(
        description="What was measured or tested of this version (docs/anomalies.md): by the run that wrote it, and by"
        " those that began while it was current and certainly saw it. Newest begin first, ties by URN. By all that is"
        " known now, with writes that replace. Default: 20; at most 1000."
    )
    async def quality(self, info: Info, count: Count = None) -> list[DataQuality] | None:
        _, count = offset_page(None, count)
        context = info.context
        key = (self.row["edge_id"], self.row["attempt"])
        return await qualities(context, await context.load(context.reader.quality.of_versions, key, count))


@strawberry.type(description="What a run saw of one of its inputs.")
class SeenVersion:
    version: AssetVersion = strawberry.field(description="The version, or the open write.")
    certainty: Certainty = strawberry.field(
        description="POSSIBLE: it was written while the run read, or only appending writes would have left it, or it is"
        " an open write."
    )


@strawberry.type(description="A read: an attempt of a run read an asset, from a moment to a moment.")
class SeenInput:
    asset_id: strawberry.Private[int]
    attempt: int = strawberry.field(description="The attempt of the run.")
    since: datetime = strawberry.field(description="When the read began, UTC: it saw what the asset showed then.")
    until: datetime | None = strawberry.field(description="When the read was over, UTC; null while it goes on.")
    seen: list[SeenVersion] = strawberry.field(
        description="The versions that it saw, newest first; none where nobody said who wrote what it read."
    )

    @strawberry.field(description="The asset that was read.")
    async def asset(self, info: Info) -> Entity:
        row = await info.context.entity_by_id(self.asset_id)
        assert row is not None
        return info.context.to_entity(row)


def version_of(row: Mapping[str, Any], point_in_time: PointInTime, shown_at: datetime | None = None) -> AssetVersion:
    """A row of a version as its type; `shown_at`: the moment that was asked about, if one was."""
    return AssetVersion(row=row, point_in_time=point_in_time, shown_at=shown_at)


async def version_by_key(context: Context, key: tuple[int, int], point_in_time: PointInTime) -> AssetVersion:
    """The version of an edge and an attempt, as known at a point in time."""
    return version_of(await context.load(context.reader.walks.versions_by_key, key, point_in_time), point_in_time)


async def destroyers_of(
    context: Context, keys: Sequence[tuple[int, int]], at: datetime, point_in_time: PointInTime, count: int
) -> list[AssetVersion]:
    """The newest open writes up to a moment that may have destroyed any of some versions since, newest first."""
    found: dict[tuple[int, int], Mapping[str, Any]] = {}
    for rows in await context.reader.walks.possible_destroyers(keys, at, point_in_time, count):
        for row in rows:
            found.setdefault((row["edge_id"], row["attempt"]), row)
    return [version_of(row, point_in_time) for row in sorted(found.values(), key=lambda row: row["place"])[:count]]


async def seen_inputs(
    context: Context, run_id: int, point_in_time: PointInTime, certainty: Certainty = Certainty.CERTAIN
) -> list[SeenInput]:
    """What a run read and which versions it saw, by the assets' URNs; with the possible ones if they are asked for."""
    asked = replace(point_in_time, possible=certainty is Certainty.POSSIBLE)
    rows = await context.load(context.reader.walks.reads_of_runs, run_id, asked)
    reads: dict[tuple[int, int], SeenInput] = {}
    for row in rows:
        read = reads.setdefault(
            (row["read_id"], row["read_attempt"]),
            SeenInput(
                asset_id=row["read_asset_id"],
                attempt=row["read_attempt"],
                since=row["since"],
                until=None if row["read_until"].year == 9999 else row["read_until"],
                seen=[],
            ),
        )
        if row["kind"] is not None:
            read.seen.append(
                SeenVersion(
                    version=version_of({**row, "run_id": row["writer_id"]}, point_in_time),
                    certainty=Certainty(row["certainty"]),
                )
            )
    return list(reads.values())


async def version_at(
    context: Context, asset_id: int | None, at: datetime, point_in_time: PointInTime
) -> list[AssetVersion]:
    """The versions that an asset shows at a moment, newest first."""
    if asset_id is None:
        return []
    walks = context.reader.walks
    data_id = await context.load(walks.data_of_assets, asset_id)
    return [version_of(row, point_in_time, at) for row in await context.load(walks.visible, data_id, at, point_in_time)]
