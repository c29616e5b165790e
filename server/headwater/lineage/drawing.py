"""The drawing of an answer: its rows and links, from a handful of statements for an answer of any size."""

import asyncio
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, Final

import numpy as np
from asyncpg import Record

from headwater.impact.answer import Affected
from headwater.impact.pictures import Folding, Group, Picture, Role, Row, State, links, picture
from headwater.lineage.affected_columns import affected_columns, columns_in_words, named_columns
from headwater.lineage.at_risk import JobAtRisk, jobs_at_risk
from headwater.lineage.impact import Impact
from headwater.lineage.shared import Shared
from headwater.lineage.versions import Key
from headwater.model.lineage import NOBODY, to_moment
from headwater.model.questions import Certainty, Direction, Kind
from headwater.store.reader import Reader
from headwater.store.walks import StartStep
from headwater.urn import DATA_PROCESS_INSTANCE, parse_urn

MAX_ROWS: Final = 200_000
"""The most runs, versions and jobs of a drawing: more take seconds in a thread that cannot be stopped."""


async def drawing(reader: Reader, asked: Impact) -> "Drawing | None":
    """Load the rows of an answer, once for all its fields. None if it is too large, or the time was over before."""
    return await asked.shared("drawing", partial(_drawing, reader, asked))


async def _drawing(reader: Reader, asked: Impact) -> "Drawing | None":
    if _size(asked) > MAX_ROWS:
        return None
    return await asked.deadline.within(Drawing.of(reader, asked))


