"""A run with a lost end possibly sees writes until the next run of its job, not for ever."""

from typing import Any

from events import parsed, run_event, uuid
from graphql_api import Api, stored, urn

USUAL = [
    run_event(word, f"00:{minute:02}:00", uuid(number), "sum")
    for number in range(1, 6)
    for word, minute in (("START", number), ("COMPLETE", number + 1))
]
"""Five runs of a job, a minute each: another run hangs after two."""


def started(number: int, time: str, job: str = "sum", **facets: Any) -> dict[str, Any]:
    return run_event("START", time, uuid(number), job, inputs=["prices"], outputs=["total"], **facets)


def load(number: int, time: str) -> dict[str, Any]:
    return run_event("COMPLETE", time, uuid(number), "load", outputs=["prices"])


async def possibly_affected(api: Api, number: int, point_in_time: str = "{}") -> set[str]:
    answer = await api(
        f'{{ impact(urn: "{urn(number)}", certainty: POSSIBLE, pointInTime: {point_in_time}) {{ runs(count: 1000) {{ runs {{ run {{ urn }} }} }} }} }}'
    )
    return {one["run"]["urn"] for one in answer["impact"]["runs"]["runs"]}


async def test_it_ends_where_the_next_run_starts(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*USUAL, started(10, "01:00:00"), load(20, "01:10:00"), load(21, "03:00:00")))
    assert await possibly_affected(api, 21) == {urn(10)}
    await stored(database_url, parsed(started(11, "02:00:00"), load(22, "04:00:00")))
    assert await possibly_affected(api, 20) == {urn(10), urn(11)}
    assert await possibly_affected(api, 21) == {urn(11)}
    assert await possibly_affected(api, 20, '{ asOf: "2026-01-01T01:30:00Z" }') == {urn(10)}
    assert await possibly_affected(api, 22, '{ asOf: "2026-01-01T01:30:00Z" }') == set()


async def test_a_backfill_beside_it_ends_nothing(api: Api, database_url: str) -> None:
    backfill = started(11, "01:02:00")
    await stored(database_url, parsed(*USUAL, started(10, "01:00:00"), backfill, load(20, "03:00:00")))
    assert await possibly_affected(api, 20) == {urn(10), urn(11)}


async def test_a_run_with_later_events_is_alive(api: Api, database_url: str) -> None:
    alive = run_event("RUNNING", "02:30:00", uuid(10), "sum", inputs=["prices"], outputs=["total"])
    events = [*USUAL, started(10, "01:00:00"), started(11, "02:00:00"), load(20, "02:10:00"), load(21, "03:00:00")]
    await stored(database_url, parsed(*events, alive))
    assert urn(10) in await possibly_affected(api, 20)
    assert urn(10) in await possibly_affected(api, 21)


async def test_without_a_history_it_goes_on(api: Api, database_url: str) -> None:
    events = [*USUAL[:8], started(10, "01:00:00"), started(11, "02:00:00"), load(20, "03:00:00")]
    await stored(database_url, parsed(*events))
    assert await possibly_affected(api, 20) == {urn(10), urn(11)}


async def test_its_open_write_ends_too(api: Api, database_url: str) -> None:
    total = run_event("COMPLETE", "02:30:00", uuid(30), "other", outputs=["total"])
    look = run_event("COMPLETE", "03:00:00", uuid(31), "look", inputs=["total"])
    later = run_event("START", "02:00:00", uuid(11), "sum")
    await stored(database_url, parsed(*USUAL, started(10, "01:00:00"), total, look))
    assert await possibly_affected(api, 10) == {urn(31)}
    await stored(database_url, parsed(later))
    assert await possibly_affected(api, 10) == set()


async def test_the_end_of_a_read_is_told(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*USUAL, started(10, "01:00:00"), started(11, "02:00:00")))
    query = '{ dataProcessInstance(urn: "%s") { certain: seenInputs { until } possible: seenInputs(certainty: POSSIBLE) { until } } }'
    answer = (await api(query % urn(10)))["dataProcessInstance"]
    assert answer == {"certain": [{"until": None}], "possible": [{"until": "2026-01-01T02:00:00+00:00"}]}
