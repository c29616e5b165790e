"""Lists of runs, composed from the fragments `run_list_*` of `sql/queries/run_lists.sql`.

A list is the union of its branches. Each branch reads an index in the order of the list, so that the cost of a page
depends only on its own runs. Few runs fail, are open, are retried or are started by hand: their branches read indexes
of such runs only.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from asyncpg import Pool, Record

from headwater.model.run_lists import Place, RunCriteria, RunOrder, RunOwner, RunPage
from headwater.model.uuids import uuid_span
from headwater.store.composing import Parameters, Value
from headwater.store.fetching import grouped
from headwater.store.queries import query
from headwater.texts import storable
from headwater.urn import text_key

SCHEDULES = frozenset(("scheduled", "schedule"))
"""The trigger of most runs: Airflow's word, and GitLab's."""

_SUCCESS = "SUCCESS"
_OWNERS: dict[RunOwner, tuple[str, ...]] = {
    "all": (),
    "templates": ("of_template",),
    "flows": ("of_flow",),
    "children": ("of_parent",),
    "readers": ("of_edge",),
    "writers": ("of_edge",),
}
_EDGE_DIRECTIONS: dict[RunOwner, str] = {"readers": "INPUT", "writers": "OUTPUT"}
_KEYS = {
    "CREATED": "{}.created_at",
    "STARTED": "{}.started_at",
    "ENDED": "{}.ended_at",
    "DURATION": "{0}.ended_at - {0}.started_at",
}
"""The sorted value of a run, by the name of its table."""

_NULLS_LAST: frozenset[RunOwner] = frozenset(("children", "readers", "writers"))
"""Owners whose index has runs without a time last; none is listed, but the order has to be the index's."""


class Statement(NamedTuple):
    """SQL and its arguments."""

    sql: str
    arguments: list[object]


class _Branch(NamedTuple):
    """A way to find runs: in a source by conditions, for each value of its scans. All are names of fragments."""

    conditions: tuple[str, ...] = ()
    source: str = "from_runs"
    scans: tuple[str, ...] = ()
    values: Sequence[str] = ()
    """The values of the scans of values."""
    listed: str = "listed"


@dataclass(slots=True)
class _Composer:
    """Composes a statement from fragments; `parts` are the texts and values that fragments may name."""

    parts: dict[str, str | Value]
    parameters: Parameters = field(default_factory=Parameters)

    def fragment(self, name: str, **parts: str) -> str:
        """Return a fragment, filled."""
        _, _, sql = query(f"run_list_{name}").partition("\n")  # without its purpose
        return self.parameters.fill(sql, self.parts | parts)

    def statement(self, frame: str, **parts: str) -> Statement:
        """Return a fragment as a statement, headed by its purpose."""
        purpose, _, _ = query(f"run_list_{frame}").partition("\n")
        sql = f"{purpose}\n{self.fragment(frame, **parts)}"
        return Statement(sql, self.parameters.contents)


def page_statement(owner_ids: Sequence[int], page: RunPage) -> Statement:
    """Compose a page for each owner, one run longer than asked: the extra run shows that there is more."""
    composer = _composer(owner_ids, page.of, page.criteria)
    order = _order_parts(page.of, page.order)
    composer.parts |= order
    composer.parts["limit"] = Value(page.first + 1, "bigint")
    after = () if page.after is None else (_after(composer, page.order, page.after),)
    ways = _ways(page.of, page.criteria)
    branches = "\nUNION ALL\n".join(_branches(composer, ways, page.of, "branch", after))
    if len(ways) > 1 or ways[0][0].scans:
        distinct = f"DISTINCT ON ({order['union_key']}, c.urn)" if _is_overlapping(page.of, page.criteria) else ""
        branches = composer.fragment("union", branches=branches, distinct=distinct)
    return composer.statement("page", runs=branches)


def count_statement(owner_ids: Sequence[int], of: RunOwner, criteria: RunCriteria) -> Statement:
    """Compose the count of each owner's runs that meet the criteria."""
    composer = _composer(owner_ids, of, criteria)
    ways = [(_EDGES_ALONE, criteria)] if _asks_of_edges_alone(of, criteria) else _ways(of, criteria)
    branches = _branches(composer, ways, of, "members", ())
    counted = "DISTINCT c.id" if _is_overlapping(of, criteria) else "*"
    return composer.statement("count", branches="\nUNION ALL\n".join(branches), counted=counted)


