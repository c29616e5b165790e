"""Texts that can be hashed and stored: Python's allow more than Unicode, and Unicode more than Postgres."""

import json
import os
import re
import socket
import sys

from headwater.errors import BadRequestError

UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""Characters that Postgres cannot store: NUL, and lone surrogates."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_NUMBER = re.compile(r"\[Errno -?\d+\] ")
_SHOWN_LENGTH = 150


def storable(text: str | None) -> str | None:
    """Return a text to search for; None, which equals nothing, if Postgres cannot store the text."""
    return None if text is None or UNSTORABLE.search(text) else text


def shown(value: object) -> str:
    """Quote a value in a message; a long one is shortened. Values other than texts are shown as JSON."""
    try:
        text = repr(value) if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)
    except (RecursionError, ValueError):  # too deep, or an integer of thousands of digits
        return "a value that is too large to show"
    text = UNSTORABLE.sub(lambda found: repr(found[0])[1:-1], text)
    return text if len(text) <= _SHOWN_LENGTH else f"{text[:_SHOWN_LENGTH]}…"


def printable(text: str, keep: str = "") -> str:
    """Return text for a terminal: names from events may hold what would move its cursor or change its colours."""
    return "".join(c if c.isprintable() or c in keep else c.encode("unicode_escape").decode() for c in text)


def reason_of(error: OSError) -> str:
    """Return the reason that the system gives, without Python's number before it and its addition behind it."""
    if error.errno is None or error.strerror is None:
        return _NUMBER.sub("", str(error)) or "there was no answer"
    has_other_numbers = isinstance(error, socket.gaierror | socket.herror) or type(error).__module__ == "ssl"
    return error.strerror if has_other_numbers or error.errno <= 0 else os.strerror(error.errno)


def json_reason_of(error: ValueError | RecursionError) -> str:
    """Return the reason for which a text is not JSON that can be read, without Python's own words."""
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    is_too_long = "set_int_max_str_digits" in str(error)
    return f"an integer has more than {sys.get_int_max_str_digits():,} digits" if is_too_long else str(error)


def named_reason_of(error: OSError) -> str:
    """Return the reason of `reason_of`, after the file that it is about."""
    reason = reason_of(error)
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
