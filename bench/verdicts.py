"""Measured figures beside their requirements and goals, as a table in Markdown."""

from collections.abc import Iterable
from typing import NamedTuple

from tables import head, row


class Figure(NamedTuple):
    """A figure: present value, required value, and goal. More is better if the goal exceeds the requirement."""

    what: str
    now: float
    required: float
    goal: float

    @property
    def verdict(self) -> str:
        """The better of the two that the figure reaches."""
        sign = 1 if self.goal > self.required else -1
        if sign * self.now >= sign * self.goal:
            return "goal reached"
        return "reached" if sign * self.now >= sign * self.required else "missed"


def print_verdicts(figures: Iterable[Figure]) -> None:
    """Print a line for each figure."""
    head("", "now", "required", "goal", "")
    for figure in figures:
        row(figure.what, f"{figure.now:.2f}", f"{figure.required:g}", f"{figure.goal:g}", figure.verdict)
