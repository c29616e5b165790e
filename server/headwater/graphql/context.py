"""What one request's resolvers share: the reader, the mapper, and loaders that make a level one statement."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import strawberry
from asyncpg import Record
from strawberry.dataloader import DataLoader

from headwater.errors import BadRequestError
from headwater.graphql.room import Gone, Turn
from headwater.model.access import Grant
from headwater.model.changes import Changes, Problem
from headwater.store.merge import Merged
from headwater.store.quarantine import MergeItems
from headwater.store.reader import Reader
from headwater.store.run_event_feed import RunEventFeed

if TYPE_CHECKING:
    from headwater.graphql.entities.entity import Entity
    from headwater.graphql.runs.instance import DataProcessInstance
    from headwater.graphql.runs.state import RunState


Loaders = dict[tuple[object, ...], DataLoader[Any, Any]]
"""Of each kind of look-up its loader, which remembers what it has found."""


async def read_only(items: Sequence[Changes | Problem], leaving: Sequence[int]) -> Merged:
    """The way to write of who may only read. Raises BadRequestError."""
    raise BadRequestError("nothing can be changed here: ask the server")


@dataclass(slots=True)
class Context:
    """One request, which has one `now`. The mapper is handed in, since GraphQL types refer to each other in circles.

    Resolvers reach stored data by `load` where they have a key, and by `reader` itself where they have none. A method
    stands here only where many resolvers share the look-up, or where it gives something else than the reader does.
    """

    reader: Reader
    to_instance: "Callable[[Record], DataProcessInstance]"
    to_entity: "Callable[[Record], Entity]"
    to_state: "Callable[[Record], RunState | None]"
    to_missing: "Callable[[str, str], Entity]"
    """The entity of a URN that the store does not know, given with the argument that names it."""

    grant: Grant
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    merge_items: MergeItems = read_only
    run_events: RunEventFeed | None = None
    neighbours: int = 0
    """Neighbours that the `lineage` fields of a request or a message have given; the cost does not bound them."""
    known_earlier: dict[datetime, datetime] = field(default_factory=dict)
    """Moments of `knownAt` of which it is not known yet what had arrived, and those that were answered instead."""
    gone: Gone | None = None
    turn: Turn | None = None
    _loaders: Loaders = field(default_factory=dict)
    _is_shared: bool = False

    def renewed(self) -> "Context":
        """The context of another operation of the same caller, which looks up everything anew."""
        return replace(self, now=datetime.now(UTC), neighbours=0, known_earlier={}, _loaders={})

    def share(self, loaders: Loaders) -> None:
        """Begin another message: look things up together with all who bring the same loaders."""
        self.now, self.neighbours, self.known_earlier = datetime.now(UTC), 0, {}
        self._loaders, self._is_shared = loaders, True

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
        """The run with an id that is known to be there, as its type."""
        row = await self.run_by_id(run_id)
        assert row is not None
        return self.to_instance(row)

    async def facets(self, entity_id: int | None, *names: str) -> dict[str, Any]:
        """Some facets of an entity's own, by name; those that it lacks are left out, and no entity has none."""
        if entity_id is None:
            return {}
        found: dict[str, Any] = await self.load(self.reader.facets.values, (entity_id, names), "entities")
        return found

    async def facet(self, entity_id: int | None, name: str) -> Any:
        """One facet of an entity's own; None where there is none."""
        return (await self.facets(entity_id, name)).get(name)

    async def aspect(self, entity_id: int, name: str) -> dict[str, Any] | None:
        """The value of an aspect that DataHub's proposals gave an entity; None where there is none."""
        found: dict[str, Any] = await self.load(self.reader.aspects.values, (entity_id, (name,)))
        return found.get(name)

    def ask(self, question: Callable[..., Awaitable[Any]], key: Any, *arguments: object) -> Awaitable[Any]:
        """Ask a question about lineage for a key, together with all keys that this level asks for alike."""
        return self._look_up(
            self._loader(question, arguments, lambda keys: question(self.reader, keys, *arguments)), key
        )

    def load(self, read: Callable[..., Awaitable[Any]], key: Any, *arguments: object) -> Awaitable[Any]:
        """Read for a key, together with all keys that this level asks for with the same arguments."""
        return self._look_up(self._loader(read, arguments, lambda keys: read(keys, *arguments)), key)

    def remember_run(self, row: Record) -> None:
        """Keep a row of run_view for all that look the run up by its id."""
        read = self.reader.runs.by_id
        self._loader(read, (), read).prime(row["id"], row)

    def _loader(
        self,
        called: Callable[..., Awaitable[Any]],
        arguments: tuple[object, ...],
        read: Callable[[Any], Awaitable[Any]],
    ) -> DataLoader[Any, Any]:
        name = (called.__qualname__, *arguments)
        if name not in self._loaders:
            self._loaders[name] = DataLoader(load_fn=read)
        return self._loaders[name]

    def _look_up(self, loader: DataLoader[Any, Any], key: Any) -> Awaitable[Any]:
        found = loader.load(key)
        # Who goes away must not take the answer from others who wait for it.
        return asyncio.shield(found) if self._is_shared else found


Info = strawberry.Info[Context, None]
