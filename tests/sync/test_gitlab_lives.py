"""Lives of pipelines in GitLab, read often: the store always agrees with the newest read."""

import random
from typing import Any

import pytest

from headwater.dialects.gitlab import parse_document, pipeline_document
from headwater.model.changes import Changes
from headwater.model.json import canonical_json

from conftest import cloned_database, fetch, merge_items
from gitlab_pipelines import at, pipeline
from gitlab_server import ADDRESS

Object = dict[str, Any]

STAGES = ("build", "test", "deploy")

STATE = "SELECT native_id, result, status, started_at, ended_at, attempt FROM run"


class Life:
    """A pipeline that somebody clicks around in, by the rules of GitLab's pipelines with stages."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.clock = 0
        self.jobs: list[Object] = []
        self.status = "created"
        self.started: str | None = None
        self.finished: str | None = None
        for stage in STAGES:
            for number in range(chance.randint(1, 2)):
                self._add(stage, f"job-{number}", chance.random() < 0.2)

    def _add(self, stage: str, name: str, is_allowed: bool) -> None:
        times = {"created_at": self._now(), "started_at": None, "finished_at": None}
        more = {"allow_failure": is_allowed, "failure_reason": None, "status": "created"}
        self.jobs.append({"id": len(self.jobs) + 1, "stage": stage, "name": name} | times | more)

    def _now(self) -> str:
        time = at(f"{10 + self.clock // 3600:02d}:{self.clock // 60 % 60:02d}:{self.clock % 60:02d}")
        assert time is not None
        return time

    def latest(self, *stages: str) -> list[Object]:
        """Return the last job of each name."""
        found = {(job["stage"], job["name"]): job for job in self.jobs}
        return [job for job in found.values() if job["stage"] in (stages or STAGES)]

    def step(self) -> None:
        """Let something happen."""
        self.clock += 1 + self.chance.randint(0, 50)
        running = [job for job in self.latest() if job["status"] == "running"]
        pending = [job for job in self.latest() if job["status"] == "pending"]
        ended = [job for job in self.latest() if job["status"] in ("failed", "canceled", "success")]
        if pending and self.chance.random() < 0.5:
            self.chance.choice(pending).update(status="running", started_at=self._now())
        elif running and self.chance.random() < 0.8:
            word = self.chance.choice(["success", "success", "failed"])
            reason = "script_failure" if word == "failed" else None
            self.chance.choice(running).update(status=word, finished_at=self._now(), failure_reason=reason)
        elif (running or pending) and self.chance.random() < 0.2:
            for job in self.latest():
                if job["status"] in ("created", "pending", "running"):
                    job.update(status="canceled", finished_at=self._now())
        elif ended and not (running or pending):
            self._retry(self.chance.choice(ended))
        self._process()

    def _retry(self, job: Object) -> None:
        self._add(job["stage"], job["name"], job["allow_failure"])
        for other in self.latest(*STAGES[STAGES.index(job["stage"]) + 1 :]):
            if other["status"] == "skipped":
                other["status"] = "created"

    def _process(self) -> None:
        for place, stage in enumerate(STAGES):
            before = self._word(*STAGES[:place]) if place else "success"
            for job in self.latest(stage):
                if job["status"] == "created" and before in ("success", "failed", "canceled", "skipped"):
                    job["status"] = "pending" if before == "success" else "skipped"
        word = self._word()
        if word == "running" and self.started is None and any(job["started_at"] for job in self.jobs):
            self.started = self._now()
        if word != self.status and word in ("success", "failed", "canceled"):
            self.finished = self._now()
        self.status = word

    def _word(self, *stages: str) -> str:
        jobs = self.latest(*stages)
        words = {
            "success" if job["allow_failure"] and job["status"] in ("failed", "canceled") else job["status"]
            for job in jobs
        }
        if words & {"running", "pending", "created"}:
            return "running" if any(job["started_at"] for job in self.jobs) else "pending"
        return next((word for word in ("failed", "canceled", "success") if word in words), "skipped")

    def look(self) -> Changes:
        """Return the present state as GitLab shows it."""
        shown = pipeline(1, self.status)["pipeline"]
        shown |= {"started_at": self.started, "finished_at": self.finished, "updated_at": self._now()}
        item = parse_document(canonical_json(pipeline_document(ADDRESS, "acme/shop", shown, self.jobs, [])), "test", 1)
        assert isinstance(item, Changes)
        return item


def states(url: str) -> dict[str, tuple[Any, ...]]:
    return {row[0]: tuple(row)[1:] for row in fetch(url, STATE)}


@pytest.mark.parametrize("seed", range(3))
def test_the_store_says_what_the_newest_look_says(seed: int, postgres_url: str, template: str) -> None:
    life = Life(random.Random(seed))
    with cloned_database(postgres_url, template) as always:
        for number in range(40):
            life.step()
            merge_items(always, [life.look()])
            if number % 4 == 3:
                with cloned_database(postgres_url, template) as once:
                    merge_items(once, [life.look()])
                    newest, known = states(once), states(always)
                # A job skipped, or canceled before its begin, keeps that state until it begins.
                known |= {
                    name: state
                    for name, state in newest.items()
                    if known[name][0] == "SKIPPED" and state[0] == "UP_FOR_RETRY"
                }
                assert {name: known[name] for name, state in newest.items() if state[1]} == {
                    name: state for name, state in newest.items() if state[1]
                }
                assert all(known[name][2] is None or not known[name][1] for name in newest if not newest[name][1])
