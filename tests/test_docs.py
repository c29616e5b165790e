"""The documentation is true: its commands run, its queries have their answers, its settings and links exist."""

import contextlib
import gzip
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any
from uuid import UUID

import pytest
from pydantic import SecretStr

from headwater.app.database import migrate_database
from headwater.dialects.openlineage import DIALECT
from headwater.dialects.problems import UnusableError, problem
from headwater.embedded import EmbeddedPostgres
from headwater.evidence.asking import AskedStore
from headwater.evidence.client import RunRegistry
from headwater.ingest.databand_operations import EXAMPLE_SOURCE
from headwater.settings import Settings
from headwater.store.run_events import to_cursor
from headwater.urn import named_dataset_urn
from prose.links import anchors, without_code

from conftest import ROOT, SHORT_LOADS, cloned_database, fetch, heed_interrupts, merge_items
from events import parsed, run_event, uuid
from gitlab_pipelines import pipeline
from gitlab_server import TOKEN, FakeGitLab, gitlab_server
from graphql_api import urn
from proposals import RUN, item
from server_process import Server
from subscriber import subscribed

DOCS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BIN = Path(sys.executable).parent
ENDLESS = ("demo", "serve", "worker")
READY = r"http://\S+/graphql|merges queued writes"
EXECUTION = "graphql-execution.md"
PRICES = {"namespace": "postgres://shop-db:5432", "name": "shop.public.prices"}
HELD_RUN = "0199a9f0-5b3a-7c11-8d42-6f0f3a5c9e10"
TRACE_ID = UUID("00064c1f5d0a8000a1b2c3d4e5f60718")
PATIENCE_SECONDS = 600
"""The longest time for one step; the machine may be busy, and the demo loads with Spark."""
BENCHMARK = ".venv/bin/python bench/"
MAX_CONNECTIONS = 200
"""More than any command needs."""


def blocks(language: str) -> list[tuple[str, str]]:
    """Return the code blocks of a language, each with its document."""
    pattern = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return [(path.name, block) for path in DOCS for block in pattern.findall(path.read_text())]


def answered(language: str, answer: str) -> list[tuple[str, str, str]]:
    """Return the code blocks of a language directly before their answer in another, each with its document."""
    body = r"((?:(?!```).*\n)*)```"
    pattern = re.compile(rf"^```{language}\n{body}\n\n```{answer}\n{body}$", re.MULTILINE)
    return [(path.name, *pair) for path in DOCS for pair in pattern.findall(path.read_text())]


def is_subscription(block: tuple[str, str]) -> bool:
    """Return true if a query is a subscription."""
    return block[1].startswith("subscription")


def commands() -> list[str]:
    """Return every command, once; a benchmark once, with all options that the documentation gives it."""
    lines = {line.partition("#")[0].strip() for _, block in blocks("sh") for line in block.splitlines()} - {""}
    benchmarks: dict[str, list[str]] = {}
    for line in sorted(lines):
        if line.startswith(BENCHMARK):
            python, script, *options = line.split()
            benchmarks.setdefault(f"{python} {script}", []).extend(options)
    shown = [" ".join([command, *options]) for command, options in benchmarks.items()]
    return sorted({line for line in lines if not line.startswith(BENCHMARK)} | set(shown))


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory, temp_folder: Path) -> Iterator[Path]:
    """The folder that the documentation assumes: a few files of events and proposals, and a query.

    The Postgres of their store runs meanwhile: each command would start and stop it.
    """
    folder = tmp_path_factory.mktemp("docs")
    (folder / "events").mkdir()
    (folder / "backups").mkdir()
    (folder / "events" / "one.ndjson").write_text(json.dumps(run_event("START", "00:00:00", uuid(1))))
    (folder / "datahub").mkdir()
    (folder / "datahub" / "runs.json").write_text(json.dumps([item(RUN, "status", {"removed": False})]))
    (folder / "more.ndjson.gz").write_bytes(gzip.compress(b"[]"))
    [query] = [block for name, block in blocks("graphql") if name == EXECUTION]
    (folder / "runs.graphql").write_text(query)
    (folder / "run_result.json").write_text(json.dumps({"run_id": "run_01", "process": "daily_orders", "passed": True}))
    (folder / "quality.json").write_text(json.dumps({"passed": True}))
    fill_store(temp_folder / "docs", folder)
    with EmbeddedPostgres(temp_folder / "docs", MAX_CONNECTIONS):
        yield folder


