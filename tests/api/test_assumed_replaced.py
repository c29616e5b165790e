"""An answer names the assets whose writes do not say if they replace, if the assumption matters."""

from typing import Any

from headwater.urn import named_dataset_urn

from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import Api, stored, urn

QUERY = """query ($urn: String!, $at: DateTime, $direction: LineageDirection!, $pointInTime: PointInTimeInput) {
  impact(urn: $urn, at: $at, direction: $direction, pointInTime: $pointInTime) {
    assumedReplaced(count: 1) { start count total isComplete assets { urn } }
  }
}"""


def table(name: str, **facets: Any) -> dict[str, Any]:
    return {"namespace": NAMESPACE, "name": name, "facets": facets}


def done(minute: int, number: int, inputs: list[Any], outputs: list[Any]) -> dict[str, Any]:
    return run_event("COMPLETE", f"00:{minute:02}:00", uuid(number), f"job{number}", inputs=inputs, outputs=outputs)


async def assumed(
    api: Api, start: str, direction: str = "DOWNSTREAM", at: str | None = None, **point_in_time: Any
) -> list[str]:
    answer = await api(QUERY, urn=start, direction=direction, at=at, pointInTime=point_in_time)
    found = answer["impact"]["assumedReplaced"]
    assert (found["start"], found["count"], found["isComplete"]) == (0, 1, True)
    assert found["total"] == len(found["assets"])  # one at most, here
    return [asset["urn"] for asset in found["assets"]]


MODEL = [
    done(1, 1, ["orders"], ["model"]),
    done(2, 2, ["orders2"], ["model"]),
    done(3, 3, ["model"], ["report"]),
]


async def test_an_incremental_model_is_named(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*MODEL))
    model = [named_dataset_urn(NAMESPACE, "model")]
    assert await assumed(api, urn(1)) == model
    assert await assumed(api, urn(2)) == []
    assert await assumed(api, urn(1), assumeWrites="APPEND") == []
    assert await assumed(api, urn(1), asOf="2026-01-01T00:02:30Z") == []
    assert await assumed(api, urn(3), "UPSTREAM") == model
    assert await assumed(api, urn(2), "UPSTREAM") == []


async def test_a_write_with_a_lifecycle_is_not_assumed(api: Api, database_url: str) -> None:
    replaced = table("model", lifecycleStateChange={"lifecycleStateChange": "OVERWRITE"})
    await stored(database_url, parsed(MODEL[0], done(2, 2, [], [replaced]), MODEL[2]))
    assert await assumed(api, urn(1)) == []
    assert await assumed(api, urn(3), "UPSTREAM") == []


async def test_a_merge_that_names_its_table_carries_it_on(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(MODEL[0], done(2, 2, ["model"], ["model"]), MODEL[2]))
    assert await assumed(api, urn(1)) == []
    assert await assumed(api, urn(3), "UPSTREAM") == []


async def test_a_feed_that_a_run_wrote_later_is_named(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(done(1, 1, ["feed"], []), done(2, 2, [], ["feed"]), done(3, 3, ["feed"], [])))
    feed = named_dataset_urn(NAMESPACE, "feed")
    assert await assumed(api, feed, at="2026-01-01T00:00:00Z") == [feed]
    assert await assumed(api, feed, at="2026-01-01T00:02:00Z") == []
