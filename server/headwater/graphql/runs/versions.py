"""Versions of assets: which run wrote what an asset showed, and what that run had read."""

from dataclasses import replace
from datetime import datetime

import strawberry

from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.enums import Certainty
from headwater.graphql.offset_paging import Count, offset_page
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.runs.quality import DataQuality, qualities
from headwater.lineage.versions import (
    Key,
    Read,
    Version,
    possible_destroyers,
    reads_of_runs,
    versions_at,
    versions_by_key,
)
from headwater.model.questions import PointInTime


@strawberry.type(
    description="A version: one write of an asset, at a moment, by a run. With `isOpen`, a write that is not finished,"
    " or failed. Times and ids as asOf and knownAt know them."
)
class AssetVersion:
    found: strawberry.Private[Version]
    point_in_time: strawberry.Private[PointInTime]
    shown_at: strawberry.Private[datetime | None]

    @strawberry.field(description="The asset, by the name that the run gave it.")
    async def asset(self, info: Info) -> Entity:
        row = await info.context.entity_by_id(self.found.asset_id)
        assert row is not None
        return info.context.to_entity(row)

    @strawberry.field(description="The run that wrote it.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.found.run_id)

    @strawberry.field(description="The attempt of the run that wrote it.")
    def attempt(self) -> int:
        return self.found.attempt

    @strawberry.field(
        description="The write is not finished, or its attempt failed: an open write, which makes no version. Only"
        " certainty POSSIBLE and `madeBy` lead to one."
    )
    def is_open(self) -> bool:
        return self.found.is_open

    @strawberry.field(description="The moment of the write, UTC; for a stream or an open write, its begin.")
    def at(self) -> datetime | None:
        return self.found.at

    @strawberry.field(
        description="The end of a stream's write or an open write, UTC. Null while it goes on, and for all others."
    )
    def until(self) -> datetime | None:
        return self.found.until

    @strawberry.field(description="The id that the asset's own system gives it, where an event named one.")
    def native_version(self) -> str | None:
        return self.found.native_version

    @strawberry.field(
        description="What the run had read, in that attempt, with the versions that it saw, by the assets' URNs."
    )
    async def inputs(self, info: Info) -> list["SeenInput"]:
        seen = await seen_inputs(info.context, self.found.run_id, self.point_in_time)
        return [read for read in seen if read.attempt == self.found.attempt]

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
        found: list[Version] = await info.context.ask(
            possible_destroyers, self.found.key, self.shown_at, self.point_in_time, count
        )
        return [asset_version(one, self.point_in_time) for one in found]

    @strawberry.field(
        description="What was measured or tested of this version (docs/anomalies.md): by the run that wrote it, and by"
        " those that began while it was current and certainly saw it. Newest begin first, ties by URN. By all that is"
        " known now, with writes that replace. Default: 20; at most 1000."
    )
    async def quality(self, info: Info, count: Count = None) -> list[DataQuality] | None:
        _, count = offset_page(None, count)
        context = info.context
        rows = await context.load(context.reader.quality.of_versions, self.found.key, count)
        return await qualities(context, rows)


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


def asset_version(found: Version, point_in_time: PointInTime, shown_at: datetime | None = None) -> AssetVersion:
    """A version as its type; `shown_at`: the moment that was asked about, if one was."""
    return AssetVersion(found=found, point_in_time=point_in_time, shown_at=shown_at)


async def version_by_key(context: Context, key: Key, point_in_time: PointInTime) -> AssetVersion:
    """The version of an edge and an attempt, as known at a point in time."""
    return asset_version(await context.ask(versions_by_key, key, point_in_time), point_in_time)


async def seen_inputs(
    context: Context, run_id: int, point_in_time: PointInTime, certainty: Certainty = Certainty.CERTAIN
) -> list[SeenInput]:
    """What a run read and which versions it saw, by the assets' URNs; with the possible ones if they are asked for."""
    asked = replace(point_in_time, possible=certainty is Certainty.POSSIBLE)
    reads: list[Read] = await context.ask(reads_of_runs, run_id, asked)
    return [
        SeenInput(
            asset_id=read.asset_id,
            attempt=read.attempt,
            since=read.since,
            until=read.until,
            seen=[
                SeenVersion(version=asset_version(one.version, point_in_time), certainty=one.certainty)
                for one in read.seen
            ],
        )
        for read in reads
    ]


async def version_at(
    context: Context, asset_id: int | None, at: datetime, point_in_time: PointInTime
) -> list[AssetVersion]:
    """The versions that an asset shows at a moment, newest first."""
    if asset_id is None:
        return []
    found: list[Version] = await context.ask(versions_at, asset_id, at, point_in_time)
    return [asset_version(one, point_in_time, at) for one in found]
