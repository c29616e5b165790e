"""GitLab pipelines as its API shows them, made by hand. Times are of 2026-11-20, `10:00:00`, or None."""

from typing import Any

Object = dict[str, Any]


def at(time: str | None) -> str | None:
    """Return a time in GitLab's format."""
    return None if time is None else f"2026-11-20T{time}.000Z"


def pipeline(
    pipeline_id: int,
    status: str,
    started: str | None = None,
    finished: str | None = None,
    *jobs: Object,
    created: str = "10:00:00",
    updated: str | None = None,
    bridges: tuple[Object, ...] = (),
    **more: Any,
) -> Object:
    """Return a pipeline with its jobs; updated defaults to its last time."""
    return {
        "pipeline": {
            "id": pipeline_id,
            "iid": 1,
            "project_id": 77,
            "ref": "main",
            "sha": "a91957a858320c0e17f3a0eca7cfacbff50ea29a",
            "tag": False,
            "source": "push",
            "status": status,
            "web_url": f"https://gitlab.com/acme/shop/-/pipelines/{pipeline_id}",
            "created_at": at(created),
            "updated_at": at(updated or finished or started or created),
            "started_at": at(started),
            "finished_at": at(finished),
            "user": {"id": 1, "username": "kim", "name": "Kim", "avatar_url": "https://example.com/a"},
            **more,
        },
        "jobs": list(jobs),
        "bridges": list(bridges),
    }


def job(
    job_id: int,
    name: str,
    status: str,
    started: str | None = None,
    finished: str | None = None,
    *,
    created: str = "10:00:00",
    **more: Any,
) -> Object:
    """Return a job; its name is `stage/name`."""
    stage, _, own = name.partition("/")
    return {
        "id": job_id,
        "stage": stage,
        "name": own,
        "status": status,
        "allow_failure": False,
        "created_at": at(created),
        "started_at": at(started),
        "finished_at": at(finished),
        "queued_duration": 1.5,
        "web_url": f"https://gitlab.com/acme/shop/-/jobs/{job_id}",
        "commit": {"author_email": "kim@example.com"},
        "failure_reason": "script_failure" if status == "failed" else None,
        **more,
    }
