"""A rebuild of a store in use: nobody notices it, it survives interruptions, and it reports its refusals."""

import asyncio
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from headwater.app.database import migrate_database
from headwater.dialects.datahub.proposal import parse_proposal
from headwater.dialects.problems import UnusableError
from headwater.errors import MigrationError
from headwater.model.write_mode import WriteMode
from headwater.store import event_log
from headwater.store.aliases import NamespaceAlias, add_namespace_alias, drop_namespace_alias
from headwater.store.connections import connect, connect_to_merge, connect_to_rebuild
from headwater.store.dump import canonical_dump
from headwater.store.functions import functions_schema
from headwater.store.proposals import Accepted, Submission, accept
from headwater.store.rebuild import Progress, abandon, rebuild
from headwater.store.rebuild_tables import DERIVED, is_interrupted
from headwater.store.write_modes import set_write_mode, unset_write_mode
from headwater.trace import new_trace
from headwater.urn import named_dataset_urn

from conftest import CONNECTIONS, HEADWATER, cloned_database, fetch, merge_items
from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import urn
from held_merge import ending_merge
from proposals import DATASET, RUN, accept_items, item
from rebuilding import kept, rebuilt
from schema_text import schema_text
from server_process import Server
from store_dump import dump
from subscriber import cursor_now, subscribed

JSON = {"content-type": "application/json"}
PATIENCE_SECONDS = 60
KEPT = {
    *(
        "changed_data",
        "event",
        "body_dictionary",
        "queued_write",
        "queue_claim",
        "repeated_write",
        "quarantine",
        "source",
        "token",
        "sync_cursor",
        "sync_pipeline",
    ),
    *("schema_migration", "functions_in_use", "derivation_version"),
    *(
        "retention_policy",
        "held_run",
        "sampling_policy",
        "loaded_part",
        "removed_run",
        "removed_span",
        "removed_write",
        "removed_day",
        "dropped_log_month",
        "erased_event",
    ),
}
"""The tables that no rebuild touches."""

BESIDE_TABLES = """
SELECT 'trigger' AS what, t.tgname::text AS said FROM pg_trigger t WHERE NOT t.tgisinternal
UNION ALL
SELECT 'schema', n.nspname FROM pg_namespace n WHERE n.nspname NOT LIKE 'pg_temp%' AND n.nspname NOT LIKE 'pg_toast%'
UNION ALL
SELECT 'function', pg_get_functiondef(p.oid) || coalesce(obj_description(p.oid, 'pg_proc'), '')
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname LIKE 'headwater%'
UNION ALL
SELECT 'view', c.relname || replace(pg_get_viewdef(c.oid), '::text AS text', '::text') || coalesce(obj_description(c.oid, 'pg_class'), '')
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname LIKE 'headwater%' AND c.relkind = 'v'
ORDER BY 1, 2
"""
"""The objects beside tables. A view made again has extra column names, which do not matter."""


