"""Checksums of the evidence of runs (dpone), and the runs with a checksum."""

import strawberry

from headwater.graphql.context import Info


@strawberry.type(description="The checksum of a piece of evidence, as the run sent it.")
class Checksum:
    name: str = strawberry.field(
        description="The piece of evidence: run_result, run_registry_entry, artifact.<name>, workloadPack or"
        " runtimeEvidence."
    )
    checksum: str = strawberry.field(
        description="Mostly a SHA-256 in lower-case hex, sometimes with the prefix `sha256:`."
    )


@strawberry.type
class RunEvidence:
    """The evidence of a run."""

    row_id: strawberry.Private[int | None]

    @strawberry.field(
        description="The checksums of the run's evidence, sorted by name. `runsByChecksum` finds runs by a checksum."
    )
    async def checksums(self, info: Info) -> list[Checksum]:
        if self.row_id is None:
            return []
        rows = await info.context.load(info.context.reader.runs.checksums, self.row_id)
        return [Checksum(name=row["name"], checksum=row["checksum"]) for row in rows]
