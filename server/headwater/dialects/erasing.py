"""Erase a text, such as a person's name, from a body of the log. Pure: a body in, a body out (docs/erasing.md).

All strings of the JSON count, so it holds for every dialect. Names of members stay. A string stays if the event would
have another identity without its text: other names of jobs, data or runs, other lineage or evidence.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

from headwater.dialects.erased_words import Words, spelled, strings_of
from headwater.dialects.names import DATAHUB
from headwater.dialects.replay import parse_logged
from headwater.model.changes import Changes

_NAMES: Final = attrgetter(
    "entities", "aliases", "runs", "derivations", "run_links", "checksums", "job_links", "job_edges", "source_runs",
    "input_jobs",
)  # fmt: skip
"""The facts that are the same with and without a text that only facets say."""

_DECIDING_FACETS: Final[Mapping[str, Sequence[str]]] = {
    **dict.fromkeys(("columnLineage", "jobType", "lifecycleStateChange", "lineage", "schema", "subset"), ()),
    **dict.fromkeys(("symlinks", "version", "headwater_write"), ()),
    **dict.fromkeys(("airflow", "airflowDagRun"), ("dagRun", "run_type")),
    "gitlab": ("source",),
}
"""The facets that decide lineage, each with the path to its part that does. Descriptions in them decide nothing."""

_DESCRIPTIONS: Final = frozenset({"description", "transformationDescription"})
_DECIDING_MEMBERS: Final = frozenset({"type", "status", "run_type", "fieldPath", "nativeResultType"})
"""The members of proposals that decide states, kinds and columns."""

_NO_HASH: Final = UUID(int=0)

Identity = object
"""Equal for two bodies of the same event that differ only in texts that decide nothing."""


@dataclass(frozen=True)
class Erased:
    """A body without the text. changed: the strings that held it; kept: those that still do, and names of members."""

    body: bytes
    changed: Sequence[str]
    kept: Sequence[str]


@dataclass(frozen=True)
class _Held:
    """A string value that holds the text, with its place in the body."""

    begin: int
    end: int
    string: str


def erase_text(dialect: str, source: str, body: bytes, words: Words, replacement: str) -> Erased | None:
    """Replace a text in a body. None: the body does not hold it."""
    if not words.may_be_in(body):
        return None
    found = [(_Held(*place, string), is_name) for place, string, is_name in strings_of(body) if words.are_in(string)]
    if not found:
        return None
    identity = _identity_of(dialect, source)
    before = identity(body)

    def without(held: Sequence[_Held]) -> bytes:
        parts, end = [], 0
        for one in held:
            parts += [body[end : one.begin], spelled(words.replaced(one.string, replacement))]
            end = one.end
        return b"".join([*parts, body[end:]])

    def is_harmless(held: Sequence[_Held]) -> bool:
        return before is not None and identity(without(held)) == before

    held = [one for one, is_name in found if not is_name]
    gone = _harmless(held, is_harmless)
    if gone != held and not is_harmless(gone):  # each alone is, but not all together
        gone = []
    changed = set(gone)
    kept = [one.string for one, _ in found if one not in changed]
    return Erased(without(gone), list(dict.fromkeys(one.string for one in gone)), list(dict.fromkeys(kept)))


def _harmless(held: list[_Held], is_harmless: Callable[[Sequence[_Held]], bool]) -> list[_Held]:
    """Return the strings that may change: usually all, which takes one comparison; else look at each half."""
    if not held or is_harmless(held):
        return held
    if len(held) == 1:
        return []
    half = len(held) // 2
    return [*_harmless(held[:half], is_harmless), *_harmless(held[half:], is_harmless)]


def _identity_of(dialect: str, source: str) -> Callable[[bytes], Identity | None]:
    """Return the function from a body to its identity; it returns None for a body that cannot be read."""
    return _proposal_identity if dialect == DATAHUB else lambda body: _event_identity(dialect, source, body)


def _event_identity(dialect: str, source: str, body: bytes) -> Identity | None:
    item = parse_logged(dialect, source, body, 1)
    if not isinstance(item, Changes):
        return None
    sets = _deciding_sets(item)
    return (
        item.event.at,
        item.event.warnings,
        _NAMES(item),
        [fact._replace(content_hash=_NO_HASH) for fact in item.run_events],
        [
            (
                fact._replace(content_hash=_NO_HASH, set_key=None, own_set_key=None),
                sets.get(fact.set_key),
                sets.get(fact.own_set_key),
            )
            for fact in item.edges
        ],
        [(fact._replace(set_key=_NO_HASH), sets.get(fact.set_key)) for fact in item.entity_facets],
        [(fact._replace(set_key=_NO_HASH), sets.get(fact.set_key)) for fact in item.run_facets],
        [fact.id for fact in item.registrations],
        [fact.id for fact in item.verifications],
    )


def _deciding_sets(item: Changes) -> Mapping[UUID | None, Mapping[str, Any]]:
    """Return the parts of facets that decide lineage, by the key of their set."""
    values = {fact.content_key.hex: fact.value for fact in item.contents}
    return {
        fact.set_key: {
            name: _deciding_part(json.loads(values[key.lstrip("!")]), _DECIDING_FACETS[name])
            for name, key in json.loads(fact.facets).items()
            if name in _DECIDING_FACETS
        }
        for fact in item.facet_sets
    }


def _deciding_part(facet: Any, path: Sequence[str]) -> Any:
    for name in path:
        facet = facet.get(name) if isinstance(facet, dict) else None
    return _without_descriptions(facet)


def _without_descriptions(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_descriptions(item) for item in value]
    if isinstance(value, dict):
        return {
            name: _without_descriptions(member)
            for name, member in value.items()
            if not (name in _DESCRIPTIONS and isinstance(member, str))
        }
    return value


def _proposal_identity(body: bytes) -> Identity | None:
    """Everything but texts that name nothing and decide nothing."""
    try:
        proposal = json.loads(body)
    except ValueError:
        return None
    kind = [proposal.get(name) for name in ("entityType", "entityUrn", "aspectName", "changeType")]
    return kind, _deciding_strings(proposal)


def _deciding_strings(value: Any, name: str = "") -> list[str]:
    if isinstance(value, dict):
        return [
            found
            for inner, member in value.items()
            for found in (*_deciding_strings(inner), *_deciding_strings(member, inner))
        ]
    if isinstance(value, list):
        return [found for item in value for found in _deciding_strings(item, name)]
    return [value] if isinstance(value, str) and ("urn:li:" in value or name in _DECIDING_MEMBERS) else []
