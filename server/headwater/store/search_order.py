"""The order of a search's results: its branches, each in the order of an index.

Branches are, for example, all entities but runs, by URN; then the runs with a known start, newest first. All have the
same keys, some of them constant, so that their rows can be merged and a page can begin after any position.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Literal

from headwater.errors import BadRequestError
from headwater.model.uuids import uuid_span
from headwater.store.queries import query

OrderField = Literal["created", "name", "urn"]

Position = tuple[str, ...]
"""The place of a row in the order: the values of its keys as text."""


@dataclass(frozen=True, slots=True)
class Order:
    """The sort field of the results; ties by URN. Results without `created` come last."""

    field: OrderField
    is_descending: bool = False


@dataclass(frozen=True, slots=True)
class Key:
    """A part of the order: an expression, or a constant of the whole branch.

    index: the indexed expression, and the lower bound that it gets for a text, given as {}.
    """

    type: Literal["int", "timestamptz", "text"]
    sql: str
    constant: int | str | None = None
    is_descending: bool = False
    index: tuple[str, str] | None = None

    @property
    def direction(self) -> str:
        """The direction in ORDER BY."""
        return " DESC" if self.is_descending else ""

    @property
    def collation(self) -> str:
        """The collation: texts are in the order of their bytes."""
        return ' COLLATE "C"' if self.type == "text" else ""

    @property
    def expressions(self) -> list[str]:
        """The expressions that order the branch: the indexed one first."""
        if self.constant is not None:
            return []
        return [*(self.index or ())[:1], f"({self.sql}){self.collation}"]


@dataclass(frozen=True, slots=True)
class Branch:
    """A fragment of `sql/queries/search.sql`, with its keys and the matched name of its results."""

    fragment: str
    keys: tuple[Key, ...]
    name: str = "NULL"

    @property
    def is_of_runs(self) -> bool:
        """True if the fragment finds runs."""
        return "runs" in self.fragment

    @property
    def order(self) -> str:
        """Its ORDER BY."""
        return ", ".join(f"{sql}{key.direction}" for key in self.keys for sql in key.expressions)


def branches_of(order: Order | None, words: str | None, *, of_runs: bool, of_others: bool) -> list[Branch]:
    """Return the branches of a search."""
    found: list[Branch] = []
    if of_others:
        fragment, name = ("branch_entities", "NULL") if words is None else ("branch_named_entities", "n.name")
        found.append(Branch(fragment, _entity_keys(order, has_words=words is not None), name))
    if of_runs and words is None:
        found += _all_runs(order)
    elif of_runs and words is not None:
        found += _named_runs(order, words)
    return found


def counted_branches(words: str | None, *, of_runs: bool, of_others: bool) -> list[Branch]:
    """Return the branches of a search that counts everything, in no order."""
    if of_runs and words is None:
        return [*branches_of(None, words, of_runs=False, of_others=of_others), Branch("branch_counted_runs", ())]
    return branches_of(None, words, of_runs=of_runs, of_others=of_others)


def after(branch: Branch, position: Position) -> str:
    """Return the condition on a branch's rows after a position, given as the parameter {after}."""
    return _after(branch.keys, position, 1)


def checked_position(branches: Sequence[Branch], position: Position) -> Position:
    """Return the position, as Postgres reads it. Raises BadRequestError if it is not one of these branches' order."""
    try:
        return tuple(_checked(key, text) for key, text in zip(branches[0].keys, position, strict=True))
    except ValueError:
        raise BadRequestError("expected the cursor of a page of the same search") from None


def _checked(key: Key, text: str) -> str:
    if key.type == "int":
        return str(max(min(int(text), _MAX_INT), -_MAX_INT))
    if key.type == "timestamptz" and text != "-infinity":
        return datetime.fromisoformat(text).isoformat()
    return text


_MAX_INT = 2**31 - 1
_URN = Key("text", "e.urn")
_URN_INDEX = ('left(e.urn, 400) COLLATE "C"', "left({}, 400)")
_ID_INDEX = ('left(lower(r.native_id), 64) COLLATE "C"', "left({}, 64)")
_NAME = "left(lower(n.value ->> 'name'), 64)"
_NAME_INDEX = (f'{_NAME} COLLATE "C"', "left({}, 64)")
_PLACE_INDEX = ("n.entity_id", "least_id({})")
_UUID_INDEX = ("r.run_uuid", "least_uuid({})")
_INDEXED_URN = Key("text", "e.urn", index=_URN_INDEX)


def _part(number: int) -> Key:
    return Key("int", str(number), number)


