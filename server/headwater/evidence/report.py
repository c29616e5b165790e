"""The report of a command: one JSON object with dpone's keys and more; as text and as Markdown, too."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from headwater.registry.codes import ARTIFACT, DRIFT_EVENT, RUN_RESULT, sentence_of
from headwater.texts import printable

GREEN: Final = 0
RED: Final = 1
DRIFTED: Final = 3
FAILED: Final = 4

_VERDICTS = {True: "passed", False: "failed", None: "opaque"}
_DRIFTED = "drifted"
_SHOWN = (
    *("run_id", "namespace", "process", "manifest", "revision", "status", "recorded_at", "entry_sha256"),
    *(
        "run_count",
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
    """Return the outcome in a word; some runs have drifted if one has."""
    has_drifted = any(one.get("drift") for one in (content, *content.get("runs", ())))
    return _DRIFTED if has_drifted else "green" if content["passed"] else "red"


def _text(title: str, content: dict[str, Any]) -> Iterator[str]:
    yield f"{title}: {word_of(content)}"
    yield from (f"  {name}: {_shown(content[name])}" for name in _SHOWN if content.get(name) is not None)
    for name in _LISTS:
        yield from (f"  {name[:-1]}: {printable(_told(code))}" for code in content.get(name, ()))
    for one in evidence_of(content):
        path = "" if one["path"] is None else f" {one['path']}"
        line = f"{one['name']} {_verdict(one, content)} {one['sha256'] or 'missing'}{path}"
        yield f"  evidence: {printable(line)}"
    for item in content.get("drift", ()):
        line = f"{_difference(item)}: expected {item['expected'] or 'no file'}, got {_now(item, content)}"
        yield f"  drift: {printable(line)}"
    if (checked := _checked(content)) is not None:
        yield f"  verified: {_shown(checked)}"
    if content.get("error"):
        yield f"  error: {_shown(content['error'])}"
    for inner in content.get("runs", ()):
        yield from _text(_shown(inner.get("run_id")), inner)


def _markdown(title: str, content: dict[str, Any]) -> Iterator[str]:
    yield from (f"# {title}", "", f"- passed: `{str(content['passed']).lower()}`")
    yield from (f"- {name}: `{_cell(content[name])}`" for name in _SHOWN if content.get(name) is not None)
    for name in _LISTS:
        if content.get(name):
            yield from ("", f"{name.capitalize()}:", "")
            yield from (f"- {_explained(code)}" for code in content[name])
    if evidence := evidence_of(content):
        yield from ("", "| evidence | verdict | sha256 | summary | path |", "|---|---|---|---|---|")
        for one in evidence:
            cells = [one["name"], _verdict(one, content), one["sha256"], one["summary"], one["path"]]
            yield f"| {' | '.join('' if cell is None else f'`{_cell(cell)}`' for cell in cells)} |"
    if content.get("drift"):
        yield from ("", "| drift | expected | now |", "|---|---|---|")
        for item in content["drift"]:
            cells = [_difference(item), item["expected"] or "no file", _now(item, content)]
            yield f"| {' | '.join(f'`{_cell(cell)}`' for cell in cells)} |"
    if (checked := _checked(content)) is not None:
        yield from ("", f"Verified: {_cell(checked)}")
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
    result = {"name": RUN_RESULT, "path": content["run_result_path"], "sha256": content["run_result_sha256"]}
    return [{**result, "passed": not failed, "summary": None}, *content["artifacts"]]


def _verdict(one: dict[str, Any], content: dict[str, Any]) -> str:
    """Return the registered verdict of a file, or that the file has drifted since."""
    subject = one["name"] if one["name"] == RUN_RESULT else f"{ARTIFACT}{one['name']}"
    drifted = {item["subject"] for item in content.get("drift", ()) if item["code"] != DRIFT_EVENT}
    return _DRIFTED if subject in drifted else _VERDICTS[one["passed"]]


def _difference(item: dict[str, Any]) -> str:
    return item["code"] if item["subject"] in item["code"] else f"{item['code']} of {item['subject']}"


def _now(item: dict[str, Any], content: dict[str, Any]) -> str:
    """Return the value now. Files outside of the root are not read."""
    nothing = f"no file below {content['root']}" if content.get("root") else "no file"
    return item["actual"] or nothing


def _checked(content: dict[str, Any]) -> str | None:
    """Return the time and the outcome of the last verification; None without one, and for a verification itself."""
    last = content.get("last_verification")
    if last is None or "drift" in content:
        return None
    codes = ", ".join(item["code"] for item in last["items"])
    return f"{last['checkedAt']}, {codes or 'without drift'}"


def _told(code: str) -> str:
    sentence = sentence_of(code)
    return code if sentence is None else f"{code}: {sentence}"


def _explained(code: str) -> str:
    sentence = sentence_of(code)
    return f"`{_cell(code)}`" + ("" if sentence is None else f": {sentence}")


def _shown(value: object) -> str:
    return printable(str(value).lower() if isinstance(value, bool) else str(value))


def _cell(value: object) -> str:
    return _shown(value).replace("`", "'").replace("|", "\\|")
