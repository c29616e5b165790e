"""The work of a plan: combined loads, dependencies, and the end of work that nobody awaits."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from itertools import count as count_from
from statistics import median
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
import strawberry
from strawberry.extensions import ParserCache

from executor_schema import Context, Query, any_schema
from headwater.execution import levels
from headwater.execution.executor import planned_executor
from headwater.execution.fields import of_many
from headwater.execution.levels import Execution
from headwater.execution.loading import Loaders

SCHEMA = any_schema()


async def answer(query: str, context: Context, **variables: Any) -> Any:
    return await SCHEMA.execute(query, variables, context_value=context, root_value=Query())


async def test_a_level_is_loaded_at_once() -> None:
    context = Context()
    found = await answer("{ many(count: 3) { next { next { number } } } thing { number } }", context)
    assert found.errors is None
    assert context.loads == [[1, 2, 3], [4]]


async def test_loads_of_a_resolvers_tasks_join_the_level() -> None:
    context = Context()
    found = await answer("{ many(count: 2) { both { number } next { number } } }", context)
    assert found.errors is None
    assert context.loads == [[1, 2, 3]]


async def test_a_value_is_loaded_once() -> None:
    context = Context()
    await answer("{ a: thing { number } b: thing { next { number } } }", context)
    assert sorted(number for numbers in context.loads for number in numbers) == [1, 2]


async def test_a_resolver_goes_on_while_others_wait_for_what_it_holds() -> None:
    async with asyncio.timeout(5):
        found = await answer("{ many(count: 9) { alone } }", Context())
    assert [one["alone"] for one in found.data["many"]] == list(range(9))


async def test_others_wait_once_for_a_load_that_needs_what_they_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of twenty coroutines holds a lock while it loads: they do not wait a second each for the load that needs it."""
    loop = asyncio.get_running_loop()
    timers = Mock(side_effect=loop.call_at)
    monkeypatch.setattr(loop, "call_at", timers)
    answer = await SCHEMA.execute(
        "{ many(count: 20) { holding needing } }", context_value=Context(), root_value=Query()
    )
    assert answer.errors is None
    assert answer.data == {"many": [{"holding": number, "needing": number} for number in range(20)]}
    assert timers.call_count == 1


async def test_loaded_values_wait_a_second_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A third resolver, which goes on again and again, does not make them wait longer."""
    monkeypatch.setattr(levels, "_GRACE_SECONDS", 0.1)

    async def quick(keys: list[int]) -> list[str]:
        return ["quick" for _ in keys]

    async def slow(keys: list[int]) -> list[str]:
        await asyncio.wait_for(context.ended.wait(), 5)
        return ["slow" for _ in keys]

    context = with_loader(quick)
    context.slow = context.loaders.find("slow", slow)
    found = await POLLING.execute("{ loaded late polling }", context_value=context)
    assert found.errors is None


async def test_a_timeout_ends_its_resolver_alone() -> None:
    found = await answer("{ thing { slow(seconds: 1) quick: slow(seconds: 0) number } }", Context())
    assert found.data["thing"] == {"slow": "too slow", "quick": "in time", "number": 1}


async def test_others_have_their_turn_during_a_long_level() -> None:
    turns = 0

    async def count_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counter = asyncio.create_task(count_turns())
    await answer(
        "{ %s }" % " ".join(f"m{n}: many(count: 20) {{ a: number b: number c: where }}" for n in range(200)), Context()
    )
    counter.cancel()
    assert turns > 5


async def test_others_go_on_until_they_wait() -> None:
    """A small request takes many turns of the loop: a long query must not come between any two of them."""
    loop = asyncio.get_running_loop()
    seen: list[Execution] = []
    interruptions: list[int] = []

    async def work() -> None:
        """Take ten turns of the loop, each longer than an empty one."""
        while not seen:
            await asyncio.sleep(0)
        seen.clear()
        for _ in range(10):
            until = loop.time() + 0.0001
            while loop.time() < until:
                pass
            await asyncio.sleep(0)
        interruptions.append(len(seen))

    async def work_again() -> None:
        for _ in range(10):
            await work()

    working = asyncio.create_task(work_again())
    query = "{ %s }" % " ".join(f"m{n}: many(count: 20) {{ a: number b: number c: where }}" for n in range(2000))
    with pytest.MonkeyPatch.context() as patch:
        breathe = Execution._breathe

        async def seen_breathing(execution: Execution) -> None:
            seen.append(execution)
            await breathe(execution)

        patch.setattr(Execution, "_breathe", seen_breathing)
        async with asyncio.timeout(60):
            while not working.done():
                await answer(query, Context())
    await working
    assert median(interruptions) <= 3  # not all: the machine may stop the process for longer than a pause


async def test_only_answers_with_many_fields_stop_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    stops = 0

    async def stop(_: Execution) -> None:
        nonlocal stops
        stops += 1

    monkeypatch.setattr(levels, "_TURN_SECONDS", -1)
    monkeypatch.setattr(Execution, "_breathe", stop)
    await answer(_of_twenty(5), Context())
    assert stops == 0
    await answer(_of_twenty(40), Context())
    assert stops > 0


async def test_others_go_on_before_a_long_list_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its resolver has taken long already."""
    left: list[int] = []

    async def stop(execution: Execution) -> None:
        left.append(len(execution._completion.parts))

    monkeypatch.setattr(levels, "_TURN_SECONDS", -1)
    monkeypatch.setattr(Execution, "_breathe", stop)
    found = await LISTING.execute("{ numbers }", context_value=with_loader(None))
    assert (found.data, left) == ({"numbers": list(range(600))}, [6, 5, 4, 3, 2, 1, 0])


