"""Versions of assets: the run that wrote each version, and the versions of its inputs."""

from dataclasses import replace
from datetime import datetime
from operator import attrgetter
from typing import cast

import strawberry

from headwater.execution.fields import of_many, only
from headwater.graphql.by_id import entities_by, runs_by
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

_ASSETS = entities_by(attrgetter("found.asset_id"))
_WRITERS = runs_by(attrgetter("found.run_id"))


@strawberry.type(
    description="A version: one write of an asset, at a moment, by a run. With `isOpen`, an unfinished or failed"
    " write. Times and ids are the ones known at asOf and knownAt."
)
class AssetVersion:
    found: strawberry.Private[Version]
    point_in_time: strawberry.Private[PointInTime]
    shown_at: strawberry.Private[datetime | None]

    @strawberry.field(description="The asset, by the name in the run's events.")
    @of_many(_ASSETS)
    async def asset(self, info: Info) -> Entity:
        return cast("Entity", await only(_ASSETS([self], info)))

    @strawberry.field(description="The run that wrote the version.")
    @of_many(_WRITERS)
    async def run(self, info: Info) -> LazyInstance:
        return cast("LazyInstance", await only(_WRITERS([self], info)))

    @strawberry.field(description="The attempt of the run that wrote the version.")
    def attempt(self) -> int:
        return self.found.attempt

    @strawberry.field(
        description="True for an open write: unfinished, or of a failed attempt. An open write makes no version."
        " Only certainty POSSIBLE and `madeBy` lead to one."
    )
    def is_open(self) -> bool:
        return self.found.is_open

    @strawberry.field(description="The moment of the write, UTC. For a stream or an open write: its start.")
    def at(self) -> datetime | None:
        return self.found.at

    @strawberry.field(
        description="The end of a stream's write or an open write, UTC. Null: the write is still open, or of another"
        " kind."
    )
    def until(self) -> datetime | None:
        return self.found.until

    @strawberry.field(description="The version's id in the asset's own system. Null: not in an event.")
    def native_version(self) -> str | None:
        return self.found.native_version

    @strawberry.field(
        description="The inputs of that attempt with the versions that the run saw, sorted by the assets' URNs."
    )
    async def inputs(self, info: Info) -> list["SeenInput"]:
        seen = await seen_inputs(info.context, self.found.run_id, self.point_in_time)
        return [read for read in seen if read.attempt == self.found.attempt]

    @strawberry.field(
        description="Open writes that may have destroyed this version. Their lifecycleStateChange facet says that"
        " they replace (OVERWRITE, TRUNCATE, CREATE, DROP, RENAME). They were still open at the write of this version,"
        " and began by the requested moment. Newest start first, ties by URN. Default: 20; at most 1000. Null outside"
        " `versionAt` and `versionsAt`: only these have a requested moment."
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
        description="Measurements and tests of this version (docs/anomalies.md). From the run that wrote the"
        " version, and from runs that began while it was current and certainly saw it. Newest start first, ties by"
        " URN. By all that is known now, assuming that writes replace. Default: 20; at most 1000."
    )
    async def quality(self, info: Info, count: Count = None) -> list[DataQuality] | None:
        _, count = offset_page(None, count)
        context = info.context
        rows = await context.load(context.reader.quality.of_versions, self.found.key, count)
        return await qualities(context, rows)


@strawberry.type(description="A version that a run saw at one of its inputs.")
class SeenVersion:
    version: AssetVersion = strawberry.field(description="The version, or the open write.")
    certainty: Certainty = strawberry.field(
        description="POSSIBLE in three cases: the version was written during the read, only appending writes would"
        " have left it, or it is an open write."
    )


@strawberry.type(description="A read: one attempt of a run read an asset, from a start to an end.")
class SeenInput:
    asset_id: strawberry.Private[int]
    attempt: int = strawberry.field(description="The attempt of the run.")
    since: datetime = strawberry.field(
        description="The start of the read, UTC. The run saw the versions that the asset showed then."
    )
    until: datetime | None = strawberry.field(description="The end of the read, UTC. Null while the read is open.")
    seen: list[SeenVersion] = strawberry.field(
        description="The versions that the run saw, newest first. Empty: no writer of the data is known."
    )

    @strawberry.field(description="The asset that was read.")
    async def asset(self, info: Info) -> Entity:
        row = await info.context.entity_by_id(self.asset_id)
        assert row is not None
        return info.context.to_entity(row)


def asset_version(found: Version, point_in_time: PointInTime, shown_at: datetime | None = None) -> AssetVersion:
    """A version as its GraphQL type; `shown_at`: the requested moment, if there is one."""
    return AssetVersion(found=found, point_in_time=point_in_time, shown_at=shown_at)


async def version_by_key(context: Context, key: Key, point_in_time: PointInTime) -> AssetVersion:
    """The version of an edge and an attempt, as known at a point in time."""
    return asset_version(await context.ask(versions_by_key, key, point_in_time), point_in_time)


async def seen_inputs(
    context: Context, run_id: int, point_in_time: PointInTime, certainty: Certainty = Certainty.CERTAIN
) -> list[SeenInput]:
    """The inputs of a run with the versions seen, by the assets' URNs; the certainty decides about possible ones."""
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


async def shown_versions(
    context: Context, asset_id: int | None, at: datetime | None, point_in_time: PointInTime
) -> list[AssetVersion]:
    """The versions that an asset shows at a moment, newest first. Default of `at`: the point in time, else now."""
    if asset_id is None:
        return []
    at = at or point_in_time.as_of or context.now
    found: list[Version] = await context.ask(versions_at, asset_id, at, point_in_time)
    return [asset_version(one, point_in_time, at) for one in found]
