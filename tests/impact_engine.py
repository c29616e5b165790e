"""The engine behind the reference's interface: it merges a history, and converts answers to the same nodes."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, cast
from unittest import mock

import asyncpg

from headwater.dialects.openlineage import parse_document
from headwater.errors import NotFoundError
from headwater.impact.answer import Affected as AffectedNodes
from headwater.impact.answer import Answer
from headwater.lineage.affected_columns import affected_columns
from headwater.lineage.assumed import assumed_replaced
from headwater.lineage.between import Between, path_between
from headwater.lineage.impact import Impact, impact
from headwater.lineage.points import Point
from headwater.lineage.question import Question as EngineQuestion
from headwater.lineage.states import state_of
from headwater.model.changes import Changes
from headwater.model.lineage import to_moment
from headwater.model.questions import Direction, Kind, PointInTime
from headwater.store.connections import connect_to_merge
from headwater.store.merge import Delivery, merge
from headwater.store.pool import read_pool
from headwater.store.reader import Reader
from headwater.store.walks import Limits
from headwater.trace import new_trace
from headwater.urn import job_run_key, named_dataset_urn, named_job_urn

from impact_reference.asking import (
    Affected,
    Asset,
    AssetStart,
    History,
    Job,
    Node,
    OpenWriteNode,
    Question,
    Run,
    RunNode,
    RunStart,
    Start,
    TemplateStart,
    VersionNode,
    VersionStart,
)
from two_stores import empty

LIMITS = Limits(100_000, 60)


def by_all_hops() -> AbstractContextManager[object]:
    """Return a block in which walks take each possible hop, none by remains."""
    return mock.patch("headwater.lineage.impact._goes_by_remains", return_value=False)


_WRONGLY_LEFT = """
WITH pair AS (
    SELECT w.class_id, m.moment
    FROM (SELECT DISTINCT class_id FROM asset_write) w
    CROSS JOIN (
        SELECT at AS moment FROM asset_write UNION SELECT since FROM asset_read UNION SELECT since - interval '1 second' FROM asset_read
    ) m
), expected AS (
    -- Each version of before the moment by itself: whether it is shown still, or somebody may have read it after all.
    SELECT p.class_id, p.moment, k.edge_id, k.attempt
    FROM pair p JOIN asset_write k ON k.class_id = p.class_id AND k.kind = 'VERSION' AND k.at < p.moment
    WHERE k.replaced_at > p.moment OR EXISTS (
        SELECT FROM asset_read r
        WHERE r.class_id = k.class_id AND r.since > p.moment AND (r.version_key = k.version_key OR r.root_id = k.replaced_by_root_id))
), told AS (
    SELECT p.class_id, p.moment, k.edge_id, k.attempt FROM pair p CROSS JOIN LATERAL versions_left(p.class_id, p.moment) k
)
SELECT count(*) FROM ((TABLE expected EXCEPT TABLE told) UNION ALL (TABLE told EXCEPT TABLE expected)) d
"""


@dataclass
class Engine:
    """A store of its own, filled with one history at a time."""

    connection: asyncpg.Connection
    pool: asyncpg.Pool

    async def fill(self, history: History) -> None:
        """Empty the store and merge the events, each at its time of arrival."""
        await empty(self.connection)
        for received in sorted(history.events, key=lambda received: received.arrived_at):
            [item] = parse_document(json.dumps(received.event).encode(), "test", 1)
            assert isinstance(item, Changes), item
            await self.connection.execute(
                "SELECT set_config('headwater.arrived_at', $1, false)", received.arrived_at.isoformat()
            )
            await merge(self.connection, [Delivery([item], new_trace().trace_id)])
        for (namespace, name), mode in history.modes.items():
            await self.connection.execute(
                "INSERT INTO write_mode (asset_id, mode) SELECT id, $2 FROM entity WHERE urn = $1",
                named_dataset_urn(namespace, name),
                mode,
            )
        if history.modes:
            await self.connection.execute("SELECT derive_lineage(ARRAY(SELECT id FROM run))")

    async def stale_rows(self) -> int:
        """Return the number of versions whose stored replacement differs from the rule's."""
        found: int = await self.connection.fetchval(
            "SELECT count(*) FROM write_row w CROSS JOIN LATERAL find_replacement(w, false) f"
            " WHERE w.kind = 'VERSION' AND (w.replaced_at, w.replaced_by_root_id) IS DISTINCT FROM (f.replaced_at, f.by_root_id)"
        )
        return found

    async def wrongly_left(self) -> int:
        """Return the number of versions that `versions_left` lists wrongly or misses, over all data at every moment."""
        found: int = await self.connection.fetchval(_WRONGLY_LEFT)
        return found

    @property
    def reader(self) -> Reader:
        """The queries of the store."""
        return Reader(self.pool)

    async def impact(self, start: Start, question: Question) -> dict[Node, Affected]:
        """Return the answer in the form of the reference."""
        asked = await self.asked(start, question)
        return {} if asked is None else await self._nodes(asked.answer, question)

    async def kinds(self, start: Start, question: Question) -> dict[Node, dict[str, str]]:
        """Return all kinds that hold for each node, and their certainty."""
        asked = await self.asked(start, question)
        found: dict[Node, dict[str, str]] = {}
        if asked is None:
            return found
        answer = asked.answer
        for part in (answer.runs, answer.versions):
            for node, row in zip(await self._nodes_of(answer, part, question), range(len(part)), strict=True):
                each = [
                    (answer.findings[one.findings[place]].kind, one.are_certain[place])
                    for one, place in answer.standings(part, row)
                ]
                found[node] = {kind.value: "CERTAIN" if is_certain else "POSSIBLE" for kind, is_certain in each}
        return found

    async def destroyed(self, asset: Asset, at: datetime, question: Question) -> dict[Node, set[Node]]:
        """Return the visible versions of an asset, each with the open writes that may have destroyed it."""
        walks, point_in_time = self.reader.walks, point_in_time_of(question)
        asset_id = await self._asset_id(asset)
        if asset_id is None:
            return {}
        [rows] = await walks.visible(await walks.classes_of_assets([asset_id]), at, point_in_time)
        found = await walks.possible_destroyers(
            [(row["edge_id"], row["attempt"]) for row in rows], at, point_in_time, 1000
        )
        return {
            await self._version(row): {await self._version(other) for other in others}
            for row, others in zip(rows, found, strict=True)
        }

    async def asked(self, start: Start, question: Question, limits: Limits = LIMITS) -> Impact | None:
        """Return the answer to a question; None if the store does not know the start."""
        point = await self._point(start)
        try:
            return await impact(
                self.reader,
                EngineQuestion(
                    point=point,
                    direction=Direction(question.direction),
                    kinds=frozenset(map(Kind, question.kinds)),
                    point_in_time=point_in_time_of(question),
                    containment=question.containment,
                    columns=None if question.columns is None else tuple(sorted(question.columns)),
                    limits=limits,
                ),
            )
        except NotFoundError:
            return None

    async def between(self, start: Start, to: Start, question: Question, first_steps: int) -> Between | None:
        """Return whether one point affected another; None if the store does not know one of them."""
        asked = EngineQuestion(
            await self._point(start),
            point_in_time=point_in_time_of(question),
            containment=question.containment,
            limits=LIMITS,
        )
        try:
            return await path_between(self.reader, asked, await self._point(to), first_steps)
        except NotFoundError:
            return None

    async def path_reads(self, found: Between, question: Question) -> list[tuple[Node, Run]]:
        """Return each version on a path, with the run after it."""
        pairs = [(before.version, after.run_id) for before, after in pairwise(found.path) if before.version is not None]
        rows = await self.reader.walks.versions_by_key([key for key, _ in pairs], point_in_time_of(question))
        return [
            (await self._version(cast(asyncpg.Record, row)), await self._run(cast(int, run_id)))
            for row, (_, run_id) in zip(rows, pairs, strict=True)
        ]

    async def columns(self, start: Start, question: Question) -> dict[tuple[Node, str | None], tuple[str, bool]]:
        """Return the columns of an answer, each with its certainty; and if direct uses alone lead there."""
        asked = await self.asked(start, question)
        found = [] if asked is None else await affected_columns(self.reader, asked)
        keys = [one.version for one in found if one.version is not None]
        rows = await self.reader.walks.versions_by_key(keys, point_in_time_of(question))
        nodes = [await self._version(cast(asyncpg.Record, row)) for row in rows]
        known = [one for one in found if one.version is not None]
        return {
            (node, one.name): ("CERTAIN" if one.is_certain else "POSSIBLE", one.is_direct)
            for node, one in zip(nodes, known, strict=True)
        }

    async def visible(self, asset: Asset, at: datetime, question: Question) -> set[VersionNode]:
        """Return the visible versions of an asset."""
        walks = self.reader.walks
        asset_id = await self._asset_id(asset)
        if asset_id is None:
            return set()
        [rows] = await walks.visible(await walks.classes_of_assets([asset_id]), at, point_in_time_of(question))
        return {cast(VersionNode, await self._version(row)) for row in rows}

    async def seen(self, run: Run, question: Question) -> dict[Asset, set[tuple[Node, str]]]:
        """Return the versions and open writes that a run saw of each input."""
        run_id = await self.run_row_id(run)
        if run_id is None:
            return {}
        [rows] = await self.reader.walks.reads_of_runs([run_id], point_in_time_of(question))
        found: dict[Asset, set[tuple[Node, str]]] = {}
        for row in rows:
            asset = await self._asset(row["read_asset_id"])
            versions = found.setdefault(asset, set())
            if row["certainty"] is not None:
                versions.add((await self._version(row), row["certainty"]))
        # One attempt may be certain of a version that another attempt only may have seen.
        return {
            asset: {(node, how) for node, how in seen if how == "CERTAIN" or (node, "CERTAIN") not in seen}
            for asset, seen in found.items()
        }

    async def at_risk(self, start: Start, question: Question, at: datetime) -> set[tuple[Job, bool]]:
        """The jobs that are next, and for some version of each: has a run of the job begun since the write?"""
        asked = await self.asked(start, question)
        if asked is None:
            return set()
        answer, point_in_time = asked.answer, asked.question.point_in_time
        rows = await self.reader.walks.jobs_at_risk(
            answer.versions.ids.tolist(), answer.versions.attempts.tolist(), at, point_in_time, asked.implicit
        )
        return {(await self._name(row["template_id"]), row["has_run_since"]) for row in rows}

    async def states(self) -> dict[Run, tuple[str, str | None]]:
        """Return the states of all runs with a state, as the API shows them."""
        rows = await self.pool.fetch("SELECT * FROM run_view WHERE status IS NOT NULL OR closed_result IS NOT NULL")
        found: dict[Run, tuple[str, str | None]] = {}
        for row in rows:
            state = state_of(row)
            assert state is not None
            found[await self._run(row["id"])] = state.status, state.result
        return found

    async def assumed_replaced(self, start: Start, question: Question) -> set[Asset]:
        """Return the assets whose result depends on the assumption that unknown writes replace."""
        asked = await self.asked(start, question)
        assumed = None if asked is None else await assumed_replaced(self.reader, asked)
        return set() if assumed is None else {await self._asset(class_id) for class_id in assumed.asset_ids}

    async def run_row_id(self, run: Run) -> int | None:
        """Return the row id of a run in the store."""
        return await self.reader.runs.id_by_key(job_run_key(run.namespace, run.job_name, run.run_id))

    async def _point(self, start: Start) -> Point:
        if isinstance(start, RunStart):
            return Point(await self.run_urn(Run(*start.job, start.run_id)))
        if isinstance(start, TemplateStart):
            return Point(named_job_urn(*start.job))
        if isinstance(start, AssetStart):
            return Point(named_dataset_urn(*start.asset), at=start.at)
        assert isinstance(start, VersionStart)
        [row_id] = await self.reader.runs.ids_by_native_id([start.run_id])
        made_by = None if row_id is None else await self.pool.fetchval("SELECT urn FROM entity WHERE id = $1", row_id)
        return Point(named_dataset_urn(*start.asset), made_by)

    async def run_urn(self, run: Run) -> str:
        """Return the URN of a run."""
        row_id = await self.run_row_id(run)
        urn = await self.pool.fetchval("SELECT urn FROM entity WHERE id = $1", row_id)
        return urn or f"urn:li:dataProcessInstance:{run.run_id}"

    async def _nodes_of(self, answer: Answer, part: AffectedNodes, question: Question) -> list[Node]:
        """Return the nodes of a part of an answer; versions as known at the point in time, as the walk found them."""
        if part is answer.runs:
            return [RunNode(await self._run(run_id)) for run_id in part.ids.tolist()]
        keys = list(zip(part.ids.tolist(), part.attempts.tolist(), strict=True))
        rows = await self.reader.walks.versions_by_key(keys, point_in_time_of(question))
        assert [row and row["at"] for row in rows] == [to_moment(moment) for moment in part.moments.tolist()]
        return [await self._version(cast(asyncpg.Record, row)) for row in rows]

    async def _nodes(self, answer: Answer, question: Question) -> dict[Node, Affected]:
        found: dict[Node, Affected] = {}
        is_upstream = question.direction == "UPSTREAM"
        for part in (answer.runs, answer.versions):
            for index, node in enumerate(await self._nodes_of(answer, part, question)):
                found[node] = Affected(
                    kind=cast(
                        Any, answer.findings[part.findings[index]].kind.value if answer.findings else "CONTAMINATED"
                    ),
                    certainty="CERTAIN" if part.are_certain[index] else "POSSIBLE",
                    depth=int(part.depths[index]),
                    reached_at=None if is_upstream else to_moment(int(part.reached[index])),
                )
        return found

    async def _run(self, run_id: int) -> Run:
        row = await self.pool.fetchrow(
            "SELECT t.namespace, t.name, r.native_id FROM run r LEFT JOIN run_link l ON l.target_id = r.id"
            " LEFT JOIN entity t ON t.id = coalesce(r.template_id, l.target_job_id) WHERE r.id = $1 LIMIT 1",
            run_id,
        )
        return Run(row["namespace"], row["name"], row["native_id"])

    async def _version(self, row: asyncpg.Record) -> Node:
        edge = await self.pool.fetchrow("SELECT run_id, asset_id FROM edge WHERE id = $1", row["edge_id"])
        of_kind = OpenWriteNode if row["kind"] == "OPEN" else VersionNode
        return of_kind(await self._asset(edge["asset_id"]), await self._run(edge["run_id"]), row["attempt"], row["at"])

    async def _asset(self, asset_id: int) -> Asset:
        return await self._name(asset_id)

    async def _name(self, entity_id: int) -> tuple[str, str]:
        row = await self.pool.fetchrow("SELECT namespace, name FROM entity WHERE id = $1", entity_id)
        return row["namespace"], row["name"]

    async def _asset_id(self, asset: Asset) -> int | None:
        found: int | None = await self.pool.fetchval("SELECT id FROM entity WHERE urn = $1", named_dataset_urn(*asset))
        return found


def point_in_time_of(question: Question) -> PointInTime:
    """Return the point in time of a question."""
    return PointInTime(
        question.as_of,
        question.known_at,
        question.tolerance,
        question.assume_writes == "APPEND",
        question.certainty == "POSSIBLE",
    )


@asynccontextmanager
async def engine(database_url: str) -> AsyncIterator[Engine]:
    """Open an engine over an empty database; the test sets its clock."""
    connection = await connect_to_merge(database_url)
    await connection.execute(
        "SELECT set_config('headwater.arrived_at', $1, false)", datetime(2020, 1, 1, tzinfo=UTC).isoformat()
    )
    pool = await read_pool(database_url, 2)
    try:
        yield Engine(connection, pool)
    finally:
        await pool.close()
        await connection.close()


class Session:
    """One event loop and one store for the synchronous examples of a module."""

    def __init__(self, url: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._manager = engine(url)
        self.engine: Engine = self.run(self._manager.__aenter__())

    def run(self, work: Any) -> Any:
        return self._loop.run_until_complete(work)

    def close(self) -> None:
        self.run(self._manager.__aexit__(None, None, None))
        self._loop.close()
