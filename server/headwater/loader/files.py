"""The files of a load, by whomever they are opened, and the tasks that read them."""

import math
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

from pyspark import RDD, SparkContext

from headwater.errors import BadRequestError
from headwater.loader.lines import RemoteFile, find_remote, read_remote, survey_remote
from headwater.loader.local import PART_BYTES, find_local, is_hidden, is_local, survey_local
from headwater.loader.packing import packing_by_name
from headwater.loader.parts import SCHEME, Opened, Part, open_parts
from headwater.loader.progress import Count
from headwater.store.loaded_parts import PartKey
from headwater.store.merge import steps

Result = TypeVar("Result")
Work = Callable[[Iterable[Opened]], Iterator[Result]]

WAVE_BYTES = 256 * 1024 * 1024
"""The size of a wave. After a kill, the next load reads about so many bytes again."""

TASK_BYTES = 12 * 1024 * 1024
"""The bytes of records that a task merges, about: 4,000 events. Larger merges save no more CPU an event."""

LEAST_TASK_BYTES = 1024 * 1024
"""The least size of a task for the sake of another process."""

_UNPACKED_TIMES = 10
"""The size of packed events when they are unpacked, about."""


@dataclass(frozen=True, slots=True)
class Wave:
    """Files whose events may share merges: parts of local files, and remote files."""

    parts: Sequence[Part]
    remote: Sequence[RemoteFile]

    @property
    def unpacked_bytes(self) -> int:
        """The size of the content, about."""
        sizes = {part.file: part.size_bytes for part in self.parts if part.packing}
        sizes |= {file.url: file.size_bytes for file in self.remote if packing_by_name(file.url)}
        whole = sum(part.size_bytes for part in self.parts) + sum(file.size_bytes for file in self.remote)
        return whole + (_UNPACKED_TIMES - 1) * sum(sizes.values())

    def tasks(self, processes: int) -> int:
        """Return the number of tasks that merge: as many as keep all processes busy, of about TASK_BYTES at most."""
        size_bytes = self.unpacked_bytes
        return max(1, math.ceil(size_bytes / TASK_BYTES), min(processes, math.ceil(size_bytes / LEAST_TASK_BYTES)))

    def read(self, context: SparkContext, work: "Work[Result]") -> RDD[Result]:
        """Return the results of work on all parts, which several tasks share."""
        results = []
        if self.parts:
            shares = divided(self.parts, context.defaultParallelism)
            shared = context.parallelize(shares, len(shares))
            results.append(shared.mapPartitions(lambda some: work(open_parts(chain.from_iterable(some)))))
        if self.remote:
            results.append(read_remote(context, self.remote).mapPartitions(work))
        if len(results) == 1:
            return results[0]  # of a union, the next step would be another process's
        return context.union(results) if results else context.emptyRDD()


@dataclass(frozen=True, slots=True)
class Files:
    """The files of a load: the parts of local ones, and those that only Spark can open.

    skipped: files that earlier loads have taken.
    resumed: files that an earlier load has begun.
    """

    local: Sequence[Sequence[Part]]
    remote: Sequence[RemoteFile]
    skipped: int = 0
    resumed: int = 0

    @property
    def digests(self) -> set[bytes]:
        """The hashes of all files."""
        return {parts[0].digest for parts in self.local} | {file.digest for file in self.remote}

    @property
    def whole(self) -> Count:
        """The number and size of the files, without their records."""
        sizes = [part.size_bytes for parts in self.local for part in parts] + [file.size_bytes for file in self.remote]
        return Count(0, sum(sizes), len(self.local) + len(self.remote))

    def without(self, loaded: Collection[PartKey]) -> "Files":
        """Return the files without those that are loaded, and without the loaded parts of others."""
        local = [left for parts in self.local if (left := [part for part in parts if part.key not in loaded])]
        sizes: dict[bytes, int] = {}
        for part in loaded:
            sizes[part.digest] = sizes.get(part.digest, 0) + part.end - part.start
        remote = [file for file in self.remote if sizes.get(file.digest) != file.size_bytes]
        skipped = len(self.local) - len(local) + len(self.remote) - len(remote)
        begun = {part.digest for part in loaded}
        return Files(local, remote, skipped, sum(parts[0].digest in begun for parts in local))

    @property
    def together(self) -> Wave:
        """All files as one wave."""
        return Wave(list(chain.from_iterable(self.local)), self.remote)

    def waves(self) -> Iterator[Wave]:
        """Divide the files into waves: parts in the order of their first events, so that relatives are in one wave."""
        in_time = sorted(self.together.parts, key=attrgetter("begins", "file", "start"))
        for parts in steps(in_time, sys.maxsize, WAVE_BYTES):
            yield Wave(parts, [])
        for remote in steps(self.remote, sys.maxsize, WAVE_BYTES):
            yield Wave([], remote)


def find_files(context: SparkContext, paths: Sequence[str]) -> Files:
    """Find the files of paths, folders, globs and URLs, each once, and read each for its hash.

    Raises BadRequestError for a path without a file.
    """
    _refuse_hidden(paths)
    urls = find_local(path for path in paths if is_local(path))
    urls += find_remote(context, [path for path in paths if not is_local(path)])
    return survey(context, urls)


def survey(context: SparkContext, urls: Iterable[str]) -> Files:
    """Read the files of URLs for their hashes, each once."""
    found = sorted(set(urls))
    local = survey_local([url for url in found if url.startswith(SCHEME)])
    return Files(local, survey_remote(context, [url for url in found if not url.startswith(SCHEME)]))


def _refuse_hidden(paths: Iterable[str]) -> None:
    """Refuse hidden files: a load skips them, which is right in a folder, and wrong for a named file."""
    for path in paths:
        if is_hidden(path.rstrip("/").rpartition("/")[2]) and not Path(path).is_dir():
            raise BadRequestError(f"paths: a load skips files whose names start with '_' or '.': rename {path}")


def divided(parts: Sequence[Part], processes: int) -> list[list[Part]]:
    """Divide parts among tasks: as many as keep all processes busy, and none much above the size of a part."""
    least = math.ceil(sum(part.size_bytes for part in parts) / PART_BYTES)
    tasks = min(len(parts), max(processes, least))
    largest_first = sorted(parts, key=lambda part: -part.size_bytes)
    return [largest_first[task::tasks] for task in range(tasks)]
