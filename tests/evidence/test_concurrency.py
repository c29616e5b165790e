"""Sixteen processes register one run at once, by a server and by its database, and nothing is lost."""

import json
import os
import subprocess
import sys
from pathlib import Path

from conftest import fetch
from server_process import Server

PROCESSES, EACH = 16, 4
PROGRAM = (
    """
import sys
from headwater.evidence.client import RunRegistry
registry = RunRegistry(sys.argv[1] or None)
for _ in range(%d):
    print(registry.register("result.json").content["revision"])
"""
    % EACH
)


def test_sixteen_processes_lose_nothing(server: Server, tmp_path: Path) -> None:
    """dpone keeps one or two of 64, or a broken index."""
    (tmp_path / "result.json").write_text(json.dumps({"run_id": "run_01", "process": "daily_orders", "passed": True}))
    environment = {**os.environ, "HEADWATER_DATABASE_URL": server.database_url}
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, server.url if number % 4 else ""],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(PROCESSES)
    ]
    said = [process.communicate(timeout=300)[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0] * PROCESSES
    numbers = sorted(int(number) for lines in said for number in lines)
    assert numbers == [*range(1, PROCESSES * EACH + 1)]
    assert all(lines == sorted(lines, key=int) for lines in said)
    rows = fetch(server.database_url, "SELECT revision, id FROM run_registration ORDER BY revision")
    assert [row["revision"] for row in rows] == numbers
    assert len({row["id"] for row in rows}) == len(rows)
