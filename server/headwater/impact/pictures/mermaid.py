"""Render a picture as a flowchart of Mermaid, from left to right."""

from collections.abc import Sequence

from headwater.impact.pictures.node import Node
from headwater.impact.pictures.picture import Picture
from headwater.impact.pictures.row import Role, State
from headwater.impact.pictures.wording import Calendar, shortened, state_of
from headwater.model.questions import Certainty

_SHAPES = {Role.START: ("([", "])"), Role.RUN: ("[", "]"), Role.VERSION: ("[(", ")]"), Role.NEXT: ("{{", "}}")}
_PLAIN = " .,:_-/"
_LONGEST = 80
_CLASSES = {
    State.SUCCESS.value: "fill:#d3f0dc,stroke:#1a7f37,color:#111",
    State.FAILURE.value: "fill:#ffd7d5,stroke:#cf222e,color:#111",
    State.SKIPPED.value: "fill:#e4e7eb,stroke:#6e7781,color:#111",
    State.UP_FOR_RETRY.value: "fill:#ffe2c7,stroke:#bc4c00,color:#111",
    State.STARTED.value: "fill:#d5e8ff,stroke:#0969da,color:#111",
    State.UNKNOWN.value: "fill:#fff,stroke:#6e7781,color:#111",
    "SEVERAL": "fill:#fff1c2,stroke:#9a6700,color:#111",
    "VERSION": "fill:#f6f8fa,stroke:#57606a,color:#111",
}


def mermaid(picture: Picture) -> str:
    """Return the flowchart, ending with an end of line."""
    calendar = Calendar(picture.nodes)
    lines = ["flowchart LR", *(f"  %% {_escaped(line)}" for line in (picture.title, *picture.notes, calendar.note()))]
    if not picture.nodes:
        lines.append('  nothing["Nothing."]')
    upcoming: list[str] = []
    for number, node in enumerate(picture.nodes):
        (upcoming if node.head.role is Role.NEXT else lines).append(_node(number, node, calendar))
    if upcoming:
        lines += ['  subgraph AT_RISK["AT_RISK: next"]', *(f"  {line}" for line in upcoming), "  end"]
    lines += [f"  n{tail} --> n{head}" for tail, head in picture.edges]
    return "\n".join([*lines, *_classes(picture.nodes)]) + "\n"


def _node(number: int, node: Node, calendar: Calendar) -> str:
    opening, closing = _SHAPES[node.head.role]
    said = [shortened(node.name, _LONGEST), calendar.span(node)]
    if node.head.role is not Role.VERSION or node.is_fold:
        said.append(state_of(node))
    if node.head.kind is not None and node.head.role is Role.RUN:
        said += [f"{kind.value}, {certainty.value}" for kind, certainty in node.head.kinds]
    return f'  n{number}{opening}"{"<br>".join(map(_escaped, said))}"{closing}'


def _escaped(text: str) -> str:
    """Escape all but letters, digits and a few harmless signs by Mermaid's codes."""
    return "".join(sign if sign.isalnum() or sign in _PLAIN else f"#{ord(sign)};" for sign in text)


def _classes(nodes: Sequence[Node]) -> list[str]:
    members: dict[str, list[str]] = {name: [] for name in _CLASSES}
    for number, node in enumerate(nodes):
        members[_class_of(node)].append(f"n{number}")
    lines = []
    for name, numbers in members.items():
        if numbers:
            lines += [f"  classDef {name} {_CLASSES[name]}", f"  class {','.join(numbers)} {name}"]
    possible = [f"n{number}" for number, node in enumerate(nodes) if node.head.certainty is Certainty.POSSIBLE]
    if possible:
        lines += ["  classDef POSSIBLE stroke-dasharray:5 4", f"  class {','.join(possible)} POSSIBLE"]
    return lines


def _class_of(node: Node) -> str:
    if node.head.role is Role.VERSION:
        return "VERSION"
    return node.state.value if node.state else "SEVERAL"