@pytest.fixture
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a rebuild have many pages for few events."""
    monkeypatch.setattr(event_log, "PAGE_EVENTS", 3)


def story(first: int, last: int) -> list[dict[str, Any]]:
    """Return runs that each read the output of the run before."""
    return [
        run_event(word, f"00:{number:02d}:{second}", uuid(number), "flow.job", inputs=[f"t{number}"], outputs=[f"t{number + 1}"])
        for number in range(first, last)
        for word, second in (("START", "00"), ("COMPLETE", "30"))
    ]  # fmt: skip


def merge_each(database_url: str, events: list[dict[str, Any]]) -> None:
    """Merge events one by one."""
    for one in events:
        merge_items(database_url, parsed(one))


def test_every_table_is_either_derived_or_kept(database_url: str) -> None:
    """A table missing in both lists would stay as it was, and point at rows that are gone."""
    rows = fetch(
        database_url,
        "SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')"
        " AND NOT c.relispartition",
    )
    assert {row["relname"] for row in rows} == {*DERIVED, *KEPT}
    assert not {*DERIVED} & KEPT


def test_the_catalogue_is_that_of_a_fresh_store(database_url: str, postgres_url: str, template: str) -> None:
    merge_each(database_url, story(1, 3))
    before = asyncio.run(tables(database_url))
    rebuilt(database_url)
    assert asyncio.run(tables(database_url)) == before
    with cloned_database(postgres_url, template) as fresh:
        found, expected = ([tuple(row) for row in fetch(url, BESIDE_TABLES)] for url in (database_url, fresh))
    assert found == expected


def test_no_function_is_bound_to_a_table(database_url: str) -> None:
    """A bound function would use the old table after its replacement; names are looked up again."""
    bound = """
        SELECT DISTINCT p.proname FROM pg_depend d
        JOIN pg_proc p ON p.oid = d.objid AND d.classid = 'pg_proc'::regclass
        JOIN pg_class c ON c.oid = d.refobjid AND d.refclassid = 'pg_class'::regclass
        WHERE pg_get_function_sqlbody(p.oid) ~ format('(FROM|JOIN) \\(*%s\\M', c.relname)"""
    assert [row["proname"] for row in fetch(database_url, bound)] == []


async def tables(database_url: str) -> str:
    """Return all tables with their indexes, constraints and comments, as SQL."""
    connection = await connect(database_url)
    text = await schema_text(connection)
    await connection.close()
    return text


@pytest.mark.usefixtures("short_pages")
def test_configuration_that_changes_meanwhile_is_followed(database_url: str) -> None:
    """Aliases and modes of writes come before and during the rebuild, some for assets that it does not know yet."""
    other = run_event("COMPLETE", "01:00:00", uuid(90), "other", outputs=[{"namespace": "other", "name": "t2"}])
    third = run_event("COMPLETE", "01:00:00", uuid(91), "other", outputs=[{"namespace": "third", "name": "t3"}])
    merge_each(database_url, [other, third, *story(1, 9)])
    first, last = (named_dataset_urn(NAMESPACE, name) for name in ("t2", "t9"))
    pages = 0

    async def configure(step: int) -> None:
        connection = await connect_to_merge(database_url)
        match step:
            case 0:
                await add_namespace_alias(connection, NamespaceAlias(NAMESPACE, "third"), new_trace().trace_id)
                await set_write_mode(connection, first, WriteMode.APPEND)
                await set_write_mode(connection, named_dataset_urn(NAMESPACE, "t3"), WriteMode.APPEND)
            case 1:
                await set_write_mode(connection, last, WriteMode.APPEND)
            case 4:
                await add_namespace_alias(connection, NamespaceAlias(NAMESPACE, "other"), new_trace().trace_id)
                await drop_namespace_alias(connection, NamespaceAlias(NAMESPACE, "third"))
                await set_write_mode(connection, first, WriteMode.REPLACE)
                await unset_write_mode(connection, named_dataset_urn(NAMESPACE, "t3"))
        await connection.close()

    def tell(progress: Progress) -> None:
        nonlocal pages
        pages += 1
        with ThreadPoolExecutor(1) as threads:
            threads.submit(asyncio.run, configure(pages)).result()

    asyncio.run(configure(0))
    asyncio.run(rebuild(database_url, tell))
    assert pages >= 5
    after = asyncio.run(kept(database_url))
    assert len(after["write_mode"]) == 2
    assert len(after["namespace_alias"]) == 1
    rebuilt(database_url)
    assert asyncio.run(kept(database_url)) == after


@pytest.mark.usefixtures("short_pages")
def test_an_interrupted_rebuild_goes_on(database_url: str) -> None:
    merge_each(database_url, story(1, 6))
    before = asyncio.run(kept(database_url))
    seen: list[Progress] = []

    def give_up(progress: Progress) -> None:
        seen.append(progress)
        raise InterruptedError

    for done in (3, 6):
        with pytest.raises(InterruptedError):
            asyncio.run(rebuild(database_url, give_up))
        assert (seen[-1].done, seen[-1].total) == (done, 10)
        assert asyncio.run(kept(database_url)) == before
    assert rebuilt(database_url)[:3] == (10, 10, 0)
    assert asyncio.run(kept(database_url)) == before


@pytest.mark.usefixtures("short_pages")
async def test_only_a_rebuild_with_which_nobody_goes_on_is_interrupted(database_url: str) -> None:
    await asyncio.to_thread(merge_each, database_url, story(1, 3))
    looking, goes_on = await connect(database_url), await connect_to_rebuild(database_url)

    def give_up(_: Progress) -> None:
        raise InterruptedError

    assert not await is_interrupted(looking)
    with pytest.raises(InterruptedError):
        await rebuild(database_url, give_up)
    assert await is_interrupted(looking)
    await goes_on.fetchval("SELECT pg_advisory_lock(hashtext('headwater.rebuild'))")
    assert not await is_interrupted(looking)
    await goes_on.close()
    await looking.close()


@pytest.mark.usefixtures("short_pages")
def test_a_rebuild_by_another_version_begins_anew(database_url: str) -> None:
    merge_each(database_url, story(1, 4))
    before = asyncio.run(kept(database_url))
    seen: list[int] = []

    def give_up(progress: Progress) -> None:
        seen.append(progress.done)
        raise InterruptedError

    for _ in range(2):
        with pytest.raises(InterruptedError):
            asyncio.run(rebuild(database_url, give_up))
        fetch(database_url, "UPDATE headwater_rebuild.rebuild_progress SET maker = 'another version'")
    assert seen == [3, 3]
    assert asyncio.run(abandon(database_url))
    assert not asyncio.run(abandon(database_url))
    assert fetch(database_url, "SELECT to_regnamespace('headwater_rebuild') AS left")[0]["left"] is None
    assert asyncio.run(kept(database_url)) == before


async def test_one_rebuild_at_a_time(database_url: str) -> None:
    other = await connect_to_rebuild(database_url)
    await other.fetchval("SELECT pg_advisory_lock(hashtext('headwater.rebuild'))")
    with pytest.raises(MigrationError, match="another rebuild"):
        await rebuild(database_url, lambda _: None)
    await other.close()


async def test_a_store_of_another_version_is_refused(database_url: str) -> None:
    connection = await connect(database_url)
    await connection.execute("DELETE FROM schema_migration WHERE name <> '0001_schema.sql'")
    await connection.execute("UPDATE schema_migration SET name = '0001_foundation.sql'")
    await connection.close()
    with pytest.raises(MigrationError, match=r"0\.1\.0.*headwater load"):
        await rebuild(database_url, lambda _: None)


async def test_a_long_reader_is_waited_for_and_holds_nobody_up(database_url: str) -> None:
    """During one long read, other sessions read and merge; then the tables are replaced."""
    await asyncio.to_thread(merge_each, database_url, story(1, 3))
    before = await kept(database_url)
    reading, other, merging = (
        await connect(database_url),
        await connect(database_url),
        await connect_to_merge(database_url),
    )
    async with asyncio.timeout(PATIENCE_SECONDS):
        async with reading.transaction():
            await reading.execute("SELECT count(*) FROM run")
            task = asyncio.create_task(rebuild(database_url, lambda _: None))
            tried = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock')"
            while not await other.fetchval(tried):
                await asyncio.sleep(0.02)
            assert await other.fetchval("SELECT count(*) FROM entity JOIN run USING (id)") == 2
            await merging.fetchval("SELECT pg_advisory_xact_lock(hashtext('headwater.merge'))")
            assert not task.done()
        await task
    for connection in (reading, other, merging):
        await connection.close()
    assert await kept(database_url) == before


def test_views_by_others_on_the_tables_are_not_dropped(database_url: str) -> None:
    merge_each(database_url, story(1, 3))
    before = asyncio.run(kept(database_url))
    fetch(database_url, "CREATE VIEW public.mine AS SELECT id FROM public.run")
    fetch(database_url, "CREATE VIEW public.theirs AS SELECT id FROM public.entity")
    with pytest.raises(MigrationError, match=r"\(view (mine, view theirs|theirs, view mine)\): drop what depends"):
        rebuilt(database_url)
    fetch(database_url, "DROP VIEW public.theirs")
    assert len(fetch(database_url, "SELECT FROM public.mine")) == 2
    fetch(database_url, "DROP VIEW public.mine")
    rebuilt(database_url)
    assert asyncio.run(kept(database_url)) == before


def test_unparsable_events_are_counted_and_stay_in_the_log(database_url: str) -> None:
    merge_each(database_url, story(1, 3))
    fetch(database_url, "UPDATE event SET dialect = 'gone' WHERE seq = (SELECT min(seq) FROM event)")
    assert rebuilt(database_url).unusable == 1
    assert len(fetch(database_url, "SELECT FROM event")) == 4
    assert len(fetch(database_url, "SELECT FROM run_event")) == 3


def test_refused_events_are_counted_and_the_rest_is_derived(database_url: str) -> None:
    events = [
        run_event(word, f"00:00:0{second}", uuid(1), "job")
        for second, word in enumerate(("START", "OTHER", "COMPLETE"))
    ]
    merge_items(database_url, parsed(*events))
    fetch(database_url, "ALTER TABLE run_event ADD CONSTRAINT refusing CHECK (native_state <> 'OTHER') NOT VALID")
    assert rebuilt(database_url).unusable == 1
    rows = fetch(database_url, "SELECT native_state FROM run_event ORDER BY at")
    assert [row["native_state"] for row in rows] == ["START", "COMPLETE"]
    assert len(fetch(database_url, "SELECT FROM event")) == 3


async def test_a_rebuild_sees_a_merge_that_has_just_ended(database_url: str) -> None:
    merge_each(database_url, story(1, 3))
    before = await kept(database_url)
    async with ending_merge(database_url):
        await asyncio.to_thread(rebuilt, database_url)
    assert await kept(database_url) == before


def test_a_rebuild_that_ends_in_failure_leaves_the_numbers(database_url: str) -> None:
    merge_each(database_url, story(1, 3))
    fetch(database_url, "CREATE VIEW public.mine AS SELECT id FROM public.run")
    with pytest.raises(MigrationError, match="view mine"):
        rebuilt(database_url)
    numbers = "SELECT (SELECT last_value FROM headwater_rebuild.{0}) > (SELECT last_value FROM public.{0}) + (1::bigint << 30) AS is_far"
    for sequence in ("entity_id_seq", "run_event_seq_seq", "edge_id_seq"):
        assert fetch(database_url, numbers.format(sequence))[0]["is_far"], sequence


def test_a_dump_keeps_the_tables_that_it_began_with(database_url: str) -> None:
    merge_items(database_url, parsed(run_event("START", "00:00:00", uuid(1), "job")))
    held = "SELECT relation::regclass::text AS name FROM pg_locks WHERE mode = 'AccessShareLock' AND pid = pg_backend_pid()"

    async def names() -> set[str]:
        connection = await connect(database_url)
        found: set[str] = set()
        async for _ in canonical_dump(connection):
            found |= {row["name"] for row in await connection.fetch(held)}
        await connection.close()
        return found

    assert asyncio.run(names()) >= {*DERIVED}


def test_proposals_of_one_request_are_not_parted(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A CREATE_ENTITY finds its entity or not by the other proposals of its request, and requests may share a trace.

    The expectations of a proposal were true when it came.
    """
    guarded = {"headers": {"If-None-Match": "*"}}
    status, types = {"removed": False}, {"typeNames": ["a"]}
    requests = [
        [item(RUN, "status", status, "CREATE_ENTITY"), item(RUN, "subTypes", types, "CREATE_ENTITY")],
        [item(RUN, "container", {"container": "urn:li:container:c"}, "CREATE_ENTITY") | guarded],
        [item(DATASET, "status", status), item(DATASET, "subTypes", types, "CREATE_ENTITY") | guarded],
        [item(DATASET, "status", {"removed": True}) | {"headers": {"If-Version-Match": "1"}}],
        [item(DATASET, "status", status) | {"headers": {"If-Version-Match": "2"}}],
    ]
    trace_id = new_trace().trace_id

    async def accept_all() -> list[Accepted | UnusableError]:
        connection = await connect_to_merge(database_url)
        submissions = [Submission([*map(parse_proposal, items)], trace_id, 0) for items in requests]
        became = await accept(connection, submissions[:2]) + await accept(connection, submissions[2:])
        await connection.close()
        return became

    assert not any(isinstance(one, UnusableError) for one in asyncio.run(accept_all()))
    before = asyncio.run(kept(database_url))
    assert len(before["versioned_aspect"]) == 4  # the container was left out
    for size in (1, 2, 1000):
        monkeypatch.setattr(event_log, "PAGE_EVENTS", size)
        assert rebuilt(database_url).unusable == 0
        assert asyncio.run(kept(database_url)) == before