@dataclass(frozen=True, eq=False)
class Drawing:
    """An answer with the rows of its ids."""

    asked: Impact
    at_risk: Sequence[JobAtRisk]
    runs: Mapping[int, Record]
    asset_ids: Sequence[int]
    """The asset of each version of the answer."""

    writer_ids: Sequence[int]
    """The run that wrote each version of the answer."""

    groups: Mapping[int, Group]
    """The jobs, flows and assets."""

    flow_ids: Mapping[int, int | None]
    """The flow of each job."""

    columns: Mapping[Key, str]
    """The affected columns of versions, in words; none for a question about whole data."""

    kept: Mapping[int, Sequence[int]]
    """The assets with old data that runs read, since the start had not replaced them."""

    @classmethod
    async def of(cls, reader: Reader, asked: Impact) -> "Drawing | None":
        """Load the rows: a statement each for assets, writers, runs, names and names of flows. None as `drawing`."""
        (assets, writers, runs), columns, at_risk = await asyncio.gather(
            _rows_of_answer(reader, asked), affected_columns(reader, asked), jobs_at_risk(reader, asked)
        )
        if at_risk is None or _size(asked) + len(at_risk) > MAX_ROWS:
            return None
        others = {job.run_id for job in at_risk} - set(runs)
        if others:
            runs |= await reader.walks.runs_to_draw(sorted(others), asked.question.point_in_time)
        kept = _kept(asked)
        templates = {row["template_id"] for row in runs.values() if row["template_id"]}
        ids = sorted(templates.union(assets, *kept.values()))
        rows = [row for row in await reader.entities.by_id(ids) if row is not None]
        flow_ids = {row["id"]: row["flow_id"] for row in rows}
        flows = await reader.entities.by_id(sorted({flow_id for flow_id in flow_ids.values() if flow_id} - set(ids)))
        groups = {row["id"]: Group(row["urn"], _name(row)) for row in (*rows, *flows) if row is not None}
        # Without the parts, of which this is one: a circle would keep the answer until a search for garbage.
        alone = replace(asked, shared=Shared())
        return cls(alone, at_risk, runs, assets, writers, groups, flow_ids, columns_in_words(columns), kept)

    def picture(self, max_nodes: int, unfold: Collection[str] = (), least: Folding = Folding.NONE) -> Picture:
        """Make the picture; pure from here."""
        found = self.asked.answer.runs.ids.tolist()
        run_places = {run_id: place for place, run_id in enumerate(found)}
        others = [run_id for run_id in _start_ids(self.asked) if run_id not in run_places]
        rows = [*self._run_rows(), *self._version_rows(), *(self._run_row(run_id, Role.START) for run_id in others)]
        versions = self.asked.answer.versions
        version_places: dict[Key | None, int] = {
            key: len(found) + number
            for number, key in enumerate(zip(versions.ids.tolist(), versions.attempts.tolist(), strict=True))
        }
        next_places: dict[int, int] = {}
        # No walk leads to the versions of a start upstream.
        pairs = [
            (run_places[self.writer_ids[number]], len(found) + number)
            for number in np.flatnonzero(versions.nodes < 0).tolist()
            if self.writer_ids[number] in run_places
        ]
        if self.asked.implicit is not None and (found or self.at_risk):
            version_places[None] = len(rows)
            pairs += [(len(rows), run_places[run_id]) for run_id in self._first_readers() if run_id in run_places]
            rows.append(self._implicit_row(self.asked.implicit))
        first_reads = {job.template_id for job in self.at_risk if not job.has_run_since}
        certain = {job.template_id for job in self.at_risk if job.certainty is Certainty.CERTAIN}
        for job in self.at_risk:
            if job.template_id not in next_places:
                next_places[job.template_id] = len(rows)
                is_again = job.template_id not in first_reads
                certainty = Certainty.of(job.template_id in certain)
                rows.append(self._run_row(job.run_id, Role.NEXT, is_again=is_again, certainty=certainty))
            pairs.append((version_places[job.version], next_places[job.template_id]))
        known = links(self.asked.answer, others, self.asked.question.direction)
        everything = np.concatenate([known, np.array(pairs, np.int64).reshape(-1, 2)])
        return picture(self._title(), self._notes(), rows, everything, max_nodes, unfold, least)

    def _run_rows(self) -> list[Row]:
        starts = set(_start_ids(self.asked))
        return [
            self._run_row(run_id, Role.START if run_id in starts else Role.RUN, **standing)
            for run_id, standing in zip(
                self.asked.answer.runs.ids.tolist(), self._standings(self.asked.answer.runs), strict=True
            )
        ]

    def _run_row(self, run_id: int, role: Role, **standing: Any) -> Row:
        row = self.runs[run_id]
        return Row(
            role,
            urn=row["urn"],
            group=self._group(row["template_id"]) or Group(row["urn"], row["urn"]),
            flow=self._flow(row["template_id"]),
            began=row["began_at"],
            ended=row["ended_at"],
            state=_state(row),
            kept=tuple(self.groups[asset_id].name for asset_id in self.kept.get(run_id, ())),
            **standing,
        )

    def _version_rows(self) -> list[Row]:
        versions = self.asked.answer.versions
        columns = zip(
            zip(versions.ids.tolist(), versions.attempts.tolist(), strict=True),
            self.asset_ids,
            self.writer_ids,
            versions.moments.tolist(),
            self.asked.answer.open_writes.tolist(),
            self._standings(versions),
            strict=True,
        )
        return [self._version_row(*column) for column in columns]

    def _version_row(
        self, key: Key, asset_id: int, writer_id: int, moment: int, is_open: bool, standing: dict[str, Any]
    ) -> Row:
        asset, writer, at = self.groups[asset_id], self.runs[writer_id], to_moment(moment)
        return Row(
            Role.VERSION,
            asset.urn,
            Group(asset.urn, asset.name + self.columns.get(key, "")),
            at,
            at,
            flow=self._flow(writer["template_id"]),
            made_by=writer["urn"],
            attempt=key[1],
            is_open=is_open,
            **standing,
        )

    def _implicit_row(self, implicit: StartStep) -> Row:
        """Return the implicit version of the start, which is not part of the answer."""
        urn = self.asked.point.row["urn"]
        return Row(Role.VERSION, urn, Group(urn, self._start_name()), implicit.after)

    def _group(self, entity_id: int | None) -> Group | None:
        return None if entity_id is None else self.groups.get(entity_id)

    def _flow(self, job_id: int | None) -> Group | None:
        return None if job_id is None else self._group(self.flow_ids.get(job_id))

    def _first_readers(self) -> set[int]:
        """Return the runs that read the implicit version."""
        return {
            run_id
            for paths in (finding.paths for finding in self.asked.answer.findings)
            for run_id in paths.hops.steps.run_ids[paths.hops.to_steps[paths.of_nobody]].tolist()
        }

    def _standings(self, found: Affected) -> Iterator[dict[str, Any]]:
        """Yield reason, certainty and distance of each node."""
        answer, is_downstream = self.asked.answer, self.asked.question.direction is Direction.DOWNSTREAM
        kinds = [finding.kind for finding in answer.findings]
        columns = zip(found.findings.tolist(), found.are_certain.tolist(), found.depths.tolist(), strict=True)
        for row, (finding, is_certain, depth) in enumerate(columns):
            others = answer.standings(found, row)[1:] if answer.apart else []
            yield {
                "kind": kinds[finding] if is_downstream else None,
                "certainty": Certainty.of(is_certain),
                "also": tuple(self._kind(*other) for other in others),
                "depth": depth,
            }

    def _kind(self, found: Affected, row: int) -> tuple[Kind, Certainty]:
        certainty = Certainty.of(found.are_certain[row])
        return self.asked.answer.findings[found.findings[row]].kind, certainty

    def _title(self) -> str:
        name = self._start_name() + named_columns(self.asked.question.columns or ())
        return (
            f"Affected by {name}" if self.asked.question.direction is Direction.DOWNSTREAM else f"What went into {name}"
        )

    def _start_name(self) -> str:
        point = self.asked.point
        if point.kind != DATA_PROCESS_INSTANCE:
            return _name(point.row)
        urn: str = point.row["urn"]
        own = (run_id for run_id in _start_ids(self.asked) if self.runs[run_id]["urn"] == urn)
        return ", run ".join(
            [*(self._run_row(run_id, Role.START).group.name for run_id in own), parse_urn(urn).parts[0]]
        )

    def _notes(self) -> list[str]:
        point_in_time, implicit = self.asked.question.point_in_time, self.asked.implicit
        asked = [*self._totals(), "with what is only possible" if point_in_time.possible else ""]
        if implicit is not None:
            asked += [f"from {_counted(self.asked.answer.start_reads(), 'read')} since {_moment(implicit.after)}"]
        asked += [f"as of {_moment(point_in_time.as_of)}" if point_in_time.as_of else ""]
        asked += [f"known at {_moment(point_in_time.known_at)}" if point_in_time.known_at else ""]
        cut = ["A limit of nodes or time cut the answer: there may be more."] if self.asked.answer.is_truncated else []
        return [f"{', '.join(filter(None, asked))}.", *cut]

    def _totals(self) -> list[str]:
        answer = self.asked.answer
        opened = int(answer.open_writes.sum())
        totals = [_counted(len(answer.runs), "run"), _counted(len(answer.versions) - opened, "version")]
        totals += [_counted(opened, "open write")] if opened else []
        # The next readers of what a failed run did not replace are not among the jobs.
        has_failed = any(
            _state(self.runs[run_id]) in (State.FAILURE, State.SKIPPED) for run_id in self.asked.start.run_ids
        )
        is_upstream = self.asked.question.direction is Direction.UPSTREAM
        return totals if self.at_risk or has_failed or is_upstream else [*totals, "no job AT_RISK"]


