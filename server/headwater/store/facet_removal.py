"""Remove the facets that no row uses any more, after a removal of runs, while merges go on (docs/retention.md).

Merges store each set of facets, and each value, once. A merge may use one again at any moment, so the removal first
lists what nothing uses. A merge takes what it uses off the list (`use_facets` of `sql/functions/facet_removal.sql`).
"""

from typing import Final

from asyncpg import Connection

from headwater.store.queries import query

_STEP_FACETS: Final = 500
"""The facets of a statement: a merge that uses one of them waits until it ends."""


async def remove_unused_facets(connection: Connection) -> int:
    """Delete the sets of facets and the values that nothing uses, in small steps; return their number."""
    total = 0
    for are_values in (False, True):  # only a set uses a value
        await connection.execute(query("note_unused_facets"), are_values)
        await connection.execute(query("take_whole_turn"))  # merges that did not see the list have ended then
        await connection.execute(query("keep_used_facets"), are_values)
        while dropped := await connection.fetchval(query("drop_unused_facets"), are_values, _STEP_FACETS):
            total += dropped
    return total
