"""The API over a fresh database."""

from collections.abc import AsyncIterator

import pytest

from headwater.store.pool import read_pool

from graphql_api import Api


@pytest.fixture
async def api(database_url: str) -> AsyncIterator[Api]:
    """The schema over one connection to a fresh database."""
    async with await read_pool(database_url, 1) as pool:
        api = Api(pool)
        async with pool.acquire() as connection:
            connection._con.add_query_logger(api.count)
        yield api
