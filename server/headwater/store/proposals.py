"""Accepting DataHub proposals: the way into the store of what replaces aspects in the order in which it comes.

The proposals of one transaction take their turn among merges; what they come to is found in their order
(`proposal_draft.py`), and goes to the function `merge_aspects` of `sql/functions/proposals.sql` in one call.
"""

import asyncio
import json
from collections.abc import Sequence

from asyncpg import Connection

from headwater.dialects.datahub.acceptance import AspectValue
from headwater.dialects.datahub.proposal import Proposal
from headwater.dialects.problems import UnusableError
from headwater.store.proposal_draft import NOTHING, Accepted, AcceptedAspect, Draft, Kept, Place, Submission
from headwater.store.queries import query
from headwater.urn import text_key

__all__ = ["Accepted", "AcceptedAspect", "Submission", "accept", "accept_logged"]


async def accept(connection: Connection, submissions: Sequence[Submission]) -> list[Accepted | UnusableError]:
    """Accept submissions in one transaction, in their order; they are durable when this returns what became of each.

    One that cannot be applied changes nothing, and its error is what became of it.
    """
    async with connection.transaction():
        await connection.execute(query("take_whole_turn"))
        draft, results = await _drafted(connection, submissions)
        if draft.log:
            await _delete(connection, draft)
            await connection.fetchval(query("merge_aspects"), draft.log, *draft.facts())
    return results


async def accept_logged(connection: Connection, submissions: Sequence[Submission]) -> list[Accepted | UnusableError]:
    """Accept submissions that are in the log, once more; takes no turn. What became of each, as `accept` says it."""
    draft, results = await _drafted(connection, submissions, is_logged=True)
    await _delete(connection, draft)
    await connection.fetchval(query("apply_aspects"), *draft.facts())
    return results


async def _drafted(
    connection: Connection, submissions: Sequence[Submission], *, is_logged: bool = False
) -> tuple[Draft, list[Accepted | UnusableError]]:
    """The outcome of submissions, and what became of each; nothing is written yet."""
    draft = await _read(connection, [item for submission in submissions for item in submission.items], is_logged)
    # Patches of large aspects take their time: others are answered meanwhile.
    return draft, await asyncio.to_thread(lambda: [draft.accept(submission) for submission in submissions])


async def _read(connection: Connection, proposals: Sequence[Proposal], is_logged: bool) -> Draft:
    places = list({(item.urn, item.aspect): None for item in proposals})
    keys = [text_key(urn) for urn, _ in places]
    rows = await connection.fetch(query("current_aspects"), keys, [aspect for _, aspect in places])
    found = {(row["urn_key"], row["name"]): row for row in rows}
    stored: dict[Place, Kept] = dict.fromkeys(places, NOTHING)
    for key, place in zip(keys, places, strict=True):
        if (row := found.get((key, place[1]))) is not None:
            value = AspectValue(json.loads(row["value"]), json.loads(row["system_metadata"]))
            stored[place] = Kept(value, row["version"], row["arrived_at"])
    exist = {row["urn_key"] for row in await connection.fetch(query("existing_entities"), keys)}
    return Draft(stored, {urn for urn, _ in places if text_key(urn) in exist}, is_logged)


async def _delete(connection: Connection, draft: Draft) -> None:
    for urn in draft.deleted:
        await connection.fetchrow(query("delete_entity"), text_key(urn))
    for span in draft.spans:
        await connection.fetchval(query("delete_timeseries"), *span)
