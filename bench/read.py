"""Times the query of DataHub's documentation (a job's 20 newest runs, with properties, parents, inputs and outputs).

Beside it, in the same rounds: (a) the same statements by pgbench, (b) a bare Starlette endpoint that gives
their rows as JSON (`bare.py`). Client, server and Postgres share the machine, so only the ratios say much.

    .venv/bin/python bench/read.py [--runs 100000] [--seconds 3] [--rounds 3]

The history is made once and kept, in the embedded Postgres of HEADWATER_DATA_DIR or in DATABASE_URL's server.
"""

import argparse
import asyncio
import contextlib
import os
import random
import re
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import orjson

from headwater.app.database import database_as_found, migrate_database
from headwater.embedded.binaries import find_binaries
from headwater.graphql.runs.properties import PROPERTY_FACETS
from headwater.settings import load_settings
from headwater.store.functions import search_path
from headwater.store.queries import query
from headwater.urn import named_job_urn

from history import JOBS, fill, job_name
from load_client import Measured, measure, request, summarise
from servers import bare, execute, headwater, with_database

CLIENTS = (1, 8)

SEED_QUERY = """query GetJobRuns($urn: String!) { dataJob(urn: $urn) { runs(start: 0, count: 20) { total runs {
urn created { time } properties { name type externalUrl customProperties { key value } }
relationships { parentTemplate parentInstance } inputs { urn type } outputs { urn type } } } } }"""

Round = Callable[[int, float], Measured]


def main() -> None:
    """Print the figures and the ratios."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with database_as_found(load_settings()) as server_url:
        url = _history(server_url, arguments.runs)
        with _headwater(url) as graphql, _bare(url) as rows, _pgbench(url) as pgbench:
            rounds: dict[str, Round] = {"headwater": graphql, "bare Starlette": rows, "pgbench": pgbench}
            _report(_measure(rounds, arguments.rounds, arguments.seconds))


def _measure(rounds: dict[str, Round], count: int, seconds: float) -> dict[tuple[str, int], Measured]:
    """Medians over rounds in which every candidate has its turn."""
    figures: dict[tuple[str, int], list[Measured]] = {(name, c): [] for c in CLIENTS for name in rounds}
    for _ in range(count):
        for (name, clients), measured in figures.items():
            measured.append(rounds[name](clients, seconds))
    return {
        key: Measured(*(statistics.median(column) for column in zip(*measured, strict=True)))
        for key, measured in figures.items()
    }


def _report(figures: dict[tuple[str, int], Measured]) -> None:
    print(f"{'':16}{'clients':>8}{'req/s':>9}{'p50 ms':>9}{'p99 ms':>9}{'headwater / this':>18}")
    for (name, clients), measured in figures.items():
        ratio = figures["headwater", clients].per_second / measured.per_second
        print(
            f"{name:16}{clients:8}{measured.per_second:9.0f}{measured.p50_millis:9.2f}"
            f"{measured.p99_millis:9.2f}{ratio:17.2f}x"
        )


def _history(server_url: str, runs: int) -> str:
    """The URL of a database of that many runs, made unless it is there."""
    name = f"headwater_bench_{runs}"
    if not asyncio.run(execute(server_url, f"SELECT true FROM pg_database WHERE datname = '{name}'")):
        asyncio.run(execute(server_url, f"CREATE DATABASE {name}_partial"))
        partial = with_database(server_url, f"{name}_partial")
        migrate_database(partial)
        fill(partial, runs)
        asyncio.run(execute(server_url, f"ALTER DATABASE {name}_partial RENAME TO {name}"))
    return with_database(server_url, name)


@contextlib.contextmanager
def _headwater(url: str) -> Iterator[Round]:
    def next_request() -> bytes:
        body = orjson.dumps({"query": SEED_QUERY, "variables": {"urn": _some_job()}})
        return request("localhost", "POST", "/graphql", body)

    with headwater(url) as running:
        yield lambda clients, seconds: measure(running.port, next_request, clients, seconds)


@contextlib.contextmanager
def _bare(url: str) -> Iterator[Round]:
    def next_request() -> bytes:
        return request("localhost", "GET", f"/runs?urn={quote(_some_job())}")

    with bare("bare.py", url) as running:
        yield lambda clients, seconds: measure(running.port, next_request, clients, seconds)


def _some_job() -> str:
    return named_job_urn("bench", job_name(random.randrange(JOBS)))


@contextlib.contextmanager
def _pgbench(url: str) -> Iterator[Round]:
    """The same statements; pgbench carries the ids from one to the next, so the page comes back as an array."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "script.sql"
        script.write_text(_pgbench_script())
        path = search_path().replace(" ", "")
        options = f"-c plan_cache_mode=force_generic_plan -c jit=off -c search_path={path}"
        environment = os.environ | {"PGOPTIONS": options}

        def run(clients: int, seconds: float) -> Measured:
            for old in Path(folder).glob("log*"):
                old.unlink()
            command = [str(find_binaries() / "pgbench"), "-n", "-M", "prepared", "-c", str(clients), "-j", "1"]
            command += [
                "-T",
                str(max(1, round(seconds))),
                "-l",
                "--log-prefix",
                f"{folder}/log",
                "-f",
                str(script),
                url,
            ]
            subprocess.run(command, env=environment, check=True, capture_output=True)
            lines = [line for log in Path(folder).glob("log*") for line in log.read_text().splitlines()]
            return summarise([int(line.split()[2]) / 1_000_000 for line in lines], max(1, round(seconds)))

        yield run


def _pgbench_script() -> str:
    def with_values(name: str, *values: str) -> str:
        sql = re.sub(r"^--.*\n", "", query(name), flags=re.MULTILINE).rstrip(";")
        return re.sub(r"\$(\d)(::[\w\[\]]+)?", lambda m: f"({values[int(m[1]) - 1]}){m[2] or ''}", sql)

    # "#" stands for ":", after which pgbench would look for a variable, in a text too.
    urn = (
        "replace('urn#li#dataJob#(urn#li#dataFlow#(openlineage,flow' || (:job / 10)::text || ',bench),flow'"
        " || (:job / 10)::text || '.job' || (:job)::text || ')', '#', chr(58))"
    )
    names = ", ".join(f"'{name}'" for name in PROPERTY_FACETS)
    pairs = f"unnest(:ids::bigint[]) AS i (id) CROSS JOIN unnest(ARRAY[{names}]) AS n (name)"
    return "\n".join(
        [
            f"\\set job random(0, {JOBS - 1})",
            f"SELECT id AS job_id FROM ({with_values('entities_by_urn', f'ARRAY[text_key({urn})]')}) e \\gset",
            f"SELECT array_agg(id)::text AS ids FROM ({with_values('runs_of_templates', 'ARRAY[:job_id]', '0', '20')}) p \\gset",
            with_values("count_runs_of_templates", "ARRAY[:job_id]") + ";",
            with_values(
                "facet_values_of_entities",
                f"(SELECT array_agg(i.id ORDER BY i.id, n.name) FROM {pairs}) || :job_id::bigint",
                f"(SELECT array_agg(n.name ORDER BY i.id, n.name) FROM {pairs}) || 'jobType'::text",
            )
            + ";",
            with_values(
                "edges_of_runs",
                ":ids::bigint[] || :ids::bigint[]",
                "array_fill('INPUT'::text, ARRAY[20]) || array_fill('OUTPUT'::text, ARRAY[20])",
            )
            + ";",
        ]
    )


if __name__ == "__main__":
    main()
