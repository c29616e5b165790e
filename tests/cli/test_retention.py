"""`headwater retention`, run as a user runs it, and the schedule of a server."""

import time
from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

from conftest import fetch, merge_items
from events import parsed, run_event, uuid
from server_process import LINEAGE, Server

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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("set", "--keep-every", "3"), "expected --keep-runs, --keep-days, or both"),
        (("set", "--keep-runs", "0"), "--keep-runs"),
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
    for scope, option in (("template", "--job"), ("flow", "--flow"), ("platform", "--platform")):
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
