"""Parse stored payloads again, from the quarantine or from the log."""

import sys
from uuid import UUID

from headwater.dialects import databand, gitlab, openlineage
from headwater.model.changes import MAX_EVENT_NAMES, Changes, Problem

_PARSERS = {
    databand.DIALECT: databand.parse_again,
    gitlab.DIALECT: gitlab.parse_again,
    openlineage.DIALECT: openlineage.parse_again,
}


def parse_again(kept: Problem, max_names: int = MAX_EVENT_NAMES) -> list[Changes | Problem]:
    """Parse a quarantined payload again. A payload of any other dialect is returned unchanged.

    DataHub is absent on purpose: a proposal accepted late would replace newer ones.
    """
    parser = _PARSERS.get(kept.dialect)
    return [kept] if parser is None else parser(kept, max_names)


def parse_logged(dialect: str, tenant: str, body: bytes, position: int) -> Changes | Problem:
    """Parse an event of the log again, from its bytes and position. Its width is not limited, as it was accepted."""
    record = Problem(UUID(int=0), dialect, "log", position, "dialect.unknown", "no parser has this name", body, tenant)
    [item] = parse_again(record, sys.maxsize)
    return item
