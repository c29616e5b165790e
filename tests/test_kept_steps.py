"""Kept hops are those of the rule, whatever comes after they were kept: late events, parents, names and modes."""

import json
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.dialects.openlineage import parse_document
from headwater.model.changes import Changes
from headwater.model.questions import Direction, PointInTime
from headwater.store.merge import Delivery, merge
from headwater.store.queries import query
from headwater.store.walks import StartStep, point_in_time_arguments
from headwater.trace import new_trace
from headwater.urn import named_dataset_urn

from generated_histories import (
    ASSETS,
    DATASETS,
    EXAMPLES,
    MODES,
    compared,
    details,
    event_of,
    histories,
    job,
    moment,
    one_in,
    run_id,
    table,
)
from impact_engine import LIMITS, Engine, Session
from impact_reference.asking import Mode
from property_cases import body_of, kept_cases, writes_its_case
from two_stores import empty

HOP_BYTES = 92
TARGETS = ("to_run_ids", "to_attempts", "to_input_ids", "to_output_ids")

_PACKED = """coalesce(string_agg(packed_hop(h.edge_id, h.version_attempt, h.writer_id, h.asset_id, h.at, h.flags, h.since, h.until, h.written_until)
    || int8send(coalesce(h.to_run_id, 0)) || int4send(coalesce(h.to_attempt, 0)) || int8send(coalesce(h.to_input_id, 0))
    || int8send(coalesce(h.to_output_id, 0)), ''), '')"""

KEPT = f"""
    SELECT k.run_id, k.attempt, k.number, k.hops, k.to_run_ids, k.to_attempts, k.to_input_ids, k.to_output_ids, h.*, t.*
    FROM kept_step k
    CROSS JOIN LATERAL (
        SELECT count(*) AS told_number, {_PACKED} AS told_hops
        FROM (SELECT DISTINCT h.* FROM materialised_hops_down(k.run_id, k.attempt, 0, 0) h) h
    ) h
    CROSS JOIN LATERAL (
        SELECT coalesce(array_agg(t.to_run_id), '{{}}') AS told_to_run_ids, coalesce(array_agg(t.to_attempt), '{{}}') AS told_to_attempts,
            CASE WHEN max(t.to_input_id) > 0 THEN array_agg(t.to_input_id) END AS told_to_input_ids,
            CASE WHEN max(t.to_output_id) > 0 THEN array_agg(t.to_output_id) END AS told_to_output_ids
        FROM (
            SELECT DISTINCT h.to_run_id, h.to_attempt, h.to_input_id, h.to_output_id
            FROM materialised_hops_down(k.run_id, k.attempt, 0, 0) h WHERE h.to_run_id IS NOT NULL
        ) t
    ) t"""


def _renumbered(fragment: str) -> str:
    """Return a fragment of the walk whose point in time is in the first arguments."""
    return re.sub(r"[$](1[0-4])", lambda found: f"${int(found[1]) - 9}", query(fragment))


HELD = f"""
    WITH {_renumbered("unsettled_rows_of_walk").rstrip().removesuffix(",")}
    SELECT k.run_id, k.hops, (
        SELECT {_PACKED}
        FROM (
            SELECT DISTINCT h.*
            FROM unsettled o
            CROSS JOIN LATERAL evaluated_hops_down(k.run_id, k.attempt, 0, 0, o.v, o.ids, o.class_ids, o.root_ids, o.reads, o.writes) h
        ) h
    ) AS told_hops
    FROM kept_step k
    WHERE true {_renumbered("kept_holds_at")}"""
"""The kept hops that hold at a point in time, beside those of the rule."""


@dataclass(frozen=True)
class Arrival:
    """An event, a mode of an asset, or the number of a root whose family leaves; is_kept: steps are kept after it."""

    event: dict[str, Any] | None
    mode: tuple[str, Mode] | None
    is_kept: bool
    leaving: int | None = None


@dataclass(frozen=True)
class Story:
    """Arrivals in order. It can be kept as JSON."""

    arrivals: list[Arrival]


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """Draw a history whose events arrive in any order, some without their parent or with another, some with symlinks."""
    history = draw(histories())
    events = [one.event for one in history.events]
    numbers = sorted({event["run"]["runId"] for event in events})
    if draw(st.booleans()):
        events = draw(st.permutations(events))
    arrivals = []
    for event in events:
        facets = event["run"]["facets"] = dict(event["run"]["facets"])
        if "parent" in facets and draw(st.booleans()):
            del facets["parent"]
        elif one_in(draw, 12):
            parent = draw(
                st.sampled_from([number for number in numbers if number != event["run"]["runId"]] or [run_id(99)])
            )
            facets["parent"] = {"run": {"runId": parent}, "job": event["job"] | {"facets": {}}}
        for dataset in (*event["inputs"], *event["outputs"]):
            if one_in(draw, 25):
                other = draw(st.sampled_from(ASSETS))
                dataset["facets"] = dataset.get("facets", {}) | {
                    "symlinks": {"identifiers": [table(other) | {"type": "TABLE"}]}
                }
        arrivals.append(Arrival(event, None, draw(st.booleans())))
        if one_in(draw, 15):
            arrivals.append(Arrival(None, (draw(st.sampled_from(ASSETS)), draw(MODES)), draw(st.booleans())))
    return Story(_with_removals(draw, arrivals))


