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


SCHEMA = strawberry.Schema(Query, execution_context_class=planned_executor())
WAITS, COMES_MEANWHILE = "{ after(seconds: 0.2) }", "{ after(seconds: 0) }"


async def ended_in_order(context: Context) -> list[str]:
    """Return the queries in the order of their ends."""
    ended = []

    async def ask(query: str) -> None:
        found = await SCHEMA.execute(query, context_value=context, root_value=Query())
        assert found.errors is None
        ended.append(query)

    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        group.create_task(ask(WAITS))
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


async def test_a_cancelled_execution_gives_the_lock_back() -> None:
    context = Context(alone=asyncio.Lock())
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await SCHEMA.execute("{ after(seconds: 1) }", context_value=context, root_value=Query())
    assert context.alone is not None
    assert not context.alone.locked()
