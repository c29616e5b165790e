"""The report of a command: one JSON object with dpone's keys and more; as text and as Markdown, too."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

GREEN: Final = 0
RED: Final = 1
DRIFTED: Final = 3
FAILED: Final = 4

_VERDICTS = {True: "passed", False: "failed", None: "opaque"}
_SHOWN = (
    *("run_id", "namespace", "process", "manifest", "revision", "status", "recorded_at", "entry_sha256"),
    *(
        "event_type",
        "dataset_count",
        "event_path",
        "event_sha256",
        "sent_to",
        "run_urn",
        "contradicts_run",
        "checked_at",
    ),
)
_LISTS = ("blockers", "warnings")


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a command. exit_code: 0 green, 1 red, 3 drift, 4 the server failed."""

    title: str
    content: dict[str, Any]
    exit_code: int

    @property
    def passed(self) -> bool:
        """True if all is green."""
        return self.exit_code == GREEN

    def to_json(self) -> str:
        """Return the report as JSON."""
        return json.dumps(self.content, indent=2, ensure_ascii=False) + "\n"

    def to_text(self) -> str:
        """Return the report for a terminal."""
        return "\n".join(_text(self.title, self.content)) + "\n"

    def to_markdown(self) -> str:
        """Return the report as Markdown."""
        return "\n".join(_markdown(self.title, self.content)) + "\n"


def word_of(content: dict[str, Any]) -> str:
    """Return the outcome in a word."""
    return "drifted" if content.get("drift") else "green" if content["passed"] else "red"


def _text(title: str, content: dict[str, Any]) -> Iterator[str]:
    yield f"{title}: {word_of(content)}"
    yield from (f"  {name}: {printable(content[name])}" for name in _SHOWN if content.get(name) is not None)
    for name in _LISTS:
        yield from (f"  {name[:-1]}: {printable(code)}" for code in content.get(name, ()))
    for one in evidence_of(content):
        path = "" if one["path"] is None else f" {one['path']}"
        line = f"{one['name']} {_VERDICTS[one['passed']]} {one['sha256'] or 'missing'}{path}"
        yield f"  evidence: {printable(line)}"
    for item in content.get("drift", ()):
        line = f"{item['code']} expected {item['expected'] or 'no file'}, got {item['actual'] or 'no file'}"
        yield f"  drift: {printable(line)}"
    if content.get("error"):
        yield f"  error: {printable(content['error'])}"
    for inner in content.get("runs", ()):
        yield from _text(printable(inner.get("run_id")), inner)


def _markdown(title: str, content: dict[str, Any]) -> Iterator[str]:
    yield from (f"# {title}", "", f"- passed: `{str(content['passed']).lower()}`")
    yield from (f"- {name}: `{_cell(content[name])}`" for name in _SHOWN if content.get(name) is not None)
    for name in _LISTS:
        if content.get(name):
            yield from ("", f"{name.capitalize()}:", "")
            yield from (f"- `{_cell(code)}`" for code in content[name])
    if evidence := evidence_of(content):
        yield from ("", "| evidence | verdict | sha256 | summary | path |", "|---|---|---|---|---|")
        for one in evidence:
            cells = [one["name"], _VERDICTS[one["passed"]], one["sha256"], one["summary"], one["path"]]
            yield f"| {' | '.join('' if cell is None else f'`{_cell(cell)}`' for cell in cells)} |"
    if content.get("drift"):
        yield from ("", "| drift | expected | now |", "|---|---|---|")
        for item in content["drift"]:
            cells = [item["code"], item["expected"] or "no file", item["actual"] or "no file"]
            yield f"| {' | '.join(f'`{_cell(cell)}`' for cell in cells)} |"
    if content.get("error"):
        yield from ("", f"Error: {_cell(content['error'])}")
    for inner in content.get("runs", ()):
        yield ""
        yield from (f"#{line}" if line.startswith("#") else line for line in _markdown(_cell(inner["run_id"]), inner))


def evidence_of(content: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the result and the artifacts of a report."""
    if "run_result_sha256" not in content:
        return []
    failed = any(code.startswith("run_result.") for code in content.get("blockers", ()))
    result = {"name": "run_result", "path": content["run_result_path"], "sha256": content["run_result_sha256"]}
    return [{**result, "passed": not failed, "summary": None}, *content["artifacts"]]


def printable(value: object) -> str:
    """Return a value for a terminal: text from files may hold what would move its cursor."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(value))


def _cell(value: object) -> str:
    return printable(value).replace("`", "'").replace("|", "\\|")
