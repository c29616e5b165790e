"""Random histories of runs, and the expected lists of runs, computed in Python."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from events import NAMESPACE, parent, run_event, uuid
from graphql_api import urn

MIDNIGHT = datetime(2026, 1, 1, tzinfo=UTC)
JOBS = ("load.orders", "load.prices", "mart.revenue", "load")
WORDS = {"SUCCESS": "COMPLETE", "FAILURE": "FAIL"}


@dataclass(frozen=True)
class MadeRun:
    """A made-up run; seconds count from midnight. Without an end it is open, or has the result of its parent."""

    number: int
    job: str
    created: int
    started: int
    ended: int | None
    result: str | None
    attempt: int
    trigger: str | None
    parent: int | None
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    rows: int | None
    """The rows that its end reports, of each output."""

    @property
    def urn(self) -> str:
        """The run's URN."""
        return urn(self.number)

    @property
    def duration(self) -> int | None:
        """The duration in seconds; None while the run is open."""
        return None if self.ended is None else self.ended - self.started

    def events(self) -> Iterator[dict[str, Any]]:
        """Yield the run's events."""
        for attempt in range(1, self.attempt + 1):
            is_last = attempt == self.attempt
            airflow: dict[str, Any] = {"taskInstance": {"try_number": attempt}}
            if self.trigger is not None:
                airflow["dagRun"] = {"run_type": self.trigger}
            facets: dict[str, Any] = {"airflow": airflow}
            if self.parent is not None:
                facets["parent"] = parent(uuid(self.parent), "load")
            sides: dict[str, Any] = {"inputs": list(self.inputs), "outputs": list(self.outputs)}
            start = self.started if is_last else self.created
            yield run_event("START", clock(start), uuid(self.number), self.job, **sides, **facets)
            if not is_last:
                yield run_event("FAIL", clock(start + 1), uuid(self.number), self.job, **facets)
            elif self.ended is not None and self.result is not None:
                amounts = {} if self.rows is None else {"outputs": [written(name, self.rows) for name in self.outputs]}
                yield run_event(WORDS[self.result], clock(self.ended), uuid(self.number), self.job, **amounts, **facets)


def written(name: str, rows: int) -> dict[str, Any]:
    """Return an output with its rows, of 10 bytes each."""
    return {
        "namespace": NAMESPACE,
        "name": name,
        "outputFacets": {"outputStatistics": {"rowCount": rows, "size": 10 * rows}},
    }


def clock(seconds: int) -> str:
    """Return the time of day, as `run_event` takes it."""
    return (MIDNIGHT + timedelta(seconds=seconds)).strftime("%H:%M:%S")


def moment(seconds: int) -> str:
    """Return the moment, as a query gives it."""
    return (MIDNIGHT + timedelta(seconds=seconds)).isoformat()


def random_history(seed: int, runs: int) -> list[MadeRun]:
    """Return runs of few jobs and datasets, many with the same start second; the first run is the parent of some."""
    chance = random.Random(seed)
    made = []
    for number in range(1, runs + 1):
        attempt = chance.choice((1, 1, 1, 2)) if number > 1 else 1
        created = chance.randrange(0, 40_000, 400)
        started = created + 60 if attempt == 2 else created
        result = chance.choice(("SUCCESS", "SUCCESS", "FAILURE", None))
        made.append(
            MadeRun(
                number=number,
                job="load" if number == 1 else chance.choice(JOBS),
                created=created,
                started=started,
                ended=None if result is None else started + chance.randrange(1, 300),
                result=result,
                attempt=attempt,
                trigger=chance.choice((None, "scheduled", "scheduled", "manual", "backfill")),
                parent=1 if number > 1 and chance.random() < 0.3 else None,
                inputs=tuple(chance.sample(("a", "b"), chance.randrange(3))),
                outputs=tuple(chance.sample(("a", "b"), chance.randrange(3))),
                rows=chance.choice((None, chance.randrange(1000))) if result is not None else None,
            )
        )
    return [closed(run, made[0]) for run in made]


def closed(run: MadeRun, above: MadeRun) -> MadeRun:
    """Return the run with its parent's result if the parent left it open, unless it began after the parent's end."""
    if run.parent is None or run.ended is not None or above.ended is None or run.started > above.ended:
        return run
    return replace(run, result=above.result)


KEYS: dict[str, Callable[[MadeRun], int | None]] = {
    "CREATED": lambda run: run.created,
    "STARTED": lambda run: run.started,
    "ENDED": lambda run: run.ended,
    "DURATION": lambda run: run.duration,
}


def in_order(runs: list[MadeRun], order: str) -> list[str]:
    """Return the URNs of runs in an order of the API; runs without a value last, ties by URN."""
    name, _, direction = order.partition("_")

    def sort_key(run: MadeRun) -> tuple[bool, int, str]:
        value = KEYS[name](run)
        return value is None, (-1 if direction == "DESC" else 1) * (value or 0), run.urn

    return [run.urn for run in sorted(runs, key=sort_key)]
