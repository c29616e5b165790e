"""Render a picture as SVG: time from left to right, a row for each run or job, and AT_RISK jobs in a separate column.

One file without scripts or references. It is built as a tree of elements, so that no name can become markup.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from headwater.impact.pictures.node import Node, printable
from headwater.impact.pictures.picture import Picture
from headwater.impact.pictures.row import Role, State
from headwater.impact.pictures.wording import Calendar, effect_of, reason_of, shortened, state_of
from headwater.model.questions import Certainty

WIDTH = 1000
_LEFT, _RIGHT = 370, 880
_NEXT = 945
_HEAD, _ROW, _FOOT = 92, 40, 56
_MARGIN = 16
_MOST_TICKS = 7
_CLOSE = 4
_TITLE_LETTERS, _NOTE_LETTERS, _NAME_LETTERS, _DETAIL_LETTERS = 90, 150, 42, 54
_STEPS = [
    timedelta(seconds=seconds)
    for seconds in (
        *(1, 5, 15, 30, 60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200),
        *(86_400 * days for days in (1, 2, 7, 14, 30, 91, 182, 365, 3650, 36_500, 365_000)),
    )
]
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_STYLE = """
svg { background: #fff; color: #1f2328; font: 12px system-ui, sans-serif; }
text { fill: currentColor; } .title { font-size: 16px; font-weight: 600; } .name { font-weight: 600; }
.faint { fill: #59636e; font-size: 11px; } .grid { stroke: #d1d9e0; } .span { stroke: #818b98; stroke-width: 2; }
.edge { fill: none; stroke: #818b98; stroke-opacity: .55; } .head { fill: #818b98; }
.possible { stroke-dasharray: 3 3; }
.VERSION { fill: #fff; stroke: #59636e; } .SUCCESS { fill: #1a7f37; } .FAILURE { fill: #cf222e; }
.SKIPPED { fill: #818b98; } .UP_FOR_RETRY { fill: #bc4c00; } .STARTED { fill: #0969da; }
.UNKNOWN { fill: #fff; stroke: #59636e; }
@media (prefers-color-scheme: dark) {
svg { background: #0d1117; color: #f0f6fc; } .faint { fill: #9198a1; } .grid { stroke: #3d444d; }
.VERSION, .UNKNOWN { fill: #0d1117; stroke: #9198a1; } .SUCCESS { fill: #3fb950; } .FAILURE { fill: #f85149; }
.UP_FOR_RETRY { fill: #f0883e; } .STARTED { fill: #58a6ff; }
}
"""


def svg(picture: Picture) -> str:
    """Return the SVG document, ending with an end of line. The same picture gives the same text."""
    calendar = Calendar(picture.nodes)
    rows = {number: place for place, number in enumerate(picture.listed)}
    axis = _Axis.of(picture)
    height = _HEAD + max(len(rows), 1) * _ROW + _FOOT
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDTH} {height}",
            "width": str(WIDTH),
            "height": str(height),
            "role": "img",
            "aria-labelledby": "title desc",
        },
    )
    SubElement(root, "title", id="title").text = picture.title
    SubElement(root, "desc", id="desc").text = " ".join([*picture.notes, *_sentences(picture, calendar)])
    SubElement(root, "style").text = _STYLE
    marker = SubElement(
        SubElement(root, "defs"), "marker", id="arrow", viewBox="0 0 6 6", refX="6", refY="3", markerWidth="6",
        markerHeight="6", orient="auto",
    )  # fmt: skip
    SubElement(marker, "path", {"d": "M0 0L6 3L0 6z", "class": "head"})
    _text(root, _MARGIN, 28, shortened(picture.title, _TITLE_LETTERS), "title")
    _text(root, _MARGIN, 48, shortened(" ".join([*picture.notes, calendar.note()]), _NOTE_LETTERS), "faint")
    _draw_axis(root, axis, calendar, height, has_next=any(node.head.role is Role.NEXT for node in picture.nodes))
    if not rows:
        _text(root, _MARGIN, _HEAD + 24, "Nothing.", "name")
    lines = SubElement(root, "g")
    for number, place in rows.items():
        _draw_row(root, picture, number, place, axis, calendar)
    for tail, head in _links(picture):
        _draw_link(lines, picture, tail, head, rows, axis)
    _draw_legend(root, height - 20)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


@dataclass(frozen=True, slots=True)
class _Axis:
    """The places of times between the left and the right end."""

    start: datetime
    end: datetime

    @classmethod
    def of(cls, picture: Picture) -> "_Axis":
        times = [
            time
            for node in picture.nodes
            if node.head.role is not Role.NEXT
            for time in (node.first, node.last)
            if time is not None
        ] or [_EPOCH]
        start, end = min(times), max(times)
        return cls(start, end if end > start else start + timedelta(seconds=1))

    def x(self, at: datetime) -> int:
        """Return the place of a time."""
        return _LEFT + round((at - self.start) / (self.end - self.start) * (_RIGHT - _LEFT))

    def ticks(self) -> Iterator[tuple[datetime, bool]]:
        """Yield times at equal distances, each with True if its time of day is worth showing."""
        span = self.end - self.start
        step = next((step for step in _STEPS if span <= step * _MOST_TICKS), _STEPS[-1])
        tick = _EPOCH + -((_EPOCH - self.start) // step) * step
        while tick <= self.end:
            yield tick, step < timedelta(days=1)
            tick += step


def _sentences(picture: Picture, calendar: Calendar) -> Iterator[str]:
    """Describe the picture in words, for readers who do not see it."""
    for number in picture.listed:
        node = picture.nodes[number]
        yield f"{node.name}, {calendar.span(node)}, {state_of(node)}: {reason_of(picture, number)}."


def _draw_axis(root: Element, axis: _Axis, calendar: Calendar, height: int, *, has_next: bool) -> None:
    bottom = height - _FOOT + 6
    if calendar.years:
        for at, has_time in axis.ticks():
            x = axis.x(at)
            _line(root, x, _HEAD - 8, x, bottom, "grid")
            words = calendar.moment(at) if has_time else calendar.day(at)
            _text(root, x, _HEAD - 14, words, "faint", anchor="middle")
    if has_next:
        _text(root, _NEXT, _HEAD - 14, "next", "name", anchor="middle")
        _line(root, _NEXT - 40, _HEAD - 8, _NEXT - 40, bottom, "grid")


def _draw_row(root: Element, picture: Picture, number: int, place: int, axis: _Axis, calendar: Calendar) -> None:
    node = picture.nodes[number]
    y = _middle(place)
    group = SubElement(root, "g")
    words = f"{node.name} ({printable(node.urn)}), {calendar.span(node)}, {state_of(node)}"
    SubElement(group, "title").text = f"{words}: {reason_of(picture, number)}"
    _text(group, _MARGIN, y - 3, shortened(node.name, _NAME_LETTERS), "name")
    _text(
        group, _MARGIN, y + 12, shortened(f"{state_of(node)}; {effect_of(picture, number)}", _DETAIL_LETTERS), "faint"
    )
    if node.head.role is Role.NEXT:
        _mark(group, _NEXT - 5, 10, y, node.head.state, node)
        return
    if node.first and node.last:
        _line(group, axis.x(node.first), y, axis.x(node.last), y, "span")
    for x, width, state in _marks(node, axis):
        if node.head.role is Role.VERSION:
            _diamond(group, x, y)
        else:
            _mark(group, x, width, y, state, node)
    for version in (picture.nodes[after] for after in picture.after(number, Role.VERSION)):
        written = SubElement(group, "g")
        SubElement(written, "title").text = f"{version.name}, {calendar.span(version)}, {state_of(version)}"
        for x in sorted({_snapped(axis.x(row.began), version) for row in version.rows if row.began}):
            _diamond(written, x, y)


def _marks(node: Node, axis: _Axis) -> list[tuple[int, int, State]]:
    """Return places, widths and states of a node's runs; runs that would cover each other count once."""
    marks = set()
    for row in node.rows:
        if row.began:
            x = _snapped(axis.x(row.began), node)
            marks.add((x, max(axis.x(row.ended or row.began) - x, 6), row.state))
    return sorted(marks, key=lambda mark: (mark[0], mark[1], mark[2].value))


def _snapped(x: int, node: Node) -> int:
    """Return the place for drawing a row of a fold: rows close to each other share one."""
    return x - (x - _LEFT) % _CLOSE if node.is_fold else x


def _links(picture: Picture) -> list[tuple[int, int]]:
    """Return the links to draw: a version stands on its writer's row, without a line to it."""
    return [(tail, head) for tail, head in picture.edges if picture.nodes[head].head.role is not Role.VERSION]


def _draw_link(lines: Element, picture: Picture, tail: int, head: int, rows: dict[int, int], axis: _Axis) -> None:
    """Draw a line from the first version, or the run's end, to the first run that began after it, for each writer."""
    source, target = picture.nodes[tail], picture.nodes[head]
    left = source.first if source.head.role is Role.VERSION else source.last
    writers = [tail] if tail in rows else picture.before(tail, Role.START, Role.RUN)
    if left is None or (target.first is None and target.head.role is not Role.NEXT):
        return
    later = (row.began for row in target.rows if row.began and row.began >= left)
    right = _NEXT - 6 if target.head.role is Role.NEXT else axis.x(next(later, target.first or left)) - 2
    for writer in writers:
        start, end = (axis.x(left), _middle(rows[writer])), (right, _middle(rows[head]))
        bend = max(abs(end[0] - start[0]) // 2, 24)
        possible = " possible" if target.head.certainty is Certainty.POSSIBLE else ""
        path = f"M{start[0]} {start[1]}C{start[0] + bend} {start[1]} {end[0] - bend} {end[1]} {end[0]} {end[1]}"
        SubElement(lines, "path", {"class": f"edge{possible}", "d": path, "marker-end": "url(#arrow)"})


def _draw_legend(root: Element, y: int) -> None:
    x = _MARGIN
    legend = SubElement(root, "g")
    for state in State:
        SubElement(legend, "rect", _box(x, y - 9, 10, 10, state))
        words = state.value.replace("_", " ").lower()
        _text(legend, x + 15, y, words, "faint")
        x += 15 + 7 * len(words) + 14
    _diamond(legend, x + 4, y - 4)
    _text(legend, x + 14, y, "a version was written", "faint")


def _middle(place: int) -> int:
    return _HEAD + place * _ROW + _ROW // 2


def _mark(parent: Element, x: int, width: int, y: int, state: State, node: Node) -> None:
    box = _box(x, y - 7, width, 14, state)
    if node.head.certainty is Certainty.POSSIBLE:
        box |= {"opacity": "0.5"}
    SubElement(parent, "rect", box)


def _box(x: int, y: int, width: int, height: int, state: State) -> dict[str, str]:
    return {"x": str(x), "y": str(y), "width": str(width), "height": str(height), "rx": "2", "class": state.value}


def _diamond(parent: Element, x: int, y: int) -> None:
    SubElement(parent, "path", {"class": "VERSION", "d": f"M{x} {y - 3}l3 3l-3 3l-3 -3z"})


def _line(parent: Element, x: int, y: int, to_x: int, to_y: int, name: str) -> None:
    SubElement(parent, "path", {"class": name, "d": f"M{x} {y}L{to_x} {to_y}"})


def _text(parent: Element, x: int, y: int, words: str, name: str, anchor: str = "start") -> None:
    SubElement(parent, "text", {"x": str(x), "y": str(y), "class": name, "text-anchor": anchor}).text = words
