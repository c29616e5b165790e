"""A replay of refused records leads to the store that a better parser would have made the first time."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from headwater.dialects.datahub.proposal import DIALECT as DATAHUB
from headwater.dialects.openlineage import DIALECT, parse_document
from headwater.dialects.problems import UnusableError, problem
from headwater.errors import BadRequestError
from headwater.model.changes import Problem
from headwater.store import quarantine as quarantine_module
from headwater.store.connections import connect_to_merge
from headwater.store.merge import Merged
from headwater.store.quarantine import MergeItems, Quarantine, drop, merging
from headwater.trace import new_trace

from conftest import cloned_database, fetch, merge_items, parse_files
from events import parent, parsed, run_event, uuid
from proposals import DATASET, accept_items, item
from store_dump import dump

HISTORY = [
    run_event("START", "00:00:00", uuid(1), "flow.job", parent=parent(uuid(9)), inputs=["in"]),
    run_event("COMPLETE", "00:01:00", uuid(1), "flow.job", outputs=["out"]),
    run_event("FAIL", "00:02:00", uuid(2), "flow.job", inputs=["out"]),
]


def refused(payload: object, place: int = 1, code: str = "run_id.invalid", source: str = "old.ndjson") -> Problem:
    """Return a record as an older parser refused it."""
    body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return problem(DIALECT, source, place, UnusableError(code, "an older version could not read it"), body)


@asynccontextmanager
async def opened(database_url: str) -> AsyncIterator[tuple[Quarantine, MergeItems]]:
    connection = await connect_to_merge(database_url)
    try:
        yield Quarantine(connection), merging(connection, new_trace().trace_id)
    finally:
        await connection.close()


def replay(
    database_url: str, ids: Sequence[int] | None = None, code: str | None = None, steps: int | None = None
) -> list[Merged]:
    """Return the outcome of each step; stop after so many."""

    async def run() -> list[Merged]:
        done: list[Merged] = []
        async with opened(database_url) as (quarantine, merge_items):
            found = await (quarantine.find_of_code(code) if ids is None else quarantine.find(ids))
            async with aclosing(quarantine.replay(merge_items, found)) as replaying:
                while len(done) != steps and (merged := await anext(replaying, None)) is not None:
                    done.append(merged)
        return done

    return asyncio.run(run())


def kept(database_url: str) -> list[dict[str, Any]]:
    return [dict(row) for row in fetch(database_url, "SELECT * FROM quarantine ORDER BY id")]


def test_a_replay_leaves_proposals(database_url: str) -> None:
    """Accepted late, they would replace later proposals."""
    old, new = (item(DATASET, "status", {"removed": removed}) for removed in (True, False))
    error = UnusableError("aspect.invalid", "an older version could not read it")
    merge_items(database_url, [problem(DATAHUB, "old.json", 1, error, json.dumps(old).encode())])
    accept_items(database_url, new)
    before = dump(database_url)
    assert replay(database_url) == [(0, 0, 1, 0)]
    assert dump(database_url) == before


def test_a_replay_gives_what_the_first_time_should_have_given(postgres_url: str, template: str) -> None:
    with cloned_database(postgres_url, template) as replayed, cloned_database(postgres_url, template) as direct:
        merge_items(replayed, [refused(event, place) for place, event in enumerate(HISTORY)])
        merge_items(direct, parsed(*HISTORY))
        assert dump(replayed) != dump(direct)
        assert replay(replayed) == [(3, 0, 0, 0)]
        assert dump(replayed) == dump(direct)
        assert replay(replayed) == []


def test_real_events_replayed_give_the_store_that_one_merge_gives(
    corpus: Path, postgres_url: str, template: str
) -> None:
    path = corpus / "openlineage" / "events" / "airflow3_local_etl.ndjson"
    lines = path.read_bytes().splitlines()
    with cloned_database(postgres_url, template) as replayed, cloned_database(postgres_url, template) as direct:
        merge_items(replayed, [refused(line, place) for place, line in enumerate(lines)])
        merge_items(direct, parse_files(path))
        assert replay(replayed) == [(len(lines), 0, 0, 0)]
        assert dump(replayed) == dump(direct)


def test_a_record_that_still_fails_stays_with_its_new_reason(database_url: str) -> None:
    broken = {"eventTime": "never", "run": {}, "job": {}}
    merge_items(database_url, [refused(HISTORY[0]), refused(broken, 2)])
    [before] = [row for row in kept(database_url) if row["position"] == 2]
    assert replay(database_url) == [(1, 0, 1, 0)]
    [after] = kept(database_url)
    assert (after["code"], after["message"][:10]) == ("event_time.invalid", "eventTime:")
    assert {**after, "code": "", "message": ""} == {**before, "code": "", "message": ""}
    assert replay(database_url) == [(0, 0, 1, 0)]
    assert kept(database_url) == [after]


def test_loading_again_after_a_fix_gives_the_record_its_new_reason(database_url: str) -> None:
    merge_items(database_url, [refused({"eventTime": "never"})])
    merge_items(database_url, parse_document(b'{"eventTime": "never"}', "old.ndjson", 1))
    assert [row["code"] for row in kept(database_url)] == ["event_time.invalid"]


def test_an_event_that_came_again_meanwhile_is_known(database_url: str) -> None:
    merge_items(database_url, [refused(HISTORY[0]), *parsed(HISTORY[0])])
    assert replay(database_url) == [(0, 1, 0, 0)]
    assert kept(database_url) == []


def test_a_document_that_can_be_split_now_leaves_only_its_bad_records(postgres_url: str, template: str) -> None:
    document = json.dumps([HISTORY[0], {"eventTime": "never"}, HISTORY[1]]).encode()
    with cloned_database(postgres_url, template) as replayed, cloned_database(postgres_url, template) as direct:
        merge_items(replayed, [refused(document, code="json.invalid")])
        merge_items(direct, parse_document(document, "old.ndjson", 1))
        assert replay(replayed) == [(2, 0, 1, 0)]
        assert dump(replayed) == dump(direct)
        assert [row["source"] for row in kept(replayed)] == ["old.ndjson#2"]


@pytest.mark.parametrize("record", [[], [[]], [HISTORY[0]], {"events": [HISTORY[0]]}, 5, "text"])
def test_a_record_is_not_taken_for_a_document(record: object, database_url: str) -> None:
    """An array inside an array was refused as a record, and its replay splits it no more than the first time."""
    merge_items(database_url, parse_document(json.dumps([record, HISTORY[1]]).encode(), "file", 1))
    before = dump(database_url)
    assert replay(database_url) == [(0, 0, 1, 0)]
    assert dump(database_url) == before


@pytest.mark.parametrize("payload", [b"{", b"\xff", b"", b"[1,", b'{"a": ' + b"9" * 5000 + b"}"])
@pytest.mark.parametrize("code", ["json.invalid", "a code of an older version"])
def test_a_record_that_is_not_json_stays(payload: bytes, code: str, database_url: str) -> None:
    merge_items(database_url, [refused(payload, code=code)])
    assert replay(database_url) == [(0, 0, 1, 0)]
    assert [(row["code"], row["payload"]) for row in kept(database_url)] == [("json.invalid", payload)]


def test_a_dialect_that_this_version_cannot_read_stays(database_url: str) -> None:
    merge_items(database_url, [refused(HISTORY[0])._replace(dialect="of the future")])
    before = kept(database_url)
    assert replay(database_url) == [(0, 0, 1, 0)]
    assert kept(database_url) == before


def test_only_what_is_chosen_is_replayed(database_url: str) -> None:
    items = [refused(event, place, code) for place, (event, code) in enumerate(zip(HISTORY, "aab", strict=True))]
    merge_items(database_url, items)
    chosen = next(row["id"] for row in kept(database_url) if row["code"] == "a")
    assert replay(database_url, ids=[chosen, chosen]) == [(1, 0, 0, 0)]
    assert replay(database_url, code="b") == [(1, 0, 0, 0)]
    assert [row["code"] for row in kept(database_url)] == ["a"]


def test_unknown_ids_are_named_before_anything_is_done(database_url: str) -> None:
    merge_items(database_url, [refused(HISTORY[0])])
    [row] = kept(database_url)
    with pytest.raises(BadRequestError, match="no record 7000, 7001"):
        replay(database_url, ids=[7001, row["id"], 7000])
    assert kept(database_url) == [row]


def test_a_replay_that_is_cut_off_is_finished_by_another(
    postgres_url: str, template: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quarantine_module, "STEP_RECORDS", 2)
    with cloned_database(postgres_url, template) as replayed, cloned_database(postgres_url, template) as direct:
        merge_items(replayed, [refused(event, place) for place, event in enumerate(HISTORY)])
        merge_items(direct, parsed(*HISTORY))
        assert replay(replayed, steps=1) == [(2, 0, 0, 0)]
        assert len(kept(replayed)) == 1
        assert replay(replayed) == [(1, 0, 0, 0)]
        assert dump(replayed) == dump(direct)


def test_a_step_holds_no_more_bytes_than_it_may(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quarantine_module, "STEP_BYTES", 100)
    merge_items(
        database_url, [refused(b"{" * size, place, "json.invalid") for place, size in enumerate((60, 60, 500, 1))]
    )
    assert sorted(merged.problems for merged in replay(database_url)) in ([1, 1, 1, 1], [1, 1, 2])


def test_a_merge_that_fails_leaves_the_record(database_url: str) -> None:
    """The record leaves in the transaction of its merge: if one fails, neither is done."""
    merge_items(database_url, [refused(HISTORY[0])])
    before = dump(database_url)
    fetch(database_url, "ALTER TABLE run_event RENAME TO run_event_gone")
    with pytest.raises(Exception, match="run_event"):
        replay(database_url)
    fetch(database_url, "ALTER TABLE run_event_gone RENAME TO run_event")
    assert dump(database_url) == before


def test_dropped_is_gone(database_url: str) -> None:
    merge_items(database_url, [refused(event, place) for place, event in enumerate(HISTORY)])
    first, *others = (row["id"] for row in kept(database_url))

    async def run() -> int:
        async with opened(database_url) as (quarantine, merge_items):
            return await drop(merge_items, await quarantine.find([first]))

    assert asyncio.run(run()) == 1
    assert [row["id"] for row in kept(database_url)] == others
