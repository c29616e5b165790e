"""The configured effect of an asset's writes on earlier ones: they replace them, or append to them."""

from typing import NamedTuple

from asyncpg import Connection

from headwater.errors import BadRequestError, NotFoundError, UnknownEntityError
from headwater.model.write_mode import WriteMode
from headwater.store.queries import query
from headwater.urn import text_key


class ConfiguredWrites(NamedTuple):
    """The mode of an asset."""

    urn: str
    mode: WriteMode


async def write_modes(connection: Connection) -> list[ConfiguredWrites]:
    """Return all configured modes, by URN."""
    rows = await connection.fetch(query("write_modes"))
    return [ConfiguredWrites(row["urn"], WriteMode(row["mode"])) for row in rows]


async def set_write_mode(connection: Connection, urn: str, mode: WriteMode) -> None:
    """Configure the effect of an asset's writes, under all its names, present and future.

    Raises NotFoundError for an unknown asset, BadRequestError for an entity that runs cannot write.
    """
    async with connection.transaction():
        asset_id = await _lock(connection, urn)
        await connection.execute(query("drop_write_mode"), asset_id)
        await connection.execute(query("set_write_mode"), asset_id, mode.value)
        await connection.execute(query("derive_lineage_of_asset"), asset_id)


async def unset_write_mode(connection: Connection, urn: str) -> None:
    """Remove the configuration of an asset. Raises NotFoundError if there was none; else as `set_write_mode`."""
    async with connection.transaction():
        asset_id = await _lock(connection, urn)
        if await connection.execute(query("drop_write_mode"), asset_id) == "DELETE 0":
            raise NotFoundError(f"URN: no mode is declared for {urn}; `headwater writes` prints the declared modes")
        await connection.execute(query("derive_lineage_of_asset"), asset_id)


async def _lock(connection: Connection, urn: str) -> int:
    """Return the asset with a URN, while no merge can change the rows derived from it."""
    await connection.execute(query("take_whole_turn"))
    [row] = await connection.fetch(query("entities_by_urn"), [text_key(urn)]) or [None]
    if row is None:
        raise UnknownEntityError("URN", "dataset or model", urn)
    if row["kind"] not in ("dataset", "mlModel"):
        raise BadRequestError(f"URN: expected the URN of a dataset or a model, got {urn}")
    asset_id: int = row["id"]
    return asset_id
