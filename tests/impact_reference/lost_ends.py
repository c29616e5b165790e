"""Runs with a lost end: the end of their reads and writes, for POSSIBLE answers."""

from datetime import datetime, timedelta
from functools import lru_cache

from impact_reference.asking import Job, Run
from impact_reference.attempts import END_OF_TIME, created_of
from impact_reference.world import Read, World
from impact_reference.writes import Write

ENOUGH = 5
NEWEST = 100
MINUTE = timedelta(minutes=1)


def end_of(world: World, use: Read | Write) -> datetime:
    """Return the end of a read or an open write; if its run's end was lost, the lost end."""
    over = use.over if isinstance(use, Read) else use.end
    if over != END_OF_TIME or (isinstance(use, Read) and use.streams):
        return over
    lost = lost_end(world, use.run)
    return over if lost is None else max(lost, use.begin if isinstance(use, Read) else use.moment)


@lru_cache(maxsize=1000)
def lost_end(world: World, run: Run) -> datetime | None:
    """Return the creation of the job's next run after a lost STARTED run; None without such a run.

    That is the first run after the lost run's last event, and after the moment from which it hangs.
    """
    state, usual, created = world.state(run), usual_time(world, run.job), created_of_job(world, run.job)
    if state is None or state.result is not None or usual is None:
        return None
    hangs_from = (state.started_at or created[run]) + max(2 * usual, usual + MINUTE)
    after = max([hangs_from, *(event.at for event in world.events_of(run))])
    return min((at for at in created.values() if at > after), default=None)


def created_of_job(world: World, job: Job) -> dict[Run, datetime]:
    """Return the creation times of a job's known runs."""
    return {run: created_of(attempts) for run, attempts in world.attempts.items() if run.job == job}


def usual_time(world: World, job: Job) -> timedelta | None:
    """Return the 95th percentile of the durations of the job's newest 100 successes; None with fewer than 5."""
    times = []
    for run, created in created_of_job(world, job).items():
        state = world.state(run)
        if state is not None and state.result == "SUCCESS" and state.started_at is not None:
            times.append((created, state.over - state.started_at))
    known = sorted((time for time in times if time[1] > timedelta(0)), reverse=True)
    durations = sorted(duration for _, duration in known[:NEWEST])
    if len(durations) < ENOUGH:
        return None
    place = 0.95 * (len(durations) - 1)
    below = durations[int(place)]
    above = durations[min(int(place) + 1, len(durations) - 1)]
    return below + (place - int(place)) * (above - below)
