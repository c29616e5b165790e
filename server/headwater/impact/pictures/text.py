"""Render a picture for a terminal of 100 columns: job, time, state and reason."""

from textwrap import wrap

from headwater.impact.pictures.node import Node, printable
from headwater.impact.pictures.picture import Picture
from headwater.impact.pictures.row import Role
from headwater.impact.pictures.wording import Calendar, reason_of, shortened, state_of

WIDTH = 100
_GAP = "  "
_STATE_WIDTH = 20


def text(picture: Picture) -> str:
    """Return the lines, ending with an end of line."""
    calendar = Calendar(picture.nodes)
    head = [line for sentence in (picture.title, *picture.notes) for line in wrap(sentence, WIDTH)]
    if not picture.nodes:
        return "\n".join([*head, "", "Nothing.", ""])
    times = {number: _time(picture.nodes[number], calendar) for number in picture.listed}
    width = max(len(time) for time in (*times.values(), "WHEN"))
    lines = [_line("WHEN", "JOB", "STATE", width)]
    for number in picture.listed:
        node = picture.nodes[number]
        lines.append(_line(times[number], node.name, state_of(node), width))
        margin = " " * width + _GAP
        told = [reason_of(picture, number)] if node.is_fold else [reason_of(picture, number), printable(node.urn)]
        for sentence in told:
            lines += wrap(sentence, WIDTH, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False)
    return "\n".join([*head, calendar.note(), "", *lines, ""])


def _time(node: Node, calendar: Calendar) -> str:
    return f"ran {calendar.moment(node.first)}" if node.head.role is Role.NEXT else calendar.span(node)


def _line(time: str, name: str, state: str, width: int) -> str:
    room = WIDTH - width - _STATE_WIDTH - 2 * len(_GAP)
    return _GAP.join((time.ljust(width), shortened(name, room).ljust(room), state)).rstrip()
