"""Makers make the objects that their classes make."""

from dataclasses import field
from typing import Any

import pytest
import strawberry

from headwater.graphql.makers import maker


@strawberry.type
class Named:
    name: str
    place: strawberry.Private[int | None]


@strawberry.type
class Shown(Named):
    size: int = strawberry.field(description="The size.")

    @strawberry.field
    def twice(self) -> int:
        return 2 * self.size


def test_a_maker_makes_what_the_class_makes() -> None:
    made = maker(Shown)(name="a", place=None, size=3)
    assert type(made) is Shown
    assert made == Shown(name="a", place=None, size=3)
    assert vars(made) == vars(Shown(name="a", place=None, size=3))


def test_a_field_may_have_any_name() -> None:
    @strawberry.type
    class Other:
        of: str
        new: str
        made: str

    assert maker(Other)(of="a", new="b", made="c") == Other(of="a", new="b", made="c")


@pytest.mark.parametrize("given", [{}, {"name": "a", "size": 1}, {"name": "a", "place": 1, "size": 1, "twice": 2}])
def test_a_maker_takes_the_keywords_of_the_class(given: dict[str, Any]) -> None:
    for make in (Shown, maker(Shown)):
        with pytest.raises(TypeError):
            make(**given)


def test_a_maker_refuses_classes_with_defaults_or_work_of_their_own() -> None:
    @strawberry.type
    class WithDefault:
        size: int = 1

    @strawberry.type
    class WithFactory:
        sizes: list[int] = field(default_factory=list)

    @strawberry.type
    class WithWork:
        size: int

        def __post_init__(self) -> None:
            self.size += 1

    refused: list[Any] = [WithDefault, WithFactory, WithWork]
    for of in refused:
        with pytest.raises(TypeError, match="cannot make"):
            maker(of)
