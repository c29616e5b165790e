"""Loaders without an executor."""

import asyncio

import pytest

from headwater.execution.loading import Loaders


async def test_a_loader_tells_all_who_wait_that_it_failed() -> None:
    async def load(keys: list[int]) -> list[int]:
        raise ValueError("cannot load")

    loader = Loaders().find("any", load)
    first, second = loader.load(1), loader.load(2)
    for loading in (first, second, loader.load(1)):
        with pytest.raises(ValueError, match="cannot load"):
            await loading


async def test_a_loader_that_gives_too_few_values_is_told() -> None:
    async def load(keys: list[int]) -> list[int]:
        return [1]

    loader = Loaders().find("any", load)
    loader.load(1)
    with pytest.raises(RuntimeError, match="asked for 2 keys, and gave 1 values"):
        await loader.load(2)


async def test_a_loader_knows_what_it_was_given() -> None:
    asked: list[list[int]] = []

    async def load(keys: list[int]) -> list[int]:
        asked.append(keys)
        return [-key for key in keys]

    loader = Loaders().find("any", load)
    loader.prime({1: 100})
    assert [await loader.load(1), await loader.load(2), await loader.load(2)] == [100, -2, -2]
    assert asked == [[2]]


async def test_a_load_begins_only_if_somebody_waits_for_it() -> None:
    asked: list[list[int]] = []

    async def load(keys: list[int]) -> list[int]:
        asked.append(keys)
        return [-key for key in keys]

    loaders = Loaders()
    loader = loaders.find("any", load)
    loaders.hold()
    loader.load(1).cancel()
    loaders.begin()
    await asyncio.sleep(0.01)
    assert asked == []
    loaders.hold()
    loader.load(1).cancel()
    again, many = loader.load(1), loader.load_many([1, 2])
    loaders.begin()
    assert (await again, await many, asked) == (-1, [-1, -2], [[1, 2]])
