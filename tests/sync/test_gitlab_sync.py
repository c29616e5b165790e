"""`headwater sync gitlab` against a stand-in for GitLab: nothing is lost, even during changes and failures."""

import asyncio
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from headwater.errors import BadRequestError
from headwater.store.connections import connect_to_merge
from headwater.sync.gitlab import GitLab, GitLabDownError, GitLabError, GitLabRefusedError
from headwater.sync.rounds import Round, Source, sync_round
from headwater.trace import new_trace

from conftest import HEADWATER, cloned_database, fetch, heed_interrupts, without_new_connections
from gitlab_pipelines import job, pipeline
from gitlab_server import TOKEN, Answer, FakeGitLab, gitlab_server
from store_dump import dump

Run = Callable[..., CompletedProcess[str]]

LONG_AGO = datetime(2026, 11, 1, tzinfo=UTC)
PIPELINE = "/api/v4/projects/77/pipelines/%d"


@pytest.fixture
def gitlab() -> Iterator[FakeGitLab]:
    """A GitLab with no pipelines yet."""
    with gitlab_server(FakeGitLab()) as fake:
        yield fake


def sync(fake: FakeGitLab, database_url: str, *, back_to: datetime | None = None, token: str = TOKEN) -> Round:
    """Run one round."""

    async def run() -> Round:
        connection = await connect_to_merge(database_url)
        try:
            async with GitLab(fake.url, token, tries=3, first_wait_seconds=0.01) as gitlab:
                project = await gitlab.project(fake.path)
                source = Source(gitlab, project, connection, new_trace().trace_id)
                return await sync_round(source, LONG_AGO, back_to)
        finally:
            await connection.close()

    return asyncio.run(run())


def results(database_url: str) -> dict[str, str | None]:
    """Return the result of each pipeline, or its status, by its id."""
    sql = "SELECT native_id, coalesce(result, status) FROM run WHERE native_id NOT LIKE '%/%' AND first_event_at IS NOT NULL"
    return {row[0]: row[1] for row in fetch(database_url, sql)}


def changed(number: int) -> str:
    """Return a time within the hour, later for a greater number."""
    return f"10:{number // 60:02d}:{number % 60:02d}"


def ended(number: int, updated: str | None = None) -> dict[str, Any]:
    """Return a successful pipeline."""
    return pipeline(number, "success", "10:00:00", updated or changed(number), updated=updated or changed(number))


def test_recorded_pipelines_come_over(gitlab: FakeGitLab, database_url: str, corpus: Path) -> None:
    gitlab.put(*json.loads((corpus / "databand" / "fake_gitlab_pipelines.json").read_text()))
    assert sync(gitlab, database_url) == Round(new=7)
    assert results(database_url) == {
        "9001": "SUCCESS",
        "9002": "FAILURE",
        "9003": "STARTED",
        "9004": "FAILURE",
        "9005": "STARTED",
        "9006": "SKIPPED",
        "9007": "SUCCESS",
    }
    before = dump(database_url)
    assert sync(gitlab, database_url) == Round(duplicates=2)  # the two running ones
    assert dump(database_url) == before
    assert gitlab.tokens == {TOKEN}


def test_all_pages_are_read(gitlab: FakeGitLab, database_url: str) -> None:
    jobs = [job(number, f"s/job-{number}", "success", "10:00:00", "10:01:00") for number in range(1, 231)]
    gitlab.put(*(ended(number) for number in range(1, 250)), pipeline(250, "success", "10:00:00", "10:59:59", *jobs))
    assert sync(gitlab, database_url) == Round(new=250)
    assert len(results(database_url)) == 250
    assert fetch(database_url, "SELECT count(*) FROM run WHERE native_id LIKE '250/s/%'")[0][0] == 230


def test_many_that_changed_at_one_moment_are_read(gitlab: FakeGitLab, database_url: str) -> None:
    gitlab.put(*(ended(number, "10:30:00") for number in range(1, 321)), ended(900, "10:40:00"))
    assert sync(gitlab, database_url) == Round(new=321)


