"""Datasets as events describe them: their facets, their other names, and the name before a rename."""

from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import UUID

from headwater.dialects.events.reading import Kept, Reading
from headwater.dialects.openlineage.parts import facets_of, named, objects, said
from headwater.dialects.problems import UnusableError


class DescribedDataset(NamedTuple):
    """An entry of `inputs` or `outputs`: the URN key of its dataset, what its facets say, and the entry."""

    key: UUID
    facets: dict[str, dict[str, Any]]
    kept: Kept
    entry: dict[str, Any]


def read_datasets(reading: Reading, event: dict[str, Any], side: str) -> Iterator[DescribedDataset]:
    """The entries of `inputs` or `outputs` that name a dataset."""
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
    """Name a dataset and keep its facets. Raises UnusableError where it has no name."""
    key = reading.dataset(*named(entry, field_name, "dataset.invalid"))
    facets = facets_of(reading, entry)
    kept = reading.keep(facets)
    reading.entity_aspects(key, kept)
    facets = said(facets)
    for identifier in objects(reading, facets.get("symlinks", {}).get("identifiers"), "symlink.invalid"):
        try:
            other_key = reading.dataset(*named(identifier, "symlinks", "symlink.invalid"), is_stub=True)
        except UnusableError:
            reading.warn("symlink.invalid")
        else:
            reading.alias(key, other_key, "SYMLINK")
    if (previous := facets.get("lifecycleStateChange", {}).get("previousIdentifier")) is not None:
        try:
            reading.dataset(*named(previous, "previousIdentifier", "rename.invalid"), is_stub=True)
        except UnusableError:
            reading.warn("rename.invalid")
    return DescribedDataset(key, facets, kept, entry)
