"""The room where expensive queries take turns."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from headwater.errors import OverloadedError
from headwater.graphql.room import Room, Turn


async def settled() -> None:
    """Let every task that can continue do so."""
    for _ in range(10):
        await asyncio.sleep(0)


@asynccontextmanager
async def asking(
    room: Room, *names: str
) -> AsyncIterator[tuple[list[str], dict[str, asyncio.Task[None]], asyncio.Semaphore]]:
    """Start expensive queries in this order. Yield their turns so far, their tasks, and a semaphore to end turns."""
    begun: list[str] = []
    end = asyncio.Semaphore(0)

    async def ask(name: str) -> None:
        turn = Turn(room, is_expensive=True)
        await turn.take()
        begun.append(name)
        await end.acquire()
        turn.give_back()

    tasks = {name: asyncio.create_task(ask(name)) for name in names}
    await settled()
    yield begun, tasks, end
    for task in tasks.values():
        task.cancel()
    await asyncio.gather(*tasks.values(), return_exceptions=True)


async def test_expensive_ones_take_turns_in_the_order_in_which_they_came() -> None:
    async with asking(Room(2), *"abcde") as (begun, _, end):
        assert begun == ["a", "b"]
        for expected in ("abc", "abcd", "abcde"):
            end.release()
            await settled()
            assert begun == [*expected]


async def test_cheap_ones_pass_at_once() -> None:
    async with asking(Room(1), *"ab") as (begun, _, _):
        await Turn(Room(0), is_expensive=False).take()
        assert begun == ["a"]


async def test_a_cancelled_query_loses_its_place_in_the_queue_or_the_room() -> None:
    async with asking(Room(1), *"abcd") as (begun, tasks, end):
        tasks["b"].cancel()
        await settled()
        end.release()
        await settled()
        assert begun == ["a", "c"]


async def test_a_place_given_to_who_is_cancelled_meanwhile_goes_to_the_next() -> None:
    room = Room(1)
    first = Turn(room, is_expensive=True)
    await first.take()
    waiting = [asyncio.create_task(Turn(room, is_expensive=True).take()) for _ in range(2)]
    await settled()
    first.give_back()
    waiting[0].cancel()
    await asyncio.wait(waiting, timeout=10)
    assert [one.cancelled() for one in waiting] == [True, False]


async def test_a_client_that_goes_away_waits_no_longer() -> None:
    room, left = Room(1), asyncio.Event()
    await room.enter()

    async def gone() -> None:
        await left.wait()

    waiting = asyncio.create_task(Turn(room, is_expensive=True, gone=gone).take())
    await settled()
    left.set()
    with pytest.raises(OverloadedError, match="gone away"):
        await waiting
    room.leave()
    await room.enter()


async def test_the_wait_and_the_queue_are_bounded() -> None:
    room = Room(1, wait_seconds=0.05, max_waiting=1)
    await room.enter()
    waiting = asyncio.create_task(room.enter())
    await settled()
    with pytest.raises(OverloadedError, match="are waiting"):
        await room.enter()
    with pytest.raises(OverloadedError, match="took too long"):
        await waiting


async def test_a_patient_one_waits_as_long_as_it_takes() -> None:
    room = Room(1, wait_seconds=0, max_waiting=0)
    await room.enter()
    waiting = asyncio.create_task(room.enter(is_patient=True))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    room.leave()
    await waiting


async def test_a_turn_is_given_back_once() -> None:
    room = Room(1)
    turn = Turn(room, is_expensive=True)
    await turn.take()
    await turn.take()
    turn.give_back()
    turn.give_back()
    await room.enter()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(room.enter(), 0.05)
