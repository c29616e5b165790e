"""Events as openlineage-python makes them."""

from openlineage.client.event_v2 import InputDataset, Job, OutputDataset, Run, RunEvent, RunState

from events import uuid


def client_event(number: int, state: RunState) -> RunEvent:
    """Return an event of run `number`, one second after the run before."""
    return RunEvent(
        eventType=state,
        eventTime=f"2026-01-01T00:{number // 60:02}:{number % 60:02}Z",
        run=Run(runId=uuid(number)),
        job=Job(namespace="test", name="job"),
        inputs=[InputDataset(namespace="test", name="in")],
        outputs=[OutputDataset(namespace="test", name="out")],
    )


def history(runs: int) -> list[RunEvent]:
    """Return a START and a COMPLETE of each of so many runs."""
    return [client_event(number, state) for number in range(runs) for state in (RunState.START, RunState.COMPLETE)]
