"""The canonical dump: it leaves out nothing of the schema, and it streams."""

import asyncio
import json
import os
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import asyncpg

from headwater.dialects.openlineage import DIALECT
from headwater.dialects.problems import UnusableError, problem
from headwater.model.changes import Problem
from headwater.registry.drift import Verification
from headwater.store.connections import connect
from headwater.store.dump import canonical_dump
from headwater.store.queries import named_queries

from conftest import HEADWATER, cloned_database, fetch, merge_items
from databand_events import parsed_tasks, task_event
from events import parent, parsed, run_event, uuid
from proposals import DATASET, RUN, accept_items, event, item
from store_dump import dump

Run = Callable[..., CompletedProcess[str]]

LEFT_OUT = {
    "*.id": "a surrogate",
    "*.arrived_at": "when the store learned it",
    "*.trace_id": "by which request the store learned it",
    "*.urn_key": "follows from urn",
    "*.name_key": "follows from name",
    "*.checksum_key": "follows from checksum",
    "*.run_id_key": "follows from run_id",
    "*.process_key": "follows from process",
    "run_registration.revision": "the order of acceptance",
    "*.state_key": "follows from status, result, attempt and native_state",
    "entity.run_key": "dumped with the run",
    "event.seq": "the order of acceptance",
    "retention_policy.created_at": "when it was set",
    "sampling_policy.created_at": "when it was set",
    "held_run.held_at": "when it was held",
    "removed_run.removed_at": "when retention came to it",
    "erased_event.erased_at": "when it was erased",
    "unused_facet.key": "a note of a removal under way",
    **{f"dropped_log_month.{column}": "the log is dumped" for column in ("month", "events", "dropped_at")},
    **{
        f"loaded_part.{column}": "a way of sending, such as a file, leaves the same state as others"
        for column in ("file_hash", "start_byte", "end_byte", "dialect", "source", "loaded_at")
    },
    "keeping_progress.run_id": "follows from the writes, once a server has looked",
    **{
        f"changed_data.{column}": "changes of which servers were told lately"
        for column in ("class_ids", "run_ids", "step_run_ids", "step_attempts", "changed_in", "changed_at")
    },
    **{f"body_dictionary.{column}": "a way of packing bodies" for column in ("content", "learned_until", "learned_at")},
    **{
        f"waiting_steps.{column}": "steps to keep, which a server finds anew from the writes"
        for column in ("run_ids", "attempts")
    },
    **{
        f"kept_step.{column}": "follows from reads and writes, once a server has looked"
        for column in (
            "run_id",
            "attempt",
            "number",
            "hops",
            "to_run_ids",
            "to_attempts",
            "to_input_ids",
            "to_output_ids",
            "settled_at",
            "arrived_at",
            "depends_on",
            "nearest_read_millis",
            "round",
        )
    },
    "run_event.seq": "the order of acceptance",
    "event.body": "the bytes of whichever copy came first; content_hash stands for what they say",
    "quarantine.key": "has source and position in it",
    "quarantine.source": "the route",
    "quarantine.position": "the route",
    "mention.is_telling": "follows from what mentions say, and the order of their arrival",
    "mention.is_placed": "follows from what the mention says",
    "mention.edge_ids": "surrogates: run, direction and asset stand for them, a line each",
    **{
        f"mention.{column}s": f"dumped as {column}, a line for each edge"
        for column in ("origin", "version", "set_key", "own_set_key")
    },
    "asset_read.job_id": "follows from what is known of runs",
    "asset_write.job_id": "follows from what is known of runs",
    "asset_read.edge_id": "a surrogate: run, asset and attempt stand for it",
    "asset_write.edge_id": "a surrogate: run, asset and attempt stand for it",
    "asset_write.version_key": "follows from native_version",
    "run.first_arrived_at": "when the store learned it",
    "run.last_arrived_at": "when the store learned it",
    "write_mode.created_at": "when it was configured",
    "edge.is_current": "those that are not are left out",
    "versioned_aspect.version": "counts what came in between, which a second load adds to",
    "versioned_aspect.created_at": "when the store learned of its first value",
    "relationship.replaced_at": "what was replaced is left out: when it was is a matter of arrival",
    "namespace_alias.created_at": "when it was configured",
    "source.name": "of the server's configuration, no fact",
    "source.created_at": "of the server's configuration, no fact",
    "source.revoked_at": "of the server's configuration, no fact",
    "token.name": "of the server's configuration, no fact",
    "token.hash": "of the server's configuration, no fact",
    "token.scopes": "of the server's configuration, no fact",
    "token.source_id": "of the server's configuration, no fact",
    "token.created_at": "of the server's configuration, no fact",
    "token.expires_at": "of the server's configuration, no fact",
    "token.revoked_at": "of the server's configuration, no fact",
    "sync_cursor.source_key": "how far a synchronisation is, no fact",
    "sync_cursor.reached_at": "how far a synchronisation is, no fact",
    "sync_pipeline.source_key": "how far a synchronisation is, no fact",
    "sync_pipeline.pipeline_id": "how far a synchronisation is, no fact",
    "sync_pipeline.updated_at": "how far a synchronisation is, no fact",
    "sync_pipeline.is_due": "how far a synchronisation is, no fact",
    "schema_migration.name": "of the version, no fact",
    "schema_migration.checksum": "of the version, no fact",
    "schema_migration.applied_at": "of the version, no fact",
    **{
        f"queued_write.{column}": "waits to be merged: no fact yet"
        for column in (
            "seq",
            "dialect",
            "source",
            "tenant",
            "body",
            "aspect",
            "span_id",
            "is_logged",
            "is_sampled",
            "enqueued_at",
            "tries",
        )
    },
    **{f"repeated_write.{column}": "of a request, no fact" for column in ("key", "at", "noted_at")},
    **{f"queue_claim.{column}": "of a worker, no fact" for column in ("id", "seqs", "claimed_at")},
    "functions_in_use.schema_name": "of the version, no fact",
    "functions_in_use.seen_at": "of the version, no fact",
    "derivation_version.version": "of the version, no fact",
}
"""Columns that no dump may have, each with the reason: of one table, or of all."""

