"""Tokens and sources: their rows, and the conditions of a valid token."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import asyncpg
import pytest

from headwater.errors import BadRequestError, ForbiddenError
from headwater.model.access import Grant, Scope
from headwater.store.connections import connect
from headwater.store.queries import query
from headwater.store.sources import create_source, find_source, list_sources, revoke_source
from headwater.store.tokens import PREFIX, create_token, find_grant, hash_of, list_tokens, revoke_token


@pytest.fixture
async def connection(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await connect(database_url)
    yield connection
    await connection.close()


async def test_a_token_is_found_by_its_secret_which_is_stored_nowhere(connection: asyncpg.Connection) -> None:
    token = await create_token(connection, "nightly", [Scope.WRITE, Scope.READ])
    assert await find_grant(connection, hash_of(token.secret)) == Grant(frozenset([Scope.READ, Scope.WRITE]))
    assert token.secret.startswith(PREFIX)
    assert len(token.secret.removeprefix(PREFIX)) == 43, "256 bits in base64url"
    assert token.secret not in str(await connection.fetch("SELECT t::text FROM token t"))
    assert (await create_token(connection, "nightly", [Scope.READ])).secret != token.secret


async def test_unknown_expired_and_revoked_are_the_same_nothing(connection: asyncpg.Connection) -> None:
    expired = await create_token(connection, "old", [Scope.READ], lifetime=timedelta(0))
    revoked = await create_token(connection, "gone", [Scope.READ])
    await revoke_token(connection, revoked.id)
    for secret in ("", "hw_unknown", expired.secret, revoked.secret):
        assert await find_grant(connection, hash_of(secret)) is None


async def test_a_token_is_good_until_it_expires(connection: asyncpg.Connection) -> None:
    token = await create_token(connection, "short", [Scope.READ], lifetime=timedelta(days=90))
    assert await find_grant(connection, hash_of(token.secret)) is not None
    [listed] = await list_tokens(connection)
    assert listed.expires_at is not None
    assert timedelta(days=89) < listed.expires_at - datetime.now(UTC) <= timedelta(days=90)
    await connection.execute("UPDATE token SET expires_at = now()")
    assert await find_grant(connection, hash_of(token.secret)) is None


async def test_the_list_has_all_of_them_in_order(connection: asyncpg.Connection) -> None:
    source = (await create_source(connection, "gitlab")).source
    await create_token(connection, "reader", [Scope.READ, Scope.ADMIN])
    tokens = await list_tokens(connection)
    expected = [("gitlab", ["WRITE"], "gitlab"), ("reader", ["ADMIN", "READ"], None)]
    assert [(token.name, token.scopes, token.source) for token in tokens] == expected
    assert await list_sources(connection) == [source]


async def test_a_revoked_source_takes_its_tokens_with_it(connection: asyncpg.Connection) -> None:
    source, token = await create_source(connection, "gitlab")
    other, other_token = await create_source(connection, "airflow")
    assert await find_grant(connection, hash_of(token.secret)) == Grant(frozenset([Scope.WRITE]), source.id)
    assert await find_source(connection, source.id) == source
    await revoke_source(connection, source.id)
    assert await find_source(connection, source.id) is None
    assert await find_grant(connection, hash_of(token.secret)) is None
    assert await find_source(connection, other.id) == other
    assert await find_grant(connection, hash_of(other_token.secret)) is not None


async def test_unknown_tokens_and_sources_cannot_be_revoked(connection: asyncpg.Connection) -> None:
    source, token = await create_source(connection, "gitlab")
    await revoke_source(connection, source.id)
    with pytest.raises(BadRequestError, match=f"not revoked, got {token.id};"):
        await revoke_token(connection, token.id)
    for source_id in (source.id, uuid4()):
        with pytest.raises(BadRequestError, match=f"not revoked, got {source_id};"):
            await revoke_source(connection, source_id)
    assert await find_source(connection, UUID(int=0)) is None


async def test_a_token_needs_a_name_and_a_scope(connection: asyncpg.Connection) -> None:
    with pytest.raises(BadRequestError, match="name"):
        await create_token(connection, "", [Scope.READ])
    with pytest.raises(BadRequestError, match="scopes"):
        await create_token(connection, "nothing", [])
    with pytest.raises(BadRequestError, match="name"):
        await create_source(connection, "")
    assert await list_sources(connection) == [], "a source without its token is not left behind"


@pytest.mark.parametrize(
    ("scopes", "granted"),
    [
        ([Scope.READ], {Scope.READ}),
        ([Scope.WRITE], {Scope.WRITE}),
        ([Scope.ADMIN], set(Scope)),
        ([Scope.READ, Scope.WRITE], {Scope.READ, Scope.WRITE}),
    ],
)
def test_admin_includes_the_others_and_write_does_not_include_read(scopes: list[Scope], granted: set[Scope]) -> None:
    grant = Grant(frozenset(scopes))
    for scope in granted:
        grant.require(scope)
    for scope in set(Scope) - granted:
        with pytest.raises(ForbiddenError, match=scope.lower()):
            grant.require(scope)


def test_a_bound_token_is_good_for_its_source_only() -> None:
    source_id = uuid4()
    bound, free = Grant(frozenset([Scope.WRITE]), source_id), Grant(frozenset([Scope.WRITE]))
    for source in (source_id, str(source_id), str(source_id).upper()):
        bound.require_source(source)
    for other in (uuid4(), None, "", "nonsense"):
        free.require_source(other)
        with pytest.raises(ForbiddenError, match="its source"):
            bound.require_source(other)


def test_a_token_is_looked_up_by_an_index(database_url: str) -> None:
    async def explain() -> str:
        connection = await connect(database_url)
        await connection.execute("SET enable_seqscan = off")
        await connection.execute(f"PREPARE grant_ AS {query('grant_of_token')}")
        explained: str = await connection.fetchval("EXPLAIN (FORMAT json) EXECUTE grant_ ('')")
        await connection.close()
        return explained

    [explained] = json.loads(asyncio.run(explain()))
    assert explained["Plan"]["Index Name"] == "token_hash_key"
