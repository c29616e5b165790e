"""Values of many objects."""

import pytest

from headwater.execution.fields import of_each, only


def test_an_exception_of_any_class_stands_in_place_of_its_value() -> None:
    raised = {1: StopIteration(), 2: ValueError()}

    def value_of(number: int, factor: int) -> int:
        if number in raised:
            raise raised[number]
        return number * factor

    found = of_each(value_of, [0, 1, 2, 3], [5, 6, 7, 8])
    assert found == [0, raised[1], raised[2], 24]
    assert [error.__context__ for error in raised.values()] == [None, None]


async def test_the_only_value_may_come_at_once_or_later() -> None:
    async def later() -> list[object]:
        return ["late"]

    assert (await only(["at once"]), await only(later())) == ("at once", "late")
    with pytest.raises(ValueError, match="no"):
        await only([ValueError("no")])
