"""Names of columns: nested ones are parts of those around them (docs/columns.md)."""

import pytest

from headwater.impact.column_facts import ColumnNames, Pair
from headwater.model.columns import ColumnSaying, Transformation

SOURCE, OUTPUT = 1, 2
DIRECT = (Transformation("DIRECT"),)


@pytest.mark.parametrize(
    ("name", "is_known"),
    [
        ("address", True),
        ("address.city", True),
        ("address.cty", False),
        ("ADDRESS.City", True),
        ("price.amount", True),  # the schema tells no part of it
        ("total", False),
        ("No.", True),
        (".", True),
    ],
)
def test_a_described_column_is_found_by_its_name_or_as_a_part(name: str, is_known: bool) -> None:
    names = ColumnNames({SOURCE: "postgres"})
    for column in ("address", "address.city", "price", "No.", "."):
        names.of(SOURCE, column, is_schema=True)
    assert (names.find(SOURCE, name) is not None) is is_known


@pytest.mark.parametrize(
    ("column", "made"),
    [
        ("address", {"whole", "town"}),
        ("address.city", {"whole", "town"}),
        ("address.street", {"whole"}),
        ("addressee", set()),
        ("city", set()),
    ],
)
def test_a_use_of_a_column_is_one_of_those_around_and_within(column: str, made: set[str]) -> None:
    names = ColumnNames({})
    sayings = [
        ColumnSaying("test", "t", source, target, DIRECT)
        for source, target in (("address", "whole"), ("address.city", "town"))
    ]
    pair = Pair(names, OUTPUT, SOURCE, sayings)
    assert {names.label(use.column) for use in pair.made_from(names.of(SOURCE, column))} == made
