"""The functions of this version in a database: `sql/functions/*.sql`, in a schema of their own.

The schema's name contains the hash of their text and of the version of the rules. So two versions of the server run
side by side, and a changed function needs no migration.
"""

import hashlib
import re
from functools import cache
from graphlib import TopologicalSorter

from asyncpg import Connection

from headwater.store.derivation import DERIVATION_VERSION
from headwater.store.queries import query, sql_folder, sql_texts

_AFTER = re.compile(r"^-- After: (.*)\.$", re.MULTILINE)
"""The line of a file that names the files to run before it."""


@cache
def _texts() -> list[str]:
    files = sql_texts(sql_folder() / "functions")
    texts = {name.removesuffix(".sql"): text for name, text in files.items()}
    before = {name: found[1].split(", ") if (found := _AFTER.search(text)) else [] for name, text in texts.items()}
    return [texts[name] for name in TopologicalSorter(before).static_order()]


@cache
def functions_schema() -> str:
    """Return the name of the schema with this version's functions."""
    text = "\n".join([f"-- rules {DERIVATION_VERSION}", *_texts()])
    return "headwater_" + hashlib.sha256(text.encode()).hexdigest()[:12]


def search_path() -> str:
    """Return the schemas of a connection's functions and tables."""
    return f"{functions_schema()}, public"


async def keeps_search_path(connection: Connection) -> bool:
    """Return True if the session has its own search path; a pooler may ignore it."""
    found: str = await connection.fetchval(query("search_path"))
    return found == search_path()


async def has_functions(connection: Connection) -> bool:
    """Return True if the database has this version's functions."""
    found: bool = await connection.fetchval(query("has_functions"), functions_schema())
    return found


async def create_functions(connection: Connection) -> bool:
    """Create the functions in one transaction, and drop unused ones of other versions. Return False if they existed."""
    async with connection.transaction():
        is_new = not await has_functions(connection)
        if is_new:
            await _drop(connection, functions_schema())
            await connection.execute(query("create_functions_schema").format(schema=functions_schema()))
            await make_functions(connection, functions_schema())
        await use_functions(connection)
        for row in await connection.fetch(query("unused_functions")):
            await _drop(connection, row["schema_name"])
    return is_new


async def make_functions(connection: Connection, schema: str) -> None:
    """Make the functions in a schema, the first of the search_path, within a transaction."""
    await connection.execute(query("trust_functions"))
    for text in _texts():
        await connection.execute(text)
    await connection.execute(query("check_functions"), schema)


async def _drop(connection: Connection, schema: str) -> None:
    await connection.execute(query("drop_functions_schema").format(schema=schema))


async def is_other_version_in_use(connection: Connection) -> bool:
    """Return True if a server or load of another version used the store lately; its merges derive by its own rules."""
    is_in_use: bool = await connection.fetchval(query("is_other_version_in_use"), functions_schema())
    return is_in_use


async def use_functions(connection: Connection) -> None:
    """Record that this version's functions are in use, so that nobody drops them."""
    # As a read: through a pooler, only reads find the tables outside a transaction.
    await connection.fetchval(query("use_functions"), functions_schema())