def _of_twenty(fields: int) -> str:
    """A query of so many fields of 20 objects; each field waits for a loader."""
    return "{ many(count: 20) { %s } }" % " ".join(f"n{n}: next {{ number }}" for n in range(fields))


@strawberry.type
class Waiting:
    @strawberry.field
    async def forever(self, info: strawberry.Info[Any, None]) -> str:
        try:
            await info.context.never
        finally:
            await asyncio.sleep(0)
            info.context.ended.set()
        return ""

    @strawberry.field
    async def loaded(self, info: strawberry.Info[Any, None]) -> str:
        return await info.context.loader.load(1)  # type: ignore[no-any-return]


@strawberry.type
class Listing:
    @strawberry.field
    def numbers(self) -> list[int]:
        return list(range(600))


@strawberry.type
class Polling:
    """A resolver goes on until another has its value, which sets the event for which the slow load waits."""

    @strawberry.field
    async def loaded(self, info: strawberry.Info[Any, None]) -> str:
        found: str = await info.context.loader.load(1)
        info.context.ended.set()
        return found

    @strawberry.field
    async def late(self, info: strawberry.Info[Any, None]) -> str:
        return await info.context.slow.load(1)  # type: ignore[no-any-return]

    @strawberry.field
    async def polling(self, info: strawberry.Info[Any, None]) -> bool:
        while not info.context.ended.is_set():
            await asyncio.sleep(0.05)
        return True


POLLING = strawberry.Schema(Polling, execution_context_class=planned_executor())
LISTING = strawberry.Schema(Listing, execution_context_class=planned_executor())
WAITING = strawberry.Schema(Waiting, execution_context_class=planned_executor())


def with_loader(load: Any) -> SimpleNamespace:
    """The context of a query, with a loader and what its resolvers wait for."""
    loop, loaders = asyncio.get_running_loop(), Loaders()
    return SimpleNamespace(
        never=loop.create_future(),
        ended=asyncio.Event(),
        alone=None,
        loaders=loaders,
        loader=loaders.find("any", load),
    )


async def test_a_request_that_is_given_up_lets_its_resolvers_clean_up() -> None:
    async def load(keys: list[int]) -> list[str]:
        await asyncio.Event().wait()
        return []

    context = with_loader(load)
    request = asyncio.create_task(WAITING.execute("{ forever loaded }", context_value=context))
    for _ in range(20):
        await asyncio.sleep(0)
    request.cancel()
    with pytest.raises(asyncio.CancelledError):
        await request
    async with asyncio.timeout(5):
        await context.ended.wait()