def _undated(order: Order | None) -> Key:
    """Return the key of rows without a start, in the direction of those with one."""
    is_descending = order is None or order.is_descending
    return Key("timestamptz", "'-infinity'::timestamptz", "-infinity", is_descending=is_descending)


def _entity_keys(order: Order | None, *, has_words: bool) -> tuple[Key, ...]:
    if order is None and has_words:
        return (Key("int", "n.rank"), _part(0), Key("text", "''::text", ""), _URN)
    if order is None:
        return (_part(0), _undated(order), _INDEXED_URN)
    if order.field == "created":
        return (_part(1), _undated(order), _URN if has_words else _INDEXED_URN)
    if order.field == "name":
        return (Key("text", query("order_name"), is_descending=order.is_descending), _URN)
    return (Key("text", "e.urn", is_descending=order.is_descending, index=None if has_words else _URN_INDEX),)


def _all_runs(order: Order | None) -> list[Branch]:
    if order is None or order.field == "created":
        dated, undated = (1, 2) if order is None else (0, 1)
        newest = Key("timestamptz", "r.created_at", is_descending=order is None or order.is_descending)
        return [
            Branch("branch_dated_runs", (_part(dated), newest, _URN)),
            Branch("branch_undated_runs", (_part(undated), _undated(order), _URN)),
        ]
    return [Branch("branch_runs", _run_keys(order))]


def _named_runs(order: Order | None, words: str) -> list[Branch]:
    """Return the branches for an id that is no UUID, a name, and a UUID: each in the order of its index."""
    by_id = (Key("text", "lower(r.native_id)", index=_ID_INDEX), _URN)
    # Many runs may have one name: the index must also tell them apart.
    by_name = (Key("text", _NAME, index=_NAME_INDEX), Key("text", "place_of_id(n.entity_id)", index=_PLACE_INDEX))
    ways = [
        ("branch_runs_of_id", 0, by_id, "r.native_id"),
        ("branch_runs_of_longer_id", 1, by_id, "r.native_id"),
        ("branch_runs_of_name", 0, by_name, "(n.value ->> 'name')"),
        ("branch_runs_of_longer_name", 1, by_name, "(n.value ->> 'name')"),
    ]
    uuids = uuid_span(words)
    if uuids is not None:
        by_uuid = (Key("text", "r.run_uuid::text", index=_UUID_INDEX), _URN)
        ways.append(("branch_runs_of_uuid", int(uuids[0] != uuids[1]), by_uuid, "r.native_id"))
    return [
        Branch(fragment, (_part(rank), _part(1), *keys) if order is None else _run_keys(order), name)
        for fragment, rank, keys, name in ways
    ]


def _run_keys(order: Order) -> tuple[Key, ...]:
    if order.field == "created":
        created = "coalesce(r.created_at, '-infinity')"
        return (
            Key("int", "(r.created_at IS NULL)::int"),
            Key("timestamptz", created, is_descending=order.is_descending),
            _URN,
        )
    if order.field == "name":
        return (Key("text", "lower(r.native_id)", is_descending=order.is_descending), _URN)
    return (Key("text", "e.urn", is_descending=order.is_descending),)


def _after(keys: Sequence[Key], position: Sequence[str], place: int) -> str:
    if not keys:
        return "false"
    key, rest = keys[0], _after(keys[1:], position[1:], place + 1)
    if key.constant is not None:
        # Constants that are not numbers are the same in all branches so far.
        first = key.constant if isinstance(key.constant, int) else 0
        second = int(position[0]) if isinstance(key.constant, int) else 0
        return rest if first == second else str(first > second).lower()
    given = _given(key, place)
    sign = "<" if key.is_descending else ">"
    expression = key.expressions[-1]
    bounds = [_bound(keys, place, sign)] if key.index is not None else []
    either = f"({expression} {sign} {given} OR {rest})"
    return "(" + " AND ".join([*bounds, f"{expression} {sign}= {given}", either]) + ")"


def _bound(keys: Sequence[Key], place: int, sign: str) -> str:
    """Return the start of the index scan, by as many of the keys as the index has."""
    indexed = list(takewhile(lambda one: one[1].index is not None, enumerate(keys, place)))
    known = ", ".join(key.index[0] for _, key in indexed if key.index)
    given = ", ".join(key.index[1].format(_given(key, number)) for number, key in indexed if key.index)
    return f"({known}) {sign}= ({given})"


def _given(key: Key, place: int) -> str:
    return f"({{after}})[{place}]::{key.type}"