def test_changes_between_two_pages_hide_nothing(gitlab: FakeGitLab, database_url: str) -> None:
    gitlab.put(*(ended(number) for number in range(1, 251)))

    def change(path: str, parameters: dict[str, str]) -> None:
        if path.endswith("/pipelines") and "source" not in parameters and gitlab.asked("/pipelines?") == 2:
            gitlab.put(*(ended(number, "10:50:00") for number in range(1, 41)))

    gitlab.before_answer = change
    sync(gitlab, database_url)
    assert len(results(database_url)) == 250


def test_child_pipelines_are_read(gitlab: FakeGitLab, database_url: str) -> None:
    found = {"id": 2, "source": "parent_pipeline", "web_url": "https://gitlab.com/acme/shop/-/pipelines/2"}
    trigger = job(5, "child/trigger", "success", "10:00:01", "10:00:02", downstream_pipeline=found)
    gitlab.put(pipeline(1, "success", "10:00:00", "10:01:00", bridges=(trigger,)))
    gitlab.put(pipeline(2, "success", "10:00:02", "10:02:00", source="parent_pipeline"))
    assert sync(gitlab, database_url) == Round(new=2)
    [parent] = fetch(
        database_url, "SELECT p.native_id FROM run r JOIN run p ON p.id = r.parent_id WHERE r.native_id = '2'"
    )
    assert parent["native_id"] == "1/child/trigger"


def test_a_pipeline_on_its_way_is_read_again_also_where_it_is_not_listed(gitlab: FakeGitLab, database_url: str) -> None:
    """GitLab need not touch a pipeline when one of its jobs changes."""
    running = job(1, "s/a", "running", "10:00:01")
    gitlab.put(
        pipeline(1, "running", "10:00:01", None, running, job(2, "s/b", "running", "10:00:01")), ended(3000, "11:00:00")
    )
    sync(gitlab, database_url)
    gitlab.put(pipeline(1, "running", "10:00:01", None, running, job(2, "s/b", "success", "10:00:01", "10:02:00")))
    assert sync(gitlab, database_url) == Round(new=1)
    assert fetch(database_url, "SELECT result FROM run WHERE native_id = '1/s/b'")[0][0] == "SUCCESS"
    gitlab.put(ended(1, "11:30:00"))
    assert sync(gitlab, database_url) == Round(new=1)
    assert sync(gitlab, database_url) == Round()


def test_known_pipelines_are_not_requested_again(gitlab: FakeGitLab, database_url: str) -> None:
    gitlab.put(ended(1), ended(2))
    sync(gitlab, database_url)
    gitlab.requests.clear()
    assert sync(gitlab, database_url) == Round()
    assert gitlab.asked("/pipelines/") == 0
    assert len(gitlab.requests) == 3  # the project, and the two lists


def test_a_change_that_is_committed_late_is_not_missed(gitlab: FakeGitLab, database_url: str) -> None:
    gitlab.put(ended(1, "10:10:00"))
    sync(gitlab, database_url)
    gitlab.put(ended(2, "10:08:00"), ended(3, "10:10:00"))
    assert sync(gitlab, database_url) == Round(new=2)


def test_times_with_an_offset_are_the_times_they_are(gitlab: FakeGitLab, database_url: str) -> None:
    document = ended(1)
    document["pipeline"]["updated_at"] = "2026-11-20T12:10:00.000+02:00"
    gitlab.put(document)
    assert sync(gitlab, database_url) == Round(new=1)
    assert fetch(database_url, "SELECT reached_at FROM sync_cursor")[0][0] == datetime(2026, 11, 20, 10, 10, tzinfo=UTC)
    assert sync(gitlab, database_url) == Round()


def test_a_pipeline_that_fails_is_tried_again_while_the_others_go_on(gitlab: FakeGitLab, database_url: str) -> None:
    gitlab.put(ended(1), ended(2), ended(3000, "11:00:00"))
    gitlab.answers[PIPELINE % 2] = [Answer(502)] * 3
    done = sync(gitlab, database_url)
    assert (done.new, done.failures) == (2, [f"{gitlab.url}, projects/77/pipelines/2: 502 Bad Gateway, 3 times"])
    assert sync(gitlab, database_url) == Round(new=1)
    assert set(results(database_url)) == {"1", "2", "3000"}


def test_one_fault_is_no_failure(gitlab: FakeGitLab, database_url: str) -> None:
    gitlab.put(ended(1))
    gitlab.answers |= {f"{PIPELINE % 1}/jobs": [Answer(502)], "/pipelines": [Answer(503), Answer(500)]}
    assert sync(gitlab, database_url) == Round(new=1)


