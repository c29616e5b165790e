"""`headwater retention`, run as a user runs it, and the schedule of a server."""

import os
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack
from subprocess import CompletedProcess

import pytest

from conftest import HEADWATER, cloned_database, fetch, merge_items
from events import parsed, run_event, uuid
from server_process import LINEAGE, Server
from store_dump import difference, dump

Run = Callable[..., CompletedProcess[str]]


@pytest.fixture
def headwater(database_url: str, run_headwater: Run) -> Run:
    return lambda *arguments: run_headwater("retention", *arguments, DATABASE_URL=database_url)


def merge_hours(database_url: str, hours: int) -> None:
    """Merge a run of one job for each hour of a day that has long gone."""
    events = [
        run_event(word, f"{hour:02d}:00:00", uuid(hour)) for hour in range(hours) for word in ("START", "COMPLETE")
    ]
    merge_items(database_url, parsed(*events))


def test_from_a_policy_to_a_removal(headwater: Run, database_url: str) -> None:
    merge_hours(database_url, 6)
    assert "all runs stay" in headwater("list").stdout
    assert "0 of 6 runs would go" in headwater("plan").stdout
    said = headwater("set", "--keep-runs", "2", "--keep-failures-days", "30").stdout
    assert said == "everything: keeps the newest 2 runs of each job, failed runs of up to 30 days\n"
    assert headwater("list").stdout == said
    planned = headwater("plan").stdout
    assert planned.startswith("4 of 6 runs would go\n")
    assert "no policy keeps them" in planned
    assert "a run is among the newest of its job" in planned
    assert len(fetch(database_url, "SELECT FROM run")) == 6
    said = "removed 4 runs of 4 families; 6 families were looked at\nremoved 0 facets that nothing else uses\n"
    assert headwater("apply").stdout == said
    assert len(fetch(database_url, "SELECT FROM run")) == 2
    [month] = fetch(database_url, "SELECT to_char(min(at), 'YYYY-MM') AS name FROM event")
    kept = (
        f"dropped the log of no month\nkept the log of {month['name']}: it has events of runs that are in the store\n"
    )
    assert headwater("apply", "--log").stdout.endswith(kept)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("set", "--keep-every", "3"), "expected --keep-runs, --keep-days, or both"),
        (("set", "--keep-runs", "0"), "--keep-runs"),
        (("set", "--keep-runs", "99999999999"), "--keep-runs"),
        (("set", "--keep-days", "99999999"), "--keep-days"),
        (("set", "--keep-days", "nan"), "--keep-days"),
        (("apply", "--runs-per-second", "nan"), "--runs-per-second"),
        (("set", "--keep-runs", "3", "--job", "a", "--flow", "b"), "at most one of --job, --flow and --platform"),
        (("unset",), "no policy for everything"),
    ],
)
def test_a_policy_that_cannot_be(words: tuple[str, ...], said: str, headwater: Run) -> None:
    result = headwater(*words)
    assert result.returncode != 0
    assert said in result.stderr


def test_a_policy_is_taken_back(headwater: Run) -> None:
    headwater("set", "--platform", "airflow", "--keep-days", "1.5")
    assert headwater("list").stdout == "platform airflow: keeps runs of up to 1.5 days\n"
    headwater("unset", "--platform", "airflow")
    assert "no policies" in headwater("list").stdout


def test_an_unknown_name_is_set_with_a_warning(headwater: Run, database_url: str) -> None:
    merge_hours(database_url, 1)
    urn = fetch(database_url, "SELECT t.urn FROM run r JOIN entity t ON t.id = r.template_id")[0]["urn"]
    for known in (("--job", urn), ("--platform", "openlineage"), ()):
        assert headwater("set", *known, "--keep-runs", "1").stderr == ""
    for scope, option in (("job", "--job"), ("flow", "--flow"), ("platform", "--platform")):
        set_one = headwater("set", option, "nope", "--keep-runs", "1")
        assert (set_one.returncode, set_one.stderr) == (0, f"no event has named {scope} nope yet: check its spelling\n")
    assert "no event has named" in headwater("sample", "--job", "nope", "--keep-every", "2").stderr


def test_a_run_is_held_and_released(headwater: Run, run_headwater: Run, database_url: str) -> None:
    merge_hours(database_url, 3)
    urn = f"urn:li:dataProcessInstance:{uuid(0)}"
    assert headwater("hold", urn, "--reason", "incident 4711").stdout == "held\n"
    headwater("set", "--keep-runs", "1")
    policy, held = headwater("list").stdout.splitlines()
    assert policy.startswith("everything: ")
    assert held.endswith(f": {urn} (incident 4711)")
    assert "a run is held" in headwater("plan").stdout
    assert headwater("apply").stdout.startswith("removed 1 runs")
    assert headwater("release", urn).stdout == "released\n"
    assert headwater("apply").stdout.startswith("removed 1 runs")
    assert "is not held" in headwater("release", urn).stderr
    told = f"retention removed this run (docs/retention.md): {urn}"
    assert f"urn: {told}" in headwater("hold", urn, "--reason", "late").stderr
    assert f"URN: {told}" in run_headwater("impact", urn, DATABASE_URL=database_url).stderr
    assert "no such run is known" in headwater("hold", f"{urn}0", "--reason", "mistyped").stderr


