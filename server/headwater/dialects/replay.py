"""What was refused, or accepted, before: parsed again by its dialect."""

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
    """The items of a quarantined payload. A dialect that is not here leaves it as it is.

    DataHub's is not: a proposal that is accepted late would replace what came after it.
    """
    parser = _PARSERS.get(kept.dialect)
    return [kept] if parser is None else parser(kept, max_names)


def parse_logged(dialect: str, tenant: str, body: bytes, position: int) -> Changes | Problem:
    """An event of the log at a position, from its bytes. It was accepted, so none is too wide."""
    record = Problem(UUID(int=0), dialect, "log", position, "dialect.unknown", "no parser has this name", body, tenant)
    [item] = parse_again(record, sys.maxsize)
    return item
