"""The order of pages: nearest first, then by the time that the page shows, then by URN."""

from typing import Any

from headwater.urn import named_job_urn

from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import Api, stored, urn


async def pages(api: Api, start: str, **arguments: Any) -> dict[str, list[tuple[Any, ...]]]:
    """Return the runs and versions of an answer as pages show them: depth, time, and the number of the run."""
    more = "".join(f", {name}: {value}" for name, value in arguments.items())
    answer = await api(
        f'{{ impact(urn: "{start}"{more}) {{'
        " runs { runs { depth reachedAt kind run { urn } } }"
        " versions { versions { depth reachedAt kind version { run { urn } asset { urn } } } } } }"
    )
    found = answer["impact"]
    shown = [(one["depth"], one["reachedAt"][11:16], one["kind"], one["run"]["urn"]) for one in found["runs"]["runs"]]
    versions = [
        (one["depth"], one["reachedAt"][11:16], one["kind"], one["version"]["run"]["urn"])
        for one in found["versions"]["versions"]
    ]
    return {"runs": shown, "versions": versions}


async def test_runs_of_one_time_come_by_urn_whenever_they_began(api: Api, database_url: str) -> None:
    """Clocks differ: both runs began before the write that they saw; it reaches both at 10:00."""
    await stored(
        database_url,
        parsed(
            run_event("COMPLETE", "10:00:00", uuid(1), "load", outputs=["t"]),
            run_event("START", "09:58:00", uuid(31), "early", inputs=["t"]),
            run_event("START", "09:59:00", uuid(21), "late", inputs=["t"]),
        ),
    )
    found = await pages(api, urn(1), pointInTime="{ toleranceSeconds: 300 }")
    assert found["runs"] == [(1, "10:00", "CONTAMINATED", urn(21)), (1, "10:00", "CONTAMINATED", urn(31))]


async def test_versions_of_one_time_come_by_urn_whenever_their_writes_began(api: Api, database_url: str) -> None:
    """Two streams had written before both read the same write at 10:00."""

    def streams(number: int, begin: str) -> list[dict[str, Any]]:
        facet = {"jobType": {"processingType": "STREAMING", "integration": "FLINK"}}
        name = f"stream{number}"
        event = run_event("START", begin, uuid(number), name, inputs=["t"], outputs=[name])
        return [{**event, "job": {**event["job"], "facets": facet}}]

    await stored(
        database_url,
        parsed(
            *streams(31, "09:58:00"),
            *streams(21, "09:59:00"),
            run_event("COMPLETE", "10:00:00", uuid(1), "load", outputs=["t"]),
        ),
    )
    found = await pages(api, urn(1))
    assert found["runs"] == [(1, "10:00", "CONTAMINATED", urn(21)), (1, "10:00", "CONTAMINATED", urn(31))]
    assert found["versions"][1:] == found["runs"]


async def test_the_kind_does_not_come_before_the_urn(api: Api, database_url: str) -> None:
    """The first night wrote a and b, a fix rewrote a, and the second night failed: the data in a is stale."""
    await stored(
        database_url,
        parsed(
            run_event("COMPLETE", "01:00:00", uuid(1), "load", outputs=["a", "b"]),
            run_event("COMPLETE", "02:00:00", uuid(2), "mend", outputs=["a"]),
            run_event("FAIL", "04:00:00", uuid(3), "load"),
            run_event("COMPLETE", "05:00:00", uuid(31), "saw_b", inputs=["b"], outputs=["c"]),
            run_event("COMPLETE", "05:00:00", uuid(21), "saw_a", inputs=["a"], outputs=["d"]),
        ),
    )
    found = await pages(api, named_job_urn(NAMESPACE, "load"))
    assert found["runs"] == [(1, "05:00", "STALE", urn(21)), (1, "05:00", "CONTAMINATED", urn(31))]
    assert found["versions"][2:] == found["runs"]
