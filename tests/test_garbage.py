"""The garbage collection of commands, while a server runs, and after it."""

import gc
from collections.abc import Iterator

import pytest

from headwater.cli import main
from headwater.garbage import OBJECTS, collect_rarely


@pytest.fixture(autouse=True)
def thresholds() -> Iterator[tuple[int, int, int]]:
    """Python's own thresholds; another test of the process may have left others."""
    left, own = gc.get_threshold(), (700, 10, 10)
    gc.set_threshold(*own)
    yield own
    gc.set_threshold(*left)


def test_garbage_is_collected_rarely_while_a_server_runs(thresholds: tuple[int, int, int]) -> None:
    with collect_rarely():
        assert gc.get_threshold()[0] > 10 * thresholds[0]
        assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold() == thresholds
    assert gc.get_freeze_count() == 0


def test_a_command_collects_rarely_from_its_start(thresholds: tuple[int, int, int]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert gc.get_threshold() == (OBJECTS, *thresholds[1:])
