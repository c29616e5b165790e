"""Measured figures beside those that are required and those that are aimed at, as a table in Markdown."""

from collections.abc import Iterable
from typing import NamedTuple

from tables import head, row


class Figure(NamedTuple):
    """A figure: as it is now, as it has to be, and as it should be; more is better where the goal is the greater one."""

    what: str
    now: float
    required: float
    goal: float

    @property
    def verdict(self) -> str:
        """The best of the two that is reached."""
        sign = 1 if self.goal > self.required else -1
        if sign * self.now >= sign * self.goal:
            return "goal reached"
        return "reached" if sign * self.now >= sign * self.required else "missed"


def print_verdicts(figures: Iterable[Figure]) -> None:
    """Print a line for each figure."""
    head("", "now", "required", "goal", "")
    for figure in figures:
        row(figure.what, f"{figure.now:.2f}", f"{figure.required:g}", f"{figure.goal:g}", figure.verdict)
