"""The statements by which a query is answered, as `headwater explain` tells them."""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

import strawberry
from graphql import GraphQLError

from headwater.app.database import database
from headwater.cli.explain_query import Asked
from headwater.cli.table import table
from headwater.errors import HeadwaterError
from headwater.graphql.schema import request_context
from headwater.settings import Settings
from headwater.store.pool import read_pool
from headwater.store.reader import Reader
from headwater.store.recording import RecordingPool, Sent


class Executed(NamedTuple):
    """The statements of one execution in the order in which they were sent, and the errors of the answer."""

    sent: Sequence[Sent]
    errors: Sequence[GraphQLError]

    def text(self) -> str:
        """The statements as a table."""
        if not self.sent:
            return "No statement was sent."
        rows = [(one.round, one.name, one.rows, f"{1000 * one.seconds:.1f}") for one in self.sent]
        return table(("ROUND", "STATEMENT", "ROWS", "MS"), rows)

    def require_success(self) -> None:
        """Raises HeadwaterError where the answer has errors."""
        if self.errors:
            raise HeadwaterError("the answer has errors: " + "; ".join(map(_told, self.errors)))


def _told(error: GraphQLError) -> str:
    return f"{'.'.join(map(str, error.path))}: {error.message}" if error.path else error.message


def executed(settings: Settings, schema: strawberry.Schema, asked: Asked) -> Executed:
    """The second execution of a query on the database of the settings.

    The first one has statements prepared, as those of a server are. Raises what opening the database raises.
    """
    with database(settings) as url:
        return asyncio.run(_executed(url, schema, asked))


async def _executed(database_url: str, schema: strawberry.Schema, asked: Asked) -> Executed:
    async with await read_pool(database_url, 1) as pool:
        await _executed_once(RecordingPool(pool), schema, asked)
        return await _executed_once(RecordingPool(pool), schema, asked)


async def _executed_once(pool: RecordingPool, schema: strawberry.Schema, asked: Asked) -> Executed:
    answer = await schema.execute(
        asked.document.decode(),
        asked.variables,
        operation_name=asked.operation,
        context_value=request_context(Reader(pool)),
    )
    return Executed(pool.sent, answer.errors or ())
