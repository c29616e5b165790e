"""The progress of a load: one line of a terminal that is kept up to date, or a line now and then in a log."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import click

from headwater.cli.progress import show_progress
from headwater.cli.storage import shown_size

if TYPE_CHECKING:
    from headwater.loader.progress import Progress

LOG_SECONDS: Final = 10.0
"""The least time between two lines in a log."""


@contextmanager
def load_progress(every_seconds: float = LOG_SECONDS) -> Iterator["Callable[[Progress], None]"]:
    """Yield the function that shows the progress; a terminal's line is empty at the end."""
    told_at = time.monotonic()

    def tell(progress: "Progress") -> None:
        nonlocal told_at
        if sys.stderr.isatty():
            show_progress(progress_text(progress))
        elif time.monotonic() - told_at >= every_seconds:
            told_at = time.monotonic()
            click.echo(progress_text(progress), err=True)

    show_progress("starting Spark")
    try:
        yield tell
    finally:
        show_progress("")


def progress_text(progress: "Progress") -> str:
    """Return the progress as a line."""
    done, whole = progress.done, progress.whole
    text = (
        f"loading: {done.files:,} of {whole.files:,} files, {shown_size(done.size_bytes)} of"
        f" {shown_size(whole.size_bytes)}, {done.records:,} records, {progress.records_a_second:,.0f} a second"
    )
    left = progress.seconds_left
    return text if left is None else f"{text}, {_shown_time(left)} left"


def _shown_time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"
