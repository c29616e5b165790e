"""Erase a text, such as a person's name, from a body of the log. Pure: a body in, a body out (docs/erasing.md).

All strings of the JSON count, with the names of members, so it holds for every dialect. A string stays if the event
would have another identity without its text: other names of jobs, data or runs, or other evidence.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

from headwater.dialects.names import DATAHUB
from headwater.dialects.replay import parse_logged
from headwater.model.changes import Changes

_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_MAY_ESCAPE: Final = re.compile(rb"\\[u/]")
_NAMES: Final = attrgetter(
    "entities", "aliases", "runs", "derivations", "run_links", "checksums", "job_links", "job_edges", "source_runs",
    "input_jobs",
)  # fmt: skip
"""The facts that are the same with and without a text that only facets say."""

_NO_HASH: Final = UUID(int=0)

Identity = object
"""Equal for two bodies of the same event that differ only in facets."""


@dataclass(frozen=True)
class Erased:
    """A body without the text; kept: the strings that still hold it, since they give names or evidence."""

    body: bytes
    kept: Sequence[str]


def erase_text(dialect: str, source: str, body: bytes, text: str, replacement: str) -> Erased | None:
    """Replace a text in a body. None: the body does not hold it."""
    if not _may_hold(body, text):
        return None
    identity = _identity_of(dialect, source)
    found = [(match.span(), _string(match.group())) for match in _STRING.finditer(body)]
    held = [(span, string) for span, string in found if string is not None and text in string]
    if not held:
        return None
    before = identity(body)
    kept: list[str] = []
    for (begin, end), string in reversed(held):  # from the end on, so that the places before stay
        changed = body[:begin] + _spelled(string.replace(text, replacement)) + body[end:]
        if before is not None and identity(changed) == before:
            body = changed
        else:
            kept.append(string)
    return Erased(body, list(dict.fromkeys(reversed(kept))))


def spellings(text: str) -> list[bytes]:
    """Return the usual spellings of a text in JSON; the first is that of Postgres' jsonb."""
    return list(dict.fromkeys([_spelled(text)[1:-1], json.dumps(text).encode()[1:-1]]))


def _may_hold(body: bytes, text: str) -> bool:
    return _MAY_ESCAPE.search(body) is not None or any(spelling in body for spelling in spellings(text))


def _spelled(string: str) -> bytes:
    return json.dumps(string, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _string(token: bytes) -> str | None:
    try:
        found: str = json.loads(token, strict=False)
    except ValueError:
        return None
    return found


def _identity_of(dialect: str, source: str) -> Callable[[bytes], Identity | None]:
    """Return the function from a body to its identity; it returns None for a body that cannot be read."""
    return _proposal_identity if dialect == DATAHUB else lambda body: _event_identity(dialect, source, body)


def _event_identity(dialect: str, source: str, body: bytes) -> Identity | None:
    item = parse_logged(dialect, source, body, 1)
    if not isinstance(item, Changes):
        return None
    return (
        item.event.at,
        item.event.warnings,
        _NAMES(item),
        [fact._replace(content_hash=_NO_HASH) for fact in item.run_events],
        [(fact.run_key, fact.direction, fact.asset_key, fact.place, fact.version) for fact in item.edges],
        [fact.id for fact in item.registrations],
        [fact.id for fact in item.verifications],
    )


def _proposal_identity(body: bytes) -> Identity | None:
    """Everything but texts that name nothing: the URNs, and the kind of the change."""
    try:
        proposal = json.loads(body)
    except ValueError:
        return None
    return [proposal.get(name) for name in ("entityType", "entityUrn", "aspectName", "changeType")], _urns(proposal)


def _urns(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [urn for name, member in value.items() for urn in (*_urns(name), *_urns(member))]
    if isinstance(value, list):
        return [urn for item in value for urn in _urns(item)]
    return [value] if isinstance(value, str) and "urn:li:" in value else []
