"""The statements of the seed's query by pgbench, which comes with Postgres: a client at almost no cost."""

import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

from headwater.embedded.binaries import find_binaries
from headwater.graphql.runs.page import COUNTED_AFTER
from headwater.graphql.runs.properties import PROPERTY_FACETS
from headwater.store.functions import search_path
from headwater.store.queries import query

from clients import Answered
from cpu import MICRO, cpu_after_sessions, cpu_seconds
from impact_history import JOBS, JOBS_OF_FLOW
from load_client import WARM_UP_SECONDS, Answer, summarise


def by_pgbench(url: str, postmaster: int, clients: int, seconds: float) -> Answered:
    """Run a round of random jobs. The time to open a client's session does not count. CPU is Postgres's alone."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "script.sql").write_text(seed_script())
        process = subprocess.Popen(
            _command(folder, url, clients, seconds),
            env=_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        time.sleep(WARM_UP_SECONDS)
        began, before = time.time(), cpu_seconds(postmaster)
        output, _ = process.communicate()
        if process.returncode:
            raise RuntimeError(output.decode())
        spent = cpu_after_sessions(postmaster) - before
        answers = [one for one in _answers(folder) if one.at - one.took >= began]
    took = max(one.at for one in answers) - began
    return Answered(*summarise(answers, took), 0, MICRO * spent / len(answers))


def _command(folder: Path, url: str, clients: int, seconds: float) -> list[str]:
    command = [str(find_binaries() / "pgbench"), "-n", "-M", "prepared", "-c", str(clients), "-j", "1"]
    command += ["-T", str(max(1, round(seconds + WARM_UP_SECONDS))), "-l", "--log-prefix", f"{folder}/log"]
    return [*command, "-f", str(folder / "script.sql"), url]


def _environment() -> dict[str, str]:
    path = search_path().replace(" ", "")
    return os.environ | {"PGOPTIONS": f"-c plan_cache_mode=force_generic_plan -c jit=off -c search_path={path}"}


def _answers(folder: Path) -> list[Answer]:
    """Return pgbench's transactions, by wall-clock time."""
    lines = [line.split() for log in folder.glob("log*") for line in log.read_text().splitlines()]
    return [Answer(int(line[4]) + int(line[5]) / MICRO, int(line[2]) / MICRO) for line in lines]


def seed_script() -> str:
    """Return the script: a job by its URN with its page, the assets. A variable carries ids on, so a page is an array."""

    def with_values(name: str, *values: str) -> str:
        sql = re.sub(r"^--.*\n", "", query(name), flags=re.MULTILINE).rstrip(";")
        return re.sub(r"\$(\d)(::[\w\[\]]+)?", lambda m: f"({values[int(m[1]) - 1]}){m[2] or ''}", sql)

    # "#" stands for ":", since pgbench looks for a variable after a colon, even in a text.
    urn = (
        f"replace('urn#li#dataJob#(urn#li#dataFlow#(openlineage,flow' || (:job / {JOBS_OF_FLOW})::text"
        " || ',bench),job' || (:job)::text || ')', '#', chr(58))"
    )
    names = ", ".join(f"'{name}'" for name in PROPERTY_FACETS)
    page = with_values(
        "runs_of_templates", f"ARRAY[text_key({urn})]", "0", "20", f"{20 + COUNTED_AFTER}", f"ARRAY[{names}]", "false"
    )
    return "\n".join(
        [
            f"\\set job random(0, {JOBS - 1})",
            # The statement asks for every column of the page: Postgres does not read unused ones.
            f"SELECT coalesce(array_agg(id), '{{}}')::text AS ids, max(total) AS total, count(declared) AS declared,"
            f" count(facets) AS facets, count(job_facets) AS job_facets FROM ({page}) p \\gset",
            with_values(
                "assets_of_runs",
                ":ids::bigint[] || :ids::bigint[]",
                "array_fill('INPUT'::text, ARRAY[cardinality(:ids::bigint[])])"
                " || array_fill('OUTPUT'::text, ARRAY[cardinality(:ids::bigint[])])",
            )
            + ";",
        ]
    )