def fill_store(data_dir: Path, folder: Path) -> None:
    """Fill a store with the data that the commands expect.

    - the registered run of docs/evidence.md, and its exported event;
    - records 1 and 2 of docs/quarantine.md: an event that this version can parse, and one that no version can;
    - token 1 and the source of docs/tokens.md;
    - the prices of docs/impact.md, with configured writes;
    - the trace of docs/asynchronous-writes.md;
    - the held run of docs/retention.md.
    """
    valid = json.dumps(run_event("START", "00:00:00", uuid(2))).encode()
    with EmbeddedPostgres(data_dir) as postgres:
        url = postgres.start()
        migrate_database(url)
        for code, payload in (("run_id.invalid", valid), ("json.invalid", b"{")):
            merge_items(url, [problem(DIALECT, "old.ndjson", 1, UnusableError(code, "refused"), payload)])
        merge_items(url, parsed(run_event("COMPLETE", "00:00:00", uuid(3), outputs=[PRICES])))
        merge_items(url, parsed(run_event("COMPLETE", "00:00:00", uuid(4))), TRACE_ID)
        merge_items(url, parsed(run_event("COMPLETE", "00:00:00", HELD_RUN)))
        fetch(url, "INSERT INTO held_run SELECT run_key, 'first' FROM entity WHERE urn LIKE '%' || $1", HELD_RUN)
        urn = named_dataset_urn(PRICES["namespace"], PRICES["name"])
        fetch(url, "INSERT INTO write_mode (asset_id, mode) SELECT id, 'REPLACE' FROM entity WHERE urn = $1", urn)
        fetch(url, "INSERT INTO token (name, hash, scopes) VALUES ('first', '', '{READ}')")
        fetch(url, "INSERT INTO source (id, name) VALUES ($1, 'first')", EXAMPLE_SOURCE)
        registry = RunRegistry(asked=AskedStore(Settings(database_url=SecretStr(url))))
        with contextlib.chdir(folder):
            assert registry.register("run_result.json", {"quality": "quality.json"}).passed
            assert registry.export("run_01", "lineage").passed


@pytest.mark.parametrize("command", commands())
def test_command_works(command: str, workplace: Path, temp_folder: Path, request: pytest.FixtureRequest) -> None:
    words = shlex.split(command)
    environment = (
        os.environ
        | SHORT_LOADS
        | {
            "PATH": f"{BIN}:{os.environ['PATH']}",
            "HEADWATER_DATA_DIR": str(temp_folder / ("demo" if "demo" in words else "docs")),
            "HEADWATER_PORT": "0",
            "HEADWATER_LOG_LEVEL": "info",
        }
    )
    if words[:2] == ["headwater", "restore"]:
        back_up = ["headwater", "backup", words[2]]
        subprocess.run(back_up, cwd=workplace, env=environment, capture_output=True, check=True)
        environment["HEADWATER_DATA_DIR"] = str(temp_folder / "restored")
    if words[:2] == ["headwater", "upgrade-postgres"]:
        environment["HEADWATER_DATA_DIR"] = str(temp_folder / "old")  # a store that nobody uses
        subprocess.run(["headwater", "migrate"], env=environment, capture_output=True, check=True)
    if words[:2] == ["headwater", "impact"]:
        environment["HEADWATER_DATA_DIR"] = request.getfixturevalue("demo_store")
    if words[:3] == ["python3", "run.py", "test"]:
        # This test run is the test command itself; here the command only has to find its way to pytest.
        words = [sys.executable, str(ROOT / "run.py"), "test", "--version"]
    elif words[:2] == ["python3", "run.py"]:
        words = [sys.executable, str(ROOT / "run.py"), *words[2:]]
    elif words[0] == "make":
        words = ["make", "--dry-run", *words[1:]]
        workplace = ROOT
    elif words[0] == ".venv/bin/python":
        words = [sys.executable, str(ROOT / words[1]), *words[2:], "--quick"]  # which stands for the values of others
    if words[:2] == ["headwater", "sync"]:
        _synchronise(words, workplace, environment)
        return
    if any(word in words for word in ENDLESS):
        assert re.search(READY, _output_until_ready(words, workplace, environment))
        return
    result = subprocess.run(words, cwd=workplace, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def _synchronise(words: list[str], folder: Path, environment: dict[str, str]) -> None:
    """Run a synchronisation against a local GitLab server; interrupt an endless one after its first round."""
    with gitlab_server(FakeGitLab()) as gitlab:
        gitlab.put(pipeline(1, "success", "10:00:00", "10:01:00"))
        words = [gitlab.url if word == "https://gitlab.example.com" else word for word in words]
        process = subprocess.Popen(
            words,
            cwd=folder,
            env=environment | {"GITLAB_TOKEN": TOKEN},
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=heed_interrupts,
        )
        assert process.stderr is not None
        line = process.stderr.readline()
        if "--every" in words:
            process.send_signal(signal.SIGINT)
        assert process.wait(60) == (130 if "--every" in words else 0), line
        process.stderr.close()
    assert re.match(r"acme/shop: \d+ new, \d+ known before, 0 quarantined, 0 failed, 0 gone; ", line), line


def _output_until_ready(words: list[str], folder: Path, environment: dict[str, str]) -> str:
    """Return a server's output until its address; then interrupt the server, as a user would: it must end well."""
    log = folder / "server.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            words, cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT, preexec_fn=heed_interrupts
        )
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not re.search(READY, log.read_text()) and process.poll() is None:
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 0, log.read_text()
    return log.read_text()


