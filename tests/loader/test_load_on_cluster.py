"""A standalone cluster of Spark on this machine: a master and two workers, whose Python has Headwater from the load alone."""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from headwater.loader.jvm import find_java
from headwater.loader.session import SPARK_HOME
from headwater.store.connections import connect

from conftest import HEADWATER, ROOT, fetch
from events import run_event, uuid
from loads import DumpOf, load_command
from store_dump import dump

PATIENCE_SECONDS = 120
MEMORY = "512m"
EVENTS = [run_event("COMPLETE", "00:00:00", uuid(n), outputs=[f"d{n % 3}"]) for n in range(60)]

pytestmark = pytest.mark.skipif(find_java().bundled, reason="Spark's cluster needs a Java 17 or 21 of the machine")


class Cluster:
    """The address of a master with two workers, and the environment of programs that use it."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self._stack = stack
        self.environment = os.environ | {
            "SPARK_HOME": str(SPARK_HOME),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_DAEMON_MEMORY": "256m",
            "JAVA_HOME": str(find_java().home),
            "PYSPARK_PYTHON": str(self._python()),
            "PYSPARK_DRIVER_PYTHON": sys.executable,
        }
        log = self._start("master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
        self.url = self._found(log, r"Starting Spark master at (spark://\S+)")
        for number in range(2):
            # Spark starts a task for the second time on another host only.
            work = [
                "--host",
                f"127.0.0.{number + 2}",
                "--work-dir",
                str(folder / f"work {number}"),
                "--webui-port",
                "0",
            ]
            log = self._start("worker.Worker", "--cores", "1", "--memory", MEMORY, *work, self.url)
            self._found(log, "(Successfully registered) with master")

    def options(self) -> list[str]:
        """Return the options of Spark for a load: the code, and little memory."""
        settings = {
            "spark.executor.memory": MEMORY,
            "spark.driver.memory": MEMORY,
            "spark.cores.max": "2",
            "spark.executor.cores": "1",
        }
        return ["--py-files", str(self._code()), *(f"--conf={name}={value}" for name, value in settings.items())]

    def _start(self, name: str, *arguments: str) -> Path:
        log = self.folder / f"{name} {time.monotonic_ns()}.log"
        program = [str(SPARK_HOME / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}", *arguments]
        with log.open("w") as output:
            process = subprocess.Popen(program, env=self.environment, stdout=output, stderr=output)
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return log

    def _found(self, log: Path, pattern: str) -> str:
        give_up = time.monotonic() + PATIENCE_SECONDS
        while not (found := re.search(pattern, log.read_text())):
            assert time.monotonic() < give_up, log.read_text()
            time.sleep(0.1)
        return found[1]

    def _python(self) -> Path:
        """Write a Python that has all that this one has but Headwater, whose checkout a .pth file names."""
        packages = next(path for path in sys.path if path.endswith("site-packages"))
        program = self.folder / "python"
        program.write_text(f'#!/bin/sh\nPYTHONPATH="$PYTHONPATH:{packages}" exec {sys.executable} -S "$@"\n')
        program.chmod(0o755)
        return program

    def _code(self) -> Path:
        """Write a zip with the files of the wheel."""
        path = self.folder / "headwater.zip"
        with zipfile.ZipFile(path, "w") as code:
            for folder in (ROOT / "server" / "headwater", ROOT / "sql"):
                for file in folder.rglob("*"):
                    if file.is_file() and not {"__pycache__", "pages_dist"} & set(file.parts):
                        top = "headwater/sql" if folder.name == "sql" else "headwater"
                        code.write(file, f"{top}/{file.relative_to(folder)}")
        return path


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(tmp_path_factory.mktemp("cluster"), stack)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    for number in range(4):
        (folder / f"{number}.ndjson").write_text("\n".join(map(json.dumps, EVENTS[number::4])))
    return folder


@pytest.fixture(scope="module")
def expected(dump_of_one_merge: DumpOf) -> dict[str, list[str]]:
    return dump_of_one_merge(*EVENTS)


def submit_arguments(options: Sequence[str]) -> str:
    """Return options as the variable of Spark has them."""
    return " ".join(f"'{option}'" for option in [*options, "pyspark-shell"])


@pytest.mark.parametrize("way", ["headwater load", "spark-submit"])
def test_two_workers_load_what_one_merge_gives(
    way: str, cluster: Cluster, files: Path, expected: dict[str, list[str]], database_url: str
) -> None:
    environment = cluster.environment | {"HEADWATER_DATABASE_URL": database_url}
    if way == "headwater load":
        command = [*HEADWATER, "load", "--json", "--master", cluster.url, str(files)]
        environment["PYSPARK_SUBMIT_ARGS"] = submit_arguments(cluster.options())
    else:
        submit = [str(SPARK_HOME / "bin" / "spark-submit"), "--master", cluster.url, *cluster.options()]
        command = [*submit, str(ROOT / "examples" / "spark_load.py"), "load", "--json", str(files)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE_SECONDS * 3)
    assert done.returncode == 0, done.stdout + done.stderr
    summary = json.loads(done.stdout[done.stdout.index("{") :])  # spark-submit adds the progress
    assert (summary["files"], summary["new"], summary["quarantined"]) == (4, len(EVENTS), 0)
    assert dump(database_url) == expected
    assert len(fetch(database_url, "SELECT DISTINCT file_hash FROM loaded_part")) == 4


SPECULATION = {
    "spark.speculation": "true",
    "spark.speculation.interval": "100ms",
    "spark.speculation.minTaskRuntime": "100ms",
    "spark.speculation.multiplier": "1.1",
    "spark.speculation.quantile": "0.5",
}
WAITING = (
    "SELECT count(*) AS tasks FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


def test_a_task_that_spark_starts_twice_writes_nothing_twice(
    cluster: Cluster, files: Path, expected: dict[str, list[str]], database_url: str
) -> None:
    """A merge waits for us, so Spark starts its task on the other worker, too, and both go on at once."""
    options = [*cluster.options(), *(f"--conf={name}={value}" for name, value in SPECULATION.items())]
    environment = cluster.environment | {
        "HEADWATER_DATABASE_URL": database_url,
        "PYSPARK_SUBMIT_ARGS": submit_arguments(options),
    }
    command = load_command({"TASK_BYTES": 4_000}, "--json", "--master", cluster.url, files)
    with holding_a_run(database_url, uuid(7)):
        load = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        give_up = time.monotonic() + PATIENCE_SECONDS
        while fetch(database_url, WAITING)[0]["tasks"] < 2:
            assert load.poll() is None, load.communicate()
            assert time.monotonic() < give_up
            time.sleep(0.1)
    told, errors = load.communicate(timeout=PATIENCE_SECONDS)
    assert load.returncode == 0, errors
    summary = json.loads(told)
    assert (summary["records"], summary["quarantined"]) == (len(EVENTS), 0)
    assert dump(database_url) == expected


@contextmanager
def holding_a_run(url: str, run_id: str) -> Iterator[None]:
    """Keep merges of a run waiting during the block."""
    with asyncio.Runner() as runner:
        connection = runner.run(connect(url))
        transaction = connection.transaction()
        runner.run(transaction.start())
        runner.run(connection.execute("SELECT lock_each('headwater.run', ARRAY[uuid_hash($1)])", run_id))
        yield
        runner.run(transaction.rollback())
        runner.run(connection.close())
