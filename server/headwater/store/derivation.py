"""The version of the rules by which a store is derived from its log of events.

It counts apart from migrations and functions: a rule may change what parsing finds in an event, or what the functions
make of it. Whoever changes such a rule raises the number; `headwater migrate` derives again what older rules derived.
"""

from typing import Final

from asyncpg import Connection

from headwater.store.queries import query

DERIVATION_VERSION: Final = 1


async def begin_derivation(connection: Connection) -> None:
    """Note the version for a store that has just been made; for any other it stays what it is."""
    await connection.execute(query("begin_derivation"), DERIVATION_VERSION)


async def is_derived_by_older_rules(connection: Connection) -> bool:
    """True if the store has to be derived again. Newer rules are left to the version that has them."""
    version: int = await connection.fetchval(query("derivation_version"))
    return version < DERIVATION_VERSION


async def lower_derivation(connection: Connection) -> None:
    """Note that this version merges by its rules, where the store is derived by newer ones: these derive it again."""
    await connection.execute(query("lower_derivation_version"), DERIVATION_VERSION)