def _is_overlapping(of: RunOwner, criteria: RunCriteria) -> bool:
    """True if two branches may find the same run: by two names of an asset, or by its id and its name."""
    return of in _EDGE_DIRECTIONS or criteria.text is not None


def _composer(owner_ids: Sequence[int], of: RunOwner, criteria: RunCriteria) -> _Composer:
    first_uuid, last_uuid = uuid_span(criteria.text or "") or (None, None)
    fragments = {name: query(f"run_list_{name}") for name in ("jobs", "template_ids", "flow_ids")}
    values = {
        "owners": Value(owner_ids, "bigint[]"),
        "edge_direction": Value(_EDGE_DIRECTIONS.get(of), "text"),
        "statuses": Value(criteria.statuses, "text[]"),
        "results": Value(criteria.results, "text[]"),
        "triggers": Value(criteria.triggers, "text[]"),
        "template_keys": Value([text_key(urn) for urn in criteria.templates], "uuid[]"),
        "flow_keys": Value([text_key(urn) for urn in criteria.flows], "uuid[]"),
        "created_since": Value(criteria.created_since, "timestamptz"),
        "created_until": Value(criteria.created_until, "timestamptz"),
        "arrived_since": Value(criteria.arrived_since, "timestamptz"),
        "arrived_until": Value(criteria.arrived_until, "timestamptz"),
        "attempt": Value(criteria.attempt, "bigint"),
        "min_attempt": Value(criteria.min_attempt, "bigint"),
        "is_contained": Value(criteria.is_contained, "boolean"),
        "native_id": Value(storable(criteria.native_id), "text"),
        "text": Value(criteria.text, "text"),
        "first_uuid": Value(first_uuid, "uuid"),
        "last_uuid": Value(last_uuid, "uuid"),
    }
    return _Composer({"created": _created(of), **fragments, **values})


def _created(of: RunOwner) -> str:
    return "g.run_created_at" if of in _EDGE_DIRECTIONS else "r.created_at"


def _order_parts(of: RunOwner, order: RunOrder) -> dict[str, str]:
    direction = "DESC" if order.is_descending else "ASC"
    passes = "<" if order.is_descending else ">"
    if order.key != "CREATED":
        nulls = " NULLS LAST"
    elif of in _NULLS_LAST:
        nulls = " NULLS LAST" if order.is_descending else " NULLS FIRST"
    else:
        nulls = ""
    key = _KEYS[order.key].format
    return {
        "key": _created(of) if order.key == "CREATED" else key("r"),
        "union_key": key("c"),
        "page_key": key("p"),
        "direction": direction + nulls,
        "passes": passes,
        "reaches": f"{passes}=",
    }


def _after(composer: _Composer, order: RunOrder, place: Place) -> str:
    """Return the condition that a run comes after a place."""
    sql_type = "interval" if order.key == "DURATION" else "timestamptz"
    composer.parts |= {"place_key": Value(place.key, sql_type), "place_urn": Value(place.urn, "text")}
    if order.key == "CREATED":
        return "after_created"
    return "after_none" if place.key is None else "after_key"


def _branches(
    composer: _Composer, ways: Sequence["_Way"], of: RunOwner, frame: str, after: tuple[str, ...]
) -> list[str]:
    """Return the SQL of the branches, each in a frame."""
    found = []
    for branch, rest in ways:
        names = (branch.listed, *_OWNERS[of], *branch.conditions, *_conditions(rest), *after)
        conditions = "\n    AND ".join(composer.fragment(name) for name in names)
        source = composer.fragment(branch.source)
        sql = composer.fragment(frame, source=source, conditions=conditions)
        if branch.scans:
            composer.parts["values"] = Value(branch.values, "text[]")
            scans = " CROSS JOIN ".join(map(composer.fragment, branch.scans))
            sql = composer.fragment("scans", scans=scans, branch=sql)
        found.append(f"({sql})")
    return found


_Way = tuple[_Branch, RunCriteria]
"""A branch, and the criteria that it does not meet by itself."""


