"""The tables of a rebuild: made beside those in use, and put in their place at the end.

They are in a schema of their own, with this version's functions over them. So names mean the new tables for connections
with that schema in their search_path, and the old ones for all others.
"""

import re
from collections.abc import Sequence

from asyncpg import Connection, DependentObjectsStillExistError

from headwater.errors import MigrationError
from headwater.store.derivation import DERIVATION_VERSION
from headwater.store.functions import functions_schema, make_functions
from headwater.store.migrations import newest_migration
from headwater.store.queries import query

SCHEMA = "headwater_rebuild"

_REPLACED = "headwater_replaced"

_DEPENDENT = re.compile(r"^(.+?) depends on ", re.MULTILINE)
"""The other object in a line of Postgres's detail."""

DERIVED = (
    "alias",
    "asset_read",
    "asset_write",
    "content",
    "derivation",
    "edge",
    "entity",
    "entity_facets",
    "facet_set",
    "input_job",
    "job_edge",
    "job_link",
    "keeping_progress",
    "kept_step",
    "mention",
    "namespace_alias",
    "relationship",
    "run",
    "run_checksum",
    "run_event",
    "run_facets",
    "run_link",
    "run_registration",
    "run_sibling",
    "run_verification",
    "run_warning",
    "timeseries_aspect",
    "unused_facet",
    "versioned_aspect",
    "waiting_steps",
    "write_mode",
)
"""Tables derived from the log, and configuration that names entities or makes aliases. All other tables stay."""


def maker() -> str:
    """Return the version of a rebuild; a rebuild of another version cannot continue."""
    return f"{functions_schema()}, {newest_migration()}, rules {DERIVATION_VERSION}"


async def has_tables(connection: Connection) -> bool:
    """Return True if a rebuild has not finished."""
    found: bool = await connection.fetchval(query("has_rebuild"))
    return found


async def is_interrupted(connection: Connection) -> bool:
    """Return True if a rebuild has not finished, and nobody continues it."""
    found: bool = await connection.fetchval(query("is_rebuild_interrupted"))
    return found


async def make_tables(connection: Connection) -> None:
    """Make the tables, empty, and the functions over them, in one transaction. Drops the tables of another rebuild."""
    async with connection.transaction():
        await drop_tables(connection)
        await connection.execute(query("create_rebuild_schema"))
        definitions = [row["definition"] for row in await connection.fetch(query("table_definitions"), DERIVED)]
        await connection.execute(query("use_rebuild"))
        for definition in filter(None, definitions):
            await connection.execute(definition)
        await make_functions(connection, SCHEMA)
        await connection.execute(query("keep_numbers"))
        await connection.execute(query("create_rebuild_progress"))
        await connection.execute(query("begin_rebuild_progress"), maker())
        await connection.execute(query("take_over_dropped"))


async def drop_tables(connection: Connection) -> None:
    """Drop the tables and the functions over them; the store stays as it is."""
    await connection.execute(query("drop_rebuild"))


async def vacuum_tables(connection: Connection) -> None:
    """Vacuum the tables, so that the planner knows them."""
    await connection.execute(query("vacuum_rebuild").format(tables=_in(SCHEMA)))


async def replace_tables(connection: Connection) -> None:
    """Put the tables in the place of those in use, in one transaction, and make all functions use them.

    Functions, views and types stay the same objects, so that sessions with prepared statements can continue. Raises
    QueryCanceledError if the old tables are in use, and MigrationError if other objects depend on them: then everything
    stays as it is.
    """
    try:
        await _replace_tables(connection)
    except DependentObjectsStillExistError as error:
        named = _DEPENDENT.findall(error.detail or "") or [str(error)]
        raise MigrationError(
            f"others depend on the tables ({', '.join(dict.fromkeys(named))}): drop what depends on them, run"
            " `headwater rebuild` again, which goes on, and make it anew (docs/upgrading.md)"
        ) from error


async def _replace_tables(connection: Connection) -> None:
    async with connection.transaction():
        views = [row["name"] for row in await connection.fetch(query("function_views"))]
        await connection.execute(query("lock_tables").format(tables=", ".join([*views, _in("public")])))
        numbers = await connection.fetchrow(query("last_numbers"))
        await connection.execute(query("stop_keeping_numbers"))
        functions = {schema: await _definitions(connection, schema) for schema in await _schemas(connection)}
        await connection.execute(query("set_tables_aside"))
        for table in DERIVED:
            await _move(connection, table, "public", _REPLACED)
            await _move(connection, table, SCHEMA, "public")
        if functions_of_rows := await connection.fetchval(query("functions_of_replaced_tables")):
            await connection.execute(query("drop_functions").format(functions=functions_of_rows))
        for schema, definitions in functions.items():
            await _use(connection, schema)
            for definition in definitions:
                await connection.execute(definition)
        await connection.execute(query("drop_replaced_tables").format(tables=_in(_REPLACED)))
        await connection.execute(query("set_derivation_version"), DERIVATION_VERSION)
        # Last, since a failure above does not undo it.
        await connection.execute(query("continue_numbers"), *numbers)


async def _schemas(connection: Connection) -> Sequence[str]:
    return [row["nspname"] for row in await connection.fetch(query("function_schemas"))]


async def _use(connection: Connection, schema: str) -> None:
    await connection.execute(query("use_function_schema").format(schema=schema))


async def _definitions(connection: Connection, schema: str) -> Sequence[str]:
    await _use(connection, schema)
    return [row["definition"] for row in await connection.fetch(query("function_definitions"), schema)]


async def _move(connection: Connection, table: str, origin: str, schema: str) -> None:
    await connection.execute(query("move_table").format(table=f"{origin}.{table}", schema=schema))


def _in(schema: str) -> str:
    return ", ".join(f"{schema}.{table}" for table in DERIVED)
