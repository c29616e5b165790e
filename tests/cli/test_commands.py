"""The command line, run as a user runs it."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

import headwater
from headwater.cli.rebuild import ShownRebuild
from headwater.store.connections import connect
from headwater.store.functions import functions_schema
from headwater.store.rebuild import Progress

from conftest import HEADWATER, ROOT, cloned_database, fetch, heed_interrupts, merge_items
from events import NAMESPACE, parsed, run_event, uuid
from server_process import FreshServer

Run = Callable[..., CompletedProcess[str]]

AWAY = "postgresql://nobody:secret@127.0.0.1:1/none"
"""An address without a server."""


def test_help_teaches(run_headwater: Run) -> None:
    result = run_headwater("--help")
    assert result.returncode == 0
    for word in ("demo", "load events/", "serve", "HEADWATER_DATABASE_URL"):
        assert word in result.stdout


def test_version_is_that_of_the_changelog(run_headwater: Run) -> None:
    assert run_headwater("--version").stdout.strip() == f"headwater, version {headwater.__version__}"
    newest = re.search(r"^## \[(\d\S*)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest is not None
    assert newest[1] == headwater.__version__


@pytest.mark.parametrize(
    ("modules", "spared"),
    [
        (["demo_server", "impact_answer"], {"scipy.sparse", "networkx", "pyspark", "httpx"}),
        (["sync_rounds"], {"numpy", "graphql", "starlette", "pyspark"}),
    ],
)
def test_a_command_starts_without_what_takes_long_to_import(modules: list[str], spared: set[str]) -> None:
    imports = ", ".join(f"headwater.cli.{module}" for module in modules)
    program = f"import sys, headwater.cli, {imports}; print(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not spared & set(said.stdout.split())


def test_logs_go_to_standard_error_by_the_settings(database_url: str, run_headwater: Run) -> None:
    """A command's output must contain its answer alone."""
    fetch(database_url, "UPDATE derivation_version SET version = 0")
    commands = [["dump", "--canonical"], ["token", "list"], ["impact", "--dataset", "no", "such"], ["load", "/no/such"]]
    for command in commands:
        warned = run_headwater(*command, HEADWATER_DATABASE_URL=database_url, HEADWATER_LOG_FORMAT="json")
        line = json.loads(warned.stderr.splitlines()[0])
        assert (line["event"], line["level"]) == ("derivation.behind", "warning")
        assert "derivation.behind" not in warned.stdout
        quiet = run_headwater(*command, HEADWATER_DATABASE_URL=database_url, HEADWATER_LOG_LEVEL="error")
        assert "derivation.behind" not in quiet.stderr
        assert quiet.stdout == warned.stdout


def test_a_rebuild_does_not_warn_of_what_it_cures(database_url: str, run_headwater: Run) -> None:
    fetch(database_url, "UPDATE derivation_version SET version = 0")
    done = run_headwater("rebuild", HEADWATER_DATABASE_URL=database_url)
    assert done.returncode == 0
    assert done.stderr.splitlines() == ["computed all state again from 0 events"]
    assert "derivation.behind" not in run_headwater("dump", "--canonical", HEADWATER_DATABASE_URL=database_url).stderr


def test_a_rebuild_without_a_terminal_tells_of_itself_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    show, line = ShownRebuild(), "computing: 500 of 2,000 events, 50 a second\n"
    show(Progress(500, 2_000, 0, 50.0))
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("headwater.cli.rebuild.LINE_SECONDS", 0.0)
    for _ in range(2):
        show(Progress(500, 2_000, 0, 50.0))
    assert capsys.readouterr().err == 2 * line


def test_a_server_has_the_libraries_of_graphs_when_it_listens(database_url: str) -> None:
    """Then no request waits for the libraries or for the thread that loads them."""
    with FreshServer(database_url) as server:
        maps = Path(f"/proc/{server.process.pid}/maps")
        if not maps.exists():
            pytest.skip("this system does not say what a process has loaded")
        assert "csgraph" in maps.read_text()


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.com"])
def test_demo_needs_a_token_beyond_loopback(host: str, run_headwater: Run) -> None:
    result = run_headwater("demo", HEADWATER_HOST=host)
    assert result.returncode == 2
    assert "HEADWATER_TOKEN" in result.stderr


