"""Dictionaries that a store learns from its own events, for their bodies in the log."""

import asyncio
import gzip
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

import pytest
import structlog
from asyncpg import Connection

from connections import on
from headwater.dialects.openlineage import parse_document
from headwater.errors import UnknownDictionaryError
from headwater.model import bodies
from headwater.model.bodies import DICTIONARY_ID, dictionary_of, unpack_body
from headwater.model.changes import Changes, Problem
from headwater.store import dictionaries
from headwater.store.connections import connect_to_merge
from headwater.store.database import Database
from headwater.store.dictionaries import find_dictionary
from headwater.store.erasing import erase
from headwater.store.export import Window, export_log
from headwater.store.log_retention import drop_old_log
from headwater.store.merge import Delivery, merge
from headwater.store.queries import query
from headwater.store.trace_reader import TraceReader
from headwater.trace import new_trace

from conftest import cloned_database, fetch, merge_items
from events import run_event, uuid
from held_merge import ending_merge, held_merge
from pgbouncer import pooled
from rebuilding import rebuilt
from store_dump import dump

FIRST = 1_000
"""The events after which a store learns."""

TEXT = "the nightly load of the shop's orders, from all of its warehouses"


def event(number: int, by: str = TEXT) -> dict[str, Any]:
    """Return an event whose facets nearly all events share."""
    facets: dict[str, Any] = {
        name: {
            "_producer": "https://example.com",
            "_schemaURL": f"https://example.com/{name}.json",
            "by": f"{by} {name}",
        }
        for name in ("alpha", "beta", "gamma", "delta", "epsilon")
    }
    return run_event("COMPLETE", "01:00:00", uuid(number), f"flow.job{number % 7}", **facets)


def sent(numbers: Sequence[int], by: str = TEXT) -> list[Changes | Problem]:
    return [item for number in numbers for item in parse_document(json.dumps(event(number, by)).encode(), "", 1)]


def learned(url: str) -> list[int]:
    """Return the ids of the store's dictionaries, from the oldest on."""
    return [row["id"] for row in fetch(url, "SELECT id FROM body_dictionary ORDER BY learned_until")]


def used(url: str) -> list[int]:
    """Return the dictionaries of the bodies in the log, in the order of acceptance."""
    return [dictionary_of(row["body"]) for row in fetch(url, "SELECT body FROM event ORDER BY seq")]


def be_due(url: str) -> None:
    """Make it time to learn: after a minute, and with four times as many events."""
    fetch(
        url,
        "UPDATE body_dictionary SET learned_until = learned_until / 4, learned_at = learned_at - interval '61 seconds'",
    )


@pytest.fixture
def url(database_url: str) -> str:
    """A store that has learned from its first 1,000 events, with one event more."""
    merge_items(database_url, sent(range(FIRST)))
    merge_items(database_url, sent([FIRST]))
    return database_url


