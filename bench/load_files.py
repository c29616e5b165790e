"""Files to load: recorded events of many runs, one event in ten twice, one in a hundred cut off."""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, count, islice
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
    folder.mkdir(parents=True, exist_ok=True)
    records, paths = mixed(good_events()), []
    for number in range(FILES):
        paths.append(folder / f"{number}.ndjson")
        with paths[-1].open("wb") as file:
            file.writelines(line + b"\n" for line in islice(records, events // FILES))
    return paths


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
