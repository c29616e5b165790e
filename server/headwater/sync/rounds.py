"""A round of a synchronisation: merge all changes since the last round, pipeline by pipeline."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from asyncpg import Connection

from headwater.dialects.gitlab import is_moving, parse_document
from headwater.dialects.problems import unmergeable
from headwater.model.changes import MAX_EVENT_NAMES, Changes, Problem
from headwater.model.json import canonical_json
from headwater.model.loose_json import time
from headwater.store.merge import REFUSED, Delivery, Merged, merge
from headwater.store.sync import drop_pipeline, keep_pipeline, reach, sync_state
from headwater.sync.gitlab import GitLab, GitLabDownError, GitLabError, GitLabRefusedError, Project
from headwater.urn import gitlab_namespace

OVERLAP = timedelta(minutes=5)
"""A change is listed when it is committed, which may be after a later change."""

_UNAUTHORIZED, _GONE = 401, 404


@dataclass(slots=True)
class Round:
    """The result of a round, counted in pipelines. failures: unread pipelines with the reason; they are due again."""

    new: int = 0
    duplicates: int = 0
    quarantined: int = 0
    gone: int = 0
    failures: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Source:
    """A project of a GitLab, the connection that merges, and the trace of the merged events."""

    gitlab: GitLab
    project: Project
    connection: Connection
    trace_id: UUID
    max_event_names: int = MAX_EVENT_NAMES

    @property
    def name(self) -> str:
        """The namespace of its jobs; the progress is stored under it."""
        return gitlab_namespace(self.project.address, self.project.path)


async def sync_round(source: Source, first_since: datetime, back_to: datetime | None = None) -> Round:
    """Merge every pipeline that changed since the last round, or is due again.

    The first round begins at first_since; back_to lists once more from an earlier time. A pipeline that cannot be read
    is due again, and the others go on. Raises GitLabError if GitLab itself fails: merged pipelines stay, and the next
    round continues from there.
    """
    state = await sync_state(source.connection, source.name)
    since = first_since if state.reached_at is None else state.reached_at - OVERLAP
    since = since if back_to is None else min(since, back_to)
    done = Round()
    looked_at: set[int] = set()
    reached_at = state.reached_at
    async for listed in source.gitlab.changed_pipelines(source.project, since):
        if state.merged.get(listed.id) != listed.updated_at and listed.id not in looked_at:
            looked_at.add(listed.id)
            await _sync_pipeline(source, listed.id, done)
        reached_at = max(listed.updated_at, reached_at or listed.updated_at)
    for pipeline_id in state.due:
        if pipeline_id not in looked_at:
            await _sync_pipeline(source, pipeline_id, done)
    if reached_at is not None:
        await reach(source.connection, source.name, reached_at, reached_at - OVERLAP)
    return done


async def _sync_pipeline(source: Source, pipeline_id: int, done: Round) -> None:
    try:
        document = await source.gitlab.document(source.project, pipeline_id)
    except GitLabError as error:
        await _failed(source, pipeline_id, done, error)
        return
    body = canonical_json(document)
    item = parse_document(body, source.name, pipeline_id, max_names=source.max_event_names)
    try:
        merged = await _merge(source, pipeline_id, document, item)
    except REFUSED as error:
        assert isinstance(item, Changes)
        merged = await _merge(source, pipeline_id, document, unmergeable(item, str(error)))
    done.new += merged.new
    done.duplicates += merged.known_before
    done.quarantined += merged.problems


async def _merge(source: Source, pipeline_id: int, document: dict[str, Any], item: Changes | Problem) -> Merged:
    """Merge, and store in the same transaction that the pipeline is merged, and if it is due again."""
    updated_at = time(document, "pipeline", "updated_at")
    async with source.connection.transaction():
        [merged] = await merge(source.connection, [Delivery([item], source.trace_id)])
        await keep_pipeline(source.connection, source.name, pipeline_id, updated_at, is_due=is_moving(document))
    return merged


async def _failed(source: Source, pipeline_id: int, done: Round, error: GitLabError) -> None:
    """Forget a deleted pipeline, and mark a failed one as due. Raises GitLabError if GitLab itself fails."""
    status = error.status if isinstance(error, GitLabRefusedError) else None
    if status == _UNAUTHORIZED:
        raise error
    if status == _GONE:
        await drop_pipeline(source.connection, source.name, pipeline_id)
        done.gone += 1
        return
    if isinstance(error, GitLabDownError):
        await source.gitlab.project(str(source.project.id))
    await keep_pipeline(source.connection, source.name, pipeline_id, None, is_due=True)
    done.failures.append(str(error))