def _size(asked: Impact) -> int:
    return len(asked.answer.runs) + len(asked.answer.versions) + len(_start_ids(asked))


async def _rows_of_answer(reader: Reader, asked: Impact) -> tuple[list[int], list[int], dict[int, Record]]:
    """Return the asset and the writer of each version, and the runs of an answer, with its start and writers."""
    assets, writers = await asyncio.gather(asked.columns.classes_of_versions(), asked.columns.writers_of_versions())
    run_ids = {*asked.answer.runs.ids.tolist(), *_start_ids(asked), *writers.tolist()}
    runs = await reader.walks.runs_to_draw(sorted(run_ids), asked.question.point_in_time)
    return assets.tolist(), writers.tolist(), runs


def _kept(asked: Impact) -> dict[int, list[int]]:
    """Return, by run, the assets with old data that it read, since the start had not replaced them."""
    found: dict[int, list[int]] = {}
    for finding in asked.answer.findings:
        if finding.kind is Kind.STALE:
            hops, paths = finding.paths.hops, finding.paths
            first = np.flatnonzero(hops.are_starts[hops.from_steps] & paths.lead_on)
            readers, assets = hops.steps.run_ids[hops.to_steps[first]], hops.steps.output_ids[hops.from_steps[first]]
            for run_id, asset_id in sorted(set(zip(readers.tolist(), assets.tolist(), strict=True))):
                found.setdefault(run_id, []).append(asset_id)
    return found


def _start_ids(asked: Impact) -> list[int]:
    return [run_id for run_id in dict.fromkeys(step.run_id for step in asked.start.steps) if run_id != NOBODY]


def _name(entity: Record) -> str:
    """Return the name in events, else the name in the URN."""
    name: str | None = entity["name"]
    return parse_urn(entity["urn"]).parts[1] if name is None else name


def _state(row: Record) -> State:
    if row["status"] is None:
        return State.UNKNOWN
    return State.STARTED if row["status"] == "STARTED" else State(row["result"] or "SUCCESS")


def _moment(at: datetime) -> str:
    """Return a time that the question named, to the second if it named one."""
    return f"{at:%Y-%m-%d %H:%M:%S}" if at.second or at.microsecond else f"{at:%Y-%m-%d %H:%M}"


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