@pytest.fixture
def server(database_url: str) -> Iterator[Server]:
    with Server(database_url) as server:
        yield server


def send(server: Server, events: list[dict[str, Any]], is_over: Callable[[], bool]) -> int:
    """Send events one by one until it is over; return the number of answers other than 201."""
    refused = 0
    while events and not is_over():
        refused += server.post(events.pop(0)).status_code != 201
    return refused


def test_a_server_goes_on(server: Server, postgres_url: str, template: str) -> None:
    """It reads, merges, accepts, and notifies subscribers before, during and after, over the same connections."""
    first, rest = story(1, 20), story(20, 60)
    proposals = [item(RUN, "status", {"removed": is_removed}) for is_removed in (False, True)]
    asyncio.run(live_on(server, first, rest, proposals))
    with cloned_database(postgres_url, template) as merged:
        merge_items(merged, parsed(*first, *rest))
        accept_items(merged, *proposals)
        assert dump(server.database_url) == dump(merged)


async def live_on(
    server: Server, first: list[dict[str, Any]], rest: list[dict[str, Any]], proposals: list[dict[str, Any]]
) -> None:
    """Rebuild twice while a server gets queries and the rest of the events; one proposal comes before, one after."""

    def propose(proposal: dict[str, Any]) -> None:
        answer = server.post({"proposal": proposal}, "/aspects?action=ingestProposal", **JSON)
        assert answer.status_code == 200, answer.text

    propose(proposals[0])
    for one in first:
        assert server.post(one).status_code == 201
    question = {
        "query": "{ runsConnection(first: 90) { edges { node { urn created { time } outputs { urn } } } }"
        f' impact(urn: "{urn(1)}") {{ runs {{ runs {{ run {{ urn }} }} }} }} }}'
    }

    def ask() -> Any:
        answer = server.post(question, "/graphql", **JSON).json()
        assert "errors" not in answer, answer
        assert len(answer["data"]["impact"]["runs"]["runs"]) >= 18
        return answer["data"]["runsConnection"]["edges"]

    def asked_until(is_over: Callable[[], bool]) -> int:
        asked = 0
        while not is_over():
            assert len(ask()) >= 19
            asked += 1
        return asked

    seen = ask()
    place = cursor_now(server)
    over = asyncio.Event()
    sent = list(rest)
    async with subscribed(server, after=place) as subscription:
        sending = asyncio.create_task(asyncio.to_thread(send, server, sent, over.is_set))
        asking = asyncio.create_task(asyncio.to_thread(asked_until, over.is_set))
        await rebuild(server.database_url, lambda _: None)
        await rebuild(server.database_url, lambda _: None)
        over.set()
        assert await sending == 0
        assert await asking > 0
        assert await asyncio.to_thread(send, server, sent, lambda: False) == 0
        told = [await subscription.take(1) for _ in rest]
    assert [f"{one['run']['nativeId']} {one['event']['status']}" for [one] in told] == [
        f"{one['run']['runId']} {'STARTED' if one['eventType'] == 'START' else 'COMPLETE'}" for one in rest
    ]
    assert [edge for edge in ask() if edge in seen] == seen
    async with subscribed(server, after=place) as subscription:
        assert [await subscription.take(1) for _ in rest] == told
    propose(proposals[1])


