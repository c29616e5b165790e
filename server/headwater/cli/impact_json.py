"""An answer about lineage as JSON, with the names of the GraphQL API, for `headwater impact`."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from asyncpg import Record

from headwater.dialects.datahub.type_names import type_name
from headwater.lineage.affected import AffectedNode, Standing, affected_run, affected_version
from headwater.lineage.affected_columns import affected_columns
from headwater.lineage.assumed import Assumed
from headwater.lineage.at_risk import jobs_at_risk
from headwater.lineage.impact import Impact
from headwater.lineage.roots import roots
from headwater.lineage.states import RunState, state_of
from headwater.lineage.totals import levels, totals_by_template, totals_by_type
from headwater.lineage.versions import Version, versions_by_key
from headwater.model.questions import Certainty
from headwater.store.reader import Reader

MAX_LISTED: Final = 1000
"""The most runs, and versions, that an answer has one by one."""

MAX_ASSUMED: Final = 20

Fields = dict[str, Any]


async def everything(
    reader: Reader,
    asked: Impact,
    assumed: Assumed | None,
    destroyers: list[Version] | None,
    *,
    possible_beyond: bool,
    total_within: int,
) -> Fields:
    """An answer with its totals, and the first runs and versions one by one."""
    listing = _Listing(reader, asked)
    by_template = (await totals_by_template(reader, asked))[:MAX_LISTED]
    return {
        "start": {"urn": asked.point.row["urn"], "type": type_name(asked.point.kind)},
        "direction": asked.question.direction.value,
        "startTotal": asked.start.total,
        "startReads": asked.start_reads,
        "runsWithin": total_within,
        "assumedReplaced": None if assumed is None else await listing.assumed(assumed),
        "startPossiblyDestroyedBy": None if destroyers is None else await listing.destroyers(destroyers),
        "total": len(asked.answer.runs) + len(asked.answer.versions),
        "truncated": asked.answer.is_truncated,
        "possibleBeyond": possible_beyond,
        "totalsByType": [
            {"type": name, "total": total} for name, total in (await totals_by_type(reader, asked)).items()
        ],
        "totalsByTemplate": [{"template": {"urn": row["urn"]}, "total": total} for row, total in by_template],
        "levels": [{"depth": one.depth, "runs": one.runs, "versions": one.versions} for one in levels(asked)],
        "runs": await listing.runs(),
        "versions": await listing.versions(),
        "columns": await listing.columns(),
        "atRisk": await listing.at_risk(),
        "roots": await listing.roots(),
    }


async def urns_by_id(reader: Reader, ids: Sequence[int]) -> dict[int, str]:
    """By id the URNs of entities, runs among them, in the order of the ids."""
    rows = await reader.entities.by_id(list(dict.fromkeys(ids)))
    return {row["id"]: row["urn"] for row in rows if row is not None}


class _Listing:
    """The parts of an answer that name runs and entities."""

    def __init__(self, reader: Reader, asked: Impact) -> None:
        self._reader = reader
        self._asked = asked

    async def assumed(self, assumed: Assumed) -> Fields:
        urns = await urns_by_id(self._reader, assumed.asset_ids[:MAX_ASSUMED])
        return {"total": len(assumed.asset_ids), "assets": [{"urn": urns[asset]} for asset in urns]}

    async def destroyers(self, found: Sequence[Version]) -> list[Fields]:
        runs = await urns_by_id(self._reader, [version.run_id for version in found])
        return [
            {"run": {"urn": runs[version.run_id]}, "at": _time(version.at), "until": _time(version.until)}
            for version in found
        ]

    async def runs(self) -> Fields:
        nodes = [affected_run(self._asked, row) for row in range(min(len(self._asked.answer.runs), MAX_LISTED))]
        ids = [node.id for node in nodes]
        rows, states = await asyncio.gather(
            self._reader.runs.by_id(ids), self._reader.walks.states(ids, self._asked.question.point_in_time)
        )
        listed = [_run(node, row, state) for node, row, state in zip(nodes, rows, states, strict=True)]
        return {"start": 0, "count": MAX_LISTED, "total": len(self._asked.answer.runs), "runs": listed}

    async def versions(self) -> Fields:
        count = min(len(self._asked.answer.versions), MAX_LISTED)
        nodes = [affected_version(self._asked, row) for row in range(count)]
        found = await versions_by_key(self._reader, [node.key for node in nodes], self._asked.question.point_in_time)
        shown = await self._shown(found)
        listed = [
            {"version": {**one, "isOpen": version.is_open}, **_standing(node.standing), "kinds": _kinds(node)}
            for node, version, one in zip(nodes, found, shown, strict=True)
        ]
        return {"start": 0, "count": MAX_LISTED, "total": len(self._asked.answer.versions), "versions": listed}

    async def columns(self) -> Fields | None:
        if self._asked.question.columns is None:
            return None
        found = await affected_columns(self._reader, self._asked)
        shown = found[:MAX_LISTED]
        urns = await urns_by_id(self._reader, [one.class_id for one in shown])
        keys = list(dict.fromkeys(one.version for one in shown if one.version is not None))
        versions = await versions_by_key(self._reader, keys, self._asked.question.point_in_time)
        by_key = dict(zip(keys, await self._shown(versions), strict=True))
        listed = [
            {
                "asset": {"urn": urns[one.class_id]},
                "column": one.name,
                "version": None if one.version is None else by_key[one.version],
                "certainty": Certainty.of(one.is_certain).value,
                "direct": one.is_direct,
                "depth": one.depth,
            }
            for one in shown
        ]
        return {"start": 0, "count": MAX_LISTED, "total": len(found), "columns": listed}

    async def at_risk(self) -> list[Fields] | None:
        jobs = await jobs_at_risk(self._reader, self._asked)
        if jobs is None:
            return None
        urns = await urns_by_id(
            self._reader, [one for job in jobs for one in (job.template_id, job.run_id, job.asset_id)]
        )
        keys = list({job.version for job in jobs if job.version is not None})
        found = await versions_by_key(self._reader, keys, self._asked.question.point_in_time)
        versions = dict(zip(keys, await self._shown(found), strict=True))
        return [
            {
                "template": {"urn": urns[job.template_id]},
                "latestRun": {"urn": urns[job.run_id]},
                "asset": {"urn": urns[job.asset_id]},
                "version": None if job.version is None else versions[job.version],
                "certainty": job.certainty.value,
                "hasRunSince": job.has_run_since,
            }
            for job in jobs
        ]

    async def roots(self) -> Fields | None:
        found = await roots(self._reader, self._asked)
        if found is None:
            return None
        inputs, runs = found.inputs[:MAX_LISTED], found.runs[:MAX_LISTED]
        urns = await urns_by_id(
            self._reader,
            [*(id_ for one in inputs for id_ in (one.asset_id, one.nearest_reader_id)), *(one.run_id for one in runs)],
        )
        inputs_listed = [
            {
                "asset": {"urn": urns[one.asset_id]},
                "depth": one.depth,
                "nearestReader": {"urn": urns[one.nearest_reader_id]},
                "readers": one.readers,
                "firstReadAt": _time(one.first_read_at),
                "lastReadAt": _time(one.last_read_at),
            }
            for one in inputs
        ]
        return {
            "inputs": {"total": len(found.inputs), "inputs": inputs_listed},
            "runs": {
                "total": len(found.runs),
                "runs": [{"run": {"urn": urns[one.run_id]}, "depth": one.depth} for one in runs],
            },
        }

    async def _shown(self, versions: Sequence[Version]) -> list[Fields]:
        urns = await urns_by_id(
            self._reader, [one for version in versions for one in (version.asset_id, version.run_id)]
        )
        return [
            {
                "asset": {"urn": urns[version.asset_id]},
                "run": {"urn": urns[version.run_id]},
                "attempt": version.attempt,
                "at": _time(version.at),
                "nativeVersion": version.native_version,
            }
            for version in versions
        ]


def _run(node: AffectedNode, row: Record | None, state_row: Record | None) -> Fields:
    assert row is not None
    template = row["template_urn"]
    return {
        "run": {"urn": row["urn"], "parentTemplate": None if template is None else {"urn": template}},
        **_standing(node.standing),
        "kinds": _kinds(node),
        "state": _state(None if state_row is None else state_of(state_row)),
    }


def _state(state: RunState | None) -> Fields | None:
    if state is None:
        return None
    return {
        "status": state.status,
        "result": None if state.result is None else {"resultType": state.result},
        "attempt": state.attempt,
        "startedAt": _time(state.started_at),
        "endedAt": _time(state.ended_at),
    }


def _kinds(node: AffectedNode) -> list[Fields]:
    return [_standing(standing) for standing in node.kinds]


def _standing(standing: Standing) -> Fields:
    return {
        "kind": standing.kind.value,
        "certainty": standing.certainty.value,
        "depth": standing.depth,
        "reachedAt": _time(standing.reached_at),
    }


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
