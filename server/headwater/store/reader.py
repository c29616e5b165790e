"""The readers of the store, by subject."""

from uuid import UUID

from asyncpg import Pool

from headwater.model.changes import MAX_EVENT_NAMES
from headwater.store.arrivals import Arrivals
from headwater.store.aspect_reader import AspectReader
from headwater.store.columns import ColumnReader
from headwater.store.edge_reader import EdgeReader
from headwater.store.entity_reader import EntityReader
from headwater.store.facet_reader import FacetReader
from headwater.store.graph_reader import GraphReader
from headwater.store.history import History
from headwater.store.paths import PathReader
from headwater.store.pipelines import Pipelines
from headwater.store.projections import Projections
from headwater.store.quality import Quality
from headwater.store.quarantine import Quarantine
from headwater.store.queries import query
from headwater.store.registrations import Registrations
from headwater.store.removed_history import RemovedHistory
from headwater.store.run_events import RunEventReader
from headwater.store.run_lists import RunLists
from headwater.store.run_reader import RunReader
from headwater.store.run_stats import RunStatsReader
from headwater.store.searches import Searches
from headwater.store.sizes import Sizes, find_sizes
from headwater.store.sources import Source, find_source
from headwater.store.trace_reader import TraceReader
from headwater.store.value_reader import ValueReader
from headwater.store.walks import Walks
from headwater.store.write_queue import QueueState, queue_state


class Reader:
    """A reader for each subject. Ids are the store's numbers, times are UTC."""

    def __init__(self, pool: Pool, max_event_names: int = MAX_EVENT_NAMES, arrivals: Arrivals | None = None) -> None:
        self._pool = pool
        self.entities = EntityReader(pool)
        self.arrivals = arrivals or Arrivals(pool)
        self.runs = RunReader(pool)
        self.facets = FacetReader(pool)
        self.values = ValueReader(pool)
        self.edges = EdgeReader(pool)
        self.columns = ColumnReader(pool)
        self.aspects = AspectReader(pool)
        self.graph = GraphReader(pool)
        self.quarantine = Quarantine(pool, max_event_names)
        self.walks = Walks(pool)
        self.paths = PathReader(pool)
        self.history = History(pool)
        self.pipelines = Pipelines(pool)
        self.quality = Quality(pool)
        self.projections = Projections(pool)
        self.registrations = Registrations(pool)
        self.run_events = RunEventReader(pool)
        self.run_lists = RunLists(pool)
        self.run_stats = RunStatsReader(pool)
        self.removed_history = RemovedHistory(pool)
        self.searches = Searches(pool)
        self.traces = TraceReader(pool)

    async def ping(self) -> None:
        """Check that the database answers. Raises the driver's errors."""
        await self._pool.fetchval(query("ping"))

    async def sizes(self, most_tables: int) -> Sizes:
        """The sizes of the database and of its largest tables."""
        return await find_sizes(self._pool, most_tables)

    async def queue_state(self) -> QueueState:
        """The depth of the queue of writes, and the age of the oldest."""
        return await queue_state(self._pool)

    async def source(self, source_id: UUID) -> Source | None:
        """Return the source with an id; None for an unknown or revoked one."""
        return await find_source(self._pool, source_id)