def _with_removals(draw: st.DrawFn, arrivals: list[Arrival]) -> list[Arrival]:
    """Draw removals of families, mostly none."""
    for place in draw(st.lists(st.integers(0, len(arrivals)), max_size=3) if one_in(draw, 3) else st.just([])):
        arrivals.insert(place, Arrival(None, None, draw(st.booleans()), draw(st.integers(0, 9))))
    return arrivals


@st.composite
def dense_stories(draw: st.DrawFn) -> Story:
    """Draw a few runs of one or two assets that say at each event whose children they are, mostly in any order."""
    events: list[dict[str, Any]] = []
    assets, most_parents = ASSETS[: draw(st.integers(1, 2))], draw(st.sampled_from([2, 2, 9]))
    for number in range(draw(st.integers(3, 7))):
        streams = {"jobType": {"processingType": "STREAMING", "integration": "FLINK"}} if one_in(draw, 6) else {}
        start = draw(st.integers(0, 5))
        sides = [draw(st.lists(st.sampled_from(assets), max_size=2, unique=True)) for _ in range(2)]
        parents = [None, *range(min(number, most_parents))]
        for word, minute in draw(st.sampled_from(WORDS)):
            parent = draw(st.sampled_from(parents))
            named = {"run": {"runId": run_id(parent or 0)}, "job": job("j1")}
            events.append(
                event_of(number, "j1", word, start + minute, {} if parent is None else {"parent": named}, streams)
                | {
                    "inputs": [_dataset(draw, "input", name) for name in sides[0]],
                    "outputs": [_dataset(draw, "output", name) for name in sides[1]],
                }
            )
    events = (
        sorted(events, key=lambda event: event["eventTime"]) if draw(st.booleans()) else draw(st.permutations(events))
    )
    arrivals = [Arrival(event, None, draw(st.sampled_from([True, True, False]))) for event in events]
    return Story(_with_removals(draw, arrivals))


WORDS = [
    [("COMPLETE", 1)],
    [("START", 0), ("COMPLETE", 0)],
    [("START", 0), ("COMPLETE", 2)],
    [("START", 0), ("RUNNING", 1), ("COMPLETE", 3)],
    [("START", 0), ("COMPLETE", 1), ("OTHER", 2)],
]
"""The events of a run, with their minutes after its start."""


def _dataset(draw: st.DrawFn, side: str, name: str) -> dict[str, Any]:
    return table(name) | (draw(details(side)) if one_in(draw, 6) else {})


@compared(EXAMPLES)
@given(case=dense_stories() | stories())
@writes_its_case(Story)
def test_kept_steps_agree_with_the_rule(case: Story, session: Session) -> None:
    session.run(_follow(session.engine, case))


@pytest.mark.parametrize("case", kept_cases(test_kept_steps_agree_with_the_rule, Story))
def test_a_kept_case(case: Story, session: Session) -> None:
    body_of(test_kept_steps_agree_with_the_rule)(case=case, session=session)


async def _follow(engine: Engine, story: Story) -> None:
    """Merge the arrivals, and compare what is kept after each, and the walks at the end."""
    await empty(engine.connection)
    await engine.connection.execute(
        "INSERT INTO retention_policy (scope, name, keep_days) VALUES ('EVERYTHING', '', 1)"
    )
    for number, arrival in enumerate(story.arrivals):
        await arrive(engine, arrival, number)
        await _compare_kept(engine, number)
        if arrival.is_kept:
            await keep(engine)
            await _compare_kept(engine, number)
        await _compare_held(engine, story)
    kept = await _walks(engine, story)
    await engine.connection.execute("DELETE FROM kept_step; DELETE FROM waiting_steps; DELETE FROM keeping_progress")
    told = await _walks(engine, story)
    assert kept == told
    await keep(engine)
    assert await _walks(engine, story) == told


async def keep(engine: Engine) -> None:
    """Keep all that can be kept."""
    while await engine.connection.fetchval("SELECT keep_steps(3)"):
        pass


