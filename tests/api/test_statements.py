"""A level of a query is one statement for any number of entities: checked for every field of the schema."""

from typing import Any

import pytest

from graphql_api import Api
from selections import SCHEMA, written
from worlds import ENTITIES, filled


async def statements(api: Api, name: str, asked: str, count: int) -> int:
    """Return the number of statements of a page of entities with one of their fields."""
    query = f"query Q($urns: [String!]!) {{ entities(urns: $urns) {{ ... on {name} {{ {asked} }} }} }}"
    await api(query, urns=[ENTITIES[name](number) for number in range(count)])
    return api.statements


@pytest.mark.parametrize("name", ENTITIES)
async def test_no_field_takes_a_statement_for_each_entity(name: str, api: Api, database_url: str) -> None:
    await filled(database_url)
    of: Any = SCHEMA.type_map[name]
    growing = {}
    for field in of.fields:
        asked = written(field, of.fields[field], 2)
        few, many = [await statements(api, name, asked, count) for count in (2, 10)]
        # One more or less: a load that a task requests a moment late is its own statement.
        if many - few > 1:
            growing[field] = (few, many)
    assert growing == {}
