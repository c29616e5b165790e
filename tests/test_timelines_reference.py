"""Each answer below a drawing of docs/point-in-time.md and docs/point-in-time-rule.md, by the reference."""

import pytest

from impact_reference.asking import AssetStart, Certainty, RunNode, RunStart, VersionNode
from impact_reference.assumed import assumed_replaced
from impact_reference.impact import impact, seen, versions, visible
from timelines import (
    AffectedBy,
    AffectedByAsset,
    Answer,
    AssumedAfter,
    Drawing,
    ReadBy,
    ShownAt,
    VersionsOf,
    documented,
    drawings,
)

DRAWINGS = documented()
CASES = [pytest.param(d, a, id=f"{d.title}: {a.line}") for d in DRAWINGS for a in d.answers]


def told(drawing: Drawing, answer: Answer) -> dict[str, Certainty]:
    """Return the names of the runs in the reference's answer."""
    history, question = drawing.history, answer.question
    match answer.about:
        case AssumedAfter(run):
            assets = assumed_replaced(history, RunStart(run.job, run.run_id), question)
            return {name: "CERTAIN" for _, name in assets}
        case AffectedBy(run):
            found = impact(history, RunStart(run.job, run.run_id), question)
            return {drawing.name_of(n.run): a.certainty for n, a in found.items() if isinstance(n, RunNode)}
        case AffectedByAsset(asset, at):
            found = impact(history, AssetStart(asset, at), question)
            return {drawing.name_of(n.run): a.certainty for n, a in found.items() if isinstance(n, RunNode)}
        case ShownAt(asset, at):
            nodes = visible(history, asset, at, question)
        case VersionsOf(asset):
            nodes = versions(history, asset, question)
        case ReadBy(run, asset):
            sights = seen(history, run, question)[asset]
            nodes = {node for node, how in sights if how == "CERTAIN" and isinstance(node, VersionNode)}
    return {drawing.name_of(node.run): "CERTAIN" for node in nodes}


@pytest.mark.parametrize(("drawing", "answer"), CASES)
def test_answer(drawing: Drawing, answer: Answer) -> None:
    assert told(drawing, answer) == (answer.names or {})


def test_no_drawing_is_left_out() -> None:
    assert [drawing.title.split(".")[0] for drawing in DRAWINGS] == [str(number) for number in range(1, 22)]


TIMELINE = """## 1. One
```timeline
             09:00     10:00
load          [==]              writes prices (version 41)
                    ^ asOf 09:42
```
```answers
affected by load:
```
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[==]", "[=!]"),
        ("[==]", "[=~]"),
        ("^ asOf", " ^ asOf"),
        ("asOf 09:42", "since 09:42"),
        ("writes prices", "makes prices"),
        ("(version 41)", "(variant 41)"),
        ("writes prices (version 41)", "reads prices (drop)"),
        ("affected by", "affects"),
        ("load:\n", "load, SOMETIMES:\n"),
        ("load:\n", "load: unknown\n"),
        ("load:\n", "load, asOf nine:\n"),
        ("affected by load:\n", "affected by load\n"),
        ("09:00     10:00", "nine      ten"),
        ("```\n```answers", "```\n\n```answers"),
        ("\n```\n```answers", "\nload          [==]              writes prices\n```\n```answers"),
    ],
)
def test_unknown_syntax_in_a_drawing_is_refused(old: str, new: str) -> None:
    assert drawings(TIMELINE)
    assert TIMELINE.count(old) == 1
    with pytest.raises(ValueError):  # noqa: PT011
        drawings(TIMELINE.replace(old, new))
