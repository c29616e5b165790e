"""Recognise DataHub's records in files, and split them into proposals."""

from typing import Any, NamedTuple

from headwater.dialects.datahub.proposal import Proposal, items_of_record, parse_proposal
from headwater.dialects.documents import Record
from headwater.dialects.problems import UnusableError
from headwater.model.json import MAX_DEPTH, exact_json, is_deeper

_FIELDS = frozenset({"aspectName", "entityKeyAspect", "entityType", "entityUrn", "proposedDelta", "proposedSnapshot"})
_FIELDS_OF_EVENTS = frozenset({"dataset", "job", "run"})


class Item(NamedTuple):
    """One aspect of a record: its proposal or an error, and its bytes for the quarantine."""

    parsed: Proposal | UnusableError
    body: bytes


def is_of_datahub(value: Any) -> bool:
    """Return True for a record that looks like a proposal or a snapshot event, and not like an OpenLineage event."""
    return isinstance(value, dict) and not _FIELDS.isdisjoint(value) and _FIELDS_OF_EVENTS.isdisjoint(value)


def items_of(record: Record) -> list[Item]:
    """Parse each item of a record by itself. An unreadable record is one item."""
    error = record.error
    if error is None and is_deeper(record.value, MAX_DEPTH):
        error = UnusableError("json.too_deep", f"the JSON is nested deeper than {MAX_DEPTH} levels")
    if error is not None:
        return [Item(error, record.body)]
    items = items_of_record(record.value)
    return [Item(_parsed(item), record.body if item is record.value else exact_json(item)) for item in items]


def _parsed(item: Any) -> Proposal | UnusableError:
    try:
        return parse_proposal(item)
    except UnusableError as error:
        return error