def test_serve_says_that_its_port_is_taken(run_headwater: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = run_headwater("serve", "--port", str(taken.getsockname()[1]))
    assert result.returncode == 2
    assert "choose another by --port" in result.stderr


def test_serve_says_which_variable_is_mistyped(run_headwater: Run) -> None:
    """The warning leaves out variables that Kubernetes sets for a service of this name."""
    result = run_headwater(
        "serve",
        HEADWATER_DATABASE_URL="postgresql://localhost:1/none",
        HEADWATER_MAX_QUERY_DEPHT="3",
        HEADWATER_SERVICE_HOST="10.0.0.1",
        HEADWATER_PORT="0",
    )
    assert (
        "HEADWATER_MAX_QUERY_DEPHT is not a setting and is ignored; did you mean HEADWATER_MAX_QUERY_DEPTH?"
        in result.stderr
    )
    assert "HEADWATER_SERVICE_HOST" not in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["impact", "--dataset", "warehouse", "orders"],
        ["explain", "{query}"],
        ["trace", "show", "0af7651916cd43dd8448eb211c80319c"],
        ["dump", "--canonical"],
        ["export", "{folder}/events"],
        ["backup", "{folder}/store.dump"],
        ["token", "list"],
        ["rebuild"],
        ["run", "verify", "run_01"],
    ],
    ids=" ".join,
)
def test_a_mistyped_folder_gets_no_store(arguments: list[str], run_headwater: Run, tmp_path: Path) -> None:
    (query := tmp_path / "q.graphql").write_text("{ __typename }")
    words = [word.format(query=query, folder=tmp_path) for word in arguments]
    done = run_headwater(*words, HEADWATER_DATA_DIR=f"{tmp_path}/mistyped")
    assert done.returncode == 2
    assert f"no store in {tmp_path}/mistyped" in done.stderr
    assert not (tmp_path / "mistyped").exists()


@pytest.mark.parametrize(
    "arguments",
    [["serve", "--port", "0"], ["migrate"], ["token", "list"], ["backup", "no.dump"], ["restore", __file__]],
    ids=lambda arguments: arguments[0],
)
def test_a_database_that_is_away_is_one_sentence(arguments: list[str], run_headwater: Run) -> None:
    """The sentence names the setting with the address, never the password."""
    said = "headwater: the database does not answer at the address of HEADWATER_{}: "
    result = run_headwater(*arguments, DATABASE_URL=AWAY)
    assert result.returncode == 3
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith(said.format("DATABASE_URL"))
    assert "secret" not in result.stderr
    assert "Errno" not in result.stderr
    directly = run_headwater(*arguments, HEADWATER_DATABASE_URL="postgresql://pooler/x", HEADWATER_DIRECT_URL=AWAY)
    assert directly.stderr.startswith(said.format("DIRECT_URL"))


@pytest.mark.parametrize("arguments", [["serve", "--port", "0"], ["load", "/no/such/file"]], ids=" ".join)
def test_a_pooler_that_is_away_is_one_sentence(arguments: list[str], run_headwater: Run, database_url: str) -> None:
    result = run_headwater(*arguments, HEADWATER_DATABASE_URL=AWAY, HEADWATER_DIRECT_URL=database_url)
    assert result.returncode == 3
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith(
        "headwater: the database does not answer at the address of HEADWATER_DATABASE_URL: "
    )
    assert "secret" not in result.stderr


def test_serve_refuses_a_database_behind_and_migrate_mends_it(
    run_headwater: Run, postgres_url: str, template: str
) -> None:
    with cloned_database(postgres_url, template) as url:
        fetch(url, "DROP SCHEMA public CASCADE")
        fetch(url, "CREATE SCHEMA public")
        tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
        refused = run_headwater("serve", "--port", "0", DATABASE_URL=url)
        assert refused.returncode == 3
        assert "run `headwater migrate`" in refused.stderr
        assert fetch(url, tables)[0][0] == 0, "a database that is refused is left as it is"
        names = sorted(path.name for path in (ROOT / "sql" / "migrations").glob("*.sql"))
        assert run_headwater("migrate", HEADWATER_DATABASE_URL=url).stdout.splitlines() == [
            *(f"applied {name}" for name in names),
            f"created functions {functions_schema()}",
        ]
        assert "up to date" in run_headwater("migrate", HEADWATER_DATABASE_URL=url).stdout


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"HEADWATER_PORT": "eighty"}, "HEADWATER_PORT"),
        ({"HEADWATER_TOKEN": ""}, "HEADWATER_TOKEN"),
        ({"HEADWATER_TRUSTED_DOCUMENTS": ""}, "HEADWATER_TRUSTED_DOCUMENTS: expected a path that is not empty"),
        ({"HEADWATER_DATA_DIR": ""}, "HEADWATER_DATA_DIR: expected a path that is not empty"),
        ({"HEADWATER_LOG_LEVEL": "loud"}, "HEADWATER_LOG_LEVEL"),
        ({"HEADWATER_CONFIG_FILE": "/no/such/file.toml"}, "/no/such/file.toml"),
    ],
)
def test_wrong_settings_are_named(environment: dict[str, str], said: str, run_headwater: Run) -> None:
    result = run_headwater("migrate", **environment)
    assert result.returncode == 2
    assert said.lower().removeprefix("headwater_") in result.stderr.lower()


