"""Conditions that a proposal's headers make on the aspect that it is to change, so that no update is lost.

Source: DataHub's ConditionalWriteValidator. Versions are those of `systemMetadata.version`.
"""

from datetime import datetime

from headwater.dialects.datahub.proposal import Proposal
from headwater.dialects.problems import UnusableError
from headwater.model.times import parse_time

NO_VERSION = "-1"
"""The version of an aspect that no proposal gave: it is not there, or events and the URN say it."""

_CREATES = ("CREATE", "CREATE_ENTITY")


def shown_version(version: int) -> str:
    """A version as clients read it and expect it; that of an aspect that no proposal gave is 0."""
    return str(version) if version else NO_VERSION


def check_conditions(proposal: Proposal, version: int, arrived_at: datetime | None) -> None:
    """Compare what a proposal expects with the aspect: its version (0 where it is not there), and when its value came.

    A RESTATE expects nothing. A CREATE expects no aspect, since an existing one is refused in any case. Raises
    UnusableError (proposal.precondition), and proposal.invalid for a time that is none.
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
    """A time as clients see it: `aspectModified` has whole milliseconds."""
    return time.replace(microsecond=time.microsecond // 1000 * 1000)


def _not_met(message: str) -> UnusableError:
    return UnusableError("proposal.precondition", message)