@pytest.mark.parametrize(("document", "query"), [block for block in blocks("graphql") if not is_subscription(block)])
def test_query_is_answered(document: str, query: str, live_server: str) -> None:
    answer = ask(live_server, query)
    assert "errors" not in answer, answer
    assert not _is_empty(answer["data"])


@pytest.mark.parametrize(("document", "query"), [block for block in blocks("graphql") if is_subscription(block)])
async def test_subscription_tells_something(document: str, query: str, live_server: str) -> None:
    async with subscribed(live_server, query, after=to_cursor(0)) as subscription:
        [message] = await subscription.take(1)
    assert not _is_empty(message)


def test_the_client_in_python_misses_nothing(postgres_url: str, template: str, tmp_path: Path) -> None:
    [program] = [block for document, block in blocks("python") if document == "subscriptions.md"]
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        program = program.replace("ws://localhost:8080", server.url.replace("http", "ws"))
        with started(program, tmp_path) as client:
            begun = text_of(tmp_path / "seen-cursor")
            server.stop()
            server.start()
            server.post(run_event("FAIL", "00:00:00", uuid(1)))
            *before, told = lines_until(client, uuid(1))
            assert before, "it does not say that it was cut off"
            assert {line.partition(" because")[0] for line in before} == {"again,"}
            assert told == f"failed: {urn(1)}"
            text_of(tmp_path / "seen-cursor", other_than=begun)
        server.post(run_event("FAIL", "00:00:00", uuid(2)))
        with started(program, tmp_path) as client:
            assert lines_until(client, uuid(2)) == [f"failed: {urn(2)}"]


@contextmanager
def started(program: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a Python program in a folder; kill it at the end."""
    with subprocess.Popen([sys.executable, "-c", program], cwd=folder, stdout=subprocess.PIPE, text=True) as client:
        patience = threading.Timer(PATIENCE_SECONDS, client.kill)
        patience.start()
        yield client
        patience.cancel()
        client.kill()


def text_of(path: Path, other_than: str = "") -> str:
    """Return the text of a file once it is neither empty nor the other text."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not path.exists() or path.read_text() in ("", other_than):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return path.read_text()


def lines_until(client: subprocess.Popen[str], word: str) -> list[str]:
    """Return a program's output up to the first line with a word."""
    assert client.stdout is not None
    said = [client.stdout.readline()]
    while word not in said[-1]:
        assert said[-1], "it ended, or nothing came for long"
        said.append(client.stdout.readline())
    return [line.strip() for line in said]


@pytest.mark.parametrize(("document", "query", "shown"), answered("graphql", "json"))
def test_query_has_the_answer_that_is_shown(document: str, query: str, shown: str, live_server: str) -> None:
    answer, expected = ask(live_server, query), json.loads(shown)
    assert {name: answer[name] for name in expected} == expected  # most blocks leave out the cost of the query


def test_the_event_by_hand_is_one() -> None:
    [event] = [block for name, block in blocks("json") if name == "sending.md"]
    [changes] = parsed(json.loads(event))
    assert [fact.result for fact in changes.run_events] == ["FAILURE"]


def test_each_task_has_the_answer_to_its_query() -> None:
    asked = [
        query for name, query in blocks("graphql") if name == "graphql.md" and not query.startswith("subscription")
    ]
    shown = [query for name, query, _ in answered("graphql", "json") if name == "graphql.md"]
    assert len(asked) > 8
    assert asked == shown


@pytest.fixture(scope="session")
def demo_store(temp_folder: Path, live_server: str) -> str:
    """The folder of the demo's store, as the demo prints it."""
    return str(temp_folder / "demo" / "demo")


@pytest.mark.parametrize(("document", "command", "shown"), answered("sh", "text"))
def test_command_prints_what_is_shown(
    document: str, command: str, shown: str, demo_store: str, run_headwater: Callable[..., CompletedProcess[str]]
) -> None:
    assert run_headwater(*shlex.split(command)[1:], HEADWATER_DATA_DIR=demo_store).stdout == shown


def test_the_plan_that_is_shown_is_the_one_that_is_made(
    demo_store: str, workplace: Path, run_headwater: Callable[..., CompletedProcess[str]]
) -> None:
    def without_times(text: str) -> str:
        return re.sub(r"[\d.]+$", "", text[text.index("\nROUND ") :], flags=re.MULTILINE)

    [shown] = [block for name, block in blocks("text") if name == EXECUTION]
    explained = run_headwater("explain", str(workplace / "runs.graphql"), HEADWATER_DATA_DIR=demo_store).stdout
    assert explained.partition("\nROUND ")[0] == shown.partition("\nROUND ")[0]
    assert without_times(explained) == without_times(shown)


def test_the_picture_of_the_bad_night_is_the_one_that_is_made(
    demo_store: str, tmp_path: Path, run_headwater: Callable[..., CompletedProcess[str]]
) -> None:
    [command] = [command for command in commands() if command.startswith("headwater impact") and "--output" in command]
    *words, _ = shlex.split(command)[1:]
    made = tmp_path / "made.svg"
    assert run_headwater(*words, str(made), HEADWATER_DATA_DIR=demo_store).returncode == 0
    assert made.read_text() == (ROOT / "docs" / "bad-night.svg").read_text(), "make it anew by the command in impact.md"


def ask(server: str, query: str) -> dict[str, Any]:
    """Return a server's answer to a query."""
    request = urllib.request.Request(
        f"{server}/graphql", json.dumps({"query": query}).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as response:
        return dict(json.load(response))


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, dict) and all(map(_is_empty, value.values())))