COLUMNS = """
    SELECT c.table_name, c.column_name FROM information_schema.columns c
    JOIN pg_class k ON k.oid = c.table_name::regclass AND k.relkind IN ('r', 'p') AND NOT k.relispartition
    WHERE c.table_schema = 'public'"""


async def dumped_columns(database_url: str) -> set[str]:
    """Return the columns of the dump, as `table.column`; a column `x` with the URN counts as `x_id`."""
    connection = await connect(database_url)
    found = set()
    for name, sql in named_queries().items():
        if name.startswith("dump_"):
            columns = [a.name for a in (await connection.prepare(sql)).get_attributes()]
            found |= {f"{name.removeprefix('dump_')}.{column}{suffix}" for column in columns for suffix in ("", "_id")}
    await connection.close()
    return found


def test_every_column_is_dumped_or_left_out_for_a_reason(database_url: str) -> None:
    every = {f"{row['table_name']}.{row['column_name']}" for row in fetch(database_url, COLUMNS)}
    left_out = {column for column in every if {column, f"*.{column.partition('.')[2]}"} & LEFT_OUT.keys()}
    dumped = asyncio.run(dumped_columns(database_url))
    assert every - left_out - dumped == set(), "add it to sql/queries/dump.sql, or to LEFT_OUT with a reason"
    assert left_out & dumped == set()


def test_each_reason_is_for_a_column_that_is_there(database_url: str) -> None:
    every = {f"{row['table_name']}.{row['column_name']}" for row in fetch(database_url, COLUMNS)}
    known = every | {f"*.{column.partition('.')[2]}" for column in every}
    assert LEFT_OUT.keys() - known == set()


def refused(payload: bytes, source: str, code: str = "json.invalid") -> Problem:
    return problem(DIALECT, source, 1, UnusableError(code, "why"), payload)


def story() -> list[Any]:
    """Return items that put a row into every dumped table."""
    facets = {"schema": {"fields": [12345678901234567890]}, "lineage": {"inputs": []}}
    dataset = {"namespace": "s3a://test", "name": "out", "facets": facets}
    job = {"namespace": "test", "name": "other"}
    checksums = {"run_result_sha256": "ab", "run_registry_entry_sha256": "cd"}
    evidence = {"jobDependencies": {"upstream": [{"job": job}]}, "dpone_run": checksums}
    events = [
        run_event("START", "00:00:00", uuid(1), "flow.job", parent=parent(uuid(2))),
        run_event("COMPLETE", "00:01:00", uuid(1), "flow.job", inputs=["in"], outputs=[dataset], **evidence),
        run_event("RUNNING", "00:00:30", uuid(1), "flow.job", startTime={"startTime": "soon"}),
        Verification(datetime(2026, 1, 1, tzinfo=UTC), ()).entry(uuid(1)),
        {"eventTime": "2026-01-01T00:02:00Z", "job": job, "inputs": [{"namespace": "test", "name": "in"}]},
    ]
    tasks = [task_event("START", "00:00:00", name, name, parent="root", inputs=["a"]) for name in "ab"]
    return [*parsed(*events), *parsed_tasks(*tasks), refused(b"{", "a"), refused(b"\xff", "a")]