def test_a_table_whose_writer_was_removed_is_not_told_as_dropped(
    headwater: Run, run_headwater: Run, database_url: str
) -> None:
    writes = [run_event("COMPLETE", f"{hour:02d}:00:00", uuid(hour), outputs=["prices"]) for hour in range(3)]
    merge_items(database_url, parsed(*writes))
    headwater("set", "--keep-runs", "1")
    assert headwater("apply").stdout.startswith("removed 2 runs")
    asked = ("impact", "--dataset", "test", "prices", "--at", "2026-01-01T01:30Z")
    said = " ".join(run_headwater(*asked, DATABASE_URL=database_url).stderr.split())
    assert "a run had dropped or renamed it by that time, or retention removed the run that wrote it" in said


def test_a_server_follows_the_sampling(headwater: Run, database_url: str) -> None:
    said = headwater("sample", "--keep-every", "2147483647").stdout
    assert said == "everything: keeps one successful run in 2147483647 whole\n"
    assert headwater("list").stdout == f"no policies: all runs stay\n{said}"
    with Server(database_url) as server:
        event = run_event("COMPLETE", "00:00:00", uuid(1), sql={"query": "select"})
        assert server.post(event, LINEAGE).status_code == 201
        assert fetch(database_url, "SELECT FROM content WHERE value ? 'isWhole'")
        assert not fetch(database_url, "SELECT FROM content WHERE value ? 'query'")
        assert headwater("unsample").stdout == "unset\n"
    assert "no sampling of everything: `" in headwater("unsample").stderr


def test_a_server_removes_on_a_schedule(headwater: Run, database_url: str) -> None:
    merge_hours(database_url, 4)
    headwater("set", "--keep-runs", "1")
    with Server(database_url, retention_hours="0.0005"):
        give_up = time.monotonic() + 60
        while len(fetch(database_url, "SELECT FROM run")) > 1:
            assert time.monotonic() < give_up
            time.sleep(0.1)


def merge_minutes(database_url: str, minutes: int) -> None:
    """Merge a run of one job for each minute of a day that has long gone; each reads what the one before wrote."""
    events = [
        run_event(
            "COMPLETE", f"{minute // 60:02d}:{minute % 60:02d}:00", uuid(minute),
            inputs=[f"t{minute % 2}"], outputs=[f"t{(minute + 1) % 2}"],
        )
        for minute in range(minutes)
    ]  # fmt: skip
    merge_items(database_url, parsed(*events))


def wait_for_runs(database_url: str, at_most: int) -> None:
    give_up = time.monotonic() + 60
    while len(fetch(database_url, "SELECT FROM run")) > at_most:
        assert time.monotonic() < give_up
        time.sleep(0.05)


def test_each_run_goes_once_though_three_servers_have_the_schedule(headwater: Run, database_url: str) -> None:
    merge_minutes(database_url, 400)
    headwater("set", "--keep-runs", "4")
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(Server(database_url, retention_hours="0.0002"))
        wait_for_runs(database_url, 4)
        time.sleep(2)  # a few more rounds of each
    [figures] = fetch(database_url, "SELECT sum(total) AS total FROM removed_day")
    [keys] = fetch(database_url, "SELECT count(*) FROM removed_run")
    assert (figures["total"], keys["count"], len(fetch(database_url, "SELECT FROM run"))) == (396, 396, 4)


def test_a_killed_removal_is_continued_to_the_same_store(
    headwater: Run, database_url: str, postgres_url: str, template: str, run_headwater: Run
) -> None:
    merge_minutes(database_url, 200)
    headwater("set", "--keep-runs", "4")
    command = [*HEADWATER, "retention", "apply", "--runs-per-second", "40"]
    killed = subprocess.Popen(command, env=os.environ | {"DATABASE_URL": database_url}, stdout=subprocess.DEVNULL)
    wait_for_runs(database_url, 180)
    killed.kill()
    killed.wait()
    assert 4 < len(fetch(database_url, "SELECT FROM run")) <= 180
    assert headwater("apply").returncode == 0
    with cloned_database(postgres_url, template) as whole_url:
        merge_minutes(whole_url, 200)
        for words in (("set", "--keep-runs", "4"), ("apply",)):
            assert run_headwater("retention", *words, DATABASE_URL=whole_url).returncode == 0
        assert difference(dump(database_url), dump(whole_url)) == {}
