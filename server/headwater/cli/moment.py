"""A moment, as an option: ISO 8601, UTC where it names no offset."""

from datetime import datetime

import click

from headwater.model.times import parse_time


class Moment(click.ParamType[datetime]):
    """A moment in UTC."""

    name = "time"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """The moment; a click error where it is none."""
        if isinstance(value, datetime):
            return value
        try:
            return parse_time(value)[0]
        except ValueError as error:
            self.fail(str(error), param, ctx)
