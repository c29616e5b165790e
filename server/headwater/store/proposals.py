"""Accept DataHub proposals: facts that replace aspects in the order of arrival.

The proposals of one transaction take their turn among merges. Their result is found in order (`proposal_draft.py`), and
one call passes it to the function `merge_aspects` of `sql/functions/proposals.sql`.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext

import structlog
from asyncpg import Connection, InternalClientError, Record

from headwater import metrics, spans
from headwater.dialects.datahub.acceptance import AspectValue
from headwater.dialects.datahub.proposal import Proposal, parse_proposal
from headwater.dialects.problems import UnusableError, failed_in_queue, problem
from headwater.errors import OverloadedError
from headwater.model.bodies import unpack_body
from headwater.store.merge import OTHERS_MERGE, REFUSED, Delivery, merge
from headwater.store.proposal_draft import NOTHING, Accepted, AcceptedAspect, Draft, Kept, Place, Submission
from headwater.store.queries import query
from headwater.store.queue_claims import Claims
from headwater.store.write_queue import (
    MAX_TRIES,
    SEE_LOG,
    SPAN,
    count_try,
    has_proposals,
    is_given_up,
    noted,
    oldest_proposals,
    origin_of,
)
from headwater.urn import text_key

__all__ = ["Accepted", "AcceptedAspect", "Submission", "accept", "accept_logged", "accept_queued"]

_log = structlog.get_logger()

_SECONDS = metrics.MERGE_SECONDS.labels("proposals")
_WAIT_SECONDS = metrics.MERGE_WAIT_SECONDS.labels("proposals")
_ACCEPTED = metrics.MERGE_PROPOSALS.labels("accepted")
_REFUSED = metrics.MERGE_PROPOSALS.labels("refused")

_FEWER = 10
"""The factor by which a worker tries fewer queued proposals after many have failed together."""

_BEHIND_FAILED = "A queued write before this one fails: send it again in a moment."


async def accept(connection: Connection, submissions: Sequence[Submission]) -> list[Accepted | UnusableError]:
    """Accept submissions in one transaction, in order, and return the result of each. They are durable after it.

    One that fails changes nothing, and its result is the error. Queued proposals for the same entities are older,
    so they come first.
    """
    keys = list({text_key(item.urn) for submission in submissions for item in submission.items})
    while True:
        async with connection.transaction():
            await _take_turn(connection)
            last = await connection.fetchval(query("last_queued"), keys)
            if last is None:
                return await _accept(connection, submissions)
            accepted = await _accept_queued(connection, last)
        if not accepted:
            raise OverloadedError(_BEHIND_FAILED)


async def accept_queued(connection: Connection, claims: Claims) -> int:
    """Accept the oldest proposals of the queue, each by itself, and take them out of it; the number of them.

    A proposal that cannot be applied goes to quarantine. 0: there are none, or the oldest has failed and stays.
    """
    if not await has_proposals(connection):
        return 0
    async with connection.transaction():
        await _take_turn(connection)
        return await _accept_queued(connection, claims=claims)


async def _accept_queued(connection: Connection, last: int | None = None, claims: Claims | None = None) -> int:
    """Accept the oldest queued proposals, up to a number, in the caller's turn; the number of those that left.

    A worker notes its claims; a synchronous write has none.
    """
    rows, ended = await oldest_proposals(connection, last)
    if not rows:
        return 0
    async with noted(claims, connection, rows, ended) if claims else nullcontext():
        return await _accept_rows(connection, rows, ended)


async def _accept_rows(connection: Connection, rows: Sequence[Record], ended: Counter[int]) -> int:
    """Accept the first of some queued proposals; the number of those that left the queue.

    If many fail together, it tries fewer. A single one that the database refuses goes to quarantine; so does one that
    fails otherwise, after MAX_TRIES.
    """
    while True:
        try:
            with spans.shared(SPAN, [origin_of(row) for row in rows]):
                async with connection.transaction():
                    results = await _accept_parsed(connection, [_submission(row, ended) for row in rows])
        except OTHERS_MERGE:
            raise
        except Exception as error:
            if connection.is_closed() or isinstance(error, InternalClientError):
                raise
            if len(rows) > 1:
                rows = rows[: max(1, len(rows) // _FEWER)]
                continue
            return await _settle_failed(connection, rows[0], error)
        await _leave_queue(connection, rows, results)
        return len(rows)


async def _settle_failed(connection: Connection, row: Record, error: Exception) -> int:
    """Put a proposal that fails by itself into quarantine, or count its try; 1 if it left the queue."""
    if isinstance(error, REFUSED):
        failure = UnusableError("merge.failed", f"the database refused it: {error}")
    elif row["tries"] + 1 >= MAX_TRIES:
        failure = failed_in_queue(MAX_TRIES, f"{type(error).__name__}: {error}")
    else:
        _log.error("queue.proposal_failed", exc_info=error, trace_id=row["trace_id"].hex)
        await count_try(connection, row["seq"])
        return 0
    await _leave_queue(connection, [row], [failure])
    return 1


def _submission(row: Record, ended: Counter[int]) -> Submission | UnusableError:
    """A proposal of the queue, or the reason why it is given up, or why this version cannot use it."""
    if is_given_up(row, ended):
        return failed_in_queue(MAX_TRIES, SEE_LOG)
    body = unpack_body(row["body"])
    try:
        return Submission([parse_proposal(json.loads(body))], row["trace_id"], len(body))
    except UnusableError as error:
        return error


async def _accept_parsed(
    connection: Connection, found: Sequence[Submission | UnusableError]
) -> list[Accepted | UnusableError]:
    """Accept the parsed ones; the others stay errors."""
    accepted = iter(await _accept(connection, [one for one in found if isinstance(one, Submission)]))
    return [next(accepted) if isinstance(one, Submission) else one for one in found]


async def _leave_queue(
    connection: Connection, rows: Sequence[Record], results: Sequence[Accepted | UnusableError]
) -> None:
    """Take proposals out of the queue; failed ones go to quarantine."""
    deliveries = [
        Delivery([problem(row["dialect"], row["source"], row["seq"], error, unpack_body(row["body"]))], row["trace_id"])
        for row, error in zip(rows, results, strict=True)
        if isinstance(error, UnusableError)
    ]
    if deliveries:
        await merge(connection, deliveries)
    await connection.execute(query("leave_queue"), [row["seq"] for row in rows])


async def _accept(connection: Connection, submissions: Sequence[Submission]) -> list[Accepted | UnusableError]:
    """Accept submissions in the caller's turn."""
    with _SECONDS.time():
        draft, results = await _drafted(connection, submissions)
        if draft.log:
            await _delete(connection, draft)
            await connection.fetchval(query("merge_aspects"), draft.log, *draft.facts())
    for submission, result in zip(submissions, results, strict=True):
        outcome = _REFUSED if isinstance(result, UnusableError) else _ACCEPTED
        outcome.inc(len(submission.items))
    return results


async def _take_turn(connection: Connection) -> None:
    with metrics.counted_seconds(_WAIT_SECONDS):
        await connection.execute(query("take_whole_turn"))


async def accept_logged(connection: Connection, submissions: Sequence[Submission]) -> list[Accepted | UnusableError]:
    """Accept submissions of the log once more; takes no turn. Returns the results, as `accept`."""
    draft, results = await _drafted(connection, submissions, is_logged=True)
    await _delete(connection, draft)
    await connection.fetchval(query("apply_aspects"), *draft.facts())
    return results


async def _drafted(
    connection: Connection, submissions: Sequence[Submission], *, is_logged: bool = False
) -> tuple[Draft, list[Accepted | UnusableError]]:
    """Return the proposed rows of submissions, and the result of each. Write nothing."""
    draft = await _read(connection, [item for submission in submissions for item in submission.items], is_logged)
    # In a thread: patches of large aspects take time, and other requests are answered meanwhile.
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
