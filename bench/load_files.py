"""Files to load: recorded events of many runs, one event in ten twice, one in a hundred cut off."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import chain, count, cycle, islice
from pathlib import Path

from corpus import copies

FILES = 8
_AGAIN, _BAD = 10, 100
_LATER = 1_000
"""A second copy of an event comes so many events later."""


def good_events() -> Iterator[bytes]:
    """Yield recorded events of ever new runs."""
    return chain.from_iterable(copies(count()))


def write_files(folder: Path, events: int) -> list[Path]:
    """Write files with so many records in all, in the order of time."""
    records, paths = mixed(good_events()), _paths(folder)
    for path in paths:
        with path.open("wb") as file:
            file.writelines(line + b"\n" for line in islice(records, events // FILES))
    return paths


def scatter(ordered: Sequence[Path], folder: Path) -> list[Path]:
    """Deal the records of files out to as many others in turns, as parallel streams of events do."""
    paths = _paths(folder)
    with ExitStack() as stack:
        files = cycle([stack.enter_context(path.open("wb")) for path in paths])
        for path in ordered:
            with path.open("rb") as lines:
                for line, file in zip(lines, files, strict=False):
                    file.write(line)
    return paths


def _paths(folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    return [folder / f"{number}.ndjson" for number in range(FILES)]


def mixed(events: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the events with second copies and cut copies between them."""
    waiting: deque[tuple[int, bytes]] = deque()
    for place, event in enumerate(events):
        yield event
        if place % _AGAIN == 0:
            waiting.append((place + _LATER, event))
        if place % _BAD == 0:
            yield event[: len(event) // 2]
        if waiting and waiting[0][0] <= place:
            yield waiting.popleft()[1]
