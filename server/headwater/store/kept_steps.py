"""The kept steps of the store, for servers that hold them in memory (docs/store-merging.md)."""

from dataclasses import dataclass

import numpy as np
from asyncpg import Connection

from headwater.model.lineage import Ints, KeptHops, Longs, Steps
from headwater.store.functions import functions_schema
from headwater.store.packed_hops import unpack_forgotten, unpack_hops_of_steps, unpack_kept
from headwater.store.queries import query


@dataclass(frozen=True, slots=True)
class KeptState:
    """The kept steps as one snapshot of the store shows them."""

    may_hold: bool
    """False if runs may depend on runs, or if a server or load of another version may forget steps without a word."""

    store: str
    """Another text after a rebuild, and after a start of Postgres, which may have lost commits."""

    round_number: int
    """The last round of keeping."""

    snapshot: str
    forgotten_runs: Longs
    """The runs of the steps that merges forgot since another snapshot; with the next column, their attempts, 0: all."""

    forgotten_attempts: Ints


@dataclass(frozen=True, slots=True)
class KeptPart:
    """The steps that were kept in some rounds, with their hops."""

    last_round: int
    steps: Steps
    hops: KeptHops


async def kept_state(connection: Connection, since_snapshot: str | None) -> KeptState:
    """Return the state in the snapshot of a connection. since_snapshot: None forgets nothing."""
    row = await connection.fetchrow(query("kept_graph_state"), since_snapshot, functions_schema())
    assert row is not None
    forgotten = unpack_forgotten(row["forgotten"])
    return KeptState(row["may_hold"], row["store"], row["round"], row["snapshot"], *forgotten)


async def kept_since(connection: Connection, round_number: int, most: int) -> int:
    """Return the number of steps that were kept after a round, counted up to a limit."""
    number: int = await connection.fetchval(query("kept_steps_since"), round_number, most)
    return number


async def kept_part(connection: Connection, after: int, last: int, steps: int) -> KeptPart:
    """Return the steps of the next rounds after one, up to a last one: about as many as asked for."""
    row = await connection.fetchrow(query("kept_graph_part"), after, last, steps)
    assert row is not None
    return KeptPart(row["round"], *unpack_kept(row))


async def runs_without_writes(connection: Connection, run_ids: Longs) -> Longs:
    """Return those runs that have written nothing."""
    packed = await connection.fetchval(query("runs_without_writes"), run_ids.tolist())
    return np.frombuffer(packed, ">i8").astype(np.int64)


async def hops_of_steps(connection: Connection, steps: Steps) -> KeptHops:
    """Return the hops from some steps by the rule, for the question that assumes nothing, as if they were kept."""
    columns = (column.tolist() for column in steps.columns)
    return unpack_hops_of_steps(await connection.fetchval(query("hops_of_steps"), *columns))
