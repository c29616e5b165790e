"""A Spark session for one load: it starts a JVM, and leaves none behind.

The JVM reads a standard input that we hold open, so it ends when we do, for any reason. Its output goes to a file
without a name; an error shows the end of that file.
"""

import logging
import os
import re
import shlex
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Any

import pyspark
from py4j.protocol import Py4JError  # type: ignore[import-untyped]
from pyspark import SparkConf, SparkContext
from pyspark.errors import PySparkException, PySparkRuntimeError
from pyspark.java_gateway import launch_gateway
from pyspark.sql import SparkSession

from headwater.errors import HeadwaterError
from headwater.loader.jvm import VECTOR_MODULE, Java, archive_options, find_java

SPARK_HOME = Path(pyspark.__file__).parent  # not the caller's, whose version may differ
LOOPBACK = "127.0.0.1"
SETTINGS = {
    "spark.log.level": "ERROR",
    "spark.sql.session.timeZone": "UTC",
    "spark.ui.enabled": "false",
    "spark.ui.retainedStages": "10000",  # the summary adds up all stages of a load
    "spark.cleaner.periodicGC.interval": "5min",  # the records of earlier waves leave the disk then
    "spark.ui.showConsoleProgress": "false",
}

_REACH_SECONDS = 10.0
_SUBMITTED = "PYSPARK_GATEWAY_PORT"
"""The variable by which spark-submit tells a program of its JVM."""

_LOCAL_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""The executors' Python and Postgres do the work, and want the cores: this Java compiles and collects with less CPU."""


class SparkError(HeadwaterError):
    """Spark does not start, or cannot do what it was asked."""


@contextmanager
def spark_session(
    master: str = "local[*]", app_name: str = "headwater-load", quick: bool = False
) -> Iterator[SparkSession]:
    """Yield a session of Spark SQL, with a context as `spark_context` has it."""
    with spark_context(master, app_name, quick) as context:
        yield SparkSession(context)


@contextmanager
def spark_context(
    master: str = "local[*]", app_name: str = "headwater-load", quick: bool = False
) -> Iterator[SparkContext]:
    """Yield a context on a JVM of its own, which ends with the block. Spark SQL would need a fifth more time to start.

    `quick` is for repeated short runs: the wheel's JVM then starts sooner, by an archive in the cache folder. Under
    spark-submit, the context is on its JVM and its master.
    """
    if _SUBMITTED in os.environ:
        with _submitted_context(app_name) as context:
            yield context
        return
    java = find_java()
    _check_reached(master)
    conf = _settings(master, app_name)
    with (
        TemporaryFile("a+b") as log,
        _py4j_silenced(),
        _environment(_variables(master, java)),
        _jvm(java, conf, log, quick) as gateway,
        _context(gateway, conf, log) as context,
    ):
        yield context


@contextmanager
def _submitted_context(app_name: str) -> Iterator[SparkContext]:
    conf = SparkConf().setAppName(app_name).setAll(list(SETTINGS.items()))
    with _interrupts_kept():
        context = SparkContext(conf=conf)
    try:
        yield context
    except (PySparkException, Py4JError) as error:
        raise SparkError(_cause(str(error))) from error
    finally:
        context.stop()


def _check_reached(master: str) -> None:
    """Raise SparkError if nobody listens at a standalone cluster's masters: Spark would try for a minute."""
    if not (found := re.fullmatch(r"spark://([^/]+)", master)):
        return
    for address in found[1].split(","):
        host, _, port = address.rpartition(":")
        if not port.isdecimal():
            raise SparkError(f"--master: expected spark://HOST:PORT, got {master}")
        with suppress(OSError), socket.create_connection((host.strip("[]"), int(port)), _REACH_SECONDS):
            return
    raise SparkError(f"--master: nobody listens at {master}; expected a running Spark master, or local[*]")


def _settings(master: str, app_name: str) -> SparkConf:
    conf = SparkConf().setMaster(master).setAppName(app_name)
    for key, value in SETTINGS.items():
        conf.set(key, value)
    if _is_local(master):
        conf.set("spark.driver.bindAddress", LOOPBACK).set("spark.driver.host", LOOPBACK)
        conf.set("spark.driver.extraJavaOptions", _LOCAL_JAVA)
    return conf