async def test_a_timeout_ends_a_resolver_that_cleans_up() -> None:
    gone_on: list[int] = []

    @strawberry.type
    class Cleaning:
        @strawberry.field
        async def slow(self) -> str:
            with suppress(TimeoutError):  # the request is given up: it must not go on behind it
                async with asyncio.timeout(0.1):
                    try:
                        await asyncio.Event().wait()
                    finally:
                        await asyncio.Event().wait()
            gone_on.append(1)
            return ""

    schema = strawberry.Schema(Cleaning, execution_context_class=planned_executor())
    request = asyncio.create_task(schema.execute("{ slow }", context_value=Context()))
    await asyncio.sleep(0.01)
    request.cancel()
    ended, _ = await asyncio.wait([request], timeout=5)
    assert (len(ended), gone_on) == (1, [])


async def test_a_lost_answer_begins_no_load() -> None:
    async def load(keys: list[int]) -> list[str]:
        raise AssertionError("nobody waits for it")

    @strawberry.type
    class Failing:
        @strawberry.field
        async def loaded(self, info: strawberry.Info[Any, None]) -> str:
            return await info.context.loader.load(1)  # type: ignore[no-any-return]

        @strawberry.field
        def failing(self, number: int) -> str:
            raise ValueError("no")

    schema = strawberry.Schema(Failing, execution_context_class=planned_executor())
    context = with_loader(Mock(side_effect=load))
    found = await schema.execute("{ loaded failing(number: 1) }", context_value=context)
    assert [error.message for error in found.errors or ()] == ["no"]
    await asyncio.sleep(0.01)  # a load would begin in the background
    assert not context.loader._load.called


async def test_a_request_that_is_given_up_ends_its_load() -> None:
    began, ended = asyncio.Event(), asyncio.Event()

    async def load(keys: list[int]) -> list[str]:
        began.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            ended.set()  # and goes on, as a library may
        return ["late" for _ in keys]

    request = asyncio.create_task(WAITING.execute("{ loaded }", context_value=with_loader(load)))
    async with asyncio.timeout(5):
        await began.wait()
        request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await request
    assert ended.is_set()


async def test_a_cancelled_load_fails_its_field_and_not_the_request() -> None:
    async def load(keys: list[int]) -> list[str]:
        raise asyncio.CancelledError

    found = await WAITING.execute("{ loaded }", context_value=with_loader(load))
    assert found.data is None
    assert [error.message for error in found.errors or ()] == ["a resolver was cancelled"]


@strawberry.type
class LoadsAtItsEnd:
    @strawberry.field
    async def late(self, info: strawberry.Info[Any, None]) -> str:
        try:
            await info.context.never
        finally:
            info.context.found = await info.context.loader.load(1)
            info.context.ended.set()
        return ""

    @strawberry.field
    async def failing(self) -> str:
        await asyncio.sleep(0)
        raise ValueError("no")


async def test_a_resolver_may_load_while_it_cleans_up() -> None:
    async def load(keys: list[int]) -> list[str]:
        return ["found" for _ in keys]

    schema = strawberry.Schema(LoadsAtItsEnd, execution_context_class=planned_executor())
    context = with_loader(load)
    async with asyncio.timeout(5):
        await schema.execute("{ late failing }", context_value=context)
        await context.ended.wait()
    assert context.found == "found"


async def too_few(owners: Sequence["Owner"]) -> list[int]:
    return [1]


@strawberry.type
class Owner:
    @strawberry.field
    @of_many(too_few)
    async def short(self) -> int | None:
        return 1


@strawberry.type
class Owners:
    @strawberry.field
    def owners(self) -> list[Owner]:
        return [Owner(), Owner()]


async def test_a_form_for_many_that_gives_too_few_values_is_told() -> None:
    schema = strawberry.Schema(Owners, execution_context_class=planned_executor())
    answer = await schema.execute("{ owners { short } }", context_value=Context(), root_value=Owners())
    assert answer.data == {"owners": [{"short": None}, {"short": None}]}
    assert [error.message for error in answer.errors or []] == [
        "a resolver was asked for 2 objects, and gave 1 values"
    ] * 2


