"""Errors and quarantine rows for payloads that a dialect cannot use.

Codes are stable: users search, count and write rules on them (`docs/codes.md`).
"""

from headwater.keys import hash_key
from headwater.model.changes import Changes, Problem

_MAX_MESSAGE_LENGTH = 500


class UnusableError(Exception):
    """The event cannot be parsed; it goes to quarantine under this code."""

    def __init__(self, code: str, message: str) -> None:
        # A message may quote a large payload.
        self.message = message if len(message) <= _MAX_MESSAGE_LENGTH else f"{message[:_MAX_MESSAGE_LENGTH]}…"
        super().__init__(self.message)
        self.code = code


def problem(
    dialect: str, source: str, position: int, error: UnusableError, payload: bytes, tenant: str = ""
) -> Problem:
    """Build the quarantine row of a payload. The key is the same for the same record, whatever the error."""
    # A file's name may hold bytes that are not UTF-8; they are escaped.
    source = source.encode("utf-8", "backslashreplace").decode()
    owner = f"{dialect}/{tenant}" if tenant else dialect
    key = hash_key(b"\0".join((owner.encode(), source.encode(), str(position).encode(), payload)))
    return Problem(key, dialect, source, position, error.code, error.message, payload, tenant)


def unmergeable(item: Changes, reason: str) -> Problem:
    """Build the quarantine row of a valid event that the database refuses."""
    return _unmerged(item, UnusableError("merge.failed", f"the database refused it: {reason}"))


def too_slow(item: Changes, seconds: float) -> Problem:
    """Build the quarantine row of a valid event whose merge takes too long."""
    said = f"merging it alone took more than {seconds:g} s (HEADWATER_MAX_MERGE_SECONDS)"
    return _unmerged(item, UnusableError("merge.too_slow", said))


def failed_in_queue(tries: int, reason: str) -> UnusableError:
    """Return the reason for a queued write that has failed so often by a mistake of the server."""
    return UnusableError("queue.failed", f"it failed in {tries} tries: {reason}")


def _unmerged(item: Changes, error: UnusableError) -> Problem:
    return problem(item.event.dialect, "merge", 1, error, item.event.body, item.event.source)