@pytest.fixture
def forgotten(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function that makes this process one that has met no dictionary."""

    def forget() -> None:
        monkeypatch.setattr(bodies, "_known", {})
        monkeypatch.setattr(bodies, "_packers", bodies._Packers())

    return forget


def test_a_store_learns_and_packs_better(url: str) -> None:
    [dictionary] = learned(url)
    assert used(url) == FIRST * [DICTIONARY_ID] + [dictionary]
    before, after = (len(row["body"]) for row in fetch(url, "SELECT body FROM event ORDER BY seq DESC LIMIT 2")[::-1])
    assert after < before / 2


def test_a_store_learns_again_when_it_has_four_times_as_many_events(url: str) -> None:
    fetch(url, "UPDATE body_dictionary SET learned_at = learned_at - interval '61 seconds'")
    merge_items(url, sent(range(FIRST + 1, 4 * FIRST - 1)))
    assert len(learned(url)) == 1
    merge_items(url, sent(range(4 * FIRST - 1, 4 * FIRST + 100)))
    merge_items(url, sent([5 * FIRST]))
    first, second = learned(url)
    assert [used(url)[place] for place in (0, FIRST, -1)] == [DICTIONARY_ID, first, second]


def test_a_process_that_met_no_dictionary_reads_all(url: str, forgotten: Callable[[], None], tmp_path: Path) -> None:
    expected = [json.dumps(event(number)).encode() for number in range(FIRST + 1)]
    forgotten()
    with pytest.raises(UnknownDictionaryError):
        unpack_body(fetch(url, "SELECT body FROM event ORDER BY seq DESC LIMIT 1")[0]["body"])
    window = Window(datetime(2020, 1, 1, tzinfo=UTC), datetime(2030, 1, 1, tzinfo=UTC))
    on(url, lambda connection: export_log(connection, tmp_path / "log", window))
    [file] = (tmp_path / "log").iterdir()
    assert sorted(gzip.decompress(file.read_bytes()).splitlines()) == sorted(expected)


def test_a_trace_is_read_by_a_process_that_met_no_dictionary(url: str, forgotten: Callable[[], None]) -> None:
    [row] = fetch(url, "SELECT trace_id FROM event ORDER BY seq DESC LIMIT 1")
    forgotten()

    async def names(connection: Connection) -> Any:
        reader = TraceReader(connection)
        state = await reader.state(row["trace_id"])
        return await reader.writes(row["trace_id"], ()), await reader.names(state.logged)

    writes, [found] = on(url, names)
    assert writes.is_known
    assert found.urns


def test_a_rebuild_and_a_removal_of_months_read_all(url: str, forgotten: Callable[[], None]) -> None:
    before = dump(url)
    forgotten()
    rebuilt(url)
    assert dump(url) == before
    forgotten()
    [month] = on(url, lambda connection: drop_old_log(connection, datetime(2027, 1, 1, tzinfo=UTC)))
    assert month.reason == "it has events of runs that are in the store"


def test_a_process_packs_for_each_store_by_its_own_dictionary(url: str, postgres_url: str, template: str) -> None:
    with cloned_database(postgres_url, template) as other:
        for number in range(3):
            merge_items(other, sent([number]))
            merge_items(url, sent([2 * FIRST + number]))
        assert used(other) == 3 * [DICTIONARY_ID]
    assert used(url)[-4:] == 4 * learned(url)


def test_a_store_does_not_learn_while_another_version_uses_it(database_url: str) -> None:
    fetch(database_url, "INSERT INTO functions_in_use (schema_name) VALUES ('headwater_other')")
    merge_items(database_url, sent(range(FIRST)))
    assert learned(database_url) == []
    fetch(database_url, "DELETE FROM functions_in_use WHERE schema_name = 'headwater_other'")
    merge_items(database_url, sent(range(FIRST, FIRST + 256)))
    assert len(learned(database_url)) == 1


def test_a_merge_in_a_transaction_leaves_learning_to_others(database_url: str) -> None:
    """It would block all merges until the end of the transaction."""

    async def hold() -> None:
        async with held_merge(database_url, *map(event, range(FIRST))):
            pass

    asyncio.run(hold())
    assert learned(database_url) == []
    merge_items(database_url, sent(range(FIRST, FIRST + 256)))
    assert len(learned(database_url)) == 1


def test_an_erasure_packs_all_bodies_without_dictionaries(url: str, forgotten: Callable[[], None]) -> None:
    """A learned dictionary has parts of bodies, which may hold the text."""
    [row] = fetch(url, "SELECT content FROM body_dictionary")
    assert b"the nightly load" in row["content"]
    forgotten()
    done = on(url, lambda connection: erase(connection, "warehouses", "[erased]"))
    assert done.found == FIRST + 1
    assert learned(url) == []
    assert {*used(url)} == {DICTIONARY_ID}
    found = [unpack_body(row["body"]) for row in fetch(url, "SELECT body FROM event ORDER BY seq")]
    by = TEXT.replace("warehouses", "[erased]")
    assert sorted(found) == sorted(json.dumps(event(number, by)).encode() for number in range(FIRST + 1))


def test_bodies_without_the_text_are_packed_anew_as_they_were(url: str) -> None:
    expected = [unpack_body(row["body"]) for row in fetch(url, "SELECT body FROM event ORDER BY seq")]
    assert on(url, lambda connection: erase(connection, "nobody", "[erased]")).found == 0
    assert {*used(url)} == {DICTIONARY_ID}
    assert [unpack_body(row["body"]) for row in fetch(url, "SELECT body FROM event ORDER BY seq")] == expected


def test_an_erasure_waits_for_merges_that_use_a_dictionary(url: str) -> None:
    """Their bodies are packed anew, too."""

    async def run() -> None:
        erasing = await connect_to_merge(url)
        async with held_merge(url, event(2 * FIRST)) as transaction:
            task = asyncio.create_task(erase(erasing, "warehouses", "[erased]"))
            while not await asyncio.to_thread(
                fetch,
                url,
                "SELECT FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()",
            ):
                await asyncio.sleep(0.01)
            await transaction.commit()
            await task
        await erasing.close()

    asyncio.run(run())
    assert len(used(url)) == FIRST + 2
    assert {*used(url)} == {DICTIONARY_ID}


def test_an_erasure_sees_a_merge_that_has_just_ended(url: str) -> None:
    """Its event would else need a dictionary that is gone."""

    async def run() -> None:
        erasing = await connect_to_merge(url)
        async with ending_merge(url):
            await erase(erasing, "warehouses", "[erased]")
        await erasing.close()

    asyncio.run(run())
    assert {*used(url)} == {DICTIONARY_ID}


def test_an_erasure_that_was_stopped_is_finished_by_the_next(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("headwater.store.erasing._pack_anew", stopped)
        with pytest.raises(KeyboardInterrupt):
            on(url, lambda connection: erase(connection, "warehouses", "[erased]"))
    merge_items(url, sent([2 * FIRST]))
    on(url, lambda connection: erase(connection, "warehouses", "[erased]"))
    assert learned(url) == []
    assert {*used(url)} == {DICTIONARY_ID}


def test_nothing_is_learned_while_a_text_is_erased(database_url: str) -> None:
    """The bodies to learn from may still hold the text."""

    async def erasing(connection: Connection) -> None:
        await connection.execute(query("hold_learning"))
        await asyncio.to_thread(merge_items, database_url, sent(range(FIRST)))
        await connection.execute(query("release_learning"))

    on(database_url, erasing)
    assert learned(database_url) == []
    merge_items(database_url, sent(range(FIRST, FIRST + 256)))
    assert len(learned(database_url)) == 1


def test_a_store_learns_again_after_an_erasure(url: str) -> None:
    on(url, lambda connection: erase(connection, "warehouses", "[erased]"))
    merge_items(url, sent(range(2 * FIRST, 2 * FIRST + 256), by="[erased]"))
    [row] = fetch(url, "SELECT content FROM body_dictionary")
    assert b"warehouses" not in row["content"]


def test_a_dictionary_goes_with_the_last_events_that_it_packed(url: str) -> None:
    for begin in (2_000, 3_000):
        be_due(url)
        merge_items(url, sent(range(begin, begin + 256)))
    merge_items(url, sent([4_000]))
    first, second, third = learned(url)
    fetch(url, "DELETE FROM event WHERE seq < (SELECT max(learned_until) FROM body_dictionary)")
    on(url, lambda connection: drop_old_log(connection, datetime(2026, 1, 1, tzinfo=UTC)))
    assert learned(url) == [first, second, third]
    fetch(url, "DELETE FROM event WHERE seq = (SELECT max(learned_until) FROM body_dictionary)")
    on(url, lambda connection: drop_old_log(connection, datetime(2026, 1, 1, tzinfo=UTC)))
    assert learned(url) == [second, third]
    assert used(url) == [third]


def test_a_dictionary_stays_while_a_merge_may_have_used_it(url: str) -> None:
    """The next one was learned beside merges, whose events got later numbers."""
    be_due(url)
    merge_items(url, sent(range(2_000, 2_256)))
    fetch(url, "DELETE FROM event WHERE seq <= (SELECT max(learned_until) FROM body_dictionary)")
    merge_items(url, sent([3_000]))
    on(url, lambda connection: drop_old_log(connection, datetime(2026, 1, 1, tzinfo=UTC)))
    assert len(learned(url)) == 2


def test_a_store_waits_for_merges_that_may_use_an_earlier_dictionary(url: str) -> None:
    """Else nobody could tell when the earlier one has no more bodies."""

    async def hold() -> None:
        async with held_merge(url, event(9_000)):
            await asyncio.sleep(1.5)
            be_due(url)
            fetch(url, "UPDATE body_dictionary SET learned_at = now() - interval '60.2 seconds'")
            await asyncio.to_thread(merge_items, url, sent(range(2_000, 2_256)))

    asyncio.run(hold())
    assert len(learned(url)) == 1
    merge_items(url, sent(range(3_000, 3_256)))
    assert len(learned(url)) == 2


def test_a_store_behind_a_pooler_learns(database_url: str) -> None:
    async def merge_by_pooler(database: Database) -> None:
        connection = await connect_to_merge(database)
        try:
            for numbers in (range(FIRST), range(FIRST, FIRST + 1)):
                await merge(connection, [Delivery(sent(numbers), new_trace().trace_id)])
        finally:
            await connection.close()

    with pooled(database_url) as database:
        asyncio.run(merge_by_pooler(database))
    assert used(database_url)[-1:] == learned(database_url)


def test_a_dictionary_that_was_dropped_is_not_used(database_url: str) -> None:
    assert on(database_url, lambda connection: find_dictionary(connection, 1_000_000)) is None


def test_large_bodies_are_nothing_to_learn_from(database_url: str) -> None:
    """A thousand of them would take gigabytes."""
    merge_items(database_url, sent(range(700)))
    merge_items(database_url, sent(range(700, FIRST), by="x" * 20_000))
    [row] = fetch(database_url, "SELECT content FROM body_dictionary")
    assert b"the nightly load" in row["content"]
    assert b"x" * 100 not in row["content"]


def test_a_failure_to_learn_fails_no_merge(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def impossible(connection: Connection) -> bool:
        await connection.execute("SELECT 1 / 0")
        return False

    monkeypatch.setattr(dictionaries, "is_other_version_in_use", impossible)
    with structlog.testing.capture_logs() as lines:
        assert merge_items(database_url, sent(range(FIRST))).new == FIRST
    assert [line["event"] for line in lines] == ["dictionary.not_learned"]
