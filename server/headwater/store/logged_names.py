"""The names in a logged write: its body is parsed again."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from headwater.dialects.datahub.proposal import DIALECT as DATAHUB
from headwater.dialects.replay import parse_logged
from headwater.model.bodies import unpack_body
from headwater.model.changes import Changes, RunFact


class LoggedNames(NamedTuple):
    """The runs that an event describes, and the URNs of other entities that it names; a proposal has one URN.

    aspect: the aspect that a proposal changes; None for an event.
    """

    runs: Sequence[RunFact]
    urns: Sequence[str]
    aspect: str | None


def read_names(dialect: str, source: str, body: bytes) -> LoggedNames:
    """Read the names in a body of the log; none if this version cannot parse it."""
    unpacked = unpack_body(body)
    if dialect == DATAHUB:
        proposal = json.loads(unpacked)
        return LoggedNames([], [proposal["entityUrn"]], proposal["aspectName"])
    event = parse_logged(dialect, source, unpacked, 1)
    if isinstance(event, Changes):
        return LoggedNames(event.runs, [entity.urn for entity in event.entities], None)
    return LoggedNames([], [], None)