@strawberry.type
class Noted:
    number: strawberry.Private[int] = 2

    @strawberry.field
    def quick(self, info: strawberry.Info[Any, None]) -> int:
        info.context.order.append("quick")
        return 1

    @strawberry.field
    async def loaded(self, info: strawberry.Info[Any, None]) -> str:
        return await info.context.loader.load(1)  # type: ignore[no-any-return]

    @strawberry.field
    async def perhaps(self, info: strawberry.Info[Any, None]) -> str:
        return await info.context.loader.load(self.number) if info.context.is_late else "at once"

    @strawberry.field
    async def several(self, info: strawberry.Info[Any, None]) -> "list[Noted]":
        await info.context.loader.load(1)
        return [Noted(number=next(info.context.numbers)) for _ in range(20)]


@strawberry.type
class AllNoted:
    @strawberry.field
    def rows(self, count: int) -> list[Noted]:
        return [Noted() for _ in range(count)]

    @strawberry.field
    async def long(self) -> list[Noted]:
        """Returns more items than the executor completes at once."""
        return [Noted() for _ in range(120)]


async def orders(query: str, late: Sequence[bool], count: int) -> list[list[str]]:
    """The order of calls in executions of one query, each of which loads a second value if it is late."""
    schema = strawberry.Schema(AllNoted, execution_context_class=planned_executor(), extensions=[ParserCache])
    orders = []
    for is_late in late:
        order: list[str] = []

        async def load(keys: list[int], order: list[str] = order) -> list[str]:
            order.append(f"load {keys}")
            await asyncio.sleep(0)
            return [f"value {key}" for key in keys]

        context = with_loader(load)
        context.order, context.is_late, context.numbers = order, is_late, count_from(100)
        found = await schema.execute(query, {"count": count}, context_value=context)
        assert found.errors is None
        assert found.data is not None
        expected = {"quick": 1, "loaded": "value 1", "perhaps": "value 2" if is_late else "at once"}
        assert found.data["rows"] == [
            {name: expected.get(name, row[name]) for name in row} for row in found.data["rows"]
        ]
        assert len(found.data["rows"]) == count
        orders.append(order)
    return orders


async def test_many_values_follow_while_a_load_waits() -> None:
    first, second = await orders("query($count: Int!) { rows(count: $count) { quick loaded } }", [False] * 2, 50)
    assert first == ["quick"] * 50 + ["load [1]"]
    assert second == ["load [1]"] + ["quick"] * 50


@pytest.mark.parametrize("count", [3, 5000])
async def test_few_values_come_before_a_load_and_too_many(count: int) -> None:
    for order in await orders("query($count: Int!) { rows(count: $count) { quick loaded } }", [False] * 2, count):
        assert order == ["quick"] * count + ["load [1]"]


async def test_a_field_that_begins_to_wait_is_loaded_late_once() -> None:
    query = "query($count: Int!) { rows(count: $count) { quick loaded perhaps } }"
    *_, late, known = await orders(query, [False, False, True, True], 50)
    assert late == ["load [1]"] + ["quick"] * 50 + ["load [2]"]
    assert known == ["load [1, 2]"] + ["quick"] * 50


async def test_a_load_waits_for_the_parts_of_a_long_list() -> None:
    query = "query($count: Int!) { rows(count: $count) { quick loaded } long { perhaps } }"
    for order in await orders(query, [True] * 3, 50):
        assert [one for one in order if one != "quick"] == ["load [1, 2]"]


async def test_a_level_after_an_early_load_is_loaded_at_once() -> None:
    query = "query($count: Int!) { rows(count: $count) { quick several { perhaps } } }"
    for order in await orders(query, [True] * 3, 50):
        assert [one for one in order if one != "quick"] == ["load [1]", f"load {[*range(100, 1100)]}"]


async def test_a_request_may_be_given_up_during_an_early_load() -> None:
    schema = strawberry.Schema(AllNoted, execution_context_class=planned_executor(), extensions=[ParserCache])
    began, never = asyncio.Event(), asyncio.Event()
    counts = []

    async def load(keys: list[int]) -> list[str]:
        began.set()
        await never.wait()
        return ["late" for _ in keys]

    for _ in range(2):
        context = with_loader(load)
        context.order = []
        request = asyncio.create_task(schema.execute("{ rows(count: 50) { quick loaded } }", context_value=context))
        began.clear()
        async with asyncio.timeout(5):
            await began.wait()
            request.cancel()
            with pytest.raises(asyncio.CancelledError):
                await request
        counts.append(len(context.order))
    assert counts == [50, 0]  # the second load began before the other values
    never.set()
