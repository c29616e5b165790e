"""A made-up schema with every feature that an executor has to know."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, timezone
from enum import Enum
from typing import Annotated, Any, Generic, NewType, TypeVar

import strawberry
from strawberry.extensions import ParserCache
from strawberry.schema.config import StrawberryConfig

from headwater.execution.executor import planned_executor
from headwater.execution.fields import of_many, only
from headwater.execution.items import maker_of_row
from headwater.execution.loading import Loaders
from headwater.execution.request import Executed

T = TypeVar("T")
Even = NewType("Even", int)
Moment = NewType("Moment", datetime)
Whole = NewType("Whole", int)


def _even(value: int) -> int:
    if value % 2:
        raise ValueError(f"{value} is odd")
    return value


EVEN = strawberry.scalar(name="Even", serialize=_even, parse_value=_even)
MOMENT = strawberry.scalar(name="Moment", serialize=datetime.isoformat)
WHOLE = strawberry.scalar(name="Whole", serialize=int)


@strawberry.enum
class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass
class Context:
    """The loaders that all resolvers share, and the recorded loads, call by call."""

    loaders: Loaders = field(default_factory=Loaders)
    executed: Executed | None = None
    alone: asyncio.Lock | None = None
    loads: list[list[int]] = field(default_factory=list)
    one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)

    def thing(self, number: int) -> Any:
        return self.loaders.find("thing", self._load).load(number)

    async def _load(self, numbers: Sequence[int]) -> list["Thing"]:
        self.loads.append(list(numbers))
        await asyncio.sleep(0)
        return [thing(number) for number in numbers]


Info = strawberry.Info[Context, None]


MINE: ContextVar[str] = ContextVar("mine", default="")


async def ids_of(numbers: Sequence[int]) -> list[list[int]]:
    return [[number, number] for number in numbers]


async def twice_of(things: Sequence["Thing"], info: Info) -> list[Any]:
    found = await info.context.loaders.find("twice", ids_of).load_many([one.number for one in things])
    return [ValueError("one") if one == [1, 1] else sum(one) for one in found]


async def parts_of(things: Sequence["Thing"], info: Info) -> list[list["Thing | None"]]:
    """Even things share a list, odd ones another: with things that fail in some fields."""
    even, odd = ([thing(number), None, thing(number + 1)] for number in (0, 12))
    return [odd if one.number % 2 else even for one in things]


def counts_of(things: Sequence["Thing"]) -> list[list[Any]]:
    """Even things share a list with failing items, odd ones another; all at once."""
    lists: list[list[Any]] = [[1, 2**40, None, 3], [ValueError("no number"), 5]]
    return [lists[one.number % 2] for one in things]


def half_of(things: Sequence["Thing"], info: Info) -> list["Thing | Exception"]:
    """Every third thing shares a half without a day, or an error; all others share one half. All at once."""
    halves: list[Thing | Exception] = [thing(13), ValueError("no half"), thing(1)]
    return [halves[one.number % 3] for one in things]


@strawberry.interface
class Named:
    name: str
    nick: str | None


@strawberry.type
class Person(Named):
    age: int
    colour: Colour

    @strawberry.field
    async def friends(self, info: Info, first: int = 2) -> list["Person | None"]:
        await asyncio.sleep(0)
        return [None if number == 1 else person(self.age + number) for number in range(min(first, 5))]

    @strawberry.field
    def thing(self, info: Info) -> "Thing":
        return info.context.thing(self.age)  # type: ignore[no-any-return]


@strawberry.type
class Robot(Named):
    serial: Even | None

    @strawberry.field
    def twin(self) -> Named:
        return Robot(name=f"{self.name}'s twin", nick=None, serial=self.serial)

    @strawberry.field
    def broken(self) -> str:
        raise ValueError(f"{self.name} is broken")


@strawberry.type
class Thing:
    number: int
    day: date
    moment: Moment | None
    whole: Whole | None

    @strawberry.field
    async def next(self, info: Info) -> "Thing":
        return await info.context.thing(self.number + 1)  # type: ignore[no-any-return]

    @strawberry.field
    async def both(self, info: Info) -> list["Thing"]:
        numbers = (self.number + 1, self.number + 2)
        return list(await asyncio.gather(*map(info.context.thing, numbers)))

    @strawberry.field
    @of_many(twice_of)
    async def twice(self, info: Info) -> int | None:
        [value] = await twice_of([self], info)
        if isinstance(value, Exception):
            raise value
        return int(value)

    @strawberry.field
    @of_many(parts_of)
    async def parts(self, info: Info) -> list["Thing | None"]:
        [found] = await parts_of([self], info)
        return found

    @strawberry.field
    @of_many(counts_of)
    async def counts(self) -> list[int | None]:
        return await only(counts_of([self]))  # type: ignore[no-any-return]

    @strawberry.field
    @of_many(half_of)
    async def half(self, info: Info) -> "Thing":
        return await only(half_of([self], info))  # type: ignore[no-any-return]

    @strawberry.field
    async def kept(self, info: Info) -> str:
        """Returns its own context variable, even though other resolvers ran meanwhile."""
        MINE.set(str(self.number))
        await info.context.thing(self.number)
        return MINE.get()

    @strawberry.field
    async def grouped(self) -> str:
        async def fails() -> None:
            raise ValueError("in a group")

        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(fails())
                await asyncio.sleep(60)
        except ExceptionGroup as error:
            return str(error.exceptions[0])
        return "nothing failed"

    @strawberry.field
    def added(self, names: list[str]) -> list[str]:
        names.append("more")
        return names

    @strawberry.field
    def ids(self, info: Info) -> list[int]:
        """Returns a future in place of a list."""
        return info.context.loaders.find("ids", ids_of).load(self.number)  # type: ignore[return-value]

    @strawberry.field
    def soon(self) -> str:
        """Returns a coroutine, though it is not a coroutine function."""
        return self._soon()  # type: ignore[return-value]

    async def _soon(self) -> str:
        return f"soon {self.number}"

    @strawberry.field
    async def holding(self, info: Info) -> int:
        """Holds a lock while it loads; another load needs the lock."""
        async with info.context.one_at_a_time:
            return (await info.context.thing(self.number)).number  # type: ignore[no-any-return]

    @strawberry.field
    async def needing(self, info: Info) -> int:
        async def load(numbers: Sequence[int]) -> list[int]:
            async with info.context.one_at_a_time:
                return list(numbers)

        return await info.context.loaders.find("needing", load).load(self.number)  # type: ignore[no-any-return]

    @strawberry.field
    def where(self, info: Info) -> str:
        """Tells no index below a shared value, which has the path of its first place."""
        keys = info.path.as_list()
        if any(str(key).startswith(("parts", "half")) for key in keys):
            keys = [key for key in keys if isinstance(key, str)]
        return f"{keys} {info.field_name} {info.variable_values} {len(info.selected_fields)}"

    @strawberry.field
    async def alone(self, info: Info) -> int:
        """Holds a lock that others need, while it waits for a load."""
        async with info.context.one_at_a_time:
            await asyncio.sleep(0)
            return (await info.context.thing(self.number)).number  # type: ignore[no-any-return]

    @strawberry.field
    async def slow(self, seconds: float) -> str:
        """Times out if seconds is at least 1; otherwise ends in time, even on a busy machine."""
        is_slow = seconds >= 1
        try:
            async with asyncio.timeout(0.01 if is_slow else 60):
                await asyncio.sleep(1 if is_slow else 0)
        except TimeoutError:
            return "too slow"
        return "in time"


@strawberry.type
class Page(Generic[T]):
    items: list[T]
    total: int | None


@strawberry.input
class Size:
    width: int = 1
    height: int | None = strawberry.UNSET


def person(age: int) -> Person:
    return Person(name=f'Ann{age} é\u2028"', nick=None if age % 2 else "A", age=age, colour=Colour.BLUE)


_MOMENTS: list[Any] = [
    None,
    datetime(2026, 3, 1, tzinfo=UTC),
    datetime(2026, 3, 1, 4, 5, 6, 70, tzinfo=UTC),
    datetime(1, 1, 1),  # noqa: DTZ001 - a time without a zone is shown as one
    datetime(2026, 3, 1, tzinfo=timezone(timedelta(hours=-2, minutes=-30))),
    "Friday",
    date(2026, 3, 1),
]
_WHOLES: list[Any] = [0, None, 2**63, True, 4.5, "five", "6"]


def thing(number: int) -> Thing:
    """Return a thing; number 13 has an invalid day, and only serialization notices. Numbers have other wrong values."""
    day: Any = "Friday" if number == 13 else date(2026, 1, 1 + number % 28)
    return Thing(number=number, day=day, moment=_MOMENTS[number % 7], whole=_WHOLES[number % 7])


@strawberry.type
class OfRow:
    """Reads attributes from its row, which may lack them, or have values that their types refuse."""

    row: strawberry.Private[dict[str, Any]]
    number: int
    day: date | None
    kind: str
    even: Even | None

    @strawberry.field
    def twice(self) -> int:
        return 2 * self.number

    @strawberry.field
    def inner(self) -> "OfRow | None":
        return of_row(self.row["inner"]) if "inner" in self.row else None


class _Other(OfRow):
    """An object with values of its own."""

    number = 7
    even = Even(4)


of_row = maker_of_row(OfRow, {"number": "n", "day": "day", "even": "even"}, kind="row")
_other = maker_of_row(_Other, {"day": "when"})

ROWS: list[dict[str, Any]] = [
    {"n": 1, "day": date(2026, 3, 1), "even": 2, "inner": {"n": 3, "day": None, "even": None}},
    {"n": 2, "day": None, "even": 3},
    {"n": 2**40, "day": None, "even": None, "inner": {"n": 2}},
    {"day": date(2026, 3, 2), "even": 0},
    {"n": None, "day": None, "even": 2},
]


@strawberry.type
class Query:
    fixed: str = "as it is"

    @strawberry.field
    def rows(self) -> list[OfRow | None]:
        return [*map(of_row, ROWS), None, _other({"n": 1, "when": date(2026, 3, 3)})]

    @strawberry.field
    def many_rows(self, broken: int | None = None) -> list[OfRow] | None:
        return [of_row({} if number == broken else {**ROWS[0], "n": number}) for number in range(250)]

    @strawberry.field
    def named(self, which: Colour | None = None) -> list[Named]:
        everyone: list[Named] = [
            person(3),
            Robot(name="R2", nick="r", serial=Even(4)),
            Robot(name="C3", nick=None, serial=Even(5)),
        ]
        return everyone if which is None else everyone[:1]

    @strawberry.field
    async def anyone(self, number: int) -> Annotated[Person | Robot, strawberry.union("Anyone")] | None:
        await asyncio.sleep(0)
        return (person(number), Robot(name="R", nick=None, serial=None), None)[number % 3]

    @strawberry.field
    def grid(self, size: Size | None = None) -> list[list[Thing | None]]:
        size = size or Size(width=2, height=2)
        height = size.height if isinstance(size.height, int) else 1
        return [
            [thing(x + y) if x != y + 1 else None for x in range(min(size.width, 4))] for y in range(min(height, 4))
        ]

    @strawberry.field
    def crooked(self) -> list[list[Thing]] | None:
        """Returns an object in the place of a list."""
        return [[thing(1)], thing(2)]  # type: ignore[list-item]

    @strawberry.field
    def holes(self) -> list[list[int]]:
        return [[1], None, [None, 2]]  # type: ignore[list-item]

    @strawberry.field
    def strict(self) -> list[Thing] | None:
        return [thing(1), None]  # type: ignore[list-item]

    @strawberry.field
    def long(self, broken: int | None = None) -> list[Thing] | None:
        """Returns more items than the executor completes at once."""
        return [None if number == broken else thing(number % 12) for number in range(250)]  # type: ignore[misc]

    @strawberry.field
    def long_late(self, broken: int | None = None) -> list[int] | None:
        async def value(number: int) -> int:
            await asyncio.sleep(0)
            if number == broken:
                raise ValueError(f"{number} is broken")
            return number

        return [value(number) for number in range(250)]  # type: ignore[misc]

    @strawberry.field
    def page(self, root: strawberry.Parent[Any]) -> Page[Thing]:
        return Page(items=[thing(1), thing(12)], total=None if root is None else 1)

    @strawberry.field
    def no_list(self) -> list[int] | None:
        return 5  # type: ignore[return-value]

    @strawberry.field
    def breaking(self) -> list[int | None] | None:
        def numbers() -> Iterator[Any]:
            yield ValueError("an item")
            raise ValueError("broke")

        return numbers()  # type: ignore[return-value]

    @strawberry.field
    def returned(self) -> str | None:
        return ValueError("returned, not raised")  # type: ignore[return-value]

    @strawberry.field
    def odd(self, number: Even) -> Even | None:
        return number

    @strawberry.field
    async def streamed(self) -> list[Thing]:
        async def things() -> AsyncIterator[Thing]:
            yield thing(1)
            await asyncio.sleep(0)
            yield thing(2)

        return things()  # type: ignore[return-value]

    @strawberry.field
    def later(self) -> list[int | None]:
        async def number(value: int) -> int:
            if value == 2:
                raise ValueError("two")
            return value

        return [number(1), number(2), 3]  # type: ignore[list-item]

    @strawberry.field
    def thing(self, info: Info, number: int = 1) -> Thing | None:
        return info.context.thing(number)  # type: ignore[no-any-return]

    @strawberry.field
    def wrong_kind(self) -> Named | None:
        return thing(1)  # type: ignore[return-value]

    @strawberry.field
    def cast(self) -> Named | None:
        return strawberry.cast(Person, Looks())  # type: ignore[return-value]

    @strawberry.field
    def many(self, count: int) -> list[Thing]:
        return [thing(number) for number in range(min(count, 20))]


class Looks:
    """Has the fields of a person, but is not one."""

    name = "looks"
    nick = None
    age = 1
    colour = Colour.RED


@strawberry.type
class Mutation:
    @strawberry.mutation
    async def add(self, number: int) -> Thing:
        return thing(number)


def any_schema(**more: Any) -> strawberry.Schema:
    """Return the schema, with the planned executor."""
    return strawberry.Schema(
        Query,
        Mutation,
        types=[Person, Robot],
        extensions=[ParserCache],
        execution_context_class=planned_executor(),
        config=StrawberryConfig(scalar_map={Even: EVEN, Moment: MOMENT, Whole: WHOLE}),
        **more,
    )
