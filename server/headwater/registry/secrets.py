"""Removes secrets from the short texts that the registry copies out of evidence."""

import re

_LONGEST = 200
_REMOVED = "[removed]"
_NAMED = re.compile(
    r"(?i)\b((?:[a-z0-9]+[_-])*(?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|authorization))"
    r"(\s*[=:]\s*)(?:bearer\s+)?\S+"
)
_IN_URL = re.compile(r"(\b[a-z][a-z0-9+.-]*://)[^/\s:@]+:[^/\s@]+@", re.IGNORECASE)


def without_secrets(text: str) -> str:
    """Return a text without values of passwords, tokens and keys, cut to 200 characters."""
    text = _IN_URL.sub(rf"\1{_REMOVED}@", _NAMED.sub(rf"\1\2{_REMOVED}", text))
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
