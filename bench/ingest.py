"""Times OpenLineage events over HTTP: one by one by 1, 16 and 64 clients, and in batches of 1,000.

Beside it, in the same rounds: (a) a Starlette route that only reads the body, (b) the rows that the merge
writes by asyncpg's COPY (`copy_limit.py`), (c) a transaction of one statement for each request (`bare_ingest.py`).
Events are of 7 kB. Client, servers and Postgres share the machine, so only the ratios say much.

    .venv/bin/python bench/ingest.py [--seconds 3] [--rounds 2] [--quick]

Postgres is the embedded one of HEADWATER_DATA_DIR, or DATABASE_URL's; what is written there is dropped at the end.
"""

import argparse
import asyncio
import contextlib
import statistics
from collections.abc import Callable, Iterator
from itertools import islice

from headwater.app.database import database_as_found, migrate_database
from headwater.settings import load_settings

from copy_limit import BATCH, copy_limit
from load_client import Measured, measure, request, send_each
from payloads import JOBS, bodies
from servers import bare, headwater, new_database

CLIENTS = (1, 16, 64)
BATCH_CLIENTS = 2
TRANSACTION = "a transaction each"

Round = Callable[[int, float], Measured]


def main() -> None:
    """Print the figures, and the goals beside what was reached."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="as short as can be: to see that it works")
    arguments = parser.parse_args()
    seconds, rounds = (0.3, 1) if arguments.quick else (arguments.seconds, arguments.rounds)
    with database_as_found(load_settings()) as server_url:
        limit = _copy_limit(server_url, steps=1 if arguments.quick else 5)
        with _candidates(server_url) as (singles, batches):
            figures = {
                (name, clients): _median([single(clients, seconds) for _ in range(rounds)])
                for clients in CLIENTS
                for name, single in singles.items()
            }
            in_batches = _median([batches(BATCH_CLIENTS, seconds) for _ in range(rounds)])
    _report(figures, in_batches, limit)


def _copy_limit(server_url: str, steps: int) -> float:
    with (
        new_database(server_url, "headwater_bench_merged") as merged,
        new_database(server_url, "headwater_bench_copied") as copied,
    ):
        migrate_database(merged)
        migrate_database(copied)
        return asyncio.run(copy_limit(merged, copied, steps))


@contextlib.contextmanager
def _candidates(server_url: str) -> Iterator[tuple[dict[str, Round], Round]]:
    """What sends single events to each server, and what sends batches to Headwater."""
    with (
        new_database(server_url, "headwater_bench_ingest") as url,
        new_database(server_url, "headwater_bench_bare") as bare_url,
    ):
        migrate_database(url)
        with headwater(url) as ours, bare("bare_ingest.py", bare_url) as theirs:
            events = bodies()
            single = _sender(ours.port, "/api/v1/lineage", events)
            transaction = _sender(theirs.port, "/event", bodies())
            only_read = _sender(theirs.port, "/body", bodies())
            batch = _sender(ours.port, "/api/v1/lineage/batch", _batches(events))
            yield {"headwater": single, TRANSACTION: transaction, "body only": only_read}, batch


def _sender(port: int, path: str, contents: Iterator[bytes]) -> Round:
    """Sends the next content each time; the first ones, which name all jobs and datasets, at once."""

    def next_request() -> bytes:
        return request("localhost", "POST", path, next(contents))

    if not path.endswith("batch"):
        send_each(port, (next_request() for _ in range(2 * JOBS)))
    return lambda clients, seconds: measure(port, next_request, clients, seconds)


def _batches(events: Iterator[bytes]) -> Iterator[bytes]:
    while True:
        yield b"[" + b",".join(islice(events, BATCH)) + b"]"


def _median(measured: list[Measured]) -> Measured:
    return Measured(*(statistics.median(column) for column in zip(*measured, strict=True)))


def _report(figures: dict[tuple[str, int], Measured], batches: Measured, limit: float) -> None:
    print(f"{'':20}{'clients':>8}{'events/s':>10}{'p50 ms':>9}{'p99 ms':>9}{'headwater / this':>18}")
    for (name, clients), measured in figures.items():
        ratio = figures["headwater", clients].per_second / measured.per_second
        print(
            f"{name:20}{clients:8}{measured.per_second:10.0f}{measured.p50_millis:9.2f}{measured.p99_millis:9.2f}{ratio:17.2f}x"
        )
    in_batches = batches.per_second * BATCH
    print(
        f"{'batches of 1,000':20}{BATCH_CLIENTS:8}{in_batches:10.0f}{batches.p50_millis:9.0f}{batches.p99_millis:9.0f}"
    )
    print(f"{'same rows by COPY':20}{1:8}{limit:10.0f}{'':18}{in_batches / limit:17.2f}x")
    most, alone = figures["headwater", CLIENTS[-1]], figures["headwater", 1]
    goals = {
        "events/s, 64 clients": (most.per_second, 3000.0),
        "60 ms / p99, 64 clients": (60 / most.p99_millis, 1.0),
        "headwater / a transaction each, 64 clients": (
            most.per_second / figures[TRANSACTION, CLIENTS[-1]].per_second,
            2.5,
        ),
        "headwater / a transaction each, 1 client": (alone.per_second / figures[TRANSACTION, 1].per_second, 1.0),
        "batches / same rows by COPY": (in_batches / limit, 0.6),
    }
    print()
    for goal, (reached, wanted) in goals.items():
        print(f"{goal:44}{reached:9.2f}   goal {wanted:8.2f}   {'reached' if reached >= wanted else 'missed'}")


if __name__ == "__main__":
    main()