def _variables(master: str, java: Java) -> dict[str, str]:
    variables = {
        "JAVA_HOME": str(java.home),
        "SPARK_HOME": str(SPARK_HOME),
        "SPARK_CONNECT_MODE": "0",
        "PYSPARK_PYTHON": os.environ.get("PYSPARK_PYTHON", sys.executable),
    }
    if _is_local(master):
        # Without an address Spark looks up the host's name, which may not resolve.
        variables |= {"SPARK_LOCAL_IP": LOOPBACK, "PYSPARK_PYTHON": sys.executable}
    return variables


def _is_local(master: str) -> bool:
    return master.startswith("local")


@contextmanager
def _environment(variables: dict[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextmanager
def _jvm(java: Java, conf: SparkConf, log: IO[bytes], quick: bool) -> Iterator[Any]:
    """Start a JVM that waits for Python, as a py4j gateway with its process as `proc`."""
    is_direct = java.bundled or _is_local(conf.get("spark.master") or "")
    gateway = _launch(java, conf, log, quick) if is_direct else _launch_by_scripts(conf, log)
    try:
        yield gateway
    finally:
        gateway.shutdown()
        gateway.proc.stdin.close()
        if not _ends(gateway.proc, within=60):
            gateway.proc.kill()
            gateway.proc.wait()


def _launch_by_scripts(conf: SparkConf, log: IO[bytes]) -> Any:
    """Start the JVM with pyspark's own scripts, which read a cluster's `spark-env.sh`."""
    try:
        return launch_gateway(conf, {"stdout": log, "stderr": log})  # type: ignore[no-untyped-call]
    except PySparkRuntimeError as error:
        raise SparkError(_not_started(_tail(log))) from error


def _launch(java: Java, conf: SparkConf, log: IO[bytes], quick: bool) -> Any:
    """Start the JVM by itself: pyspark's scripts take longer, and add a module that the wheel's lacks."""
    command = _command(java, conf, log)
    if quick and java.bundled:
        command[1:1] = archive_options(java, SPARK_HOME)
    with TemporaryDirectory(prefix="headwater-spark-") as folder:
        address = Path(folder, "address")
        process = subprocess.Popen(
            command,
            env=os.environ | {"_PYSPARK_DRIVER_CONN_INFO_PATH": str(address)},
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            start_new_session=True,  # Ctrl-C is for us; we end the JVM
        )
        try:
            gateway = _connect(process, address, log)
        except BaseException:
            process.kill()
            process.communicate()
            raise
    gateway.proc = process
    return gateway


def _command(java: Java, conf: SparkConf, log: IO[bytes]) -> list[str]:
    """Return the command of Spark's launcher, without the parts that the wheel lacks."""
    launcher = [java.program, "-Xmx128m", *_LOCAL_JAVA.split(), "-cp", f"{SPARK_HOME}/jars/*"]
    launcher += ["org.apache.spark.launcher.Main", "org.apache.spark.deploy.SparkSubmit"]
    settings = [f"--conf={key}={value}" for key, value in conf.getAll()]
    arguments = shlex.split(os.environ.get("PYSPARK_SUBMIT_ARGS", "pyspark-shell"))
    answer = subprocess.run(
        [*launcher, *settings, *arguments],
        env=os.environ | {"SPARK_SCALA_VERSION": "2.13"},  # without it, the launcher gives no options
        stdout=subprocess.PIPE,
        stderr=log,
        check=False,
    )
    if answer.returncode:
        raise SparkError(_not_started(_tail(log)))
    words = answer.stdout.decode().partition("\0\n")[2].split("\0")[:-1]
    command = [word for word in words if not java.bundled or word != f"--add-modules={VECTOR_MODULE}"]
    at = command.index("-cp") + 1
    command[at] = _class_path(command[at])
    return command


def _class_path(path: str) -> str:
    """List each jar once and no missing folder: for other class paths the JVM uses no archive."""
    entries: dict[str, None] = {}
    for entry in path.split(os.pathsep):
        if entry.endswith("*"):
            entries |= dict.fromkeys(map(str, sorted(Path(entry).parent.glob("*.jar"))))
        elif Path(entry).exists():
            entries[entry] = None
    return os.pathsep.join(entries)


def _connect(process: subprocess.Popen[bytes], address: Path, log: IO[bytes]) -> Any:
    while not address.exists():
        if process.poll() is not None:
            raise SparkError(_not_started(_tail(log)))
        time.sleep(0.02)
    # Written and then renamed by the JVM: port, length of the secret, secret.
    data = address.read_bytes()
    port, length = struct.unpack_from(">ii", data)
    secret = data[8 : 8 + length].decode()
    with _environment({"PYSPARK_GATEWAY_PORT": str(port), "PYSPARK_GATEWAY_SECRET": secret}):
        return launch_gateway()  # type: ignore[no-untyped-call]


@contextmanager
def _context(gateway: Any, conf: SparkConf, log: IO[bytes]) -> Iterator[SparkContext]:
    is_started = False
    try:
        with _interrupts_kept():
            context = SparkContext(conf=conf, gateway=gateway)
        is_started = True
        try:
            yield context
        finally:
            # Stopping a dead Spark must not hide the reason of its death.
            with suppress(Exception), warnings.catch_warnings(action="ignore"):
                context.stop()
    except (PySparkException, Py4JError, OSError) as error:
        if _ends(gateway.proc, within=0.2):
            raise SparkError(f"Spark ended unexpectedly:\n{_tail(log)}") from error
        if isinstance(error, OSError):
            raise
        # The other errors ask the JVM for their text; without it they have no message.
        raise SparkError(_cause(str(error)) if is_started else _not_started(str(error))) from error
    finally:
        SparkContext._gateway = SparkContext._jvm = SparkContext._active_spark_context = None


@contextmanager
def _py4j_silenced() -> Iterator[None]:
    """Silence the stack traces that py4j logs, also by the root logger, for each interrupted call."""
    root, own = logging.getLogger(), logging.getLogger("py4j")
    root.addFilter(_is_not_py4j)
    own.propagate = False
    try:
        yield
    finally:
        root.removeFilter(_is_not_py4j)
        own.propagate = True


def _is_not_py4j(record: logging.LogRecord) -> bool:
    return "py4j" not in Path(record.pathname).parts


@contextmanager
def _interrupts_kept() -> Iterator[None]:
    """Keep the caller's handler of Ctrl-C; pyspark's speaks to a JVM that may be busy or gone."""
    handler = signal.getsignal(signal.SIGINT)
    yield
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, handler)


def _ends(process: subprocess.Popen[bytes], within: float) -> bool:
    try:
        process.wait(within)
    except subprocess.TimeoutExpired:
        return False
    return True


def _tail(log: IO[bytes]) -> str:
    log.seek(0)  # moves no one else: the JVM appends
    lines = _without_frames(log.read().decode(errors="replace")).splitlines()
    return "\n".join(lines[-20:])


def _cause(text: str) -> str:
    """Return the sentence of our own error on an executor; any other error as a whole, to find its place."""
    ours = re.search(r"^headwater\.[\w.]+Error: (.+)$", text, re.MULTILINE)
    return ours[1] if ours else _without_frames(text)


def _not_started(text: str) -> str:
    """Return the sentence of Java's own error; without one all that it printed."""
    said = _without_frames(text).partition("\nCaused by:")[0]
    found = re.search(r'^(?:Exception in thread "main" |: )[\w.$]+: (.+)', said, re.MULTILINE | re.DOTALL)
    return f"Spark does not start: {found[1].strip()}" if found else f"Spark does not start:\n{_without_frames(text)}"


def _without_frames(text: str) -> str:
    """Return a Java error without its stack."""
    return "\n".join(line for line in text.splitlines() if not line.startswith(("\tat ", "\t... ")))
