"""DataHub proposals made by hand, and accepted without a server."""

import asyncio
from collections.abc import Sequence
from typing import Any

from headwater.dialects.datahub.proposal import parse_proposal
from headwater.dialects.problems import UnusableError
from headwater.store.connections import connect_to_merge
from headwater.store.proposals import Accepted, Submission, accept
from headwater.trace import new_trace
from headwater.urn import parse_urn

RUN = "urn:li:dataProcessInstance:one"
DATASET = "urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)"


def item(urn: str, aspect: str, value: Any = None, change: str = "UPSERT") -> dict[str, Any]:
    """Return a proposal in the format of a DataHub file."""
    return {
        "entityType": parse_urn(urn).kind,
        "entityUrn": urn,
        "changeType": change,
        "aspectName": aspect,
        "aspect": {"json": value},
    }


def event(millis: int, status: str, result: str | None = None, attempt: int | None = None) -> dict[str, Any]:
    """Return the value of a dataProcessInstanceRunEvent."""
    value: dict[str, Any] = {"timestampMillis": millis, "status": status}
    if result:
        value["result"] = {"type": result, "nativeResultType": result.lower()}
    if attempt is not None:
        value["attempt"] = attempt
    return value


def accept_each(database_url: str, *batches: Sequence[dict[str, Any]]) -> list[Accepted | UnusableError]:
    """Accept batches of items, each batch as its own request, all in one transaction."""

    async def run() -> list[Accepted | UnusableError]:
        connection = await connect_to_merge(database_url)
        try:
            return await accept(
                connection, [Submission([*map(parse_proposal, items)], new_trace().trace_id, 0) for items in batches]
            )
        finally:
            await connection.close()

    return asyncio.run(run())


def accept_items(database_url: str, *items: dict[str, Any]) -> Accepted:
    """Accept items as one request. Raises UnusableError."""
    [became] = accept_each(database_url, items)
    if isinstance(became, UnusableError):
        raise became
    return became