async def arrive(engine: Engine, arrival: Arrival, number: int) -> None:
    if arrival.event is not None:
        [item] = parse_document(json.dumps(arrival.event).encode(), "test", 1)
        assert isinstance(item, Changes), item
        at = moment(60) + timedelta(minutes=number)
        await engine.connection.execute("SELECT set_config('headwater.arrived_at', $1, false)", at.isoformat())
        await merge(engine.connection, [Delivery([item], new_trace().trace_id)])
    if arrival.mode is not None:
        name, mode = arrival.mode
        await engine.connection.execute(
            "INSERT INTO write_mode (asset_id, mode) SELECT id, $2 FROM entity WHERE urn = $1"
            " ON CONFLICT (asset_id) DO UPDATE SET mode = excluded.mode",
            named_dataset_urn(DATASETS, name),
            mode,
        )
        await engine.connection.execute("SELECT derive_lineage(ARRAY(SELECT id FROM run))")
    if arrival.leaving is not None:
        roots = await engine.connection.fetch("SELECT id FROM run WHERE parent_id IS NULL ORDER BY id")
        for row in roots[arrival.leaving : arrival.leaving + 1]:
            await engine.connection.execute("SELECT remove_families(ARRAY[$1::bigint], '2100-01-01')", row["id"])


async def _compare_kept(engine: Engine, number: int) -> None:
    for row in await engine.connection.fetch(KEPT):
        kept, told = dict(row), {name: row[f"told_{name}"] for name in ("number", "hops", *TARGETS)}
        assert _sorted_hops(kept["hops"]) == _sorted_hops(told["hops"]), (number, row["run_id"])
        assert len(kept["hops"]) == kept["number"] * HOP_BYTES
        assert _targets(kept) == _targets(told), (number, row["run_id"])


async def _compare_held(engine: Engine, story: Story) -> None:
    for point_in_time in _moments(story):
        arguments = (*point_in_time_arguments(point_in_time), point_in_time.possible)
        for row in await engine.connection.fetch(HELD, *arguments):
            assert _sorted_hops(row["hops"]) == _sorted_hops(row["told_hops"]), (point_in_time, row["run_id"])


def _sorted_hops(packed: bytes) -> list[bytes]:
    return sorted(packed[start : start + HOP_BYTES] for start in range(0, len(packed), HOP_BYTES))


def _targets(row: dict[str, Any]) -> set[tuple[int, ...]]:
    runs, attempts = row["to_run_ids"], row["to_attempts"]
    inputs, outputs = (row[name] or [0] * len(runs) for name in ("to_input_ids", "to_output_ids"))
    return set(zip(runs, attempts, inputs, outputs, strict=True))


async def _walks(engine: Engine, story: Story) -> list[list[tuple[int, ...]]]:
    """Return the hops of walks from each run: now, with and without containment, and at other points in time."""
    runs = [row["id"] for row in await engine.connection.fetch("SELECT id FROM run ORDER BY id")]
    now = [
        await _hops(engine, run, PointInTime(), containment=containment)
        for run in runs
        for containment in (False, True)
    ]
    return now + [await _hops(engine, run, point_in_time) for point_in_time in _moments(story) for run in runs]


