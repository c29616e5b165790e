"""Records a release for later ones: a small store as SQL, its canonical dump, and the schema of GraphQL.

`make record VERSION=0.3.0` writes all three for a release, in a folder of its own. `make record VERSION=dumps` writes
the dumps of all recorded stores anew: after a change of derivation rules, the difference shows the effects.
"""

import asyncio
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
from asyncpg import Connection

from headwater.app.database import migrate_database
from headwater.dialects.datahub.proposal import Proposal, deletion, parse_proposal
from headwater.dialects.gitlab import parse_document, pipeline_document
from headwater.dialects.openlineage import DIALECT
from headwater.dialects.problems import UnusableError, problem
from headwater.embedded import EmbeddedPostgres
from headwater.graphql.schema import schema_sdl
from headwater.model.changes import Changes, Problem
from headwater.model.json import canonical_json
from headwater.model.write_mode import WriteMode
from headwater.store.aliases import add_namespace_alias, namespace_alias
from headwater.store.connections import connect, connect_to_merge
from headwater.store.merge import Delivery, merge
from headwater.store.proposals import Submission, accept
from headwater.store.queries import query, sql_folder
from headwater.store.write_modes import set_write_mode
from headwater.urn import named_dataset_urn

from conftest import with_database
from databand_events import parsed_tasks, task_event
from events import NAMESPACE, parsed, uuid
from gitlab_pipelines import job, pipeline
from gitlab_server import ADDRESS
from store_dump import read_store
from worlds import aspects, events

FOLDER = Path(__file__).parent
STORE, DUMP, SCHEMA = "store.sql", "dump.ndjson", "schema.graphql"

_TABLES = """
SELECT c.relname AS name, array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'functions_in_use'
GROUP BY c.relname ORDER BY c.relname"""

_PARTITIONS = """
SELECT format('CREATE TABLE %I PARTITION OF event %s;', c.relname, pg_get_expr(c.relpartbound, c.oid))
FROM pg_class c
WHERE c.relispartition AND c.relkind = 'r' AND c.relname <> 'event_other' AND EXISTS (SELECT FROM event e WHERE e.tableoid = c.oid)
ORDER BY c.relname"""

_SEQUENCES = """
SELECT format('SELECT setval(%L, %s);', s.sequencename, s.last_value)
FROM pg_sequences s WHERE s.schemaname = 'public' AND s.last_value IS NOT NULL ORDER BY s.sequencename"""

_THE_SAME_EACH_TIME = """
UPDATE event SET at = '2026-01-02'::timestamptz + dense * interval '1 second', content_hash = text_key(seq::text)
FROM (SELECT seq AS of_seq, dense_rank() OVER (ORDER BY at) AS dense FROM event WHERE dialect = 'datahub') d WHERE of_seq = seq;
UPDATE namespace_alias SET created_at = '2026-01-02';
UPDATE write_mode SET created_at = '2026-01-02';
UPDATE schema_migration SET applied_at = '2026-01-02';
INSERT INTO source (id, name, created_at) VALUES ('3a8bc7f8-0c65-115f-98f6-aa662e60cbe7', 'tasks', '2026-01-02');
INSERT INTO token (name, hash, scopes, created_at) VALUES ('reader', text_key('secret')::text::bytea, '{READ}', '2026-01-02');
INSERT INTO sync_cursor (source_key, reached_at) VALUES (text_key('gitlab://gitlab.com/acme/shop'), '2026-01-02');
INSERT INTO sync_pipeline (source_key, pipeline_id, updated_at, is_due) VALUES (text_key('gitlab://gitlab.com/acme/shop'), 1, '2026-01-02', true);
"""
"""The other contents of a store; fixed values replace the times and ids that differ at each run of this script."""


