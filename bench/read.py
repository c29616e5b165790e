"""Times four questions at a million runs, each beside the least possible cost of its answer and beside others.

    .venv/bin/python bench/read.py [--runs 1000000] [--seconds 1] [--rounds 9] [--quick]

The same rounds time Headwater; Headwater with graphql-core as its executor; a bare Starlette route with the same
statements (`bare.py`), which also makes two of the answers by hand (`by_hand.py`), and lets Postgres make one
(`by_postgres.py`); these statements by pgbench or on bare asyncpg; and PostGraphile on the same tables
(`postgraphile.py`). CPU is the CPU of processes, of the server and of all of Postgres. Client, servers and Postgres share
the machine, so only ratios say much. A ratio is the median over the rounds: both turns of a round are close to each
other, and other work on the machine hits both.

The history (`impact_history.py`) is made once and kept, in the embedded Postgres of HEADWATER_DATA_DIR or on
DATABASE_URL's server if it runs on this machine. npm installs PostGraphile into HEADWATER_DATA_DIR once; --quick leaves
PostGraphile out unless it is there.
"""

import argparse
import asyncio
import gc
import statistics
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter

from asking import database
from known import Known, what_is_known
from questions import FAMILY, SEED, TEN_FIELDS, WEB_CLIENT, Question, questions_of
from reading import (
    ASYNCPG,
    BARE,
    FEW,
    MANY,
    OURS,
    POSTGRAPHILE,
    Key,
    Setting,
    Turns,
    all_turns,
    recorded_statements,
)
from tables import head, millis, row

from headwater.app.database import database_as_found
from headwater.settings import Settings, load_settings

from clients import Answered, median
from cpu import server_process
from impact_history import end_of, history
from verdicts import Figure, print_verdicts

LARGEST, MEAN = "the largest job", "a mean job"
SHORT = {SEED: "a job's runs", WEB_CLIENT: "web client's page", TEN_FIELDS: "1,000 runs", FAMILY: "one run"}
"""Names of the questions in the table of ratios."""

PAUSE_MILLIS = 25
"""The longest accepted time without an answer."""

QUICK_RUNS, QUICK_SECONDS = 6000, 0.05

Found = Mapping[Key, Sequence[Answered]]
"""The rounds of each turn."""

_RATE, _TIME, _CPU = map(attrgetter, ("per_second", "p50_millis", "server_micros"))
"""The figures of a round that are compared."""


def main() -> None:
    """Print the figures, and the table of ratios."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--quick", action="store_true", help="as short as can be: to see that it works")
    arguments = parser.parse_args()
    runs, seconds, rounds = arguments.runs, arguments.seconds, arguments.rounds
    if arguments.quick:
        runs, seconds, rounds = QUICK_RUNS, QUICK_SECONDS, 1
    settings = load_settings()
    with database_as_found(settings) as server_url:
        setting = _setting(server_url, settings, runs, is_quick=arguments.quick)
        known, questions = asyncio.run(_known(setting.url, runs))
        recorded = asyncio.run(recorded_statements(setting.url, questions))
        jobs = {LARGEST: known.many_runs[1], MEAN: known.mean_runs[1]}
        with all_turns(setting, questions, recorded, jobs) as turns:
            found = _measured(turns, rounds, seconds)
    print(f"{known.runs:,} runs; medians of {rounds} rounds")
    for question in questions:
        _report(question, found)
    print_verdicts(_figures(found))


def _setting(server_url: str, settings: Settings, runs: int, *, is_quick: bool) -> Setting:
    process = asyncio.run(server_process(server_url))
    return Setting(history(server_url, runs), process, settings.data_dir / "postgraphile", is_quick)


async def _known(url: str, runs: int) -> tuple[Known, list[Question]]:
    async with database(url) as postgres:
        return await what_is_known(postgres, end_of(runs)), await questions_of(postgres)


def _measured(turns: Turns, rounds: int, seconds: float) -> Found:
    """Measure rounds; every turn comes once in a round.

    The first turn of a question finds Postgres's buffers full of other questions. So another candidate begins in each
    round.
    """
    gc.collect()
    gc.freeze()  # A garbage collection would count as latency of the candidate at its turn.
    found: dict[Key, list[Answered]] = {key: [] for key in turns}
    for number in range(rounds):
        for question in dict.fromkeys(key.question for key in turns):
            keys = [key for key in turns if key.question == question]
            first = len(keys) * number // rounds
            for key in keys[first:] + keys[:first]:
                found[key].append(turns[key](seconds))
    return found


def _report(question: Question, found: Found) -> None:
    """Print the table of one question."""
    head(
        question.title,
        *("clients", "req/s", "p50 ms", "p99 ms", "longest ms"),
        *("CPU µs a request: server", "Postgres", "headwater ÷ this: rate", "server CPU"),
    )
    for key, rounds in sorted(found.items(), key=lambda item: item[0].clients):
        if key.question != question.name:
            continue
        this = median(rounds)
        row(
            key.candidate,
            f"{key.clients}",
            f"{this.per_second:,.0f}",
            *map(millis, (this.p50_millis, this.p99_millis, this.longest_millis)),
            _micros(this.server_micros),
            _micros(this.postgres_micros),
            *_beside(key, found),
        )


def _beside(key: Key, found: Found) -> tuple[str, str]:
    """Return the cells of Headwater's rate and CPU ÷ those of another candidate."""
    if key.candidate in (OURS, LARGEST, MEAN):
        return "", ""
    ours = key._replace(candidate=OURS)
    has_server = bool(found[key][0].server_micros)
    cpu = f"{_ratio(found, ours, key, _CPU):.2f}" if has_server else ""
    return f"{_ratio(found, ours, key, _RATE):.2f}", cpu


