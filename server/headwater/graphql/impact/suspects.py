"""`suspects`: what looks wrong upstream of a bad version (docs/suspects.md)."""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum

import strawberry
from asyncpg import Record

from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.impact.asset_versions import AssetVersion, version_by_key
from headwater.graphql.impact.question import Answered, Question
from headwater.graphql.runs.history import HistoryMeasure, compared, measure_of, telling
from headwater.graphql.runs.page import Count, LazyInstance, Start, offset_page
from headwater.impact.upstream import upstream
from headwater.model.lineage import Direction, to_moment
from headwater.model.loose_json import text

MAX_CHECKED = 2000
"""So many of the nearest runs are looked at, in about two seconds."""


@strawberry.enum(description="What looks wrong, the worst first.")
class SuspectReason(Enum):
    FAILED = strawberry.enum_value("FAILED", description="The run failed: what it left is not whole.")
    ROWS = strawberry.enum_value("ROWS", description="It wrote far more or fewer rows than its job does.")
    SIZE = strawberry.enum_value("SIZE", description="It wrote far more or fewer bytes, and no unusual number of rows.")
    STALE_INPUT = strawberry.enum_value(
        "STALE_INPUT", description="It failed or was skipped, and what it should have replaced was read."
    )
    DURATION = strawberry.enum_value("DURATION", description="It took far longer or shorter than its job does.")
    RETRIED = strawberry.enum_value("RETRIED", description="It succeeded, but not at the first attempt.")


_SEVERITY = {reason: place for place, reason in enumerate(SuspectReason)}


@dataclass(frozen=True, slots=True)
class _Found:
    """A suspect before anything is read for it."""

    reason: SuspectReason
    run_id: int
    depth: int
    order: int
    """Its place among those of one depth."""

    sentence: str
    measure: HistoryMeasure | None = None
    asset_id: int | None = None
    reader_id: int | None = None
    version: tuple[int, int] | None = None

    @property
    def rank(self) -> tuple[int, int, int, str]:
        """The worst first, then the nearest; the sentence makes it the same each time."""
        return _SEVERITY[self.reason], self.depth, self.order, self.sentence


