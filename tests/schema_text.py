"""The tables of a database as SQL, to compare with `sql/schema.sql`; as a program, it writes that file."""

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from asyncpg import Connection, Record

from headwater.embedded import EmbeddedPostgres
from headwater.store.connections import connect
from headwater.store.migrations import migrate

SCHEMA = Path(__file__).parents[1] / "sql" / "schema.sql"

HEAD = """-- The tables as all migrations together make them. Written by `make tables`; a test compares it with a migrated database.
-- It is to be read, not run. To change a table, add a migration (docs/upgrading.md).
"""

_SEQUENCES = """
    SELECT c.relname FROM pg_class c
    WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'S'
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i'))
    ORDER BY 1"""

_FUNCTIONS = """
    SELECT pg_get_functiondef(p.oid) AS text FROM pg_proc p WHERE p.pronamespace = $1::regnamespace ORDER BY p.proname"""

_TABLES = """
    SELECT c.oid, c.relname, c.reloptions, obj_description(c.oid) AS comment,
        CASE WHEN c.relkind = 'p' THEN pg_get_partkeydef(c.oid) END AS partitioned_by
    FROM pg_class c
    WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY 2"""

_COLUMNS = """
    SELECT a.attname, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull, a.attidentity::text, a.attgenerated::text,
        pg_get_expr(d.adbin, d.adrelid) AS value, col_description(a.attrelid, a.attnum) AS comment
    FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum"""

_CONSTRAINTS = """
    SELECT conname, pg_get_constraintdef(oid) AS text FROM pg_constraint
    WHERE conrelid = $1 AND contype <> 'n' ORDER BY contype = 'p' DESC, conname"""

_INDEXES = """
    SELECT pg_get_indexdef(i.indexrelid) AS text FROM pg_index i
    WHERE i.indrelid = $1 AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u'))
    ORDER BY 1"""


async def schema_text(connection: Connection, schema: str = "public") -> str:
    """Return sequences, functions, tables with their constraints, indexes and comments, each sorted by name."""
    parts = [f"CREATE SEQUENCE {row['relname']};" for row in await connection.fetch(_SEQUENCES, schema)]
    parts += [f"{row['text'].rstrip()};" for row in await connection.fetch(_FUNCTIONS, schema)]
    for table in await connection.fetch(_TABLES, schema):
        columns = await connection.fetch(_COLUMNS, table["oid"])
        constraints = await connection.fetch(_CONSTRAINTS, table["oid"])
        parts.append("\n".join(_table(table, columns, constraints)))
        parts += [f"{row['text']};" for row in await connection.fetch(_INDEXES, table["oid"])]
    return HEAD + "\n" + "\n\n".join(parts).replace(f"{schema}.", "") + "\n"


def _table(table: Record, columns: Sequence[Record], constraints: Sequence[Record]) -> Iterator[str]:
    lines = [_column(column) for column in columns]
    lines += [f"CONSTRAINT {row['conname']} {row['text']}" for row in constraints]
    partitioned = f" PARTITION BY {table['partitioned_by']}" if table["partitioned_by"] else ""
    options = f" WITH ({', '.join(table['reloptions'])})" if table["reloptions"] else ""
    yield f"CREATE TABLE {table['relname']} (\n    " + ",\n    ".join(lines) + f"\n){partitioned}{options};"
    if table["comment"]:
        yield f"COMMENT ON TABLE {table['relname']} IS {_quoted(table['comment'])};"
    for column in columns:
        if column["comment"]:
            yield f"COMMENT ON COLUMN {table['relname']}.{column['attname']} IS {_quoted(column['comment'])};"


def _column(column: Record) -> str:
    words = [column["attname"], column["type"]]
    if column["attnotnull"]:
        words.append("NOT NULL")
    if column["attidentity"]:
        words.append("GENERATED ALWAYS AS IDENTITY")
    elif column["attgenerated"]:
        words.append(f"GENERATED ALWAYS AS ({column['value']}) STORED")
    elif column["value"]:
        words.append(f"DEFAULT {column['value']}")
    return " ".join(words)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


async def _migrated_schema(url: str) -> str:
    connection = await connect(url)
    try:
        await migrate(connection)
        return await schema_text(connection)
    finally:
        await connection.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # root's Postgres runs as nobody
        with EmbeddedPostgres(Path(folder) / "postgres") as postgres:
            SCHEMA.write_text(asyncio.run(_migrated_schema(postgres.start())), encoding="utf-8")
