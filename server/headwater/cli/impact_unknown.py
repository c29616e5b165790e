"""The message for a URN that the store does not know: the closest known names, and how to list all of them."""

import re
from collections.abc import Iterator
from difflib import get_close_matches

from headwater.cli.start_argument import start_argument
from headwater.errors import NotFoundError, UnknownEntityError
from headwater.store.fetching import EVERYTHING
from headwater.store.reader import Reader
from headwater.store.searches import Search
from headwater.urn import DATA_PROCESS_INSTANCE, openlineage_name, parse_urn

_MOST_CLOSE = 3
_MOST_COMPARED = 200
_LEAST_ALIKE = 0.4
_BEGINNING = 4
"""The letters of a word that have to be right."""

_TYPES = {"dataset": "DATASET", "job": "DATA_JOB", "flow": "DATA_FLOW", "model": "MLMODEL"}
"""GraphQL's types by the words for them in messages."""


async def with_known_names(reader: Reader, error: UnknownEntityError, store: str) -> NotFoundError:
    """The error with what helps to find the right name; store: where the URN was looked for."""
    kind = parse_urn(error.urn).kind
    lines = [f"{error.argument}: no such {error.noun} is known: {error.urn}"]
    if kind == DATA_PROCESS_INSTANCE:
        lines.append("A run is known by its URN or by its run id, as in urn:li:dataProcessInstance:<runId>.")
    elif not (await _names(reader, kind, None, 1)):
        lines.append(f"The store has no {error.noun}s at all.")
    else:
        close = await _close(reader, kind, error.urn)
        lines += ["Closest known names:", *(f"  {one}" for one in close)] if close else []
        lines.append(
            f'List all {error.noun}s by GraphQL (docs/searching.md): {{ searchAcrossEntities(input: {{query: "*",'
            f" types: [{_TYPES[error.noun]}]}}) {{ searchResults {{ entity {{ urn }} }} }} }}"
        )
    return NotFoundError("\n".join([*lines, f"Asked: {store}."]))


async def _close(reader: Reader, kind: str, urn: str) -> list[str]:
    """The known names that are most like a URN's, the closest first, as arguments of the command."""
    wanted = _name_of(urn)
    for words in _beginnings(wanted):
        found: dict[str, list[str]] = {}
        for known in await _names(reader, kind, words, _MOST_COMPARED):
            found.setdefault(_name_of(known), []).append(start_argument(known))
        if close := get_close_matches(wanted, found, _MOST_CLOSE, _LEAST_ALIKE):
            return [one for name in close for one in found[name]][:_MOST_CLOSE]
    return []


def _beginnings(name: str) -> Iterator[str]:
    """Words to search for, of which the first find the fewest: a mistake is rarely in all of them."""
    words = [word[:_BEGINNING] for word in re.findall(r"[^\W_]+", name)]
    for chosen in (words, words[-1:], words[:-1]):
        if chosen:
            yield " ".join(chosen)


async def _names(reader: Reader, kind: str, words: str | None, most: int) -> list[str]:
    """The URNs of the entities of a type in whose names some words begin words; None: of all."""
    [rows] = await reader.searches.pages([EVERYTHING], Search(kinds=(kind,), words=words), 0, most)
    entities = await reader.entities.by_id([row["id"] for row in rows])
    return [entity["urn"] for entity in entities if entity is not None]


def _name_of(urn: str) -> str:
    """The name as events give it, else the one in the URN."""
    given = openlineage_name(urn)
    if given:
        return given[1]
    first, *more = parse_urn(urn).parts
    return more[0] if more else first
