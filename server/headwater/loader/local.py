"""The files of this machine, or of a folder that all machines of a cluster share."""

import hashlib
import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from glob import glob
from itertools import pairwise
from pathlib import Path
from typing import NoReturn

from headwater.errors import BadRequestError
from headwater.loader.document import spans_lines
from headwater.loader.packing import packing_of
from headwater.loader.parts import SCHEME, Part
from headwater.texts import named_reason_of

PART_BYTES = 16 * 1024 * 1024
"""The most bytes of a part of a plain file, so that all tasks of a load end at about the same time."""

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_EVENT_TIME = re.compile(rb'"eventTime"\s*:\s*"([^"]{1,40})"')
_READERS = 4
"""The threads that read files for their hashes, which takes the disk's time more than ours."""


def is_url(path: str) -> bool:
    """Return True for a URL, such as `s3://bucket/folder`, that is no path of this machine."""
    return _URL.match(path) is not None and not os.path.exists(path)


def is_local(path: str) -> bool:
    """Return True for a path that we look up by ourselves: no URL, and no braces, which only Hadoop's globs have."""
    return os.path.exists(path) or not ("{" in path or is_url(path))


def find_local(paths: Iterable[str]) -> list[str]:
    """Return the URLs of files: named ones, those in folders with all below, and those that globs match.

    As in Spark, hidden files of a folder are left out. Raises BadRequestError for a path without a file, and for what a
    load cannot read twice: a link to nothing, or a pipe.
    """
    found: list[str] = []
    for path in paths:
        places = [path] if os.path.exists(path) else glob(path)
        if not places:
            raise BadRequestError(f"paths: expected a file, a folder or a glob that matches some, got {path}")
        found += [SCHEME + file for place in places for file in _files_at(os.path.abspath(place))]
    return found


def survey_local(urls: Sequence[str]) -> list[list[Part]]:
    """Return the parts of each file. Reads each file once, for its hash and the numbers of its lines."""
    with ThreadPoolExecutor(_READERS) as pool:
        return list(pool.map(_parts, urls))


def is_hidden(name: str) -> bool:
    """Return True for the name of a file that loads skip, as Spark does."""
    return name.startswith(("_", "."))


def _files_at(place: str) -> Iterator[str]:
    if os.path.isdir(place):
        seen = {os.path.realpath(place)}
        for folder, below, names in os.walk(place, onerror=_refuse, followlinks=True):
            below[:] = [name for name in below if not is_hidden(name) and _is_new(os.path.join(folder, name), seen)]
            yield from (_readable(os.path.join(folder, name)) for name in names if not is_hidden(name))
    elif not is_hidden(os.path.basename(place)):
        yield _readable(place)


def _is_new(folder: str, seen: set[str]) -> bool:
    """Return True at the first call for a folder. A link to a folder around itself would have no end."""
    place = os.path.realpath(folder)
    is_new = place not in seen
    seen.add(place)
    return is_new


def _refuse(error: OSError) -> NoReturn:
    raise BadRequestError(f"paths: {named_reason_of(error)}") from error


def _readable(file: str) -> str:
    try:
        mode = os.stat(file).st_mode
    except FileNotFoundError as error:
        raise BadRequestError(f"paths: {file} is a link to nothing: remove it, or restore its target") from error
    except OSError as error:
        _refuse(error)
    if not stat.S_ISREG(mode):
        raise BadRequestError(f"paths: {file} is no file: load a copy of its bytes")
    return file


def _parts(url: str) -> list[Part]:
    digest, bounds, begins = hashlib.sha256(), [(0, 1)], []
    with Path(url.removeprefix(SCHEME)).open("rb") as file:
        packing, is_whole = "", False
        while piece := file.read(PART_BYTES):
            if len(bounds) == 1:
                packing = packing_of(url, piece)
                is_whole = packing != "" or spans_lines(piece)
            digest.update(piece)
            found = _EVENT_TIME.search(piece)
            begins.append(found[1].decode("ascii", "replace") if found else "")
            size, line = bounds[-1]
            bounds.append((size + len(piece), line + piece.count(b"\n")))
    if is_whole or len(bounds) == 1:
        bounds = [bounds[0], bounds[-1]]
    size, _ = bounds[-1]
    return [
        Part(url, digest.digest(), start, end, first_line, is_last=end == size, begins=begin, packing=packing)
        for ((start, first_line), (end, _)), begin in zip(pairwise(bounds), begins or [""], strict=False)
    ]
