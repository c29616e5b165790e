"""Pictures: the folded rows, their order, and names that stay text in every rendering."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from headwater.impact.pictures import Group, Picture, Role, Row, State, mermaid, picture, svg, text
from headwater.model.questions import Certainty, Kind

DAY = datetime(2026, 10, 14, tzinfo=UTC)
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    '"]; click n0 "javascript:alert(1)"',
    "</title><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "]]><!--",
    "&lt;b&gt; &#60; #quot; #60;",
    "end\n  n9 --> n0\n%%{init: {}}%%",
    "`**bold**`",
    "\x1b[2J\x1b[31mred\x07",
    "\N{RIGHT-TO-LEFT OVERRIDE}gnp.exe\x00\ud800",
    "x" * 5000,
    "",
]


def at(minutes: float) -> datetime:
    return DAY + timedelta(minutes=minutes)


def run(number: int, job: str = "job", role: Role = Role.RUN, state: State = State.SUCCESS, **more: Any) -> Row:
    """Return a run that began at minute `number` and took half of one."""
    group = Group(f"urn:job:{job}", job)
    row = Row(role, f"urn:run:{number:04}", group, at(number), at(number + 0.5), state)
    affected = replace(row, kind=Kind.CONTAMINATED, depth=1) if role is Role.RUN else row
    return replace(affected, **more)


def version(minute: float, asset: str = "table") -> Row:
    return Row(Role.VERSION, f"urn:asset:{asset}", Group(f"urn:asset:{asset}", asset), at(minute), at(minute))


def drawn(rows: list[Row], pairs: Sequence[tuple[int, int]] = (), max_nodes: int = 60) -> Picture:
    return picture("Affected by it", ["A note."], rows, np.array(pairs, np.int64).reshape(-1, 2), max_nodes)


SMALL = drawn(
    [
        run(0, "load", Role.START),
        version(0.5, "prices"),
        run(1, "report", depth=1),
        version(1.5, "report"),
        run(2, "mail", state=State.FAILURE, certainty=Certainty.POSSIBLE, depth=2),
        run(3, "old", state=State.STARTED, kind=Kind.STALE, ended=None, kept=("rates",)),
        run(-9, "next", Role.NEXT),
    ],
    [(0, 1), (1, 2), (2, 3), (3, 4), (1, 6), (0, 5)],
)


def test_text_says_who_when_how_and_why() -> None:
    assert text(SMALL) == (
        "Affected by it\n"
        "A note.\n"
        "Times are UTC, 2026.\n"
        "\n"
        "WHEN              JOB                                                           STATE\n"
        "14 Oct 00:00      load                                                          SUCCESS\n"
        "                  start: wrote prices\n"
        "                  urn:run:0000\n"
        "14 Oct 00:01      report                                                        SUCCESS\n"
        "                  CONTAMINATED, 1 away: read prices; wrote report\n"
        "                  urn:run:0001\n"
        "14 Oct 00:02      mail                                                          FAILURE\n"
        "                  possibly CONTAMINATED, 2 away: read report\n"
        "                  urn:run:0002\n"
        "14 Oct 00:03 -    old                                                           STARTED\n"
        "                  STALE, 1 away: read rates, not replaced by load\n"
        "                  urn:run:0003\n"
        "ran 13 Oct 23:51  next                                                          SUCCESS\n"
        "                  AT_RISK: would read prices\n"
        "                  urn:run:-009\n"
    )


def test_mermaid_has_shapes_links_and_classes() -> None:
    assert mermaid(SMALL) == (
        "flowchart LR\n"
        "  %% Affected by it\n"
        "  %% A note.\n"
        "  %% Times are UTC, 2026.\n"
        '  n0(["load<br>14 Oct 00:00<br>SUCCESS"])\n'
        '  n1[("prices<br>14 Oct 00:00")]\n'
        '  n2["report<br>14 Oct 00:01<br>SUCCESS<br>CONTAMINATED, CERTAIN"]\n'
        '  n3[("report<br>14 Oct 00:01")]\n'
        '  n4["mail<br>14 Oct 00:02<br>FAILURE<br>CONTAMINATED, POSSIBLE"]\n'
        '  n5["old<br>14 Oct 00:03 -<br>STARTED<br>STALE, CERTAIN"]\n'
        '  subgraph AT_RISK["AT_RISK: next"]\n'
        '    n6{{"next<br>13 Oct 23:51<br>SUCCESS"}}\n'
        "  end\n"
        "  n0 --> n1\n"
        "  n0 --> n5\n"
        "  n1 --> n2\n"
        "  n1 --> n6\n"
        "  n2 --> n3\n"
        "  n3 --> n4\n"
        "  classDef SUCCESS fill:#d3f0dc,stroke:#1a7f37,color:#111\n"
        "  class n0,n2,n6 SUCCESS\n"
        "  classDef FAILURE fill:#ffd7d5,stroke:#cf222e,color:#111\n"
        "  class n4 FAILURE\n"
        "  classDef STARTED fill:#d5e8ff,stroke:#0969da,color:#111\n"
        "  class n5 STARTED\n"
        "  classDef VERSION fill:#f6f8fa,stroke:#57606a,color:#111\n"
        "  class n1,n3 VERSION\n"
        "  classDef POSSIBLE stroke-dasharray:5 4\n"
        "  class n4 POSSIBLE\n"
    )


def test_svg_stands_alone_and_can_be_read_aloud() -> None:
    root = ElementTree.fromstring(svg(SMALL))
    assert root.get("role") == "img"
    assert [element.tag for element in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
    assert root.get("aria-labelledby") == f"{root[0].get('id')} {root[1].get('id')}"
    assert "mail, 14 Oct 00:02, FAILURE: possibly CONTAMINATED, 2 away: read report." in (root[1].text or "")
    assert {element.tag for element in root.iter()} == {
        SVG + name for name in ("svg", "title", "desc", "style", "defs", "marker", "path", "text", "g", "rect")
    }
    assert "prefers-color-scheme: dark" in svg(SMALL)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|href|<script|url\((?!#arrow)", svg(SMALL))


def test_svg_goes_with_time_and_has_what_is_next_in_a_last_column() -> None:
    root = ElementTree.fromstring(svg(SMALL))
    rows = [group for group in root.findall(f"{SVG}g") if group.find(f"{SVG}title") is not None]
    marks = [[int(rect.get("x") or 0) for rect in group.findall(f"{SVG}rect")] for group in rows]
    assert all(len(x) == 1 for x in marks)
    assert all(left < right for (left,), (right,) in pairwise(marks))
    classes = [group.find(f"{SVG}rect").get("class") for group in rows]  # type: ignore[union-attr]
    assert classes == ["SUCCESS", "SUCCESS", "FAILURE", "STARTED", "SUCCESS"]


@pytest.mark.parametrize("render", [text, mermaid, svg])
def test_nothing_is_said_too(render: Callable[[Picture], str]) -> None:
    assert "Nothing." in render(drawn([]))
    assert render(drawn([replace(run(1), began=None, ended=None)]))


def test_many_are_folded_by_job_and_asset_with_counts_and_times() -> None:
    rows = [run(0, "load", Role.START), version(0.5, "prices")]
    rows += [run(5 + number, "x", state=State.FAILURE if number in (3, 8) else State.SUCCESS) for number in range(31)]
    rows += [version(5.6 + number, "y") for number in range(31)]
    rows += [run(90, "x", certainty=Certainty.POSSIBLE), run(200, "z")]
    pairs = [(0, 1), *((1, 2 + number) for number in range(31)), *((2 + n, 33 + n) for n in range(31)), (34, 65)]
    folded = drawn(rows, pairs, max_nodes=60)
    assert [(node.name, len(node.rows)) for node in folded.nodes] == [
        ("load", 1), ("prices", 1), ("x", 31), ("y", 31), ("x", 1), ("z", 1)
    ]  # fmt: skip
    assert folded.edges == [(0, 1), (1, 2), (2, 3), (3, 5)]
    said = text(folded)
    assert "14 Oct 00:05 - 00:35  x " in said
    assert "31 runs, 2 failed" in said
    assert "Runs of one job are folded, and versions of one asset." in said
    assert "31 versions" in mermaid(folded)
    assert svg(folded).count("31 runs, 2 failed") == 3


def test_the_farthest_rows_are_left_out_and_counted() -> None:
    rows = [run(0, "load", Role.START), *(run(number, f"job {number}", depth=number) for number in range(1, 100))]
    few = drawn(rows, [(number, number + 1) for number in range(99)], max_nodes=5)
    assert [node.name for node in few.nodes] == ["load", "job 1", "job 2", "job 3", "job 4"]
    assert few.edges == [(0, 1), (1, 2), (2, 3), (3, 4)]
    assert few.notes == ["A note.", "95 more are left out, the farthest."]


def test_edges_of_the_nearest_nodes_stay_if_there_are_too_many() -> None:
    rows = [run(number, f"job {number}", depth=number) for number in range(6)]
    dense = drawn(rows, [(tail, head) for head in range(6) for tail in range(head)])
    assert [edge for edge, _ in dense.nearest_edges(6)] == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert [edge for edge, _ in dense.nearest_edges(99)] == dense.edges


def test_the_order_of_rows_does_not_matter() -> None:
    rows = [run(number // 3, f"job {number % 7}", depth=number % 4) for number in range(80)]
    rows = [replace(row, urn=f"urn:run:{number}") for number, row in enumerate(rows)]
    pairs = [(number, (number * 7) % 80) for number in range(80)]
    for max_nodes in (5, 60, 80):
        expected = [render(drawn(rows, pairs, max_nodes)) for render in (text, mermaid, svg)]
        order = Random(1).sample(range(80), 80)
        place = {number: position for position, number in enumerate(order)}
        again = drawn([rows[n] for n in order], [(place[a], place[b]) for a, b in pairs], max_nodes)
        assert [render(again) for render in (text, mermaid, svg)] == expected


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_becomes_more_than_text(name: str) -> None:
    rows = [run(0, name, Role.START), version(0.5, name), run(1, name), run(2, name, Role.NEXT)]
    rows = [replace(row, urn=f"urn:{name}") for row in rows]
    hostile = picture(name, [name], rows, np.array([[0, 1], [1, 2], [1, 3]]), 60)
    plain = drawn(
        [replace(row, group=Group("urn:plain", "plain"), urn="urn:plain") for row in rows], [(0, 1), (1, 2), (1, 3)]
    )
    tags = [[element.tag for element in ElementTree.fromstring(svg(one)).iter()] for one in (hostile, plain)]
    assert tags[0] == tags[1]
    line = re.compile(
        r'flowchart LR|  (  )?n\d+(\(\[|\[|\[\(|\{\{)"([\w .,:/-]|#\d+;|<br>)*"(\]\)|\]|\)\]|\}\})|  n\d+ --> n\d+|  end'
        r'|  subgraph AT_RISK\["AT_RISK: next"\]|  classDef [\w :#,-]+|  class [n\d,]+ \w+|  %% ([\w .,:/-]|#\d+;)*'
    )
    assert [row for row in mermaid(hostile).splitlines() if not line.fullmatch(row)] == []
    for rendering in (text(hostile), mermaid(hostile), svg(hostile)):
        assert [sign for sign in rendering if not sign.isprintable() and sign != "\n"] == []
    assert all(len(row) <= 100 for row in text(hostile).splitlines())


def test_several_years_are_told_apart() -> None:
    both = drawn([run(0), run(60 * 24 * 365)])
    assert "14 Oct 2026 00:00" in text(both)
    assert "14 Oct 2027 00:00" in text(both)
    assert "Times are UTC.\n" in text(both)
