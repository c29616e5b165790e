"""Checksums of the evidence that runs gave (dpone), and the runs that a checksum leads to."""

import strawberry

from headwater.graphql.context import Info


@strawberry.type(description="The checksum of a piece of evidence, as the run gave it.")
class Checksum:
    name: str = strawberry.field(
        description="run_result, run_registry_entry, artifact.<name>, workloadPack or runtimeEvidence."
    )
    checksum: str = strawberry.field(description="Most are a SHA-256 in lower-case hex; some have a `sha256:` before.")


@strawberry.type
class RunEvidence:
    """The evidence of a run."""

    row_id: strawberry.Private[int | None]

    @strawberry.field(description="The checksums of its evidence, by name. `runsByChecksum` is the way back.")
    async def checksums(self, info: Info) -> list[Checksum]:
        if self.row_id is None:
            return []
        rows = await info.context.load(info.context.reader.runs.checksums, self.row_id)
        return [Checksum(name=row["name"], checksum=row["checksum"]) for row in rows]
