"""Conditional writes: a proposal's headers may require a version or a time of change, so that no update is lost.

Source: DataHub's ConditionalWriteValidator. Versions are those of `systemMetadata.version`.
"""

from datetime import datetime

from headwater.dialects.datahub.proposal import Proposal
from headwater.dialects.problems import UnusableError
from headwater.model.times import parse_time

NO_VERSION = "-1"
"""The version of an absent aspect, and of one that comes from events or from the URN."""

_CREATES = ("CREATE", "CREATE_ENTITY")


def shown_version(version: int) -> str:
    """Return a version as clients read and expect it; 0 means that no proposal gave the aspect."""
    return str(version) if version else NO_VERSION


def check_conditions(proposal: Proposal, version: int, arrived_at: datetime | None) -> None:
    """Compare the proposal's conditions with the aspect's version (0 if absent) and the arrival time of its value.

    A RESTATE is not checked. A CREATE is compared with an absent aspect, since it fails on an existing one anyway.
    Raises UnusableError: proposal.precondition, and proposal.invalid for an invalid time.
    """
    if proposal.change_type == "RESTATE":
        return
    if proposal.change_type in _CREATES:
        version, arrived_at = 0, None
    expected = proposal.header("If-Version-Match")
    actual = shown_version(version)
    if expected is not None and expected != actual:
        raise _not_met(f"Expected version {expected}, actual version {actual}")
    modified_at = None if arrived_at is None else _to_millis(arrived_at)
    since = _time(proposal, "If-Modified-Since")
    if since is not None and (modified_at is None or modified_at <= since):
        raise _not_met(f"If-Modified-Since: expected a change after {since}, the last was at {modified_at}")
    since = _time(proposal, "If-Unmodified-Since")
    if since is not None and modified_at is not None and modified_at > since:
        raise _not_met(f"If-Unmodified-Since: expected no change after {since}, the last was at {modified_at}")


def _time(proposal: Proposal, name: str) -> datetime | None:
    text = proposal.header(name)
    if text is None:
        return None
    try:
        return _to_millis(parse_time(text)[0])
    except ValueError as error:
        raise UnusableError("proposal.invalid", f"headers.{name}: {error}") from error


def _to_millis(time: datetime) -> datetime:
    """Truncate a time to the whole milliseconds of `aspectModified`, as clients see it."""
    return time.replace(microsecond=time.microsecond // 1000 * 1000)


def _not_met(message: str) -> UnusableError:
    return UnusableError("proposal.precondition", message)
