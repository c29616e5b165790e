"""The facets of a part of an event as the store keeps them: each value once, and each set of them once."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from headwater.model.changes import ContentFact, FacetSetFact
from headwater.model.json import canonical_json, content_key
from headwater.model.remembered_json import remembered_json


class KeptFacet(NamedTuple):
    """A facet whose value is kept under a content key."""

    name: str
    content_key: UUID
    is_deleted: bool


class Kept(NamedTuple):
    """Facets with their values and the set of them; names_key stands for their names.

    unsaid has the names of those that say nothing: deleted facets, empty ones, and others, which are no facets.
    """

    facets: Sequence[KeptFacet]
    contents: Sequence[ContentFact]
    facet_set: FacetSetFact | None
    names_key: UUID
    unsaid: frozenset[str]
    has_others: bool


NOTHING = Kept((), (), None, content_key(b"[]"), frozenset(), has_others=False)


@remembered_json(max_entries=10_000, max_bytes=32 * 1024 * 1024)
def keep_facets(facets: dict[str, Any]) -> Kept:
    """The facets of a part of an event. Most events give facets that others gave before."""
    others = {name for name, value in facets.items() if name.startswith("_") or not isinstance(value, dict | None)}
    kept, contents = [], []
    for name, value in facets.items():
        if value and name not in others:
            canonical = canonical_json(value)
            key = content_key(canonical)
            contents.append(ContentFact(key, canonical.decode()))
            kept.append(KeptFacet(name, key, value.get("_deleted") is True))
    said = {facet.name for facet in kept if not facet.is_deleted}
    return Kept(
        facets=tuple(kept),
        contents=tuple(contents),
        facet_set=_facet_set(kept) if kept else None,
        names_key=content_key(canonical_json(sorted(facet.name for facet in kept))),
        unsaid=frozenset(facets) - said,
        has_others=bool(others),
    )


def _facet_set(facets: Sequence[KeptFacet]) -> FacetSetFact:
    canonical = canonical_json({name: f"!{key.hex}" if is_deleted else key.hex for name, key, is_deleted in facets})
    return FacetSetFact(content_key(canonical), canonical.decode())
