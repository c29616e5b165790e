"""Executions with one lock: one runs at a time, and a large answer goes on after short waits."""

import asyncio

import pytest
import strawberry

from executor_schema import Context
from headwater.execution.executor import planned_executor


@strawberry.type
class Query:
    @strawberry.field
    async def after(self, seconds: float) -> bool:
        await asyncio.sleep(seconds)
        return True

    @strawberry.field
    async def again(self, times: int) -> bool:
        for _ in range(times):
            await asyncio.sleep(0.01)
        return True


SCHEMA = strawberry.Schema(Query, execution_context_class=planned_executor())
WAITS, COMES_MEANWHILE = "{ after(seconds: 0.2) }", "{ after(seconds: 0) }"


async def ended_in_order(context: Context, first: str = WAITS) -> list[str]:
    """Return the first query and one that comes meanwhile, in the order of their ends."""
    ended = []

    async def ask(query: str) -> None:
        found = await SCHEMA.execute(query, context_value=context, root_value=Query())
        assert found.errors is None
        ended.append(query)

    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        group.create_task(ask(first))
        await asyncio.sleep(0.01)
        group.create_task(ask(COMES_MEANWHILE))
    return ended


async def test_others_run_while_a_small_answer_waits() -> None:
    assert await ended_in_order(Context(alone=asyncio.Lock())) == [COMES_MEANWHILE, WAITS]


async def test_others_run_during_a_long_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headwater.execution.levels._LARGE", 0)
    monkeypatch.setattr("headwater.execution.alone._SHORT_SECONDS", 0.02)
    context = Context(alone=asyncio.Lock())
    assert await ended_in_order(context) == [COMES_MEANWHILE, WAITS]
    assert context.alone is not None
    assert not context.alone.locked()


async def test_others_do_not_run_during_a_short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headwater.execution.levels._LARGE", 0)
    monkeypatch.setattr("headwater.execution.alone._SHORT_SECONDS", 2)
    assert await ended_in_order(Context(alone=asyncio.Lock())) == [WAITS, COMES_MEANWHILE]


async def test_others_run_after_many_short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headwater.execution.levels._LARGE", 0)
    monkeypatch.setattr("headwater.execution.alone._SHORT_SECONDS", 2)
    monkeypatch.setattr("headwater.execution.alone._MOST_SECONDS", 0.02)
    assert await ended_in_order(Context(alone=asyncio.Lock()), "{ again(times: 20) }") == [
        COMES_MEANWHILE,
        "{ again(times: 20) }",
    ]


async def test_a_cancelled_execution_gives_the_lock_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headwater.execution.levels._LARGE", 0)
    monkeypatch.setattr("headwater.execution.alone._SHORT_SECONDS", 2)
    context = Context(alone=asyncio.Lock())
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await SCHEMA.execute("{ after(seconds: 1) }", context_value=context, root_value=Query())
    assert context.alone is not None
    assert not context.alone.locked()