async def fill(connection: Connection) -> None:
    """Fill a store with a little of everything: dialects, proposals, deletions, aliases, write modes, quarantine."""
    first, second = events(1), events(2)
    steps: list[Sequence[Changes | Problem | Proposal]] = [
        [*parsed(*first)],
        [*map(parse_proposal, aspects(1))],
        [*parsed(*second[:5])],
        [*parsed_tasks(task_event("START", "00:01:00", uuid(51), "task"), task_event("COMPLETE", "00:02:00", uuid(51), "task"))],
        [*parsed(*second[5:]), problem(DIALECT, "old.ndjson", 1, UnusableError("json.invalid", "not JSON"), b"{")],
        [gitlab_document(pipeline(1, "success", "10:00:00", "10:01:00", job(1, "build/all", "success", "10:00:10", "10:00:50")))],
        [*map(parse_proposal, aspects(2))],
        [deletion("dataProcessInstance", f"urn:li:dataProcessInstance:{uuid(1)}", "dataProcessInstanceKey")],
        [*parsed(first[4] | {"eventType": "OTHER"})],
    ]  # fmt: skip
    for number, step in enumerate(steps):
        trace_id = UUID(int=number + 1)
        await connection.execute(f"SET headwater.arrived_at = '2026-01-01 12:{number:02d}:00+00'")
        proposals = [one for one in step if isinstance(one, Proposal)]
        if proposals:
            await accept(connection, [Submission(proposals, trace_id, 0)])
        else:
            items = [one for one in step if not isinstance(one, Proposal)]
            await merge(connection, [Delivery(items, trace_id)])
    await add_namespace_alias(connection, namespace_alias(NAMESPACE, "other"), UUID(int=99))
    await set_write_mode(connection, named_dataset_urn(NAMESPACE, "out1"), WriteMode.APPEND)


def gitlab_document(shown: dict[str, Any]) -> Changes | Problem:
    """Return a pipeline as the synchronisation reads it."""
    document = pipeline_document(ADDRESS, "acme/shop", shown["pipeline"], shown["jobs"], [])
    return parse_document(canonical_json(document), "test", 1)


async def store_text(connection: Connection) -> str:
    """Return a store as SQL for an empty database: the migrations of this version, and a row a line."""
    migrations = [path.read_text() for path in sorted((sql_folder() / "migrations").glob("*.sql"))]
    rows: list[str] = []
    for table in await connection.fetch(_TABLES):
        columns = ", ".join(table["columns"])
        values = ", ', ', ".join(f"quote_nullable({column}::text)" for column in table["columns"])
        begin = f"INSERT INTO {table['name']} ({columns}) OVERRIDING SYSTEM VALUE VALUES ("
        made = await connection.fetch(f"SELECT concat($1::text, {values}, ');') FROM {table['name']} ORDER BY 1", begin)
        rows += [row[0] for row in made]
    return "\n".join(
        [
            "-- A store of one version, as tests/upgrade/record.py wrote it.",
            *migrations,
            query("create_migration_table"),
            *(row[0] for row in await connection.fetch(_PARTITIONS)),
            "SET session_replication_role = replica;",
            *rows,
            *(row[0] for row in await connection.fetch(_SEQUENCES)),
            "RESET session_replication_role;",
            "",
        ]
    )


async def restore(database_url: str, folder: Path) -> None:
    """Make the store of a release in an empty database."""
    connection = await asyncpg.connect(database_url)
    await connection.execute((folder / STORE).read_text())
    await connection.close()


async def dump_lines(database_url: str) -> list[str]:
    """Return the canonical dump of a store."""
    connection = await connect(database_url)
    lines = [line for lines in (await read_store(connection)).values() for line in lines]
    await connection.close()
    return lines


def folders() -> list[Path]:
    """Return the folders of the releases, the oldest first."""
    found = [path for path in FOLDER.iterdir() if (path / STORE).exists()]
    return sorted(found, key=lambda path: [int(part) for part in path.name.split(".")])


@contextmanager
def empty_database() -> Iterator[str]:
    """Yield an empty database of a separate Postgres."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    try:
        with EmbeddedPostgres(folder / "postgres") as postgres:
            url = postgres.start()
            asyncio.run(_create(url))
            yield with_database(url, "recorded")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _create(url: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute("CREATE DATABASE recorded")
    await connection.close()


def record(folder: Path) -> None:
    """Record the present code."""

    async def write(url: str) -> None:
        connection = await connect_to_merge(url)
        await fill(connection)
        await connection.execute(_THE_SAME_EACH_TIME)
        (folder / STORE).write_text(await store_text(connection))
        await connection.close()
        (folder / DUMP).write_text("".join(await dump_lines(url)))

    folder.mkdir(exist_ok=True)
    with empty_database() as url:
        migrate_database(url)
        asyncio.run(write(url))
    (folder / SCHEMA).write_text(schema_sdl())


def record_dump(folder: Path) -> None:
    """Record the present dump of a release's store."""
    with empty_database() as url:
        asyncio.run(restore(url, folder))
        migrate_database(url, is_ours=True)
        (folder / DUMP).write_text("".join(asyncio.run(dump_lines(url))))


def main(arguments: Sequence[str]) -> None:
    """Record a version, or the dumps of all."""
    (version,) = arguments
    if version == "dumps":
        for folder in folders():
            record_dump(folder)
    else:
        record(FOLDER / version)


if __name__ == "__main__":
    main(sys.argv[1:])
