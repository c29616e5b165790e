"""The datasets of an event: their facets, symlinks, and names before a rename."""

from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import UUID

from headwater.dialects.events.kept_facets import Kept
from headwater.dialects.events.reading import Reading
from headwater.dialects.openlineage.parts import Facets, facets_of, named, objects
from headwater.dialects.problems import UnusableError


class DescribedDataset(NamedTuple):
    """An entry of `inputs` or `outputs`: the dataset's URN key, its facets, the facets to store, and the entry."""

    key: UUID
    facets: Facets
    kept: Kept
    entry: dict[str, Any]


def read_datasets(reading: Reading, event: dict[str, Any], side: str) -> Iterator[DescribedDataset]:
    """Read each entry of `inputs` or `outputs`; an entry without a name leaves a warning."""
    entries = event.get(side)
    if not isinstance(entries, list | None):
        reading.warn("dataset.skipped")
        return
    for entry in entries or []:
        try:
            yield read_dataset(reading, entry, side)
        except UnusableError:
            reading.warn("dataset.skipped")


def read_dataset(reading: Reading, entry: Any, field_name: str) -> DescribedDataset:
    """Name a dataset and keep its facets. Raises UnusableError if it has no name."""
    key = reading.dataset(*named(entry, field_name, "dataset.invalid"))
    facets, kept = facets_of(reading, entry)
    reading.entity_facets(key, kept)
    if "symlinks" in facets:
        _read_symlinks(reading, key, facets["symlinks"])
    if "lifecycleStateChange" in facets:
        _read_rename(reading, facets["lifecycleStateChange"])
    return DescribedDataset(key, facets, kept, entry)


def _read_symlinks(reading: Reading, key: UUID, facet: dict[str, Any]) -> None:
    for identifier in objects(reading, facet.get("identifiers"), "symlink.invalid"):
        try:
            other_key = reading.dataset(*named(identifier, "symlinks", "symlink.invalid"), is_stub=True)
        except UnusableError:
            reading.warn("symlink.invalid")
        else:
            reading.alias(key, other_key, "SYMLINK")


def _read_rename(reading: Reading, facet: dict[str, Any]) -> None:
    if (previous := facet.get("previousIdentifier")) is not None:
        try:
            reading.dataset(*named(previous, "previousIdentifier", "rename.invalid"), is_stub=True)
        except UnusableError:
            reading.warn("rename.invalid")
