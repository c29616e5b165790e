"""Texts that can be hashed and stored: Python's allow more than Unicode, and Unicode more than Postgres."""

import json
import os
import re

from headwater.errors import BadRequestError

UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""Characters that Postgres cannot store: NUL, and lone surrogates."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_SHOWN_LENGTH = 150


def storable(text: str | None) -> str | None:
    """Return a text to search for; None, which equals nothing, if Postgres cannot store the text."""
    return None if text is None or UNSTORABLE.search(text) else text


def shown(value: object) -> str:
    """Quote a value in a message; a long one is shortened. Values other than texts are shown as JSON."""
    text = repr(value) if isinstance(value, str) else json.dumps(value, default=str)
    return text if len(text) <= _SHOWN_LENGTH else f"{text[:_SHOWN_LENGTH]}…"


def printable(text: str, keep: str = "") -> str:
    """Return text for a terminal: names from events may hold what would move its cursor or change its colours."""
    return "".join(c if c.isprintable() or c in keep else c.encode("unicode_escape").decode() for c in text)


def reason_of(error: OSError) -> str:
    """Return the reason that the system gives, with the file: without the number that Python puts before it."""
    if error.errno is None or error.strerror is None:
        return str(error) or "there was no answer"
    # The number tells most of it without Python's addition. Those of name resolution and of TLS are of other lists.
    is_of_system = error.errno > 0 and not error.strerror.startswith("[SSL")
    reason = os.strerror(error.errno) if is_of_system else error.strerror
    return reason if error.filename is None else f"{error.filename}: {reason}"


def check_text(argument: str, text: str) -> None:
    """Raise BadRequestError for a text with a lone surrogate, which has no bytes to hash or to store."""
    if _SURROGATE.search(text):
        raise BadRequestError(f"{argument}: expected Unicode text, got a lone surrogate in {shown(text)}")


def check_storable(argument: str, text: str) -> None:
    """Raise BadRequestError for a text that Postgres cannot store."""
    check_text(argument, text)
    if UNSTORABLE.search(text):
        raise BadRequestError(f"{argument}: expected text without NUL, got {shown(text)}")
