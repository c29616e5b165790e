"""Facets of a part of an event as stored: each value once, and each set of values once."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from headwater.model.changes import ContentFact, FacetSetFact
from headwater.model.json import canonical_json, content_key
from headwater.model.remembered_json import remembered_json


class Kept(NamedTuple):
    """The values and the set of some facets; names_key stands for their names.

    unsaid: names of deleted and empty facets, and of members that are no facets.
    has_others: True if there are members that are no facets.
    """

    contents: Sequence[ContentFact]
    facet_set: FacetSetFact | None
    names_key: UUID
    unsaid: frozenset[str]
    has_others: bool

    @property
    def set_key(self) -> UUID | None:
        """The key of the set; None without facets."""
        return self.facet_set.set_key if self.facet_set else None


NOTHING = Kept((), None, content_key(b"[]"), frozenset(), has_others=False)


@remembered_json(max_entries=10_000, max_bytes=32 * 1024 * 1024)
def keep_facets(facets: dict[str, Any]) -> Kept:
    """Store facets by content; cached, as most events repeat the facets of others."""
    others = {name for name, value in facets.items() if name.startswith("_") or not isinstance(value, dict | None)}
    keys: dict[str, str] = {}
    contents = []
    for name, value in facets.items():
        if value and name not in others:
            canonical = canonical_json(value)
            key = content_key(canonical)
            contents.append(ContentFact(key, canonical.decode()))
            keys[name] = f"!{key.hex}" if value.get("_deleted") is True else key.hex
    said = {name for name, key in keys.items() if not key.startswith("!")}
    return Kept(
        contents=tuple(contents),
        facet_set=_facet_set(keys) if keys else None,
        names_key=content_key(canonical_json(sorted(keys))),
        unsaid=frozenset(facets) - said,
        has_others=bool(others),
    )


def _facet_set(keys: Mapping[str, str]) -> FacetSetFact:
    canonical = canonical_json(keys)
    return FacetSetFact(content_key(canonical), canonical.decode())
