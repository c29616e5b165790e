"""Events of the log, parsed again."""

from headwater.dialects.replay import parse_logged
from headwater.model.changes import Problem


def test_a_dialect_that_is_gone_leaves_a_reason() -> None:
    found = parse_logged("gone", "", b"{}", 7)
    assert isinstance(found, Problem)
    assert (found.dialect, found.position, found.code) == ("gone", 7, "dialect.unknown")
