"""Split the bytes of a request's body or of a line of a file into JSON records; each record keeps its own bytes."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any, NamedTuple, TypeVar

from headwater.dialects.problems import UnusableError
from headwater.errors import TooLargeError
from headwater.model.json import read_plain_json
from headwater.texts import json_reason_of

_DECODER = json.JSONDecoder()
_SPACE = " \t\r\n"
_SPACES = re.compile(f"[{_SPACE}]*")
_OPENING = re.compile(rf'{{[{_SPACE}]*"[^"\\]*"[{_SPACE}]*:')
"""The start of an object, up to its first value."""
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},]', re.DOTALL)
_TOO_DEEP = UnusableError("json.too_deep", "the JSON is nested too deep to read")

Made = TypeVar("Made")


class Record(NamedTuple):
    """One JSON value of a document with its bytes, or the error that makes it unreadable.

    is_plain: True if `model.json.read_plain_json` can read the bytes.
    """

    value: Any
    body: bytes
    error: UnusableError | None = None
    is_plain: bool = False


def each_record(
    body: bytes, source: str, make: Callable[[str, Record], Made], max_records: int | None = None
) -> list[Made]:
    """Call make for each record of a document, with the place of the record, and return the results.

    The place of an array's item is source#1, source#2, …. A document that is not JSON is one record with its error.
    Records are read one by one to save memory, so make also sees the records before an error. Raises TooLargeError for
    more than max_records.
    """
    try:
        return [make(place, record) for place, record in placed(split_document(body, max_records), source)]
    except UnusableError as error:
        return [make(source, Record(None, body, error))]


def placed_records(body: bytes, source: str) -> list[tuple[str, Record]]:
    """Return the records of a document, each after its place."""
    return each_record(body, source, lambda place, record: (place, record))


def placed(records: Iterator[Record], source: str) -> Iterator[tuple[str, Record]]:
    """Yield the records of one document, each after its place; an only record's place is the source."""
    first = list(islice(records, 2))
    if len(first) == 1:
        yield source, first[0]
    else:
        for place, record in enumerate(chain(first, records), 1):
            yield f"{source}#{place}", record


def split_document(body: bytes, max_records: int | None = None) -> Iterator[Record]:
    """Split a JSON document into records: one value, the items of an array, or those of `{"events": [...]}`.

    Raises UnusableError (`json.invalid`, `json.too_deep`), and TooLargeError for more than max_records.
    """
    if (event := _plain_event(body)) is not None:
        yield event
        return
    try:
        text = body.decode("utf-8-sig")
        start = _skip_space(text, 0)
        if text.startswith("[", start):
            yield from _at_most(max_records, _array_items(text, start))
            return
        value, end = _DECODER.raw_decode(text, start)
        if _skip_space(text, end) != len(text):
            raise UnusableError(
                "json.invalid",
                f"there is more text after the JSON value, at character {end + 1}: expected one JSON document; for"
                " several OpenLineage events, an array to /api/v1/lineage/batch",
            )
        if _holds_events(value):
            # A second scan, because each event keeps its own bytes.
            yield from _at_most(max_records, _array_items(text, _events_start(text)))
        else:
            yield Record(value, body.strip())
    except RecursionError as error:
        raise _TOO_DEEP from error
    except ValueError as error:
        raise UnusableError("json.invalid", f"not JSON: {json_reason_of(error)}") from error


def _plain_event(body: bytes) -> Record | None:
    """Return the record of a document that is one plain object, the usual case; None for any other document."""
    stripped = body.strip(_SPACE.encode())
    if not stripped.startswith(b"{"):
        return None
    try:
        value = read_plain_json(stripped)
    except ValueError:
        return None
    return None if _holds_events(value) else Record(value, stripped, is_plain=True)


def _holds_events(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("events"), list) and "eventTime" not in value


def _at_most(limit: int | None, records: Iterator[Record]) -> Iterator[Record]:
    yield from islice(records, limit)
    if limit is not None and next(records, None) is not None:
        raise TooLargeError(f"expected at most {limit} events in one request")


