"""`diagram`: an answer as a picture, from a handful of statements for an answer of any size."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Final

import numpy as np
from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.impact.answer import Affected
from headwater.impact.pictures import Picture, Role, Row, State, links, mermaid, picture, svg, text
from headwater.lineage.affected_columns import affected_columns, columns_in_words, named_columns
from headwater.lineage.at_risk import JobAtRisk, jobs_at_risk
from headwater.lineage.impact import Impact
from headwater.lineage.versions import Key, Version, versions_by_key
from headwater.model.lineage import NOBODY, to_moment
from headwater.model.questions import Certainty, Direction, Kind
from headwater.store.reader import Reader
from headwater.store.walks import StartStep
from headwater.urn import DATA_PROCESS_INSTANCE, parse_urn

DEFAULT_DRAWN: Final = 60
MAX_DRAWN: Final = 1000
MAX_ROWS = 200_000
"""The most runs, versions and jobs of a picture: more take seconds in a thread that cannot be stopped."""


class DiagramFormat(Enum):
    """The formats of a diagram."""

    MERMAID = "MERMAID"
    SVG = "SVG"
    TEXT = "TEXT"


_RENDERINGS = {DiagramFormat.MERMAID: mermaid, DiagramFormat.SVG: svg, DiagramFormat.TEXT: text}


async def diagram(reader: Reader, asked: Impact, form: DiagramFormat, max_nodes: int | None = None) -> str | None:
    """Draw an answer in a format. None if it is too large, or the time was over before.

    Raises BadRequestError if max_nodes is out of bounds.
    """
    max_nodes = DEFAULT_DRAWN if max_nodes is None else max_nodes
    if not 1 <= max_nodes <= MAX_DRAWN:
        raise BadRequestError(f"maxNodes: expected 1 to {MAX_DRAWN}, got {max_nodes}")
    at_risk = await jobs_at_risk(reader, asked)
    if at_risk is None:
        return None
    return await asked.deadline.within(_draw(reader, asked, at_risk, form, max_nodes))


async def _draw(
    reader: Reader, asked: Impact, at_risk: list[JobAtRisk], form: DiagramFormat, max_nodes: int
) -> str | None:
    answer = asked.answer
    if len(answer.runs) + len(answer.versions) + len(_start_ids(asked)) + len(at_risk) > MAX_ROWS:
        return None
    drawing = await _Drawing.of(reader, asked, at_risk)
    return await asyncio.to_thread(lambda: _RENDERINGS[form](drawing.picture(max_nodes)))


@dataclass(frozen=True, eq=False)
class _Drawing:
    """An answer with the rows of its ids."""

    asked: Impact
    at_risk: Sequence[JobAtRisk]
    runs: Mapping[int, Record]
    asset_ids: Sequence[int]
    """The asset of each version of the answer."""

    entities: Mapping[int, Record | None]
    columns: Mapping[Key, str]
    """The affected columns of versions, in words, by key; none for a question about whole data."""

    makers: Mapping[Key, Version]
    """The versions of a start upstream, by key: no walk leads to them."""

    @classmethod
    async def of(cls, reader: Reader, asked: Impact, at_risk: Sequence[JobAtRisk]) -> "_Drawing":
        """Load the rows: one statement each for runs, assets, names and makers."""
        versions, point_in_time = asked.answer.versions, asked.question.point_in_time
        run_ids = [*asked.answer.runs.ids.tolist(), *_start_ids(asked), *(job.run_id for job in at_risk)]
        are_starts = versions.nodes < 0
        keys = list(zip(versions.ids[are_starts].tolist(), versions.attempts[are_starts].tolist(), strict=True))
        runs, packed, found, makers = await asyncio.gather(
            reader.walks.runs_to_draw(run_ids, point_in_time),
            asked.columns.classes_of_versions(),
            affected_columns(reader, asked),
            versions_by_key(reader, keys, point_in_time),
        )
        asset_ids = packed.tolist()
        ids = sorted({row["template_id"] for row in runs.values() if row["template_id"]} | set(asset_ids))
        entities = dict(zip(ids, await reader.entities.by_id(ids), strict=True))
        columns = columns_in_words(found)
        return cls(asked, at_risk, runs, asset_ids, entities, columns, dict(zip(keys, makers, strict=True)))

    def picture(self, max_nodes: int) -> Picture:
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
        pairs = [
            (run_places[version.run_id], version_places[key])
            for key, version in self.makers.items()
            if version.run_id in run_places
        ]
        if self.asked.implicit is not None and (found or self.at_risk):
            version_places[None] = len(rows)
            pairs += [(len(rows), run_places[run_id]) for run_id in self._first_readers() if run_id in run_places]
            rows.append(self._implicit_row(self.asked.implicit))
        first_reads = {job.template_id for job in self.at_risk if not job.has_run_since}
        for job in self.at_risk:
            if job.template_id not in next_places:
                next_places[job.template_id] = len(rows)
                is_again = job.template_id not in first_reads
                rows.append(self._run_row(job.run_id, Role.NEXT, is_again=is_again))
            pairs.append((version_places[job.version], next_places[job.template_id]))
        known = links(self.asked.answer, others, self.asked.question.direction)
        everything = np.concatenate([known, np.array(pairs, np.int64).reshape(-1, 2)])
        return picture(self._title(), self._notes(), rows, everything, max_nodes)

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
        template = self.entities.get(row["template_id"])
        return Row(
            role,
            urn=row["urn"],
            name=_name(template) if template else row["urn"],
            group=template["urn"] if template else row["urn"],
            began=row["began_at"],
            ended=row["ended_at"],
            state=_state(row),
            **standing,
        )

    def _version_rows(self) -> list[Row]:
        versions = self.asked.answer.versions
        keys = zip(versions.ids.tolist(), versions.attempts.tolist(), strict=True)
        columns = zip(keys, self.asset_ids, versions.moments.tolist(), self._standings(versions), strict=True)
        return [self._version_row(key, asset_id, to_moment(at), standing) for key, asset_id, at, standing in columns]

    def _version_row(self, key: Key, asset_id: int, at: datetime | None, standing: dict[str, Any]) -> Row:
        asset = self.entities[asset_id]
        assert asset is not None
        return Row(
            Role.VERSION, asset["urn"], _name(asset) + self.columns.get(key, ""), asset["urn"], at, at, **standing
        )

    def _implicit_row(self, implicit: StartStep) -> Row:
        """Return the implicit version of the start, which is not part of the answer."""
        urn = self.asked.point.row["urn"]
        return Row(Role.VERSION, urn, self._start_name(), urn, implicit.after)

    def _first_readers(self) -> set[int]:
        """Return the runs that read the implicit version."""
        return {
            run_id
            for paths in (finding.paths for finding in self.asked.answer.findings)
            for run_id in paths.hops.steps.run_ids[paths.hops.to_steps[paths.of_nobody]].tolist()
        }

    def _standings(self, found: Affected) -> Iterator[dict[str, Any]]:
        """Yield reason, certainty and distance of each node."""
        is_downstream = self.asked.question.direction is Direction.DOWNSTREAM
        for row, depth in enumerate(found.depths.tolist()):
            (kind, certainty), *also = (self._kind(*each) for each in self.asked.answer.standings(found, row))
            yield {
                "kind": kind if is_downstream else None,
                "certainty": certainty,
                "also": tuple(also),
                "depth": depth,
            }

    def _kind(self, found: Affected, row: int) -> tuple[Kind, Certainty]:
        certainty = Certainty.CERTAIN if found.are_certain[row] else Certainty.POSSIBLE
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
        return ", run ".join([*(self._run_row(run_id, Role.START).name for run_id in own), parse_urn(urn).parts[0]])

    def _notes(self) -> list[str]:
        point_in_time, implicit = self.asked.question.point_in_time, self.asked.implicit
        total = (
            f"{_counted(len(self.asked.answer.runs), 'run')}, {_counted(len(self.asked.answer.versions), 'version')}"
        )
        asked = [total, "with what is only possible" if point_in_time.possible else ""]
        if implicit is not None:
            asked += [f"from {_counted(self.asked.answer.start_reads(), 'read')} since {implicit.after:%Y-%m-%d %H:%M}"]
        asked += [f"as of {point_in_time.as_of:%Y-%m-%d %H:%M}" if point_in_time.as_of else ""]
        asked += [f"known at {point_in_time.known_at:%Y-%m-%d %H:%M}" if point_in_time.known_at else ""]
        cut = ["A limit of nodes or time cut the answer: there may be more."] if self.asked.answer.is_truncated else []
        return [f"{', '.join(filter(None, asked))}.", *cut]


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


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
