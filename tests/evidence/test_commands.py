"""`headwater run`, against a database and against a server: the document's workflow, exit codes and reports."""

import json
import os
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from headwater.cli.main import cli
from headwater.registry.checksums import sha256

from openlineage_spec import problems
from server_process import Server

Run = Callable[..., Result]

GREEN = {"run_id": "run_01", "process": "daily_orders", "manifest": "orders.yml", "passed": True}
RED = GREEN | {"passed": False, "result": {"status": "error", "errors": ["boom"]}}
DATASETS = ["--input", "postgres=public.orders", "--output", "mssql=landing.orders"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a green result and an artifact."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "result.json").write_text(json.dumps(GREEN))
    (tmp_path / "quality.json").write_text('{"passed": true, "checks": [{"passed": true}, {"passed": true}]}')
    return tmp_path


@pytest.fixture(params=["database", "server"])
def run(request: pytest.FixtureRequest, database_url: str, folder: Path) -> Iterator[Run]:
    """Runs `headwater run`."""
    if request.param == "database":
        yield lambda *words: invoked(words, HEADWATER_DATABASE_URL=database_url)
        return
    with Server(database_url) as server:
        yield lambda *words: invoked(words, HEADWATER_URL=server.url)


def invoked(words: tuple[str, ...], **environment: str) -> Result:
    return CliRunner().invoke(cli, ["run", *words], env={"HEADWATER_LOG_LEVEL": "error", **environment})


def json_of(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_operators_workflow(run: Run, folder: Path) -> None:
    quality = ["--artifact", "quality=quality.json", "--require", "quality"]
    registered = run("register", "--result", "result.json", *quality, "--format", "json")
    assert registered.exit_code == 0, registered.output
    report = json_of(registered)
    assert (report["run_id"], report["process"], report["revision"], report["blockers"]) == (
        "run_01",
        "daily_orders",
        1,
        [],
    )
    assert report["run_result_sha256"] == sha256((folder / "result.json").read_bytes())
    assert report["artifacts"][0]["sha256"] == sha256((folder / "quality.json").read_bytes())

    assert run("verify", "run_01").exit_code == 0
    assert run("show", "run_01").exit_code == 0
    exported = run("export", "run_01", *DATASETS, "--output-dir", "out", "--format", "json")
    assert exported.exit_code == 0, exported.output
    [path] = (folder / "out").iterdir()
    assert path.name == "run_01__openlineage.json"
    assert json_of(exported)["event_sha256"] == sha256(path.read_bytes())
    event = json.loads(path.read_text())
    assert problems(event) == []
    assert (event["eventType"], len(event["inputs"]), len(event["outputs"])) == ("COMPLETE", 1, 1)
    assert run("verify", "--event", str(path)).exit_code == 0

    (folder / "quality.json").write_text('{"passed": true}')
    drifted = run("verify", "run_01", "--format", "json")
    assert drifted.exit_code == 3
    assert [item["code"] for item in json_of(drifted)["drift"]] == ["drift.artifact.quality"]
    (folder / "result.json").unlink()
    both = run("verify", "--all", "--format", "json")
    assert both.exit_code == 3
    [inner] = json_of(both)["runs"]
    assert [item["code"] for item in inner["drift"]] == ["drift.run_result.missing", "drift.artifact.quality"]
    last = json_of(run("show", "run_01", "--format", "json"))["last_verification"]
    assert [item["code"] for item in last["items"]] == ["drift.run_result.missing", "drift.artifact.quality"]

    (folder / "result.json").write_text(json.dumps(RED))
    red = run("register", "--result", "result.json", *quality, "--format", "json")
    assert (red.exit_code, json_of(red)["blockers"], json_of(red)["revision"]) == (1, ["run_result.not_passed"], 2)
    history = json_of(run("show", "run_01", "--history", "--format", "json"))["runs"]
    assert [(one["revision"], one["passed"]) for one in history] == [(2, False), (1, True)]
    assert history[1]["artifacts"][0]["sha256"] == report["artifacts"][0]["sha256"]
    assert run("verify", "run_01").exit_code == 1
    contradicted = run("verify", "--event", str(path), "--format", "json")
    assert contradicted.exit_code == 0  # it tells of revision 1
    assert run("export", "run_01", "--revision", "1", "--output-dir", "old").exit_code == 0


def test_the_event_of_a_red_run_is_written(run: Run, folder: Path) -> None:
    (folder / "result.json").write_text(json.dumps(RED))
    assert run("register", "--result", "result.json").exit_code == 1
    exported = run("export", "run_01", "--output-dir", "out", "--format", "json")
    assert (exported.exit_code, json_of(exported)["blockers"]) == (1, ["run_registry.not_passed"])
    assert json.loads((folder / "out" / "run_01__openlineage.json").read_text())["eventType"] == "FAIL"
    refused = run("export", "run_01", "--event-type", "COMPLETE", "--output-dir", "other")
    assert refused.exit_code == 2
    assert "--event-type: expected auto, START or FAIL, got COMPLETE" in refused.output
    assert not (folder / "other").exists()


def test_missing_and_broken_registrations(run: Run, folder: Path) -> None:
    """The document's failure behaviour: an event is written, and the exit is red."""
    missing = run("export", "run_09", *DATASETS, "--output-dir", "out", "--format", "json")
    assert (missing.exit_code, json_of(missing)["blockers"]) == (1, ["run_registry.missing"])
    assert json.loads((folder / "out" / "run_09__openlineage.json").read_text())["eventType"] == "FAIL"
    (folder / "entry.json").write_text("{not json")
    for name, reason in (("entry.json", "run_registry.invalid_json"), ("none.json", "run_registry.missing")):
        found = run("export", "--entry", name, "--output-dir", "out", "--format", "json")
        assert (found.exit_code, json_of(found)["blockers"], json_of(found)["event_type"]) == (1, [reason], "FAIL")
        assert problems(json.loads((folder / "out" / "unknown_run__openlineage.json").read_text())) == []
        verified = run("verify", "--entry", name, "--format", "json")
        assert (verified.exit_code, json_of(verified)["blockers"]) == (1, [reason])
    assert run("verify", "run_09").exit_code == run("show", "run_09").exit_code == 1


@pytest.fixture
def database_run(database_url: str, folder: Path) -> Run:
    return lambda *words: invoked(words, HEADWATER_DATABASE_URL=database_url)


def test_results_without_a_run(database_run: Run, folder: Path) -> None:
    for content, reason in (
        (None, "run_result.missing"),
        (b"", "run_result.invalid_json"),
        (b"\xff", "run_result.invalid_json"),
    ):
        (folder / "result.json").unlink(missing_ok=True)
        if content is not None:
            (folder / "result.json").write_bytes(content)
        found = database_run("register", "--result", "result.json", "--format", "json")
        assert found.exit_code == 1
        assert json_of(found)["blockers"] == [reason, "run_result.run_id_missing"]
        assert json_of(found)["registered"] is False
    named = database_run("register", "--result", "result.json", "--run-id", "run_05", "--format", "json")
    assert (named.exit_code, json_of(named)["blockers"]) == (1, ["run_result.invalid_json"])
    assert json_of(named)["revision"] == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["register"], "--result"),
        (["register", "--result", "result.json", "--artifact", "quality"], "expected NAME=PATH"),
        (["register", "--result", "result.json", "--artifact", "a=b", "--artifact", "a=c"], "expected each name once"),
        (["register", "--result", "result.json", "--artifact", "a b=c"], "expected a name of letters"),
        (["register", "--result", "."], "expected a file that can be read"),
        (["export", "run_01", "--output-dir", "out", "--input", "postgres"], "--input: expected NAMESPACE=NAME"),
        (["export", "run_01", "--output-dir", "out", "--output", "y="], "--output: expected NAMESPACE=NAME"),
        (["export", "run_01", "--output-dir", "out", "--event-type", "ABORT"], "'ABORT' is not one of"),
        (["export", "run_01", "--output-dir", "out", "--event-type", "complete"], "'complete' is not one of"),
        (["export", "--output-dir", "out"], "expected exactly one of: RUN_ID, --entry"),
        (["export", "run_01"], "--output-dir"),
        (["export", "run_01", "--output-dir", "out", "--send", "ftp://x"], "--send: expected the address"),
        (["verify"], "expected exactly one of"),
        (["verify", "run_01", "--all"], "expected exactly one of"),
        (["verify", "--event", "result.json"], "expected an exported event"),
        (["show", "run_01", "--format", "yaml"], "'yaml' is not one of"),
        (["show", "run_01", "--url", "localhost"], "--url: expected the address"),
    ],
)
def test_wrong_usage_is_2(words: list[str], said: str, database_run: Run) -> None:
    found = database_run(*words)
    assert found.exit_code == 2, found.output
    assert said in found.output


