"""The words of renderings: times in UTC, states and reasons."""

from collections.abc import Iterable
from datetime import datetime

from headwater.impact.pictures.node import Node
from headwater.impact.pictures.picture import Picture
from headwater.impact.pictures.row import Role, State
from headwater.model.questions import Certainty, Kind

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_COUNTED = {
    State.FAILURE: "failed",
    State.SKIPPED: "skipped",
    State.UP_FOR_RETRY: "up for retry",
    State.STARTED: "started",
    State.UNKNOWN: "of unknown state",
}


class Calendar:
    """Times, without the year if all times of a picture share it."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self.years = sorted({time.year for node in nodes for time in (node.first, node.last) if time})

    def day(self, at: datetime) -> str:
        """Return the day, with the year if the picture has several."""
        return f"{at.day} {_MONTHS[at.month - 1]}" + (f" {at.year}" if len(self.years) > 1 else "")

    def moment(self, at: datetime | None) -> str:
        """Return day and minute."""
        return "unknown" if at is None else f"{self.day(at)} {at:%H:%M}"

    def span(self, node: Node) -> str:
        """Return start and end; for a node that goes on only the start."""
        first, last = node.first, node.last
        if first is None or last is None or (first == last and node.head.state is not State.STARTED):
            return self.moment(first)
        if not node.is_fold and node.head.ended is None:
            return f"{self.moment(first)} -"
        if first.date() == last.date():
            start, end = f"{first:%H:%M}", f"{last:%H:%M}"
            return self.moment(first) if start == end else f"{self.moment(first)} - {end}"
        return f"{self.moment(first)} - {self.moment(last)}"

    def note(self) -> str:
        """Return the time zone, and the year if the times leave it out."""
        return f"Times are UTC, {self.years[0]}." if len(self.years) == 1 else "Times are UTC."


def state_of(node: Node) -> str:
    """Return the state of one run; for several runs their number, and the numbers of those that did not succeed."""
    if node.head.role is Role.VERSION:
        return f"{len(node.rows)} versions" if node.is_fold else "version"
    if not node.is_fold:
        return node.head.state.value
    told = [f"{node.states[state]} {word}" for state, word in _COUNTED.items() if node.states[state]]
    return ", ".join([f"{len(node.rows)} runs", *told])


def reason_of(picture: Picture, number: int) -> str:
    """Return the reason why a node is in the picture: its reads from other nodes, and its writes."""
    node = picture.nodes[number]
    reads = _names(picture, picture.before(number, Role.VERSION))
    if node.head.role is Role.NEXT:
        possibly = "possibly " if node.head.certainty is Certainty.POSSIBLE else ""
        return f"{possibly}AT_RISK: would read {reads}{' again' if node.head.is_again else ''}"
    said = [f"read {reads}"] if reads else []
    if parents := _names(picture, picture.before(number, Role.RUN, Role.START)):
        is_reader = node.head.kind is Kind.STALE and node.kept
        said.append(f"read {', '.join(node.kept)}, not replaced by {parents}" if is_reader else f"follows {parents}")
    return ": ".join(part for part in (_standing(node), "; ".join([*said, *_writes(picture, number)])) if part)


def effect_of(picture: Picture, number: int) -> str:
    """Return a short reason: the writes or the next reads of a node, and the unusual parts of its standing."""
    node = picture.nodes[number]
    if node.head.role is Role.NEXT:
        return reason_of(picture, number)
    head = node.head
    is_usual = head.kind is not Kind.STALE and head.certainty is Certainty.CERTAIN and not head.also
    said = ["" if is_usual else _standing(node), *(_writes(picture, number) or ["wrote nothing"])]
    return ", ".join(filter(None, said))


def _writes(picture: Picture, number: int) -> list[str]:
    """Return the writes of a node in words; an open write may have written nothing."""
    after = picture.after(number, Role.VERSION)
    written = _names(picture, [place for place in after if not picture.nodes[place].is_open])
    opened = _names(picture, [place for place in after if picture.nodes[place].is_open])
    return [
        *([f"wrote {written}"] if written else []),
        *([f"may have written {opened} (open)"] if opened else []),
    ]


def _standing(node: Node) -> str:
    if node.head.role is Role.START or not (node.depth or node.head.kind):
        return "start"
    kinds = [(node.head.kind, node.head.certainty), *node.head.also]
    return "".join(_kind(*kind) for kind in kinds) + f"{node.depth} away"


def _kind(kind: Kind | None, certainty: Certainty) -> str:
    if kind is None:
        return "" if certainty is Certainty.CERTAIN else "possibly a source, "
    return f"{'possibly ' if certainty is Certainty.POSSIBLE else ''}{kind.value}, "


def _names(picture: Picture, numbers: Iterable[int]) -> str:
    return ", ".join(dict.fromkeys(picture.nodes[number].name for number in numbers))


def shortened(text: str, width: int) -> str:
    """Return text of at most so many letters; a longer text loses its middle."""
    if len(text) <= width:
        return text
    kept = width - 1
    return f"{text[: kept - kept // 2]}\N{HORIZONTAL ELLIPSIS}{text[len(text) - kept // 2 :]}"