@pytest.mark.parametrize(
    "headers",
    [
        {"Retry-After": "1"},
        {"RateLimit-Reset": "1795168801", "Date": "Fri, 20 Nov 2026 10:00:00 GMT"},  # one second later
        {"Retry-After": "Fri, 20 Nov 2026 10:00:01 GMT", "Date": "Fri, 20 Nov 2026 10:00:00 GMT"},
    ],
    ids=["seconds", "a Unix time", "a date"],
)
def test_asked_too_often_it_waits_as_told(headers: dict[str, str], gitlab: FakeGitLab, database_url: str) -> None:
    gitlab.put(ended(1))
    gitlab.answers["/pipelines"] = [Answer(429, headers)]
    started = time.monotonic()
    assert sync(gitlab, database_url) == Round(new=1)
    assert 0.5 < time.monotonic() - started < 30


def test_told_to_wait_for_long_it_says_so(gitlab: FakeGitLab, database_url: str) -> None:
    gitlab.answers["/pipelines"] = [Answer(429, {"Retry-After": "86400"})]
    with pytest.raises(GitLabDownError, match="429 Too Many Requests; GitLab says to wait for 86400 s"):
        sync(gitlab, database_url)


def test_a_failure_of_gitlab_skips_nothing(gitlab: FakeGitLab, database_url: str) -> None:
    gitlab.put(*(ended(number) for number in range(1, 121)))

    def fail(path: str, parameters: dict[str, str]) -> None:
        if path == PIPELINE % 60:
            gitlab.answers["/api/v4/"] = [Answer(503)] * 10

    gitlab.before_answer = fail
    with pytest.raises(GitLabDownError):
        sync(gitlab, database_url)
    assert len(results(database_url)) == 59
    gitlab.before_answer, gitlab.answers = lambda *_: None, {}
    assert sync(gitlab, database_url) == Round(new=61)


def test_a_pipeline_that_is_gone_is_forgotten(gitlab: FakeGitLab, database_url: str) -> None:
    gitlab.put(pipeline(1, "running", "10:00:01"))
    sync(gitlab, database_url)
    gitlab.pipelines.clear()
    assert sync(gitlab, database_url) == Round(gone=1)
    assert sync(gitlab, database_url) == Round()


def test_an_unusable_pipeline_is_quarantined_once(gitlab: FakeGitLab, database_url: str) -> None:
    bad = ended(1)
    bad["pipeline"]["created_at"] = "yesterday"
    gitlab.put(bad, ended(2))
    assert sync(gitlab, database_url) == Round(new=1, quarantined=1)
    [kept] = fetch(database_url, "SELECT dialect, source, position, code FROM quarantine")
    assert tuple(kept) == ("gitlab", "gitlab://gitlab.com/acme/shop", 1, "event_time.invalid")
    assert sync(gitlab, database_url) == Round()


def test_a_pipeline_that_the_database_refuses_goes_to_quarantine_alone(gitlab: FakeGitLab, database_url: str) -> None:
    fetch(database_url, "ALTER TABLE run ADD CONSTRAINT run_refused CHECK (native_id <> '1')")
    gitlab.put(ended(1), ended(2))
    assert sync(gitlab, database_url) == Round(new=1, quarantined=1)
    assert fetch(database_url, "SELECT dialect, code FROM quarantine")[0][:] == ("gitlab", "merge.failed")
    assert sync(gitlab, database_url) == Round()


def test_looking_back_reads_what_came_before(gitlab: FakeGitLab, database_url: str) -> None:
    old = ended(1)
    old["pipeline"] |= {"updated_at": "2026-10-01T10:00:00.000Z"}
    gitlab.put(old, ended(2))
    assert sync(gitlab, database_url) == Round(new=1)
    assert sync(gitlab, database_url, back_to=datetime(2026, 9, 1, tzinfo=UTC)) == Round(new=1)


def test_a_wrong_token_and_a_wrong_project_are_refused(gitlab: FakeGitLab, database_url: str) -> None:
    with pytest.raises(GitLabRefusedError, match=r"401 Unauthorized \(the token is not valid\)"):
        sync(gitlab, database_url, token="wrong")
    gitlab.project_id, gitlab.path = 78, "acme/other"

    async def ask() -> None:
        async with GitLab(gitlab.url, TOKEN) as client:
            await client.project("acme/shop")

    with pytest.raises(GitLabRefusedError, match=r"projects/acme%2Fshop: 404 Not Found"):
        asyncio.run(ask())


