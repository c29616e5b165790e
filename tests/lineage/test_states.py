"""The state of a run, from its row."""

from datetime import UTC, datetime

from headwater.lineage.states import RunState, state_of

ROW = {
    "status": "COMPLETE",
    "result": "FAILURE",
    "native_result": "failed",
    "closed_result": None,
    "closed_native_result": "skipped",
    "attempt": 3,
    "started_at": datetime(2026, 11, 1, tzinfo=UTC),
    "ended_at": datetime(2026, 11, 2, tzinfo=UTC),
    "is_time_approximate": True,
}


def test_a_state_has_each_value_in_its_field() -> None:
    assert state_of(ROW) == RunState(
        status="COMPLETE",
        result="FAILURE",
        native_result="failed",
        attempt=3,
        started_at=datetime(2026, 11, 1, tzinfo=UTC),
        ended_at=datetime(2026, 11, 2, tzinfo=UTC),
        is_derived=False,
        is_time_approximate=True,
    )


def test_a_closed_run_has_the_result_of_the_run_that_contains_it() -> None:
    state = state_of({**ROW, "closed_result": "SKIPPED"})
    assert state is not None
    assert (state.status, state.result, state.native_result, state.is_derived) == (
        "COMPLETE",
        "SKIPPED",
        "skipped",
        True,
    )


def test_a_run_without_a_reported_state_has_none() -> None:
    assert state_of({**ROW, "status": None}) is None
