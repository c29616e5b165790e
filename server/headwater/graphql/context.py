"""What one request's resolvers share: the reader, the mapper, and loaders that make a level one statement."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

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
from headwater.store.run_reader import RunsOf

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
    """One request, which has one `now`. The mapper is handed in, since GraphQL types refer to each other in circles."""

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
    gone: Gone | None = None
    turn: Turn | None = None
    _loaders: Loaders = field(default_factory=dict)
    _is_shared: bool = False

    def renewed(self) -> "Context":
        """The context of another operation of the same caller, which looks up everything anew."""
        return replace(self, now=datetime.now(UTC), neighbours=0, _loaders={})

    def share(self, loaders: Loaders) -> None:
        """Begin another message: look things up together with all who bring the same loaders."""
        self.now, self.neighbours, self._loaders, self._is_shared = datetime.now(UTC), 0, loaders, True

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

    def run_id_by_native_id(self, native_id: str) -> Awaitable[int | None]:
        """The run with a native id."""
        return self.load(self.reader.runs.ids_by_native_id, native_id)

    def facet_heads(self, owner_id: int, *arguments: Any) -> Awaitable[list[Record]]:
        """The facets of an entity or edge without their values; arguments as `FacetReader.heads`."""
        return self.load(self.reader.facets.heads, owner_id, *arguments)

    def content(self, key: UUID) -> Awaitable[Any]:
        """The value of a content key."""
        return self.load(self.reader.facets.contents, key)

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

    def edges(self, run_id: int, direction: str) -> Awaitable[list[Record]]:
        """What a run read or wrote: its edges with their assets."""
        return self.load(self.reader.edges.edges, (run_id, direction))

    def edge_span(self, edge_id: int) -> Awaitable[Record | None]:
        """When events named an edge, in which attempts and with which versions; None where none did."""
        return self.load(self.reader.edges.spans, edge_id)

    def mentions(self, edge_id: int, limit: int) -> Awaitable[list[Record]]:
        """The newest mentions of an edge."""
        return self.load(self.reader.edges.mentions, edge_id, limit)

    def edge_facets(self, edge_id: int, *names: str) -> Awaitable[dict[str, Any]]:
        """Some facets of an edge, by name; those that it lacks are left out."""
        return self.load(self.reader.facets.values, (edge_id, names), "edges")

    def edge_properties(self, edge_id: int, without: tuple[str, ...]) -> Awaitable[list[Record]]:
        """The scalar members of an edge's facets, but for some facets."""
        return self.load(self.reader.edges.custom_properties, edge_id, without)

    def ancestors(self, run_id: int) -> Awaitable[list[Record]]:
        """A run's parent, that one's parent, and so on."""
        return self.load(self.reader.runs.ancestors, run_id)

    def watched_run(self, run_id: int) -> Awaitable[Record | None]:
        """How long a run's job usually takes, and whether the run hangs."""
        return self.load(self.reader.runs.watched, run_id, self.now)

    def hung_runs(self) -> Awaitable[list[int]]:
        """The runs that hang now, newest first."""
        return self.load(self.reader.runs.hung, self.now)

    def warnings(self, run_id: int) -> Awaitable[list[str]]:
        """The warning codes of a run's events."""
        return self.load(self.reader.runs.warnings, run_id)

    def events(self, run_id: int, *arguments: Any) -> Awaitable[list[Record]]:
        """A run's state events; arguments as `Reader.events`."""
        return self.load(self.reader.runs.events, run_id, *arguments)

    def quarantined_payload(self, record_id: int) -> Awaitable[bytes | None]:
        """The payload of a record in quarantine."""
        return self.load(self.reader.quarantine.payloads, record_id)

    def runs(self, owner_id: int, of: RunsOf, *arguments: Any) -> Awaitable[list[Record]]:
        """A page of an owner's runs; arguments as `Reader.runs`."""
        return self.load(self.reader.runs.page, owner_id, of, *arguments)

    def count_runs(self, owner_id: int, of: RunsOf, *arguments: Any) -> Awaitable[int]:
        """How many runs an owner has; arguments as `Reader.count_runs`."""
        return self.load(self.reader.runs.count, owner_id, of, *arguments)

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