def test_the_token_goes_nowhere_else(gitlab: FakeGitLab, database_url: str) -> None:
    with gitlab_server(FakeGitLab()) as other:
        gitlab.put(*(ended(number, "10:30:00") for number in range(1, 111)))
        gitlab.answers["/api/v4/projects/acme"] = [Answer(302, {"Location": f"{other.url}/api/v4/projects/77"})]
        with pytest.raises(GitLabError, match="GitLab redirects to http"):
            sync(gitlab, database_url)
        # the links to the next pages lead to https://gitlab.com, which the sync does not ask
        assert sync(gitlab, database_url) == Round(new=110)
        assert other.requests == []


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Answer(200, body=b"<html>sign in</html>"), "the answer is not JSON"),
        (Answer(200, body=b'{"message": "ok"}'), "expected a list of objects"),
        (Answer(200, body=b'[{"id": 1, "updated_at": "soon"}]'), "pipeline 1: updated_at: expected a time"),
        (Answer(400), "400 Bad Request"),
    ],
    ids=["HTML", "an object", "a time", "400"],
)
def test_an_answer_that_cannot_be_used_is_an_error(
    answer: Answer, message: str, gitlab: FakeGitLab, database_url: str
) -> None:
    gitlab.answers["/77/pipelines"] = [answer]
    with pytest.raises(GitLabError, match=message):
        sync(gitlab, database_url)


@pytest.mark.parametrize("url", ["gitlab.com", "ftp://gitlab.com", "https://user:secret@gitlab.com", "https://"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(BadRequestError, match="--url: expected the address of a GitLab"):
        GitLab(url, TOKEN)


def test_rounds_over_time_end_where_one_look_does(gitlab: FakeGitLab, postgres_url: str, template: str) -> None:
    history = [
        pipeline(1, "running", "10:00:01", None, job(1, "s/a", "running", "10:00:01")),
        pipeline(1, "failed", "10:00:01", "10:01:01", job(1, "s/a", "failed", "10:00:01", "10:01:00")),
        pipeline(1, "running", "10:00:01", "10:01:01", job(1, "s/a", "failed", "10:00:01", "10:01:00"), job(2, "s/a", "running", "10:03:01", created="10:03:00"), updated="10:03:01"),
        pipeline(1, "success", "10:00:01", "10:04:01", job(1, "s/a", "failed", "10:00:01", "10:01:00"), job(2, "s/a", "success", "10:03:01", "10:04:00", created="10:03:00")),
    ]  # fmt: skip
    state = "SELECT native_id, status, result, attempt, started_at, ended_at, created_at FROM run ORDER BY native_id"
    with cloned_database(postgres_url, template) as often, cloned_database(postgres_url, template) as once:
        for document in history:
            gitlab.put(document)
            assert sync(gitlab, often) == Round(new=1)
        sync(gitlab, once)
        assert fetch(often, state) == fetch(once, state)


# The command ----------------------------------------------------------------------------------------


def command(fake: FakeGitLab, database_url: str, *arguments: str) -> list[str]:
    return ["sync", "gitlab", "--project", "acme/shop", "--url", fake.url, *arguments]


def test_command_fetches_and_tells(gitlab: FakeGitLab, database_url: str, run_headwater: Run) -> None:
    recent = datetime.now(UTC) - timedelta(days=1)
    document = ended(1)
    document["pipeline"]["updated_at"] = recent.isoformat()
    gitlab.put(document, ended(2, "10:30:00"))
    gitlab.pipelines[2]["pipeline"]["updated_at"] = (recent - timedelta(days=30)).isoformat()
    environment = {"GITLAB_TOKEN": TOKEN, "DATABASE_URL": database_url}
    result = run_headwater(*command(gitlab, database_url, "--once"), **environment)
    assert result.returncode == 0, result.stderr
    assert result.stderr.startswith("acme/shop: 1 new, 0 known before, 0 quarantined, 0 failed, 0 gone; ")
    again = run_headwater(*command(gitlab, database_url, "--once", "--since", "90d"), **environment)
    assert again.stderr.startswith("acme/shop: 1 new, 0 known before")
    gitlab.pipelines[1]["pipeline"] |= {"created_at": None, "updated_at": datetime.now(UTC).isoformat()}
    assert run_headwater(*command(gitlab, database_url, "--once"), **environment).returncode == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "--once, --every"),
        (["--once", "--every", "2m"], "--once, --every"),
        (["--every", "2 minutes"], "'--every': '2 minutes': expected a duration such as"),
        (["--once", "--project", ""], "--project: expected a path such as group/project, or a number"),
        (["--once", "--since", "0d"], "'--since': '0d': expected a duration such as"),
    ],
)
def test_command_says_how_it_is_called(
    arguments: list[str], message: str, gitlab: FakeGitLab, database_url: str, run_headwater: Run
) -> None:
    environment = {"GITLAB_TOKEN": TOKEN, "DATABASE_URL": database_url}
    result = run_headwater(*command(gitlab, database_url, *arguments), **environment)
    assert result.returncode == 2
    assert message in result.stderr