def test_functions_of_other_versions_go_on(database_url: str) -> None:
    """Functions of any version use the new tables: views, and functions that take their rows."""
    merge_each(database_url, story(1, 3))
    other = "headwater_0123456789ab"
    fetch(database_url, f"ALTER SCHEMA {functions_schema()} RENAME TO {other}")
    CONNECTIONS.forget(database_url)  # they name the schema
    migrate_database(database_url)
    rebuilt(database_url)
    merge_each(database_url, story(3, 4))
    for schema in (other, functions_schema()):
        sql = f"SELECT v.urn FROM {schema}.run_view v JOIN run r ON r.id = v.id WHERE {schema}.is_settled(r, now(), now())"
        assert len(fetch(database_url, sql)) == 3, schema


def test_killed_in_the_middle_and_started_again(database_url: str, tmp_path: Path) -> None:
    """The command, killed after its begin, leaves the store as it was; the next command ends the rebuild."""
    for first in range(0, 2_000, 500):
        events = [
            run_event("COMPLETE", "00:00:00", uuid(number), inputs=["a"], outputs=["b"])
            for number in range(first, first + 500)
        ]
        merge_items(database_url, parsed(*events))
    before = dump(database_url)
    command = [*HEADWATER, "rebuild"]
    environment = os.environ | {"HEADWATER_DATABASE_URL": database_url}
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(command, env=environment, stderr=log)
        give_up = time.monotonic() + PATIENCE_SECONDS
        place = "SELECT to_regclass('headwater_rebuild.rebuild_progress') IS NOT NULL AS found"
        while not fetch(database_url, place)[0]["found"] or not _position(database_url):
            assert time.monotonic() < give_up
            assert process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert dump(database_url) == before
    for other, said in ((["migrate"], "rebuild --abandon` drops"), (["dump", "--canonical"], "rebuild.interrupted")):
        told = subprocess.run([*HEADWATER, *other], env=environment, capture_output=True, text=True, check=True)
        assert said in told.stdout + told.stderr
    again = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert re.match(r"continues the interrupted rebuild after \d[\d,]* events\n", again.stderr)
    assert "computed all state again from 2,000 events" in again.stderr
    assert dump(database_url) == before
    left = subprocess.run([*command, "--abandon"], env=environment, capture_output=True, text=True, check=True)
    assert "there is no interrupted rebuild" in left.stderr


def _position(database_url: str) -> int:
    return int(fetch(database_url, "SELECT position FROM headwater_rebuild.rebuild_progress")[0]["position"])
