"""The canonical dump: stores with the same facts give the same text (`docs/dump.md`).

A table `x` is dumped by the query `dump_x` of `sql/queries/dump.sql`, in the order of that file. Such a query names
rows by URNs instead of numbers, and sorts by a unique key.
"""

from collections.abc import AsyncIterator

import orjson
from asyncpg import Connection

from headwater.store.payload import as_text
from headwater.store.queries import named_queries, query
from headwater.store.rebuild_tables import DERIVED

_PREFIX = "dump_"


async def canonical_dump(connection: Connection) -> AsyncIterator[bytes]:
    """Yield the store at one moment: for each row a JSON object with `table` and its columns, and a line end.

    Rows stream through a cursor, so that memory does not grow with the store. The connection must not be in a
    transaction; from here on it reads jsonb as text.
    """
    await connection.set_type_codec("jsonb", schema="pg_catalog", encoder=str, decoder=_as_it_is)
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        # Before the snapshot: a rebuild that ends meanwhile would leave tables whose rows the snapshot cannot see.
        await connection.execute(query("hold_tables").format(tables=", ".join(DERIVED)))
        for name, sql in named_queries().items():
            if name.startswith(_PREFIX):
                table = name.removeprefix(_PREFIX)
                async for row in connection.cursor(sql):
                    yield orjson.dumps({"table": table, **row}, default=_plain, option=orjson.OPT_APPEND_NEWLINE)


def _as_it_is(json: str) -> orjson.Fragment:
    """Return Postgres' own text of a jsonb, which is canonical; parsing it would lose digits of large numbers."""
    return orjson.Fragment(json)


def _plain(value: object) -> object:
    if not isinstance(value, bytes):
        return str(value)  # the driver's own class of UUIDs
    text, is_base64 = as_text(value)
    return {"base64": text} if is_base64 else text
