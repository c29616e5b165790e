"""A length of time as an option: 90d, 12h, 30m, 45s."""

import re
from datetime import timedelta

import click

_UNITS = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds"}
_FORM = re.compile(r"([0-9]{1,9})([dhms])", re.ASCII)
_LONGEST = timedelta(days=36_500)


class Duration(click.ParamType[timedelta]):
    """A duration above zero and of at most 36,500 days."""

    name = "duration"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> timedelta:
        """The duration; a click error where it is none."""
        if isinstance(value, timedelta):
            return value
        found = _FORM.fullmatch(str(value))
        duration = timedelta(**{_UNITS[found[2]]: int(found[1])}) if found else timedelta(0)
        if not timedelta(0) < duration <= _LONGEST:
            self.fail(f"{value!r}: expected a duration such as 90d, 12h, 30m or 45s, of at most 36500d", param, ctx)
        return duration