def test_command_says_what_it_needs(gitlab: FakeGitLab, database_url: str) -> None:
    without_httpx = "import sys; sys.modules['httpx'] = None; from headwater.cli import main; main(sys.argv[1:])"
    result = subprocess.run(
        [HEADWATER[0], "-c", without_httpx, *command(gitlab, database_url, "--once")],
        env=os.environ | {"GITLAB_TOKEN": TOKEN, "DATABASE_URL": database_url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert "fetching from GitLab needs httpx, which is not installed: pip install 'headwater[gitlab]'" in result.stderr


def test_command_needs_a_token_that_is_valid(gitlab: FakeGitLab, database_url: str, run_headwater: Run) -> None:
    arguments = command(gitlab, database_url, "--once")
    for token in ("", "two\nlines"):
        result = run_headwater(*arguments, GITLAB_TOKEN=token, DATABASE_URL=database_url)
        assert (result.returncode, result.stderr[:24]) == (2, "headwater: GITLAB_TOKEN:")
    assert run_headwater(*arguments, GITLAB_TOKEN=f"{TOKEN}\n", DATABASE_URL=database_url).returncode == 0
    result = run_headwater(*arguments, GITLAB_TOKEN="wrong", DATABASE_URL=database_url)
    assert (result.returncode, "the token is not valid" in result.stderr) == (3, True)
    assert "wrong" not in result.stderr


def test_command_goes_on_until_it_is_interrupted(gitlab: FakeGitLab, database_url: str, tmp_path: Path) -> None:
    now = datetime.now(UTC)
    document = ended(1)
    document["pipeline"]["updated_at"] = now.isoformat()
    gitlab.put(document)
    log = tmp_path / "log"
    environment = os.environ | {"GITLAB_TOKEN": TOKEN, "DATABASE_URL": database_url}
    arguments = [*HEADWATER, *command(gitlab, database_url, "--every", "1s")]
    with log.open("w") as stderr:
        process = subprocess.Popen(arguments, env=environment, stderr=stderr, preexec_fn=heed_interrupts)
    try:
        _wait_for(lambda: log.read_text().count("\n") >= 2)
        another = ended(2)
        another["pipeline"]["updated_at"] = datetime.now(UTC).isoformat()
        gitlab.put(another)
        _wait_for(lambda: log.read_text().count(" 1 new") == 2)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    finally:
        process.kill()
        process.wait()
    assert log.read_text().splitlines()[-1] == "headwater: interrupted"
    assert set(results(database_url)) == {"1", "2"}


def test_command_goes_on_after_the_database_was_away(gitlab: FakeGitLab, database_url: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    environment = os.environ | {"GITLAB_TOKEN": TOKEN, "DATABASE_URL": database_url}
    with log.open("w") as stderr:
        process = subprocess.Popen(
            [*HEADWATER, *command(gitlab, database_url, "--every", "1s")], env=environment, stderr=stderr
        )
    try:
        _wait_for(lambda: log.read_text().count(" new, ") >= 1)
        with without_new_connections(database_url):
            _wait_for(lambda: "the next round retries from the same place" in log.read_text())
        before = log.read_text().count(" new, ")
        _wait_for(lambda: log.read_text().count(" new, ") > before)
    finally:
        process.kill()
        process.wait()


def _wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)
