"""A positive number as an option."""

import math

import click


class Number(click.FloatRange):
    """A number above zero and of at most `most`."""

    def __init__(self, most: float) -> None:
        super().__init__(min=0, max=most, min_open=True)

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; a click error where it is none. No comparison refuses `nan`."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number above 0, and of at most {self.max:g}.", param, ctx)
        return number
