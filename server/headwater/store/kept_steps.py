"""The kept steps of the store, for servers that hold them in memory (docs/store-merging.md)."""

from dataclasses import dataclass

from asyncpg import Connection, Pool

from headwater.model.lineage import NO_STEPS, KeptHops, Longs, Steps
from headwater.store.functions import functions_schema
from headwater.store.packed_hops import unpack_attempts, unpack_data, unpack_hops_of_steps, unpack_ids, unpack_kept
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
    forgotten: Steps
    """The steps that merges forgot since another snapshot."""

    changed_class_ids: Longs
    """The data whose reads or writes merges changed since then."""

    changed_run_ids: Longs
    """The runs whose writes changed."""

    hops: KeptHops
    """The hops of some steps."""

    @property
    def changes(self) -> int:
        """The number of changes since the other snapshot."""
        return len(self.forgotten) + len(self.changed_class_ids) + len(self.changed_run_ids)


@dataclass(frozen=True, slots=True)
class KeptPart:
    """The steps that were kept in some rounds, with their hops."""

    last_round: int
    steps: Steps
    hops: KeptHops


async def kept_state(source: Connection | Pool, since_snapshot: str | None, steps: Steps = NO_STEPS) -> KeptState:
    """Return the state and the hops of some steps, in one snapshot. since_snapshot: None forgets nothing."""
    columns = (column.tolist() for column in steps.columns)
    row = await source.fetchrow(query("kept_graph_state"), since_snapshot, functions_schema(), *columns)
    assert row is not None
    forgotten = unpack_attempts(row["forgotten"])
    class_ids, run_ids = (unpack_ids(row[name]) for name in ("changed_class_ids", "changed_run_ids"))
    hops = unpack_hops_of_steps(row["hops"])
    return KeptState(row["may_hold"], row["store"], row["round"], row["snapshot"], forgotten, class_ids, run_ids, hops)


async def kept_since(connection: Connection | Pool, round_number: int, most: int) -> int:
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
    return unpack_ids(await connection.fetchval(query("runs_without_writes"), run_ids.tolist()))


async def hops_of_steps(source: Connection | Pool, steps: Steps, most: int | None = None) -> KeptHops:
    """Return the hops from some steps by the rule, for the question that assumes nothing, as if they were kept.

    most: the most hops of each step; None: all.
    """
    columns = (column.tolist() for column in steps.columns)
    return unpack_hops_of_steps(await source.fetchval(query("hops_of_steps"), *columns, most))


async def data_of_steps(connection: Connection, steps: Steps) -> tuple[Longs, Steps]:
    """Return the data that some attempts of runs write, sorted, each with an attempt."""
    columns = (column.tolist() for column in (steps.run_ids, steps.attempts))
    return unpack_data(await connection.fetchval(query("data_of_steps"), *columns))
