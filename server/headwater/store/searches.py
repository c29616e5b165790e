"""Search all entities, with statements composed from the fragments of `sql/queries/search.sql`.

Each branch (`search_order.py`) gives its first rows; the page is the first of all of them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from asyncpg import Pool, Record

from headwater.model.uuids import uuid_span
from headwater.store.composing import Parameters, Value
from headwater.store.fetching import grouped
from headwater.store.queries import query
from headwater.store.search_conditions import REMOVED, Condition, Conjunctions, holds_sql, values_sql
from headwater.store.search_order import (
    Branch,
    Order,
    Position,
    after,
    branches_of,
    checked_position,
    counted_branches,
)
from headwater.urn import DATA_PROCESS_INSTANCE


@dataclass(frozen=True, slots=True)
class Search:
    """A search: the words, the conditions and the order.

    Without an order, the best match comes first if there are words; else all but runs by URN, then runs, newest first.

    Args:
        kinds: the entity types, as in URNs.
        words: each has to begin a word of the name; for a run, the beginning of its id or name. None: any name.
        any_of: conjunctions; one has to hold, if there are any.
        shows_removed: include entities whose status says removed.
        order: other than the default.
        is_in_container: only the contents of the owner, a container.
    """

    kinds: tuple[str, ...]
    words: str | None = None
    any_of: Conjunctions = ()
    shows_removed: bool = False
    order: Order | None = None
    is_in_container: bool = False

    @property
    def order_name(self) -> str:
        """The name of its order; a position is valid in this order only."""
        if self.order is None:
            return "usual" if self.words is None else "best"
        return f"{self.order.field} {'descending' if self.order.is_descending else 'ascending'}"

    def branches(self) -> list[Branch]:
        """Return its branches."""
        return branches_of(self.order, self.words, of_runs=self._of_runs, of_others=self._of_others)

    def counted_branches(self) -> list[Branch]:
        """Return its branches for counting everything."""
        return counted_branches(self.words, of_runs=self._of_runs, of_others=self._of_others)

    @property
    def _of_runs(self) -> bool:
        return DATA_PROCESS_INSTANCE in self.kinds

    @property
    def _of_others(self) -> bool:
        return len(self.kinds) > self._of_runs


class Searches:
    """Searches for entities. Every method is one statement for all given owners.

    All raise BadRequestError for an unsupported condition.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def pages(
        self, owners: Sequence[int], search: Search, start: int, count: int, position: Position | None = None
    ) -> list[list[Record]]:
        """Return each owner's page, in order, after a position: ids, kinds, matched names, and positions."""
        statement = Statement(search, owners)
        sql = statement.page(start, count, position)
        return await self._grouped(sql, statement, owners)

    async def totals(self, owners: Sequence[int], search: Search) -> list[int]:
        """Return the number of each owner's results on all pages."""
        statement = Statement(search, owners)
        found = await self._grouped(statement.totals(), statement, owners)
        return [rows[0]["total"] if rows else 0 for rows in found]

    async def facets(self, owners: Sequence[int], search: Search) -> list[list[Record]]:
        """Return each owner's counts of results by type and, except for runs, platform and origin; greatest first."""
        statement = Statement(search, owners)
        return await self._grouped(statement.facets(), statement, owners)

    async def values(self, ids: Sequence[int], fields: Sequence[str]) -> list[list[Record]]:
        """Return the values of some fields of each entity, in their order."""
        statement = Statement(Search(()), ids)
        return await self._grouped(statement.field_values(fields), statement, ids)

    async def _grouped(self, sql: str | None, statement: "Statement", owners: Sequence[int]) -> list[list[Record]]:
        rows = [] if sql is None else await self._pool.fetch(sql, *statement.parameters)
        return grouped(rows, "owner_id", owners)