def _moments(story: Story) -> list[PointInTime]:
    """Return a few points in time with tolerances, at which some events had not happened, or not arrived."""
    times = sorted({arrival.event["eventTime"] for arrival in story.arrivals if arrival.event})
    happened = [datetime.fromisoformat(times[len(times) * part // 4]) for part in range(4)] if times else []
    arrived = [moment(60) + timedelta(minutes=len(story.arrivals) * part // 4) for part in (1, 2, 3)]
    return [
        *(PointInTime(as_of=at) for at in happened),
        *(PointInTime(known_at=at) for at in arrived),
        *(PointInTime(as_of=at, known_at=arrived[-1], tolerance=timedelta(seconds=20)) for at in happened[-1:]),
        PointInTime(as_of=moment(90), tolerance=timedelta(seconds=59)),
        PointInTime(as_of=moment(90), tolerance=timedelta(minutes=2)),
    ]


async def _hops(
    engine: Engine, run: int, point_in_time: PointInTime, *, containment: bool = False
) -> list[tuple[int, ...]]:
    found = await engine.reader.walks.walk(
        [StartStep(run)], Direction.DOWNSTREAM, point_in_time, LIMITS, containment=containment
    )
    columns = (
        found.steps.run_ids,
        found.steps.attempts,
        found.steps.input_ids,
        found.steps.output_ids,
        found.are_starts,
    )
    steps = [(-1,) * len(columns), *map(tuple, np.stack(columns, axis=1).astype(np.int64).tolist())]
    hops = np.stack(
        [
            found.edge_ids,
            found.attempts,
            found.writes,
            found.moments,
            found.flags,
            found.sinces,
            found.untils,
            found.written_untils,
        ],
        axis=1,
    )
    ends = zip(found.from_steps, found.to_steps, hops.tolist(), strict=True)
    return sorted((*steps[origin + 1], *steps[target + 1], *hop) for origin, target, hop in ends)


def _uses(
    number: int,
    word: str,
    minute: float,
    sides: str,
    parent: int | None = None,
    *,
    streams: bool = False,
    version: str | None = None,
) -> Arrival:
    """Return an event of a run that reads (r; by a version) or writes (w) the asset a, after which steps are kept."""
    facets = {} if parent is None else {"parent": {"run": {"runId": run_id(parent)}, "job": job(f"j{parent}")}}
    kind = {"jobType": {"processingType": "STREAMING", "integration": "FLINK"}} if streams else {}
    by_version = {"facets": {"version": {"datasetVersion": version}}} if version else {}
    event = event_of(number, f"j{number}", word, minute, facets, kind) | {
        "inputs": [table("a") | by_version] if "r" in sides else [],
        "outputs": [table("a")] if "w" in sides else [],
    }
    return Arrival(event, None, True)


STORIES = {
    "a reader becomes a child of the writer, in the same family": [
        _uses(1, "COMPLETE", 1, "w", 0),
        _uses(2, "COMPLETE", 2, "r", 0),
        _uses(3, "COMPLETE", 3, "w"),
        _uses(2, "OTHER", 4, "", 1),
    ],
    "the writer becomes a child of a reader, in the same family": [
        _uses(1, "COMPLETE", 1, "w", 0),
        _uses(2, "COMPLETE", 2, "r", 0),
        _uses(3, "COMPLETE", 3, "w"),
        _uses(1, "OTHER", 4, "", 2),
    ],
    "a later reader becomes a child of the replacing run": [
        _uses(1, "COMPLETE", 1, "w"),
        _uses(2, "COMPLETE", 2, "w", 0),
        _uses(3, "COMPLETE", 3, "r", 0),
        _uses(3, "OTHER", 4, "", 2),
    ],
    "the replacing run becomes a child of a later reader": [
        _uses(1, "COMPLETE", 1, "w"),
        _uses(2, "COMPLETE", 2, "w", 0),
        _uses(3, "COMPLETE", 3, "r", 0),
        _uses(2, "OTHER", 4, "", 3),
    ],
    "a run between two others gets a parent": [
        _uses(1, "COMPLETE", 1, "w", 0),
        _uses(3, "COMPLETE", 2, "r", 2),
        _uses(2, "COMPLETE", 2, "", 0),
        _uses(4, "COMPLETE", 3, "w"),
        _uses(2, "OTHER", 4, "", 1),
    ],
    "a relative of the replacing run reads, and others replace later": [
        _uses(1, "COMPLETE", 1, "w"),
        _uses(2, "COMPLETE", 2, "w", 0),
        _uses(3, "COMPLETE", 5, "r", 2),
        _uses(4, "COMPLETE", 3, "w"),
    ],
    "a read arrives late, within a stream's write that a short write did not replace": [
        _uses(1, "START", 1, "w", streams=True),
        _uses(1, "COMPLETE", 5, "w", streams=True),
        _uses(2, "COMPLETE", 3, "w"),
        _uses(3, "COMPLETE", 8, "w"),
        _uses(4, "COMPLETE", 6, "r"),
    ],
    "a read arrives late, after a stream that went on over a replacement": [
        _uses(1, "START", 1, "w", streams=True),
        _uses(1, "COMPLETE", 5, "w", streams=True),
        _uses(2, "COMPLETE", 4, "w"),
        _uses(3, "COMPLETE", 8, "w"),
        _uses(4, "COMPLETE", 7, "r"),
        _uses(5, "COMPLETE", 3, "r"),
    ],
    "a read arrives late that began half a minute before a version": [
        _uses(1, "COMPLETE", 1, "w"),
        _uses(2, "COMPLETE", 3, "w"),
        _uses(3, "COMPLETE", 0.5, "r"),
    ],
    "a reader names another version at its end": [
        _uses(1, "COMPLETE", 1, "w"),
        _uses(2, "START", 2, "r"),
        _uses(3, "COMPLETE", 3, "w"),
        _uses(2, "COMPLETE", 4, "r", version="other"),
    ],
    "a reader, the writer and the replacing run tell something later": [
        _uses(1, "COMPLETE", 1, "w"),
        _uses(2, "COMPLETE", 2, "r"),
        _uses(3, "COMPLETE", 3, "w"),
        _uses(4, "COMPLETE", 8, "r"),
        _uses(2, "OTHER", 4, ""),
        _uses(1, "OTHER", 5, ""),
        _uses(3, "OTHER", 6, ""),
    ],
}
"""Cases that drawn stories seldom have. Steps are kept after each event."""


@pytest.mark.parametrize("arrivals", STORIES.values(), ids=STORIES)
def test_a_story(arrivals: list[Arrival], session: Session) -> None:
    session.run(_follow(session.engine, Story(arrivals)))
