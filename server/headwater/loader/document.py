"""A JSON document of any size and any number of lines, read item by item."""

import json
import re
from codecs import getincrementaldecoder
from collections.abc import Iterator

from headwater.dialects.documents import AlikeItems, Record, array_item, split_document
from headwater.dialects.problems import UnusableError
from headwater.loader.packing import PIECE_BYTES
from headwater.loader.window import Window

_BEGINS_JSON = re.compile(rb"(?:\xef\xbb\xbf)?\s*[\[{]")
_BEGINS_ARRAY = re.compile(r'\s*(?:(\[)|\{\s*"events"\s*:\s*\[)')
_SPACES = re.compile(r"\s*")
_STRUCTURE = re.compile(r'[\[\]{}:,"]')
_DECODER = json.JSONDecoder()
_ESCAPED = "surrogateescape"
"""Bytes that are not UTF-8 stand in the text, so that the item with them keeps its bytes."""


def spans_lines(content: bytes) -> bool:
    """Return True if a file that begins so is a document that its first line does not end.

    A first line that is cut off before an object on the next one is no such document: it would stop the file's split.
    """
    if not _BEGINS_JSON.match(content):
        return False
    line, _, rest = content.lstrip().partition(b"\n")
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return not rest.lstrip().startswith(b"{") or _may_go_on(line.decode("utf-8-sig", "replace") + "\n{")
    return False


def _may_go_on(text: str) -> bool:
    """Return True if text that is no JSON may begin items or several documents, or is too deep or long to tell."""
    if _BEGINS_ARRAY.match(text):
        return True
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos == len(text) or error.msg == "Extra data"
    except (ValueError, RecursionError):
        pass
    return True


class _CutOffError(UnusableError):
    def __init__(self) -> None:
        super().__init__("json.invalid", "not JSON: the document is cut off")


class Document:
    """A document at the start of a window, which has the rest of the content once all records are read.

    is_broken: the document has no end, or is no JSON from some place on.
    """

    def __init__(self, window: Window) -> None:
        self._window = window
        self._decoder = getincrementaldecoder("utf-8-sig")(_ESCAPED)
        self._text = self._decoder.decode(window.content)
        self._at = 0
        self._alike: AlikeItems | None = None
        self.is_broken = False

    def records(self) -> Iterator[Record]:
        """Yield the value, or the items of its array; then an error with the rest of the line if it is broken."""
        try:
            if opening := _BEGINS_ARRAY.match(self._text):
                self._at = opening.end()
                yield from self._items()
                if not opening[1]:
                    self._end_object()
            else:
                record = self._item()
                yield from [record] if record.error else split_document(record.body)
        except UnusableError as error:
            self.is_broken = True
            yield Record(None, self._rest(to_line_end=not isinstance(error, _CutOffError)), error)
        self._give_back()

    def _items(self) -> Iterator[Record]:
        if self._next() == "]":
            self._at += 1
            return
        while True:
            yield self._item()
            end = self._at
            following = self._next()
            if following not in ("]", ","):
                self._at = end
                raise _broken("expected ',' or ']'") if following else _CutOffError()
            self._at += 1
            if following == "]":
                return

    def _item(self) -> Record:
        """Read the value that comes next, which has come as a whole once something follows it."""
        self._next()
        while True:
            found = self._try_item()
            if (found and self._is_followed(found[0])) or not self._grow():
                break
        if found is None:
            raise _CutOffError
        self._at, record = found
        return record

    def _is_followed(self, at: int) -> bool:
        return _after_spaces(self._text, at) < len(self._text)

    def _try_item(self) -> tuple[int, Record] | None:
        """Return the next value and its end; None if it has not come as a whole. Raises UnusableError."""
        try:
            if self._alike is None:
                self._alike = AlikeItems(self._text, self._at)
            return self._alike.item(self._at) or array_item(self._text, self._at)
        except json.JSONDecodeError as error:
            if _is_cut(error):
                return None
            raise _broken(error.msg) from error
        except UnicodeEncodeError:
            _, end = _DECODER.raw_decode(self._text, self._at)
            body = self._text[self._at : end].encode(errors=_ESCAPED)
            return end, Record(None, body, _broken("the text is not UTF-8"))
        except ValueError:  # too deep, and without an end so far
            return None

    def _end_object(self) -> None:
        """Skip what follows the array of `{"events": [...], ...}`, up to the end of the object."""
        before = '{"events":0'
        while True:
            try:
                _, end = _DECODER.raw_decode(before + self._text[self._at :])
            except json.JSONDecodeError as error:
                if not _is_cut(error):
                    raise _broken(error.msg) from error
                if not self._grow():
                    raise _CutOffError from error
            else:
                self._at += end - len(before)
                return

    def _next(self) -> str:
        """Return the next character that is no white space; "" at the end."""
        while True:
            self._at = _after_spaces(self._text, self._at)
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._grow():
                return ""

    def _grow(self) -> bool:
        """Let as much come as is here, at least a piece. Returns False if nothing came."""
        self._forget()
        self._window.content = b""
        came = self._window.fill(max(PIECE_BYTES, len(self._text)))
        self._text += self._decoder.decode(self._window.content, final=not came)
        return came

    def _forget(self) -> None:
        self._window.line += self._text.count("\n", 0, self._at)
        self._text, self._at = self._text[self._at :], 0
        self._alike = None

    def _rest(self, *, to_line_end: bool) -> bytes:
        """Return the rest of the text, or of its line."""
        line_end = self._text.find("\n", self._at)
        start, self._at = self._at, line_end if to_line_end and line_end >= 0 else len(self._text)
        return self._text[start : self._at].encode(errors=_ESCAPED)

    def _give_back(self) -> None:
        self._forget()
        undecoded, _ = self._decoder.getstate()
        self._window.content = self._text.encode(errors=_ESCAPED) + undecoded


def _after_spaces(text: str, at: int) -> int:
    found = _SPACES.match(text, at)
    assert found is not None
    return found.end()


def _is_cut(error: json.JSONDecodeError) -> bool:
    """Return True if more text may mend an error: it is at the end of the text."""
    return error.msg.startswith("Unterminated") or not _STRUCTURE.search(error.doc, error.pos)


def _broken(reason: str) -> UnusableError:
    """Return the error of a reason: ours, or the decoder's, some of which end before a place."""
    return UnusableError("json.invalid", f"not JSON: {reason.removesuffix(' at')}")