def test_a_run_id_of_several_processes(database_run: Run, folder: Path) -> None:
    for process in ("a", "b"):
        (folder / "result.json").write_text(json.dumps(GREEN | {"process": process}))
        database_run("register", "--result", "result.json")
    found = database_run("show", "run_01")
    assert found.exit_code == 2
    assert "RUN_ID: expected also --process" in found.output
    assert json_of(database_run("show", "run_01", "--process", "b", "--format", "json"))["process"] == "b"
    runs = json_of(database_run("verify", "--all", "--format", "json"))["runs"]
    assert {one["process"]: one["passed"] for one in runs} == {"a": False, "b": True}  # one file for both


def test_a_namespace_is_that_of_the_job(run: Run, folder: Path, corpus: Path) -> None:
    """dpone.local by default, also of dpone's own entries, which have none."""
    run("register", "--result", "result.json")
    run("register", "--result", "result.json", "--namespace", "shop")
    assert run("verify", "run_01").exit_code == 2
    entry = corpus / "dpone" / "cases" / "01_passed" / ".dpone" / "run-registry" / "run_01__run_registry.json"
    for number, (named, namespace) in enumerate(
        [
            (["run_01", "--namespace", "shop"], "shop"),
            (["run_01", "--namespace", "dpone.local"], "dpone.local"),
            (["--entry", str(entry)], "dpone.local"),
            (["--entry", str(entry), "--namespace", "shop"], "shop"),
            (["none"], "dpone.local"),
        ]
    ):
        report = json_of(run("export", *named, "--output-dir", str(number), "--format", "json"))
        assert json.loads((folder / report["event_path"]).read_text())["job"]["namespace"] == namespace