@strawberry.type(description="A run that looks wrong, and why.")
class Suspect:
    found: strawberry.Private[_Found]
    question: strawberry.Private[Question]
    reason: SuspectReason = strawberry.field(description="Why it looks wrong.")
    depth: int = strawberry.field(
        description="How many runs away it is, of STALE_INPUT the one that read; 0: the start, or what wrote it."
    )
    sentence: str = strawberry.field(description="The same in words, with the figures. Times are UTC.")
    measure: HistoryMeasure | None = strawberry.field(description="The evidence of ROWS, SIZE and DURATION.")

    @strawberry.field(description="The run; of STALE_INPUT the one that failed or was skipped.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.found.run_id)

    @strawberry.field(description="What it wrote, of ROWS and SIZE; what it should have written, of STALE_INPUT.")
    async def asset(self, info: Info) -> Entity | None:
        if self.found.version is not None:
            row = await info.context.load(info.context.reader.walks.versions_by_key, self.found.version)
            asset_id = row["asset_id"]
        else:
            asset_id = self.found.asset_id
        entity = None if asset_id is None else await info.context.entity_by_id(asset_id)
        return None if entity is None else info.context.to_entity(entity)

    @strawberry.field(description="Of STALE_INPUT the version that was read in place of what it should have written.")
    async def version(self, info: Info) -> AssetVersion | None:
        if self.found.version is None:
            return None
        return await version_by_key(info.context, self.found.version, self.question.vantage)

    @strawberry.field(
        description="Of STALE_INPUT the run that read the version last. Null where it is what the start shows."
    )
    async def reader(self, info: Info) -> LazyInstance | None:
        return None if self.found.reader_id is None else await info.context.instance(self.found.reader_id)

    @strawberry.field(description="What the run said of its failure, if it failed and said something.")
    async def message(self, info: Info) -> str | None:
        return text(await info.context.facet(self.found.run_id, "errorMessage"), "message")


@strawberry.type(description="What looks wrong, the worst first, then the nearest.")
class SuspectResult:
    checked: int = strawberry.field(description=f"How many runs were looked at: the nearest, at most {MAX_CHECKED}.")
    is_complete: bool = strawberry.field(description="Whether these are all runs of the answer, and no limit cut it.")
    total: int = strawberry.field(description="How many suspects there are on all pages.")
    suspects: list[Suspect] = strawberry.field(description="The suspects of this page.")


@strawberry.type
class ImpactSuspects(Answered):
    """What looks wrong in an answer upstream."""

    @strawberry.field(
        description="What looks wrong among the runs that went into the start, its own included (docs/suspects.md):"
        " the worst first, then the nearest. Null DOWNSTREAM. Default: 20; at most 1000."
    )
    async def suspects(self, info: Info, start: Start = None, count: Count = None) -> SuspectResult | None:
        start, count = offset_page(start, count)
        question = self.question
        if question.direction is Direction.DOWNSTREAM:
            return None
        depths = self._nearest()
        checked = dict(list(depths.items())[:MAX_CHECKED])
        parts = await asyncio.gather(
            _failed(info.context, question, checked),
            _unusual(info.context, question, checked),
            self._stale(info.context, checked),
        )
        found = sorted((one for part in parts for one in part), key=lambda one: one.rank)
        return SuspectResult(
            checked=len(checked),
            is_complete=len(checked) == len(depths) and not self.answer.is_truncated,
            total=len(found),
            suspects=[
                Suspect(
                    found=one,
                    question=question,
                    reason=one.reason,
                    depth=one.depth,
                    sentence=one.sentence,
                    measure=one.measure,
                )
                for one in found[start : start + count]
            ],
        )

    def _nearest(self) -> dict[int, int]:
        """The start's own runs and those of the answer, nearest first, each with its depth."""
        depths = dict.fromkeys((step.run_id for step in self.question.start.steps), 0)
        for run_id, depth in zip(self.answer.runs.ids.tolist(), self.answer.runs.depths.tolist(), strict=True):
            depths.setdefault(run_id, depth)
        return depths

    async def _stale(self, context: Context, checked: dict[int, int]) -> list[_Found]:
        """The runs that should have replaced what was read; for each the version that was read nearest to the start."""
        seen = await asyncio.to_thread(self._last_reads, checked)
        keys = list(seen)
        rows = await context.reader.upstream.stale_inputs(
            [edge_id for edge_id, _ in keys], [seen[key].since for key in keys], self.question.vantage
        )
        places = {run_id: order for order, run_id in enumerate(checked)}
        found: dict[int, _Found] = {}
        for row in rows:
            key = keys[row["place"]]
            reader = seen[key].run_id
            one = _stale_input(row, key, seen[key], -1 if reader is None else places[reader])
            known = found.setdefault(one.run_id, one)
            if one.rank < known.rank:
                found[one.run_id] = one
        return list(found.values())

    def _last_reads(self, checked: dict[int, int]) -> dict[tuple[int, int], "_Read"]:
        """The versions that the start shows, and those that the runs read, each with its last read."""
        start = self.question.start
        seen: dict[tuple[int, int], _Read] = {}
        if start.shown_at is not None:
            seen = {(edge_id, attempt): _Read(start.shown_at, None, 0) for edge_id, attempt, _ in start.versions}
        steps = upstream(self.answer.findings, self.question.max_depth)
        for place in steps.are_versions.nonzero()[0].tolist():
            reader, since = int(steps.run_ids[steps.readers[place]]), to_moment(int(steps.sinces[place]))
            key = (int(steps.edge_ids[place]), int(steps.version_attempts[place]))
            known = seen.get(key)
            if reader in checked and since is not None and (known is None or known.since < since):
                seen[key] = _Read(since, reader, int(steps.depths[steps.readers[place]]))
        return seen


@dataclass(frozen=True, slots=True)
class _Read:
    """A read of a version: from when on, by which run, how far away."""

    since: datetime
    run_id: int | None
    depth: int


def _stale_input(row: Record, version: tuple[int, int], read: _Read, order: int) -> _Found:
    verb = "was skipped" if row["result"] == "SKIPPED" else "failed"
    sentence = (
        f"It {verb} at {_time(row['over_at'])}{_after(row['in_a_row'])}, and what it should have replaced was read at"
        f" {_time(read.since)}."
    )
    return _Found(
        SuspectReason.STALE_INPUT,
        row["run_id"],
        read.depth,
        order,
        sentence,
        reader_id=read.run_id,
        version=version,
    )


async def _failed(context: Context, question: Question, depths: dict[int, int]) -> list[_Found]:
    """The runs that failed, or succeeded only when they were tried again."""
    run_ids = list(depths)
    rows = await context.reader.walks.states(run_ids, question.vantage)
    found = []
    for order, (run_id, row) in enumerate(zip(run_ids, rows, strict=True)):
        if row is None:
            continue
        if row["result"] == "FAILURE":
            sentence = f"It failed at {_time(row['state_at'])}."
            found.append(_Found(SuspectReason.FAILED, run_id, depths[run_id], order, sentence))
        elif row["result"] == "SUCCESS" and row["attempt"] > 1:
            sentence = f"It succeeded at attempt {row['attempt']}."
            found.append(_Found(SuspectReason.RETRIED, run_id, depths[run_id], order, sentence))
    return found


async def _unusual(context: Context, question: Question, depths: dict[int, int]) -> list[_Found]:
    """The runs that are far from the history of their job; of one output bytes say nothing that rows say already."""
    rows = await context.reader.history.unusual_work(list(depths), question.vantage)
    places = {run_id: order for order, run_id in enumerate(depths)}
    return [
        _Found(
            SuspectReason(row["reason"]),
            row["run_id"],
            depths[row["run_id"]],
            places[row["run_id"]],
            compared(row),
            measure=measure_of(row),
            asset_id=row["asset_id"],
        )
        for row in telling(rows)
    ]


def _after(in_a_row: int) -> str:
    return f" ({in_a_row} in a row)" if in_a_row > 1 else ""


def _time(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
