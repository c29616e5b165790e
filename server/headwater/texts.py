"""Which texts can be hashed and stored: Python's hold more than Unicode does, and Unicode more than Postgres. Pure."""

import re

from headwater.errors import BadRequestError

UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""What no text in Postgres has: NUL, and lone surrogates."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_SHOWN_LENGTH = 150


def storable(text: str | None) -> str | None:
    """A text to look for; None, which nothing equals, where Postgres can hold no such text."""
    return None if text is None or UNSTORABLE.search(text) else text


def shown(value: object) -> str:
    """A value as a message quotes it: shortened where it is long."""
    text = repr(value)
    return text if len(text) <= _SHOWN_LENGTH else f"{text[:_SHOWN_LENGTH]}…"


def check_text(argument: str, text: str) -> None:
    """Raises BadRequestError where a text holds a lone surrogate, which has no bytes to hash or to store."""
    if _SURROGATE.search(text):
        raise BadRequestError(f"{argument}: expected Unicode text, got a lone surrogate in {shown(text)}")


def check_storable(argument: str, text: str) -> None:
    """Raises BadRequestError where Postgres can hold no such text."""
    check_text(argument, text)
    if UNSTORABLE.search(text):
        raise BadRequestError(f"{argument}: expected text without NUL, got {shown(text)}")
