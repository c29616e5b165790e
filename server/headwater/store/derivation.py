"""The version of the rules that derive a store from its log of events.

It counts apart from migrations and functions: a rule may change the facts that parsing finds in an event, or the rows
that the functions derive. A change of such a rule raises the number; `headwater migrate` then derives again what older
rules derived.
"""

from typing import Final

from asyncpg import Connection

from headwater.store.queries import query

DERIVATION_VERSION: Final = 3


async def begin_derivation(connection: Connection) -> None:
    """Record the version in a new store; any other store keeps its version."""
    await connection.execute(query("begin_derivation"), DERIVATION_VERSION)


async def is_derived_by_older_rules(connection: Connection) -> bool:
    """Return True if the store has to be derived again. A store of newer rules is left to the version that has them."""
    version: int = await connection.fetchval(query("derivation_version"))
    return version < DERIVATION_VERSION


async def lower_derivation(connection: Connection) -> None:
    """Record that this version merges by older rules than the store's, so that the newer version derives it again."""
    await connection.execute(query("lower_derivation_version"), DERIVATION_VERSION)
