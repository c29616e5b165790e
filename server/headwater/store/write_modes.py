"""Configuration of what writes of an asset do to the ones before: replace them, or append to them."""

from typing import NamedTuple

from asyncpg import Connection

from headwater.errors import BadRequestError, NotFoundError
from headwater.model.write_mode import WriteMode
from headwater.store.queries import query
from headwater.urn import text_key


class ConfiguredWrites(NamedTuple):
    """The mode of an asset."""

    urn: str
    mode: WriteMode


async def write_modes(connection: Connection) -> list[ConfiguredWrites]:
    """All that are configured, by URN."""
    rows = await connection.fetch(query("write_modes"))
    return [ConfiguredWrites(row["urn"], WriteMode(row["mode"])) for row in rows]


async def set_write_mode(connection: Connection, urn: str, mode: WriteMode) -> None:
    """Say what writes of an asset do, under any of its names, those known and those to come.

    Raises NotFoundError where the store knows nothing of it, BadRequestError where it is nothing that is written.
    """
    async with connection.transaction():
        asset_id = await _lock(connection, urn)
        await connection.execute(query("drop_write_mode"), asset_id)
        await connection.execute(query("set_write_mode"), asset_id, mode.value)
        await connection.execute(query("derive_lineage_of_asset"), asset_id)


async def unset_write_mode(connection: Connection, urn: str) -> None:
    """Forget what was said of an asset. Raises NotFoundError where nothing was; else as `set_write_mode`."""
    async with connection.transaction():
        asset_id = await _lock(connection, urn)
        if await connection.execute(query("drop_write_mode"), asset_id) == "DELETE 0":
            raise NotFoundError(f"nothing is configured for {urn}")
        await connection.execute(query("derive_lineage_of_asset"), asset_id)


async def _lock(connection: Connection, urn: str) -> int:
    """The asset with a URN, once no merge can change what is derived of it."""
    await connection.execute(query("take_whole_turn"))
    [row] = await connection.fetch(query("entities_by_urn"), [text_key(urn)]) or [None]
    if row is None:
        raise NotFoundError(f"nothing is known of {urn}")
    if row["kind"] not in ("dataset", "mlModel"):
        raise BadRequestError(f"URN: expected a dataset or a model, got {urn}")
    asset_id: int = row["id"]
    return asset_id
