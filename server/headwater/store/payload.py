"""Received bytes, as text."""

from base64 import b64encode


def as_text(payload: bytes) -> tuple[str, bool]:
    """Return the bytes as text and False if they are UTF-8, else in base64 and True."""
    try:
        return payload.decode(), False
    except UnicodeDecodeError:
        return b64encode(payload).decode(), True