def _ways(of: RunOwner, criteria: RunCriteria) -> list[_Way]:
    """Return the ways to find the runs of an owner that meet criteria."""
    if of in _EDGE_DIRECTIONS:
        return [(_Branch(source=_source_of_edges(criteria), scans=("scans_of_names",)), criteria)]
    if of != "children" and criteria.statuses == ("STARTED",):
        return [(_Branch(source="from_open"), criteria)]
    if of == "all" and criteria.native_id is None:
        if criteria.templates:
            return _ways_of_jobs("scans_of_templates", replace(criteria, templates=()))
        if criteria.flows:
            return _ways_of_jobs("scans_of_flows", replace(criteria, flows=()))
        if criteria.text is not None:
            return _ways_by_text(replace(criteria, text=None), criteria.text)
    if criteria.results:
        return _ways_by_result(_Branch(), criteria)
    if max(criteria.attempt or 1, criteria.min_attempt or 1) > 1:
        return [(_Branch(("of_retried",)), criteria)]
    if of == "all" and criteria.triggers and not SCHEDULES & set(criteria.triggers):
        by_trigger = _Branch(("of_trigger",), scans=("scans_of_values",), values=criteria.triggers)
        return [(by_trigger, replace(criteria, triggers=()))]
    return [(_Branch(), criteria)]


def _ways_of_jobs(scans: str, criteria: RunCriteria) -> list[_Way]:
    """Return ways through the history of each job."""
    jobs = _Branch(("of_job",), scans=(scans,))
    return _ways_by_result(jobs, criteria) if criteria.results else [(jobs, criteria)]


def _ways_by_result(branch: _Branch, criteria: RunCriteria) -> list[_Way]:
    """Return a branch for each rare result, and one for success."""
    rest, rare = replace(criteria, results=()), [result for result in criteria.results if result != _SUCCESS]
    by_result = branch._replace(
        conditions=(*branch.conditions, "of_result"), scans=(*branch.scans, "scans_of_values"), values=rare
    )
    ways = [(by_result, rest)] if rare else []
    succeeded = branch._replace(conditions=(*branch.conditions, "of_success"))
    return ways + ([(succeeded, rest)] if _SUCCESS in criteria.results else [])


_EDGES_ALONE = _Branch(source="from_edges_alone", scans=("scans_of_names",), listed="listed_alone")


def _asks_of_edges_alone(of: RunOwner, criteria: RunCriteria) -> bool:
    """Return True if only an asset's edges answer: they have the creation times of their runs."""
    return of in _EDGE_DIRECTIONS and replace(criteria, created_since=None, created_until=None) == RunCriteria()


def _source_of_edges(criteria: RunCriteria) -> str:
    """Return the source for an asset with a long history: its few candidate runs, if these are known."""
    if criteria.native_id is not None:
        return "from_edges_of_native_id"
    return "from_edges_of_open" if criteria.statuses == ("STARTED",) else "from_edges"


def _ways_by_text(rest: RunCriteria, text: str) -> list[_Way]:
    """Return ways by the beginning of the native id, of the run's name, and by the name of the job."""
    sources = ["from_texts", "from_run_names", *(["from_uuids"] if uuid_span(text) else [])]
    return [*((_Branch(source=source), rest) for source in sources), *_ways_of_jobs("scans_of_jobs", rest)]


def _conditions(criteria: RunCriteria) -> list[str]:
    """Return the fragments of the given criteria; each is named like its criterion."""
    return [name for name in RunCriteria.__dataclass_fields__ if getattr(criteria, name) not in (None, ())]


class RunLists:
    """Lists of runs, for many owners in one statement."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def pages(self, owner_ids: Sequence[int], page: RunPage) -> list[list[Record]]:
        """Return each owner's runs on a page, and the next one. A row has the columns of run_view that answers show."""
        statement = page_statement(owner_ids, page)
        rows = await self._pool.fetch(statement.sql, *statement.arguments)
        return grouped(rows, "owner_id", owner_ids)

    async def counts(self, owner_ids: Sequence[int], of: RunOwner, criteria: RunCriteria) -> list[int]:
        """Return the number of each owner's runs on all pages."""
        statement = count_statement(owner_ids, of, criteria)
        rows = await self._pool.fetch(statement.sql, *statement.arguments)
        totals = {row["owner_id"]: row["total"] for row in rows}
        return [totals[owner_id] for owner_id in owner_ids]
