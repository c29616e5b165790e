"""Texts that can be hashed and stored: Python's allow more than Unicode, and Unicode more than Postgres."""

import json
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


def check_text(argument: str, text: str) -> None:
    """Raise BadRequestError for a text with a lone surrogate, which has no bytes to hash or to store."""
    if _SURROGATE.search(text):
        raise BadRequestError(f"{argument}: expected Unicode text, got a lone surrogate in {shown(text)}")


def check_storable(argument: str, text: str) -> None:
    """Raise BadRequestError for a text that Postgres cannot store."""
    check_text(argument, text)
    if UNSTORABLE.search(text):
        raise BadRequestError(f"{argument}: expected text without NUL, got {shown(text)}")
