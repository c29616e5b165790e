"""The garbage collection while a server runs, and after it."""

import gc

from headwater.garbage import collect_rarely


def test_garbage_is_collected_rarely_while_a_server_runs() -> None:
    before = gc.get_threshold()
    with collect_rarely():
        assert gc.get_threshold()[0] > 10 * before[0]
        assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
