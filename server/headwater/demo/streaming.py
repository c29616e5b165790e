"""The streaming job: one run, started on the first day and still running on the last."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta

from headwater.demo import story
from headwater.demo.events import Event, running_event, start_event
from headwater.demo.runs import Run, ref_of
from headwater.demo.source_jobs import ENRICH_CLICKS

_START = datetime.combine(story.FIRST_DAY, time(0, 0, 20), tzinfo=UTC)
_SIGN_OF_LIFE_HOURS = (1, 13)


def stream_events(day: date) -> Iterator[Event]:
    """Yield the job's events of this day."""
    # The run never ends; the story's last moment stands for its end.
    end = datetime.combine(story.LAST_DAY, time(), tzinfo=UTC) + timedelta(days=1)
    run = Run(ref_of(ENRICH_CLICKS, "deploy-1"), _START, end, "RUNNING")
    if day == story.FIRST_DAY:
        yield start_event(run)
    for hour in _SIGN_OF_LIFE_HOURS:
        yield running_event(run, datetime.combine(day, time(hour, 0, 5), tzinfo=UTC))
