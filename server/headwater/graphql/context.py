"""The shared state of one request's resolvers: the reader, the mapper, and loaders that make a level one statement."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import strawberry
from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.execution.loading import Loader, Loaders
from headwater.execution.request import Executed
from headwater.graphql.room import Gone, Turn
from headwater.lineage.held_graph import HeldGraph
from headwater.model.access import Grant
from headwater.model.changes import Changes, Problem
from headwater.store.merge import Merged
from headwater.store.quarantine import MergeItems
from headwater.store.reader import Reader
from headwater.store.replica import Replica
from headwater.store.run_event_feed import RunEventFeed
from headwater.store.value_reader import Source, ValueKey

if TYPE_CHECKING:
    from headwater.graphql.entities.entity import Entity
    from headwater.graphql.runs.instance import DataProcessInstance
    from headwater.graphql.runs.run_properties import RunDetails


async def read_only(items: Sequence[Changes | Problem], leaving: Sequence[int]) -> Merged:
    """Refuse to write, for callers that may only read. Raises BadRequestError."""
    raise BadRequestError("expected a query: mutations run only on a server")


@dataclass(slots=True)
class Context:
    """One request, which has one `now`. The mapper is passed in, since GraphQL types refer to each other in circles.

    Resolvers read stored data by `load` if they have a key, and by `reader` itself if they have none. A method belongs
    here only if many resolvers share the look-up, or if its result differs from the reader's.
    """

    reader: Reader
    to_instance: "Callable[[Record], DataProcessInstance]"
    to_entity: "Callable[[Record], Entity]"
    to_missing: "Callable[[str, str], Entity]"
    """Make the entity of an unknown URN, given with the name of its argument."""

    to_named: "Callable[[int, str], Entity | None]"
    """Make a known entity, other than a run, of its id and URN; only fields that the URN tells are right.

    None if the URN does not tell its type.
    """

    to_named_instance: "Callable[[int, str], DataProcessInstance]"
    """Make a known run of its id and URN; only fields that the URN tells are right."""

    grant: Grant
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    merge_items: MergeItems = read_only
    run_events: RunEventFeed | None = None
    held_graph: HeldGraph | None = None
    """The kept graph in memory. None: the server holds none, or this query reads the replica."""
    replica: Replica | None = None
    """The replica for queries. None: the server has none."""
    replica_lag_seconds: float | None = None
    """The lag of the replica that this query reads. None: it reads the primary, or the lag is unknown."""
    neighbours: int = 0
    """Neighbours in the `lineage` fields of a request or a message so far; the cost does not bound them."""
    known_earlier: dict[datetime, datetime] = field(default_factory=dict)
    """Requested moments of `knownAt` with unsettled arrivals, and the moments that were answered instead."""
    run_details: "dict[int, RunDetails]" = field(default_factory=dict)
    """The sources of the properties of runs, by the runs' ids."""
    gone: Gone | None = None
    turn: Turn | None = None
    executed: Executed | None = None
    """The way of the execution (docs/graphql-execution.md); None before it."""
    alone: asyncio.Lock | None = None
    """Held while an expensive query runs, and during its short waits: only one such query runs at a time."""
    loaders: Loaders = field(default_factory=Loaders)
    """A loader for each kind of look-up."""

    def renewed(self) -> "Context":
        """The context of another operation of the same caller, with empty loaders."""
        return replace(self, now=datetime.now(UTC), neighbours=0, known_earlier={}, run_details={}, loaders=Loaders())

    def read_replica(self) -> None:
        """Read from the replica from now on, if the server has a usable one."""
        if self.replica is not None and (reader := self.replica.reader) is not None:
            self.reader, self.replica_lag_seconds, self.held_graph = reader, self.replica.lag_seconds, None

    def share(self, shared: dict[Any, Any]) -> None:
        """Begin another message, and share look-ups with all messages that have the same `shared`."""
        self.now, self.neighbours, self.known_earlier = datetime.now(UTC), 0, {}
        self.run_details = shared.setdefault("run_details", {})
        self.loaders = shared.setdefault("loaders", Loaders())

    def entity_by_urn(self, urn: str) -> Awaitable[Record | None]:
        """The entity with a URN."""
        return self.load(self.reader.entities.by_urn, urn)

    def entity_by_id(self, entity_id: int) -> Awaitable[Record | None]:
        """The entity with an id."""
        return self.load(self.reader.entities.by_id, entity_id)

    def run_by_id(self, run_id: int) -> Awaitable[Record | None]:
        """The run with an id."""
        return self.load(self.reader.runs.by_id, run_id)

    async def instance(self, run_id: int) -> "DataProcessInstance":
        """The run with the id of a known run, as its GraphQL type."""
        row = await self.run_by_id(run_id)
        assert row is not None
        return self.to_instance(row)

    def values(self, source: Source, entity: int | str, *names: str) -> Awaitable[dict[str, Any]]:
        """Some values of an entity, given by id or URN; missing values are left out."""
        return self.load(self.reader.values.values, ValueKey(source, entity, names))

    def facets(self, entity_id: int | None, *names: str) -> Awaitable[dict[str, Any]]:
        """Some of an entity's own facets by name; missing facets are left out. Without an entity there are none."""
        if entity_id is None:
            none: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
            none.set_result({})
            return none
        return self.values("FACET", entity_id, *names)

    async def facet(self, entity_id: int | None, name: str) -> Any:
        """One facet of an entity's own; None if it is missing."""
        return (await self.facets(entity_id, name)).get(name)

    async def aspect(self, entity: int | str, name: str) -> dict[str, Any] | None:
        """The value of an aspect from DataHub's proposals for an entity; None if it is missing."""
        return (await self.values("ASPECT", entity, name)).get(name)

    def ask(self, question: Callable[..., Awaitable[Any]], key: Any, *arguments: object) -> Awaitable[Any]:
        """Ask a question about lineage for a key, together with all keys of this level with the same question."""
        reader = self.reader  # no self here, so that no loader refers back to its context
        return self._loader(question, arguments, lambda keys: question(reader, keys, *arguments)).load(key)

    def load(self, read: Callable[..., Awaitable[Any]], key: Any, *arguments: object) -> Awaitable[Any]:
        """Read for a key, together with all keys of this level with the same arguments."""
        return self._loader(read, arguments, lambda keys: read(keys, *arguments)).load(key)

    def load_many(
        self, read: Callable[..., Awaitable[Any]], keys: Sequence[Any], *arguments: object
    ) -> Awaitable[list[Any]]:
        """Read for several keys, in their order, together with all keys of this level with the same arguments."""
        return self._loader(read, arguments, lambda found: read(found, *arguments)).load_many(keys)

    def remember(self, read: Callable[..., Awaitable[Any]], found: Mapping[Any, Any], *arguments: object) -> None:
        """Keep known values by their keys for later look-ups."""
        self._loader(read, arguments, lambda keys: read(keys, *arguments)).prime(found)

    def remember_run(self, row: Record) -> None:
        """Keep a row of run_view for later look-ups of the run by its id."""
        self.remember(self.reader.runs.by_id, {row["id"]: row})

    def _loader(
        self,
        called: Callable[..., Awaitable[Any]],
        arguments: tuple[object, ...],
        read: Callable[[Any], Awaitable[Any]],
    ) -> Loader[Any, Any]:
        return self.loaders.find((called.__qualname__, *arguments), read)


Info = strawberry.Info[Context, None]
