#!/usr/bin/env python3
"""Installs Headwater into .venv beside this file and runs it. Needs Python 3.11 or newer and nothing else.

python3 run.py demo        install, load a made-up shop, serve it, and show what to ask
python3 run.py test        install everything and run the tests (words after it go to pytest)
python3 run.py WORDS…      install, then `headwater WORDS…`
"""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
# The inputs of an installation besides the locked requirements: the files that the package's build reads.
PAGES = ROOT / "server" / "pages"
BUILD_INPUTS = [
    ROOT / "pyproject.toml",
    *sorted(PAGES.glob("*.*")),
    *sorted(path for path in (PAGES / "explorer").rglob("*.*") if path.is_file()),
]


def install(needs: str) -> None:
    """Install `requirements/<needs>.txt` and Headwater into the virtual environment, unless both are there."""
    requirements = ROOT / "requirements" / f"{needs}.txt"
    digest = hashlib.sha256()
    for path in (requirements, *BUILD_INPUTS):
        digest.update(path.read_bytes())
    marker = VENV / f"installed-{needs}"
    if marker.is_file() and marker.read_text() == digest.hexdigest():
        return
    print(f"installing into {VENV} (once; about 1.2 GB, half of it Spark and Java)", file=sys.stderr, flush=True)
    if not PYTHON.exists():
        make_venv()
    uv = shutil.which("uv")
    installer = [uv, "pip", "install", "--python", PYTHON, "--quiet"] if uv else [PYTHON, "-m", "pip", "install", "-q"]
    run([*installer, "--require-hashes", "-r", requirements])
    run([*installer, "--no-deps", "--no-build-isolation", "-e", ROOT])
    marker.write_text(digest.hexdigest())


def make_venv() -> None:
    """Make the virtual environment; if that fails, exit and name the missing package."""
    try:
        venv.create(VENV, with_pip=True, clear=True)
    except (subprocess.CalledProcessError, OSError) as error:
        shutil.rmtree(VENV, ignore_errors=True)
        sys.exit(f"run.py: no virtual environment ({error}). On Debian and Ubuntu: apt install python3-venv")


# Tests of a file run in one process, since they share servers and Spark; files come in the order of tests/conftest.py.
# They often wait for servers and browsers, so there is a process more than cores.
PROCESSES = min(4, (os.cpu_count() or 1) + 1)
WHOLE_SUITE = [f"--numprocesses={PROCESSES}", "--dist=loadfile", "--no-loadscope-reorder", "--durations=30"]


def run(command: list[object]) -> None:
    """Run one step of the installation, and exit if it fails."""
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    code = subprocess.run([str(word) for word in command], cwd=ROOT, env=environment, check=False).returncode
    if code:
        sys.exit(code)


def main(words: list[str]) -> None:
    """Install the requirements of the command, and replace this process by the command."""
    if sys.version_info < (3, 11):
        sys.exit(f"run.py: Python 3.11 or newer is needed, this is {sys.version.split()[0]}")
    is_test = words[:1] == ["test"]
    install("dev" if is_test else "demo")
    command = ["-m", "pytest", *(words[1:] or WHOLE_SUITE)] if is_test else ["-m", "headwater", *words]
    if is_test:
        os.chdir(ROOT)
    os.execv(PYTHON, [str(PYTHON), *command])


if __name__ == "__main__":
    main(sys.argv[1:])
