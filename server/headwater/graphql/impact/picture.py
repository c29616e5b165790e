"""`Impact.diagram`: the answer as a picture, from a handful of statements however large it is."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

import numpy as np
import strawberry
from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.graphql.context import Context
from headwater.graphql.entities.entity import Entity, StoredEntity
from headwater.graphql.impact.columns import data_of_versions
from headwater.graphql.impact.question import Question
from headwater.impact.answer import Affected, Answer
from headwater.impact.pictures import Picture, Role, Row, State, links, mermaid, picture, svg, text
from headwater.model.lineage import NOBODY, to_moment
from headwater.model.questions import Certainty, Direction, Kind
from headwater.store.walks import StartStep
from headwater.urn import parse_urn

DEFAULT_DRAWN = 60
MAX_DRAWN = 1000
MAX_ROWS = 200_000
"""The most runs, versions and jobs of a picture: more take seconds in a thread that cannot be stopped."""


@strawberry.enum(description="How a diagram is written.")
class DiagramFormat(Enum):
    MERMAID = strawberry.enum_value("MERMAID", description="A flowchart of Mermaid, from left to right.")
    SVG = strawberry.enum_value("SVG", description="One file without scripts: time from left to right.")
    TEXT = strawberry.enum_value("TEXT", description="For a terminal of 100 columns: who, when, in which state, why.")


_RENDERINGS = {DiagramFormat.MERMAID: mermaid, DiagramFormat.SVG: svg, DiagramFormat.TEXT: text}


async def diagram(
    context: Context,
    question: Question,
    answer: Answer,
    start: Entity,
    at_risk: list[Record],
    form: DiagramFormat,
    max_nodes: int | None,
) -> str | None:
    """The answer drawn in a format; None if it is too large. Raises BadRequestError where max_nodes is out of bounds.

    It shares no future with other waiters: it may be cancelled.
    """
    max_nodes = DEFAULT_DRAWN if max_nodes is None else max_nodes
    if not 1 <= max_nodes <= MAX_DRAWN:
        raise BadRequestError(f"maxNodes: expected 1 to {MAX_DRAWN}, got {max_nodes}")
    if len(answer.runs) + len(answer.versions) + len(_start_ids(question)) + len(at_risk) > MAX_ROWS:
        return None
    drawing = await _Drawing.of(context, question, answer, start, at_risk)
    return await asyncio.to_thread(lambda: _RENDERINGS[form](drawing.picture(max_nodes)))


@dataclass(frozen=True, eq=False)
class _Drawing:
    """An answer with what its numbers stand for."""

    question: Question
    answer: Answer
    start: Entity
    at_risk: Sequence[Record]
    runs: Mapping[int, Record]
    asset_ids: Sequence[int]
    """Of each version of the answer."""

    entities: Mapping[int, Record | None]
    makers: Mapping[tuple[int, int], Record | None]
    """Of the versions at which it starts upstream, which no walk leads to."""

    @classmethod
    async def of(
        cls, context: Context, question: Question, answer: Answer, start: Entity, at_risk: Sequence[Record]
    ) -> "_Drawing":
        """With what is to be loaded: one statement each for runs, assets, names and makers."""
        walks, versions = context.reader.walks, answer.versions
        run_ids = [*answer.runs.ids.tolist(), *_start_ids(question), *(row["run_id"] for row in at_risk)]
        keys = [
            (edge_id, attempt)
            for edge_id, attempt, node in zip(
                *(c.tolist() for c in (versions.ids, versions.attempts, versions.nodes)), strict=True
            )
            if node < 0
        ]
        runs, packed, makers = await asyncio.gather(
            walks.runs_to_draw(run_ids, question.point_in_time),
            asyncio.shield(data_of_versions(context, answer)),
            asyncio.shield(
                asyncio.gather(*(context.load(walks.versions_by_key, key, question.point_in_time) for key in keys))
            ),
        )
        asset_ids = packed.tolist()
        ids = sorted({row["template_id"] for row in runs.values() if row["template_id"]} | set(asset_ids))
        entities = await asyncio.shield(asyncio.gather(*map(context.entity_by_id, ids)))
        return cls(
            question,
            answer,
            start,
            at_risk,
            runs,
            asset_ids,
            dict(zip(ids, entities, strict=True)),
            dict(zip(keys, makers, strict=True)),
        )

    def picture(self, max_nodes: int) -> Picture:
        """The picture; pure from here."""
        found = self.answer.runs.ids.tolist()
        run_places = {run_id: place for place, run_id in enumerate(found)}
        others = [run_id for run_id in _start_ids(self.question) if run_id not in run_places]
        rows = [*self._run_rows(), *self._version_rows(), *(self._run_row(run_id, Role.START) for run_id in others)]
        versions = self.answer.versions
        version_places: dict[tuple[int | None, int | None], int] = {
            key: len(found) + number
            for number, key in enumerate(zip(versions.ids.tolist(), versions.attempts.tolist(), strict=True))
        }
        next_places: dict[int, int] = {}
        pairs = [
            (run_places[row["run_id"]], version_places[key])
            for key, row in self.makers.items()
            if row is not None and row["run_id"] in run_places
        ]
        if self.question.implicit is not None and (found or self.at_risk):
            version_places[None, None] = len(rows)
            pairs += [(len(rows), run_places[run_id]) for run_id in self._first_readers() if run_id in run_places]
            rows.append(self._implicit_row(self.question.implicit))
        for row in self.at_risk:
            if row["template_id"] not in next_places:
                next_places[row["template_id"]] = len(rows)
                rows.append(self._run_row(row["run_id"], Role.NEXT))
            pairs.append((version_places[row["edge_id"], row["attempt"]], next_places[row["template_id"]]))
        known = links(self.answer, others, self.question.direction)
        everything = np.concatenate([known, np.array(pairs, np.int64).reshape(-1, 2)])
        return picture(self._title(), self._notes(), rows, everything, max_nodes)

    def _run_rows(self) -> list[Row]:
        starts = set(_start_ids(self.question))
        return [
            self._run_row(run_id, Role.START if run_id in starts else Role.RUN, **standing)
            for run_id, standing in zip(self.answer.runs.ids.tolist(), self._standings(self.answer.runs), strict=True)
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
        versions = self.answer.versions
        columns = zip(self.asset_ids, versions.moments.tolist(), self._standings(versions), strict=True)
        return [self._version_row(asset_id, to_moment(moment), standing) for asset_id, moment, standing in columns]

    def _version_row(self, asset_id: int, at: datetime | None, standing: dict[str, Any]) -> Row:
        asset = self.entities[asset_id]
        assert asset is not None
        return Row(Role.VERSION, asset["urn"], _name(asset), asset["urn"], at, at, **standing)

    def _implicit_row(self, implicit: StartStep) -> Row:
        """The implicit version at which it starts, which is none of the answer."""
        return Row(Role.VERSION, self.start.urn, self._start_name(), self.start.urn, implicit.after)

    def _first_readers(self) -> set[int]:
        """The runs that read the implicit version."""
        return {
            run_id
            for ways in (finding.ways for finding in self.answer.findings)
            for run_id in ways.hops.steps.run_ids[ways.hops.to_steps[ways.of_nobody]].tolist()
        }

    def _standings(self, found: Affected) -> Iterator[dict[str, Any]]:
        """For each node why, how surely and how far away."""
        is_downstream = self.question.direction is Direction.DOWNSTREAM
        for row, depth in enumerate(found.depths.tolist()):
            (kind, certainty), *also = (self._kind(*each) for each in self.answer.standings(found, row))
            yield {
                "kind": kind if is_downstream else None,
                "certainty": certainty,
                "also": tuple(also),
                "depth": depth,
            }

    def _kind(self, found: Affected, row: int) -> tuple[Kind, Certainty]:
        certainty = Certainty.CERTAIN if found.are_certain[row] else Certainty.POSSIBLE
        return self.answer.findings[found.findings[row]].kind, certainty

    def _title(self) -> str:
        name = self._start_name()
        return f"Affected by {name}" if self.question.direction is Direction.DOWNSTREAM else f"What went into {name}"

    def _start_name(self) -> str:
        start, ids = self.start, _start_ids(self.question)
        parts = parse_urn(start.urn).parts
        if isinstance(start, StoredEntity):
            return start.given_name[1] if start.given_name else parts[1]
        own = (run_id for run_id in ids if self.runs[run_id]["urn"] == start.urn)
        return ", run ".join([*(self._run_row(run_id, Role.START).name for run_id in own), parts[0]])

    def _notes(self) -> list[str]:
        point_in_time, implicit = self.question.point_in_time, self.question.implicit
        total = f"{_counted(len(self.answer.runs), 'run')}, {_counted(len(self.answer.versions), 'version')}"
        asked = [total, "with what is only possible" if point_in_time.possible else ""]
        if implicit is not None:
            asked += [f"from {_counted(self.answer.start_reads(), 'read')} since {implicit.after:%Y-%m-%d %H:%M}"]
        asked += [f"as of {point_in_time.as_of:%Y-%m-%d %H:%M}" if point_in_time.as_of else ""]
        asked += [f"known at {point_in_time.known_at:%Y-%m-%d %H:%M}" if point_in_time.known_at else ""]
        cut = ["A limit of nodes or time cut the answer: there may be more."] if self.answer.is_truncated else []
        return [f"{', '.join(filter(None, asked))}.", *cut]


def _start_ids(question: Question) -> list[int]:
    return [run_id for run_id in dict.fromkeys(step.run_id for step in question.start.steps) if run_id != NOBODY]


def _name(entity: Record) -> str:
    """The name that events give, else the one in the URN."""
    name: str | None = entity["name"]
    return parse_urn(entity["urn"]).parts[1] if name is None else name


def _state(row: Record) -> State:
    if row["status"] is None:
        return State.UNKNOWN
    return State.STARTED if row["status"] == "STARTED" else State(row["result"] or "SUCCESS")


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