def test_every_setting_is_documented() -> None:
    text = (ROOT / "docs" / "settings.md").read_text()
    documented = set(re.findall(r"^\| `HEADWATER_(\w+)`", text, re.MULTILINE)) - {"CONFIG_FILE"}
    assert documented == {name.rstrip("_").upper() for name in Settings.model_fields}


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", without_code(path.read_text())):
        if target.startswith("https://"):
            continue
        linked = path.parent / target if target else path
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked.read_text()), f"{target}#{anchor}"


def test_headings_and_ids_are_anchors() -> None:
    text = '# A *whole* `run_id`: [its](x.md) end, now\n\n```sh\n# no heading\n```\n\n## Times\n## Times\n<a id="old"></a>\n'
    assert anchors(text) == {"a-whole-run_id-its-end-now", "times", "times-1", "old"}


def test_the_index_of_pages_has_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text()
    named = {page: name.lower() for name, page in re.findall(r"^\| \[([^\]]+)\]\(([\w-]+\.md)\)", index, re.MULTILINE)}
    linked = set(re.findall(r"\]\(([\w-]+\.md)\)", index))
    assert linked == {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    titles = {page: (ROOT / "docs" / page).read_text().partition("\n")[0].lower() for page in named}
    assert {page: name for page, name in named.items() if name not in titles[page]} == {}


ARCHITECTURE = ROOT / "docs" / "architecture.md"


def test_architecture_names_every_room() -> None:
    text = ARCHITECTURE.read_text()
    package = ROOT / "server" / "headwater"
    rooms = {path.name for path in package.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    files = {path.name for path in package.glob("*.py") if not path.name.startswith("__")}
    assert {name for name in rooms if f"{name}/" not in text} == set()
    assert {name for name in files if name not in text} == {"settings.py"}
    assert len(text.split()) < 1_000, "two pages: the docstrings of modules say the rest"


def test_each_hop_of_the_walks_is_there() -> None:
    walks = ARCHITECTURE.read_text().split("## A newcomer's walk")[1:]
    named = [pair for walk in walks for pair in re.findall(r"`([\w/]+\.(?:py|sql))`(?:, `([\w.]+)`)?", walk)]
    assert len(named) > 20
    for file, function in named:
        path = ROOT / file if file.startswith("sql/") else ROOT / "server" / "headwater" / file
        assert path.is_file(), file
        if function:
            text = path.read_text()
            for name in function.split("."):
                assert re.search(rf"(?:def|class|FUNCTION) {name}\b", text), (file, name)


@pytest.mark.skipif(shutil.which("docker-compose") is None, reason="no docker-compose on this machine")
def test_compose_file_is_valid() -> None:
    secrets = {"POSTGRES_PASSWORD": "x", "HEADWATER_TOKEN": "y"}
    command = [
        "docker-compose",
        "--project-directory",
        str(ROOT),
        "--file",
        str(ROOT / "docker-compose.yml"),
        "config",
        "-q",
    ]
    result = subprocess.run(command, env=os.environ | secrets, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