def test_a_server_that_is_not_there_is_4(folder: Path) -> None:
    found = invoked(("register", "--result", "result.json"), HEADWATER_URL="http://127.0.0.1:9")
    assert found.exit_code == 4
    assert "does not answer" in found.output
    found = invoked(("show", "x"), HEADWATER_DATABASE_URL="postgresql://127.0.0.1:9/none")
    assert found.exit_code == 4


class Collector(BaseHTTPRequestHandler):
    """Answers with the status of the server, and keeps bodies."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, self.headers.get("Authorization"), json.loads(body)))  # type: ignore[attr-defined]
        self.send_response(self.server.status)  # type: ignore[attr-defined]
        self.end_headers()
        self.wfile.write(b"the schema is not supported")

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def collector() -> Iterator[Any]:
    server: Any = HTTPServer(("127.0.0.1", 0), Collector)
    server.got, server.status = [], 201
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_file_that_a_collector_rejected_is_kept(
    database_run: Run, folder: Path, collector: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "OPENLINEAGE_API_KEY", "key")
    database_run("register", "--result", "result.json")
    send = ["--send", f"http://127.0.0.1:{collector.server_port}", "--format", "json"]
    sent = database_run("export", "run_01", "--output-dir", "out", *send)
    assert sent.exit_code == 0, sent.output
    [(path, key, event)] = collector.got
    assert (path, key) == ("/api/v1/lineage", "Bearer key")
    assert event == json.loads((folder / "out" / "run_01__openlineage.json").read_text())
    collector.status = 422
    rejected = database_run("export", "run_01", "--output-dir", "kept", *send)
    assert (rejected.exit_code, json_of(rejected)["passed"]) == (4, False)
    assert "refused the event with 422: the schema is not supported" in json_of(rejected)["error"]
    assert json.loads((folder / "kept" / "run_01__openlineage.json").read_text())["run"] == collector.got[1][2]["run"]
    assert database_run("export", "none", "--output-dir", "out", *send).exit_code == 1
    assert len(collector.got) == 2  # a run that is not registered is not sent
    (folder / "result.json").write_text(json.dumps(RED))
    database_run("register", "--result", "result.json")
    collector.status = 201
    assert database_run("export", "run_01", "--output-dir", "out", *send).exit_code == 1
    assert collector.got[2][2]["eventType"] == "FAIL"


def test_an_entry_of_dpone_is_verified_and_exported(
    database_run: Run, corpus: Path, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    case = corpus / "dpone" / "cases" / "01_passed"
    entry = ".dpone/run-registry/run_01__run_registry.json"
    verified = database_run("verify", "--entry", str(case / entry), "--root", str(case))
    assert verified.exit_code == 0, verified.output
    exported = database_run("export", "--entry", str(case / entry), "--output-dir", "out", *DATASETS)
    assert exported.exit_code == 0, exported.output
    event = json.loads((folder / "out" / "run_01__openlineage.json").read_text())
    theirs = json.loads((case / ".dpone" / "lineage" / "daily_orders" / "run_01__openlineage.json").read_text())
    facets, known = (one["run"]["facets"] for one in (event, theirs))
    assert {name: facets["dpone_run"][name] for name in known["dpone_run"] if not name.startswith("_")} == {
        name: value for name, value in known["dpone_run"].items() if not name.startswith("_")
    }
    drifted = database_run(
        "verify", "--entry", str(corpus / "dpone" / "cases" / "17_drift" / entry), "--root", str(case)
    )
    assert drifted.exit_code == 3


def test_reports_are_text_markdown_and_json(database_run: Run, folder: Path) -> None:
    (folder / "broken.json").write_text("{")
    (folder / "run.log").write_text("fire")
    words = ["register", "--result", "result.json", "--artifact", "broken=broken.json", "--artifact", "log=run.log"]
    text, markdown, report = (database_run(*words, "--format", form) for form in ("text", "md", "json"))
    assert text.stdout.startswith("run registration: red\n  run_id: run_01\n")
    assert "  blocker: artifact.broken.unparsed: a `.json` file that is not JSON\n" in text.stdout
    assert "  warning: artifact.log.opaque: the file has no verdict: only its bytes count\n" in text.stdout
    assert "  contradicts_run: false\n" in text.stdout
    assert f"  evidence: log opaque {sha256(b'fire')} run.log\n" in text.stdout
    assert markdown.stdout.startswith("# run registration\n\n- passed: `false`\n- run_id: `run_01`\n")
    assert "\n- `artifact.broken.unparsed`: a `.json` file that is not JSON\n" in markdown.stdout
    assert f"| `broken` | `failed` | `{sha256(b'{')}` | `not JSON` | `broken.json` |" in markdown.stdout
    assert json_of(report)["revision"] == 3
    verified = database_run("verify", "run_01", "--format", "md")
    assert verified.exit_code == 1
    (folder / "run.log").write_text("more fire")
    assert "| `drift.artifact.log` |" in database_run("verify", "run_01", "--format", "md").stdout
    assert "drift: drift.artifact.log: expected" in database_run("verify", "run_01").stdout


def test_a_verification_says_what_drifted_and_where_it_looked(database_run: Run, folder: Path) -> None:
    assert database_run("verify", "--all").stdout == "verification: green\n  run_count: 0\n"
    assert database_run("verify", "run_01").stdout.startswith("verification: red\n  run_id: run_01\n")
    database_run("register", "--result", "result.json", "--artifact", "quality=quality.json")
    database_run("export", "run_01", "--output-dir", "out")
    assert "verified: " not in database_run("show", "run_01").stdout
    database_run("verify", "run_01")
    assert database_run("show", "run_01").stdout.endswith(", without drift\n")
    (folder / "quality.json").write_text("{}")
    text = database_run("verify", "run_01").stdout
    assert "  evidence: run_result passed " in text
    assert "  evidence: quality drifted " in text
    assert "verified: " not in text
    assert "| `quality` | `drifted` |" in database_run("verify", "run_01", "--format", "md").stdout
    shown = database_run("show", "run_01")
    assert shown.stdout.startswith("run: green\n")
    assert shown.stdout.endswith(", drift.artifact.quality\n")
    assert "\nVerified: 20" in database_run("show", "run_01", "--format", "md").stdout
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    for words in (["run_01"], ["--all"]):
        found = database_run("verify", *words, "--root", str(elsewhere))
        assert (found.exit_code, found.stdout.splitlines()[0]) == (3, "verification: drifted")
        assert f", got no file below {elsewhere}\n" in found.stdout
    [path] = (folder / "out").iterdir()
    path.write_text(path.read_text().replace(sha256((folder / "result.json").read_bytes()), "ab" * 32))
    found = database_run("verify", "--event", str(path))
    assert (
        f"  drift: drift.event of run_result: expected {sha256((folder / 'result.json').read_bytes())}, got "
        in found.stdout
    )
    assert "  evidence: run_result passed " in found.stdout


def test_the_runbook(database_run: Run, folder: Path) -> None:
    """The document's first two rows; its others are the tests of datasets, collectors and drift."""
    export = ["export", "run_01", *DATASETS, "--output-dir", "out"]
    missing = database_run(*export)
    assert missing.exit_code == 1
    assert "  blocker: run_registry.missing: no such registration: register the run, or " in missing.stdout
    (folder / "result.json").write_text(json.dumps(RED))
    database_run("register", "--result", "result.json")
    red = database_run(*export)
    assert red.exit_code == 1
    assert "  blocker: run_registry.not_passed: the registration is red: see its own blockers by " in red.stdout
    assert "  blocker: run_result.not_passed: `passed` is not true, " in database_run("show", "run_01").stdout
    (folder / "result.json").write_text(json.dumps(GREEN))
    database_run("register", "--result", "result.json")
    assert database_run(*export).exit_code == 0
    event = json.loads((folder / "out" / "run_01__openlineage.json").read_text())
    assert (event["eventType"], len(event["inputs"]), len(event["outputs"])) == ("COMPLETE", 1, 1)


def test_one_changed_byte_is_drift(database_run: Run, folder: Path, corpus: Path) -> None:
    """dpone's case 21: its verifier covers an index of artifacts, ours every registered file."""
    case = corpus / "dpone" / "cases" / "21_evidence_chain"
    (folder / "index.json").write_bytes((case / "idx" / "artifact_index.json").read_bytes())
    assert database_run("register", "--result", "result.json", "--artifact", "index=index.json").exit_code == 0
    assert database_run("verify", "run_01").exit_code == 0
    content = (folder / "index.json").read_bytes()
    (folder / "index.json").write_bytes(content[:-1] + b"\t")
    assert database_run("verify", "run_01").exit_code == 3


def test_a_registered_path_outside_the_root_is_not_read(
    run: Run, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whoever registers a path must not choose which files of the verifying machine are read."""
    outside = tmp_path_factory.mktemp("outside") / "secret.json"
    outside.write_text('{"passed": true}')
    run("register", "--result", "result.json", "--artifact", f"secret={outside}")
    said = run("verify", "run_01")
    assert said.exit_code == 3
    assert "drift.artifact.secret.missing" in said.output