def read_record(body: bytes) -> Record:
    """Read one record from its own bytes, as `split_document` returned them."""
    try:
        return Record(read_plain_json(body), body, is_plain=True)
    except ValueError:
        pass
    try:
        return Record(json.loads(body.decode("utf-8-sig")), body)
    except RecursionError:
        return Record(None, body, _TOO_DEEP)
    except ValueError as error:
        return Record(None, body, UnusableError("json.invalid", f"not JSON: {json_reason_of(error)}"))


def _array_items(text: str, start: int) -> Iterator[Record]:
    at = _skip_space(text, start + 1)
    if text.startswith("]", at):
        at += 1
    else:
        alike = AlikeItems(text, at)
        while True:
            end, record = alike.item(at) or array_item(text, at)
            yield record
            at = _skip_space(text, end)
            if text.startswith("]", at):
                at += 1
                break
            if not text.startswith(",", at):
                raise ValueError(f"expected ',' or ']' at character {at + 1}")
            at = _skip_space(text, at + 1)
    if text.startswith("[", start) and start == _skip_space(text, 0) and _skip_space(text, at) != len(text):
        raise ValueError(f"there is more text after the array, at character {at + 1}")


class AlikeItems:
    """Items that open with the same key as the first item of their array; few other objects do.

    The text between two such openings is one item if it is valid JSON, since an object ends at one place only.
    """

    def __init__(self, text: str, first: int) -> None:
        opening = _OPENING.match(text, first)
        self._text = text
        self._opening = opening[0] if opening else ""
        self._next = first if opening else len(text)

    def item(self, at: int) -> tuple[int, Record] | None:
        """Return the item at a place and its end; None if the item needs a full parse."""
        if at < self._next:  # tried before: each opening is searched for once, so the time stays linear
            return None
        self._next = self._text.find(self._opening, at + 1)
        if self._next < 0:
            self._next = len(self._text)
            return None
        between = self._text[at : self._next].rstrip(_SPACE)
        try:
            body = between[:-1].rstrip(_SPACE).encode()
            return at + len(between) - 1, Record(read_plain_json(body), body, is_plain=True)
        except ValueError:
            return None


def array_item(text: str, at: int) -> tuple[int, Record]:
    """Parse an item and return it with its end. Too deep an item, or too long a number, fails this item only."""
    try:
        value, end = _DECODER.raw_decode(text, at)
    except json.JSONDecodeError:
        raise
    except RecursionError:
        end = _item_end(text, at)
        return end, Record(None, text[at:end].encode(), _TOO_DEEP)
    except ValueError as error:
        end = _item_end(text, at)
        return end, Record(
            None, text[at:end].encode(), UnusableError("json.invalid", f"not JSON: {json_reason_of(error)}")
        )
    return end, _with_value(text[at:end].encode(), value)


def _with_value(body: bytes, value: Any) -> Record:
    try:
        return Record(read_plain_json(body), body, is_plain=True)
    except ValueError:
        return Record(value, body)


def _item_end(text: str, at: int) -> int:
    """Find the end of an array's item by counting brackets. Raises ValueError."""
    depth = 0
    for token in _TOKEN.finditer(text, at):
        if token[0] in "[{":
            depth += 1
        elif depth == 0 and token[0] in ",]":
            return token.start()
        elif token[0] in "]}":
            depth -= 1
    raise ValueError("the array does not end")


def _events_start(text: str) -> int:
    """Find the array of the last top-level "events" key; the last one wins, as in json.loads."""
    found, at = -1, _skip_space(text, text.index("{") + 1)
    while text.startswith('"', at):
        key, at = _DECODER.raw_decode(text, at)
        at = _skip_space(text, _skip_space(text, at) + 1)
        if key == "events":
            found = at
        _, at = _DECODER.raw_decode(text, at)
        at = _skip_space(text, at)
        at = _skip_space(text, at + 1)
    return found


def _skip_space(text: str, at: int) -> int:
    found = _SPACES.match(text, at)
    assert found is not None
    return found.end()
