"""The sizes of tables, held to what Postgres says of their parts."""

from headwater.store.pool import read_pool
from headwater.store.sizes import find_sizes

ALL = 1000


async def test_a_table_counts_with_its_partitions_and_the_largest_comes_first(database_url: str) -> None:
    async with await read_pool(database_url, 1) as pool:
        sizes = await find_sizes(pool, ALL)
        assert await find_sizes(pool, 3) == (sizes.database, dict([*sizes.tables.items()][:3]))
        statement = "SELECT sum(pg_total_relation_size(relid)), count(*) FROM pg_partition_tree('event')"
        event_bytes, parts = await pool.fetchrow(statement)
    assert parts > 1
    assert sizes.tables["event"] == event_bytes
    assert not any(name.startswith("event_20") for name in sizes.tables)
    assert list(sizes.tables.values()) == sorted(sizes.tables.values(), reverse=True)
