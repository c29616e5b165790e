"""Read values of entities: aspects, facets, and times of ingestion. One statement for all keys."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

import orjson
from asyncpg import Pool

from headwater.store.fetching import fetch
from headwater.urn import text_key

Source = Literal["ASPECT", "FACET", "INGESTED"]
"""ASPECT: from DataHub's proposals. FACET: from events, the entity's own (OWN). INGESTED: only the last ingestion."""

_SOURCES: Final[tuple[Source, ...]] = ("ASPECT", "FACET", "INGESTED")

MILLIS: Final = "millis"
"""The name of INGESTED's only value: the time when an ingestion run last gave an aspect, in milliseconds since 1970."""


class ValueKey(NamedTuple):
    """Values of an entity by their names; its id or its URN names the entity."""

    source: Source
    entity: int | str
    names: tuple[str, ...]


class ValueReader:
    """Current values of entities."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def values(self, keys: Sequence[ValueKey]) -> list[dict[str, Any]]:
        """Return the existing values of each key, by name."""
        wanted: dict[int | str, dict[Source, set[str]]] = defaultdict(lambda: defaultdict(set))
        for source, entity, names in keys:
            wanted[entity][source].update(names)
        entities = list(wanted)
        rows = await fetch(self._pool, "values_of_entities", *_by_id_or_urn(entities), *_questions(wanted.values()))
        found: dict[tuple[Source, int | str], dict[str, Any]] = defaultdict(dict)
        for row in rows:
            read = orjson.loads if row["source"] == "FACET" else json.loads
            found[row["source"], entities[row["place"] - 1]][row["name"]] = read(row["value"])
        return [
            {name: values[name] for name in names if name in values}
            for source, entity, names in keys
            for values in (found.get((source, entity), {}),)
        ]


def _by_id_or_urn(entities: Iterable[int | str]) -> tuple[list[int | None], list[UUID | None]]:
    """Return the ids and the keys of the URNs, each None if the other names the entity."""
    ids = [entity if isinstance(entity, int) else None for entity in entities]
    return ids, [text_key(entity) if isinstance(entity, str) else None for entity in entities]


def _questions(wanted: Iterable[Mapping[Source, set[str]]]) -> tuple[list[int], str]:
    """Return the number of the question for each entity, and the questions as JSON."""
    asked = [tuple(tuple(sorted(names.get(source, ()))) for source in _SOURCES) for names in wanted]
    numbers = {question: number for number, question in enumerate(dict.fromkeys(asked))}
    questions = [
        {"question": number, "aspects": aspects, "facets": facets or None, "ingested": bool(millis)}
        for (aspects, facets, millis), number in numbers.items()
    ]
    return [numbers[question] for question in asked], json.dumps(questions)