def test_all_tables_are_there_in_the_order_of_the_queries(database_url: str) -> None:
    merge_items(database_url, story())
    accept_items(
        database_url,
        item(RUN, "dataProcessInstanceInput", {"inputs": [DATASET]}),
        item(RUN, "dataProcessInstanceRunEvent", event(1, "STARTED")),
    )
    fetch(database_url, "INSERT INTO namespace_alias VALUES ('a', 'b')")
    fetch(database_url, "INSERT INTO write_mode SELECT id, 'APPEND' FROM entity WHERE kind = 'dataset' LIMIT 1")
    fetch(database_url, "INSERT INTO retention_policy (scope, name, keep_runs) VALUES ('EVERYTHING', '', 1)")
    fetch(database_url, "INSERT INTO held_run VALUES (gen_random_uuid(), 'an incident')")
    fetch(database_url, "INSERT INTO sampling_policy VALUES ('EVERYTHING', '', 2)")
    fetch(database_url, "INSERT INTO removed_run VALUES (gen_random_uuid())")
    asset = "(SELECT id FROM entity WHERE kind = 'dataset' LIMIT 1)"
    fetch(database_url, f"INSERT INTO removed_span VALUES ({asset}, true, '2026-01-01Z', '2026-01-02Z')")
    fetch(database_url, f"INSERT INTO removed_write VALUES ({asset}, '2026-01-01Z', true)")
    fetch(database_url, "SELECT count_removed(ARRAY(SELECT id FROM run))")
    fetch(database_url, "INSERT INTO erased_event VALUES (gen_random_uuid())")
    tables = [name.removeprefix("dump_") for name in named_queries() if name.startswith("dump_")]
    assert list(dump(database_url)) == tables


def test_lines_name_rows_by_urn_and_keep_values_exactly(database_url: str) -> None:
    merge_items(database_url, story())
    lines = {table: [json.loads(line) for line in lines] for table, lines in dump(database_url).items()}
    child, root = (line for line in lines["run"] if line["run_uuid"])
    assert [child["urn"], root["urn"]] == [f"urn:li:dataProcessInstance:{uuid(n)}" for n in (1, 2)]
    assert child["parent"] == root["urn"]
    assert lines["run_event"][2]["at"] == "2026-01-01T00:01:00+00:00"
    assert {"fields": [12345678901234567890]} in [line["value"] for line in lines["content"]]
    assert [line["payload"] for line in lines["quarantine"]] == ["{", {"base64": "/w=="}]


def test_the_same_payload_by_two_ways_in_is_one_line(postgres_url: str, template: str) -> None:
    with cloned_database(postgres_url, template) as one, cloned_database(postgres_url, template) as other:
        merge_items(one, [refused(b"{", "a file"), refused(b"{", "a request")])
        merge_items(other, [refused(b"{", "elsewhere")])
        assert dump(one) == dump(other)
        merge_items(other, [refused(b"{", "elsewhere", "run_id.invalid")])
        assert dump(one) != dump(other)


def test_the_dump_is_of_one_moment(database_url: str) -> None:
    merge_items(database_url, story())
    expected = sum(len(lines) for lines in dump(database_url).values())

    async def dump_while_others_write() -> int:
        connection: asyncpg.Connection = await connect(database_url)
        count = 0
        async for _ in canonical_dump(connection):
            if count == 0:
                await asyncio.to_thread(merge_items, database_url, parsed(run_event("START", "00:00:00", uuid(7))))
            count += 1
        await connection.close()
        return count

    assert asyncio.run(dump_while_others_write()) == expected


def test_command_prints_the_dump(run_headwater: Run, database_url: str) -> None:
    merge_items(database_url, story())
    printed = run_headwater("dump", "--canonical", DATABASE_URL=database_url)
    assert (printed.returncode, printed.stderr) == (0, "")
    assert printed.stdout == "".join(line for lines in dump(database_url).values() for line in lines)


def test_command_says_that_it_needs_a_form(run_headwater: Run) -> None:
    result = run_headwater("dump")
    assert result.returncode == 2
    assert "headwater dump --canonical" in result.stderr


def test_a_reader_that_has_had_enough_is_no_failure(database_url: str, tmp_path: Path) -> None:
    events = [run_event("START", "00:00:00", uuid(n), note={"pad": "x" * 200}) for n in range(500)]
    merge_items(database_url, parsed(*events))
    errors = tmp_path / "errors"
    command = [*HEADWATER, "dump", "--canonical"]
    with errors.open("w") as stderr:
        process = subprocess.Popen(
            command, env=os.environ | {"DATABASE_URL": database_url}, stdout=subprocess.PIPE, stderr=stderr
        )
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["table"] == "event"
        process.stdout.close()
        process.wait(60)
    assert errors.read_text() == ""
