"""What was refused, parsed again by its dialect."""

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
