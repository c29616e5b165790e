"""`Impact.diagram`: the answer as a picture, from a handful of statements however large it is."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np
import strawberry
from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.graphql.context import Context
from headwater.graphql.entities import Entity
from headwater.impact.answer import Answer, Finding
from headwater.impact.pictures import Picture, Role, Row, State, links, mermaid, picture, svg, text
from headwater.model.lineage import Direction, to_moment
from headwater.urn import DATA_PROCESS_INSTANCE, parse_urn

if TYPE_CHECKING:
    from headwater.graphql.impact import Question

DEFAULT_DRAWN = 60
MAX_DRAWN = 1000


@strawberry.enum(description="How a diagram is written.")
class DiagramFormat(Enum):
    MERMAID = strawberry.enum_value("MERMAID", description="A flowchart of Mermaid, from left to right.")
    SVG = strawberry.enum_value("SVG", description="One file without scripts: time from left to right.")
    TEXT = strawberry.enum_value("TEXT", description="For a terminal of 100 columns: who, when, in which state, why.")


_RENDERINGS = {DiagramFormat.MERMAID: mermaid, DiagramFormat.SVG: svg, DiagramFormat.TEXT: text}


async def diagram(
    context: Context,
    question: "Question",
    answer: Answer,
    start: Entity,
    at_risk: list[Record],
    form: DiagramFormat,
    max_nodes: int | None,
) -> str:
    """The answer drawn in a format. Raises BadRequestError where max_nodes is out of bounds."""
    max_nodes = DEFAULT_DRAWN if max_nodes is None else max_nodes
    if not 1 <= max_nodes <= MAX_DRAWN:
        raise BadRequestError(f"maxNodes: expected 1 to {MAX_DRAWN}, got {max_nodes}")
    loaded = await _load(context, question, answer, start, at_risk)
    return await asyncio.to_thread(lambda: _RENDERINGS[form](loaded.picture(max_nodes)))


class _Loaded:
    """What an answer's numbers stand for: rows of runs and entities by their ids."""

    def __init__(
        self, question: "Question", answer: Answer, start: Entity, at_risk: list[Record], start_ids: list[int]
    ) -> None:
        self.question = question
        self.answer = answer
        self.start = start
        self.at_risk = at_risk
        self.start_ids = start_ids
        self.runs: Mapping[int, Record] = {}
        self.assets: list[int] = []
        self.entities: Mapping[int, Record | None] = {}

    def picture(self, max_nodes: int) -> Picture:
        """The picture; pure from here."""
        rows = [*self._run_rows(), *self._version_rows()]
        rows += [self._run_row(Role.START, run_id) for run_id in self.start_ids]
        pairs = links(self.answer, self.start_ids, self.question.direction)
        version_places = {
            key: len(self.answer.runs) + number
            for number, key in enumerate(
                zip(self.answer.versions.edge_ids.tolist(), self.answer.versions.attempts.tolist(), strict=True)
            )
        }
        next_places: dict[int, int] = {}
        read = []
        for row in self.at_risk:
            if row["template_id"] not in next_places:
                next_places[row["template_id"]] = len(rows)
                rows.append(self._run_row(Role.NEXT, row["run_id"]))
            read.append((version_places[row["edge_id"], row["attempt"]], next_places[row["template_id"]]))
        if read:
            pairs = np.concatenate([pairs, np.array(read, np.int64)])
        return picture(self._title(), self._notes(), rows, pairs, max_nodes)

    def _run_rows(self) -> list[Row]:
        found = self.answer.runs
        columns = zip(found.run_ids.tolist(), found.findings.tolist(), found.depths.tolist(), strict=True)
        return [
            self._run_row(Role.RUN, run_id, **self._standing(finding), depth=depth) for run_id, finding, depth in columns
        ]

    def _run_row(self, role: Role, run_id: int, **standing: Any) -> Row:
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
        found = self.answer.versions
        columns = zip(
            self.assets, found.findings.tolist(), found.nodes.tolist(), found.depths.tolist(), strict=True
        )
        return [
            self._version_row(asset_id, _moment(self.answer.findings[finding], node), self._standing(finding), depth)
            for asset_id, finding, node, depth in columns
        ]

    def _version_row(self, asset_id: int, at: datetime | None, standing: dict[str, Any], depth: int) -> Row:
        asset = self.entities[asset_id]
        assert asset is not None
        return Row(Role.VERSION, asset["urn"], _name(asset), asset["urn"], at, at, **standing, depth=depth)

    def _standing(self, number: int) -> dict[str, Any]:
        finding = self.answer.findings[number]
        is_downstream = self.question.direction is Direction.DOWNSTREAM
        return {"kind": finding.kind if is_downstream else None, "certainty": finding.certainty}

    def _title(self) -> str:
        urn = parse_urn(self.start.urn)
        name = urn.parts[-1] if urn.kind == DATA_PROCESS_INSTANCE else urn.parts[1]
        if urn.kind == DATA_PROCESS_INSTANCE and len(self.start_ids) == 1:
            name = f"{self._run_row(Role.START, self.start_ids[0]).name}, run {name}"
        return f"Affected by {name}" if self.question.direction is Direction.DOWNSTREAM else f"What went into {name}"

    def _notes(self) -> list[str]:
        vantage = self.question.vantage
        total = f"{_counted(len(self.answer.runs), 'run')}, {_counted(len(self.answer.versions), 'version')}"
        asked = [total, "with what is only possible" if vantage.possible else ""]
        asked += [f"as of {vantage.as_of:%Y-%m-%d %H:%M}" if vantage.as_of else ""]
        asked += [f"known at {vantage.known_at:%Y-%m-%d %H:%M}" if vantage.known_at else ""]
        cut = ["A limit of nodes or time cut the answer: there may be more."] if self.answer.is_truncated else []
        return [f"{', '.join(filter(None, asked))}.", *cut]


async def _load(
    context: Context, question: "Question", answer: Answer, start: Entity, at_risk: list[Record]
) -> _Loaded:
    """Everything that a picture says of an answer: one statement each for runs, assets and names."""
    walks = context.reader.walks
    start_ids = sorted({step.run_id for step in question.start.steps})
    loaded = _Loaded(question, answer, start, at_risk, start_ids)
    run_ids = [*answer.runs.run_ids.tolist(), *start_ids, *(row["run_id"] for row in at_risk)]
    loaded.runs, assets = await asyncio.gather(
        walks.runs_to_draw(run_ids, question.vantage), walks.assets_of_versions(answer.versions.edge_ids)
    )
    loaded.assets = assets.tolist()
    ids = {row["template_id"] for row in loaded.runs.values() if row["template_id"]} | set(loaded.assets)
    found = await asyncio.gather(*map(context.entity_by_id, sorted(ids)))
    loaded.entities = dict(zip(sorted(ids), found, strict=True))
    return loaded


def _name(entity: Record) -> str:
    """The name that events give, else the one in the URN."""
    name: str | None = entity["name"]
    return parse_urn(entity["urn"]).parts[1] if name is None else name


def _state(row: Record) -> State:
    if row["status"] is None:
        return State.UNKNOWN
    return State.STARTED if row["status"] == "STARTED" else State(row["result"] or "SUCCESS")


def _moment(finding: Finding, node: int) -> datetime | None:
    return to_moment(int(finding.ways.versions.moments[node - len(finding.ways.hops.steps)]))


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