def _ratio(found: Found, ours: Key, theirs: Key, figure: Callable[[Answered], float]) -> float:
    """Return the median of the ratios in the rounds."""
    rounds = zip(found[ours], found[theirs], strict=True)
    return statistics.median(figure(a) / figure(b) for a, b in rounds)


def _micros(value: float) -> str:
    """Return a cell; empty without a server."""
    return f"{value:,.0f}" if value else ""


def _figures(found: Found) -> list[Figure]:
    """Return the ratios with their requirements and goals."""

    def ratio(question: str, beside: str, figure: Callable[[Answered], float], clients: int = FEW) -> float:
        return _ratio(found, Key(question, OURS, clients), Key(question, beside, clients), figure)

    figures = []
    for clients in (FEW, MANY):
        many = _clients(clients)
        figures += [
            Figure(f"a job's runs, {many}: rate ÷ bare Starlette", ratio(SEED, BARE, _RATE, clients), 0.6, 0.9),
            Figure(f"a job's runs, {many}: server CPU ÷ bare Starlette", ratio(SEED, BARE, _CPU, clients), 1.7, 1.2),
        ]
    busy = found[Key(SEED, OURS, MANY)]
    spread = statistics.median(one.p99_millis / one.p50_millis for one in busy)
    pause = max(one.pause_millis for one in busy)
    figures += [
        Figure(f"a job's runs, {_clients(MANY)}: p99 ÷ p50", spread, 2, 1.5),
        Figure("the same: longest time without an answer, ms", pause, PAUSE_MILLIS, PAUSE_MILLIS),
        Figure(
            "1,000 runs, 10 fields: time ÷ statement on asyncpg, rows as JSON",
            ratio(TEN_FIELDS, ASYNCPG, _TIME),
            1.5,
            1.2,
        ),
        Figure(
            "web client's page of 20: time ÷ its statements",
            ratio(WEB_CLIENT, ASYNCPG, _TIME),
            1.6,
            1.2,
        ),
    ]
    if Key(SEED, POSTGRAPHILE, FEW) in found:
        figures += _beside_postgraphile(found)
    largest = _ratio(found, Key(SEED, LARGEST, FEW), Key(SEED, MEAN, FEW), _TIME)
    return [*figures, Figure("largest job ÷ mean job: time of a page", largest, 1.2, 1)]


def _beside_postgraphile(found: Found) -> list[Figure]:
    figures = []
    for clients in (FEW, MANY):
        for question, short in SHORT.items():
            ours, theirs = (Key(question, name, clients) for name in (OURS, POSTGRAPHILE))
            name = f"{short}, {_clients(clients)}"
            figures += [
                Figure(f"{name}: rate ÷ PostGraphile", _ratio(found, ours, theirs, _RATE), 1, 2.5),
                Figure(f"{name}: server CPU ÷ PostGraphile", _ratio(found, ours, theirs, _CPU), 1, 0.2),
            ]
    return figures


def _clients(number: int) -> str:
    return "1 client" if number == 1 else f"{number} clients"


if __name__ == "__main__":
    main()