def test_settings_file_and_environment(run_headwater: Run, tmp_path: Path) -> None:
    file = tmp_path / "headwater.toml"
    file.write_text('port = 70000\nhost = "127.0.0.1"\n')
    wrong = run_headwater("serve", HEADWATER_CONFIG_FILE=str(file))
    assert wrong.returncode == 2
    assert "HEADWATER_PORT" in wrong.stderr
    file.write_text('port = 0\nhost = "0.0.0.0"\n')
    over = run_headwater("serve", HEADWATER_CONFIG_FILE=str(file), HEADWATER_HOST="192.0.2.7")
    assert "cannot listen on 192.0.2.7" in over.stderr
    nowhere = run_headwater("serve", HEADWATER_HOST="")
    assert nowhere.returncode == 2
    assert "HEADWATER_HOST: " in nowhere.stderr
    file.write_text("no_such_setting = 1\nmax_query_depht = 3\nHEADWATER_PORT = 1\n")
    unknown = run_headwater("serve", HEADWATER_CONFIG_FILE=str(file))
    assert unknown.returncode == 2
    assert f"no_such_setting in {file} is not a setting; " in unknown.stderr
    assert f"max_query_depht in {file} is not a setting (did you mean max_query_depth?)" in unknown.stderr
    assert f"HEADWATER_PORT in {file} is not a setting (did you mean port?)" in unknown.stderr


def test_demo_answers_its_questions(demo_output: str) -> None:
    assert "27ec3f00-3f34-588c-b968-1ba0dec251a0" in demo_output
    assert '"endedAt": "2026-10-14T02:10:24+00:00"' in demo_output
    assert "refresh_price_cache" in demo_output
    assert "Ctrl-C" in demo_output


@pytest.mark.parametrize("url", ["postgresql://u:p@localhost:notaport/x", "nonsense", "mysql://localhost/x"])
def test_a_wrong_database_url_is_one_sentence(url: str, run_headwater: Run) -> None:
    done = run_headwater("migrate", HEADWATER_DATABASE_URL=url)
    assert done.returncode == 2
    assert done.stderr.startswith("headwater: settings: HEADWATER_DATABASE_URL")
    assert len(done.stderr.splitlines()) == 1
    assert "u:p" not in done.stderr


def test_ctrl_c_is_no_quarantine(database_url: str) -> None:
    """A command that is interrupted while it waits for a merge ends with 130 and one sentence."""
    waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"

    async def interrupt() -> tuple[int, str]:
        holder = await connect(database_url)
        await holder.execute("SELECT pg_advisory_lock(hashtext('headwater.merge'))")
        process = subprocess.Popen(
            [*HEADWATER, "alias", "add", "a", "b"],
            env={**os.environ, "HEADWATER_DATABASE_URL": database_url},
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=heed_interrupts,
        )
        while not await holder.fetchval(waits):
            await asyncio.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, said = await asyncio.to_thread(process.communicate, timeout=60)
        await holder.close()
        return process.returncode, said

    assert asyncio.run(interrupt()) == (130, "headwater: interrupted\n")


def test_an_alias_of_unknown_namespaces_says_so(database_url: str, run_headwater: Run) -> None:
    merge_items(database_url, parsed(run_event("COMPLETE", "00:00:00", uuid(1), outputs=["prices"])))
    added = run_headwater("alias", "add", NAMESPACE, "tset", DATABASE_URL=database_url)
    assert (added.returncode, added.stdout) == (0, "added\n")
    assert added.stderr == "no event has named a dataset in tset yet: check its spelling\n"