class Statement:
    """One statement of a search: its text, and its parameters."""

    def __init__(self, search: Search, owners: Sequence[int]) -> None:
        self._search = search
        self._owners = owners
        self._parameters = Parameters()

    @property
    def parameters(self) -> list[object]:
        """The values of its parameters."""
        return self._parameters.contents

    def page(self, start: int, count: int, position: Position | None) -> str | None:
        """Return the page after a position; None if it must be empty. Raises BadRequestError."""
        branches = self._search.branches()
        if branches and position is not None:
            position = checked_position(branches, position)
        beyond = ["true" if position is None else after(branch, position) for branch in branches]
        left = [(branch, holds) for branch, holds in zip(branches, beyond, strict=True) if holds != "false"]
        if not left:
            return None
        limit = self._parameters.name(Value(start + count, "bigint"))
        rows = " UNION ALL ".join(
            f"({self._branch(branch, _page_columns(branch), holds)}\nORDER BY {branch.order} LIMIT {limit})"
            for branch, holds in left
        )
        rows = self._parameters.fill(rows, {"after": Value(list(position or ()), "text[]")})
        keys = branches[0].keys
        columns = [f"b.k{place}{key.collation}" for place, key in enumerate(keys)]
        return self._filled(
            "search_page",
            rows,
            position=f"ARRAY[{', '.join(f'b.k{place}::text' for place in range(len(keys)))}]",
            order=", ".join(f"{column}{key.direction}" for column, key in zip(columns, keys, strict=True)),
            start=Value(start, "bigint"),
            count=Value(count, "bigint"),
        )

    def totals(self) -> str | None:
        """Return the count of results. Raises BadRequestError."""
        return self._all("search_totals", lambda _: "true")

    def facets(self) -> str | None:
        """Return the numbers of results with each value. Raises BadRequestError."""
        return self._all("search_facets", _facet_columns)

    def field_values(self, fields: Sequence[str]) -> str | None:
        """Return the values of owners in some fields. Raises BadRequestError."""
        return self._filled("search_values", values_sql(fields, self._parameters)) if fields else None

    def _all(self, name: str, columns: Callable[[Branch], str]) -> str | None:
        rows = " UNION ALL ".join(
            f"({self._branch(branch, columns(branch), 'true')})" for branch in self._search.counted_branches()
        )
        return self._filled(name, rows) if rows else None

    def _branch(self, branch: Branch, columns: str, beyond: str) -> str:
        search, parameters = self._search, self._parameters
        holds = [holds_sql(search.any_of, parameters, of_runs=branch.is_of_runs), beyond]
        if not search.shows_removed:
            holds.append(holds_sql(((_NOT_REMOVED,),), parameters, of_runs=branch.is_of_runs))
        if search.is_in_container:
            holds.append(query("holds_in_container"))
        kinds = sorted(kind for kind in search.kinds if kind != DATA_PROCESS_INSTANCE)
        parts: dict[str, str | Value] = {
            "columns": columns,
            "holds": " AND ".join(holds),
            "id": "r.id" if branch.is_of_runs else "e.id",
            "kinds": Value(kinds, "text[]"),
            "is_not_named": query("holds_not_named"),
            "words": Value(search.words, "text"),
        }
        if kinds:
            parts |= {"first_kind": Value(kinds[0], "text"), "last_kind": Value(kinds[-1], "text")}
        if search.words is not None and (uuids := uuid_span(search.words)):
            parts |= {"first_uuid": Value(uuids[0], "uuid"), "last_uuid": Value(uuids[1], "uuid")}
        return parameters.fill(query(branch.fragment), parts)

    def _filled(self, name: str, branches: str, **parts: str | Value) -> str:
        owners = Value(list(self._owners), "bigint[]")
        return self._parameters.fill(query(name), {**parts, "owners": owners, "branches": branches})


_NOT_REMOVED = Condition(REMOVED, "EQUAL", ("true",), is_negated=True)


def _page_columns(branch: Branch) -> str:
    keys = (f"{key.sql} AS k{place}" for place, key in enumerate(branch.keys))
    return ", ".join(("e.id", "e.kind", f"{branch.name}::text AS name", *keys))


def _facet_columns(branch: Branch) -> str:
    if branch.is_of_runs:
        return f"{query('field_type_of_run')} AS type, NULL AS platform, NULL AS origin"
    return f"{query('field_type')} AS type, {query('field_platform')} AS platform, {query('field_origin')} AS origin"
