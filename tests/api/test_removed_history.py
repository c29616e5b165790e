"""An answer says before which time it may miss runs, since retention removed runs that had to do with its data."""

from datetime import UTC, datetime
from typing import Any

import pytest

from headwater.store.connections import connect_to_merge
from headwater.store.retention import Policy, Scope, remove_runs, set_retention_policy
from headwater.urn import named_dataset_urn

from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import Api, stored, urn

NOW = datetime(2026, 1, 2, tzinfo=UTC)
PRICES, REPORT = (named_dataset_urn(NAMESPACE, name) for name in ("prices", "report"))


async def removed(database_url: str, keep_runs: int = 1) -> int:
    connection = await connect_to_merge(database_url)
    await set_retention_policy(connection, Policy(Scope.EVERYTHING, "", keep_runs, None, None, None))
    done = await remove_runs(connection, NOW, 1e9, lambda _: None)
    await connection.close()
    return done.runs


@pytest.fixture
async def loads(api: Api, database_url: str) -> Api:
    """A load of prices at 01:00; two reports of it, at 02:00 and 03:00; an audit that read the first report."""
    events = [
        run_event("COMPLETE", "01:00:00", uuid(1), "load", outputs=["prices"]),
        *(
            run_event(word, f"0{hour}:00:00", uuid(hour), "report", inputs=["prices"], outputs=["report"])
            for hour in (2, 3)
            for word in ("START", "COMPLETE")
        ),
        run_event("START", "02:30:00", uuid(4), "audit", inputs=["report"]),
        run_event("COMPLETE", "02:40:00", uuid(4), "audit", outputs=["findings"]),
    ]
    await stored(database_url, parsed(*events))
    return api


async def told(api: Api, arguments: str) -> tuple[int, str | None]:
    found: Any = (await api(f"{{ impact({arguments}) {{ runs {{ total }} historyRemovedBefore }} }}"))["impact"]
    return found["runs"]["total"], found["historyRemovedBefore"]


async def test_downstream(loads: Api, database_url: str) -> None:
    assert await told(loads, f'urn: "{urn(1)}"') == (3, None)
    assert await removed(database_url) == 1
    assert await told(loads, f'urn: "{urn(1)}"') == (1, "2026-01-01T02:00:00+00:00")
    assert await told(loads, f'urn: "{urn(3)}"') == (0, None)


async def test_upstream(loads: Api, database_url: str) -> None:
    assert await told(loads, f'urn: "{urn(4)}", direction: UPSTREAM') == (2, None)
    await removed(database_url)
    assert await told(loads, f'urn: "{urn(4)}", direction: UPSTREAM') == (0, "2026-01-01T02:00:00+00:00")
    assert await told(loads, f'urn: "{urn(3)}", direction: UPSTREAM') == (1, None)
    for number, expected in ((4, "2026-01-01T02:00:00+00:00"), (3, None)):
        found = await loads(f'{{ provenance(urn: "{urn(number)}") {{ historyRemovedBefore }} }}')
        assert found["provenance"]["historyRemovedBefore"] == expected


async def test_of_a_failed_run(api: Api, database_url: str) -> None:
    """A removed success of its job may have written what is stale now; a removed run read what a stale one wrote."""
    events = [
        run_event("COMPLETE", "01:00:00", uuid(1), "load", outputs=["prices"]),
        run_event("COMPLETE", "02:00:00", uuid(2), "load", outputs=["prices"]),
        run_event("START", "03:00:00", uuid(3), "load"),
        run_event("FAIL", "03:10:00", uuid(3), "load"),
        run_event("START", "04:00:00", uuid(4), "report", inputs=["prices"]),
        run_event("COMPLETE", "04:10:00", uuid(4), "report", outputs=["report"]),
    ]
    await stored(database_url, parsed(*events))
    failed = f'urn: "{urn(3)}", kinds: [STALE]'
    assert await told(api, failed) == (1, None)
    assert await removed(database_url) == 1
    end_of_day = "2026-01-02T00:00:00+00:00"
    assert await told(api, failed) == (1, end_of_day)
    audits = [run_event("COMPLETE", f"0{hour}:00:00", uuid(hour), "audit", inputs=["report"]) for hour in (5, 6)]
    await stored(database_url, parsed(*audits))
    assert await removed(database_url) == 1
    assert await told(api, failed) == (2, end_of_day)


async def test_of_what_a_dataset_showed(loads: Api, database_url: str) -> None:
    before, after = (f'urn: "{REPORT}", at: "2026-01-01T0{hour}:15:00Z"' for hour in (2, 3))
    assert await told(loads, before) == (1, None)
    await removed(database_url)
    assert await told(loads, before) == (0, "2026-01-01T02:00:00+00:00")
    assert await told(loads, after) == (0, None)


async def test_between_two_runs(api: Api, database_url: str) -> None:
    """The removed run alone led from the one to the other: no job that is left does."""
    events = [
        run_event("COMPLETE", "01:00:00", uuid(1), "load", outputs=["prices"]),
        run_event("COMPLETE", "01:30:00", uuid(2), "clean", inputs=["prices"], outputs=["cleaned"]),
        run_event("COMPLETE", "02:00:00", uuid(3), "report", inputs=["cleaned"], outputs=["report"]),
        run_event("COMPLETE", "03:00:00", uuid(4), "report", inputs=["other"], outputs=["report"]),
        run_event("COMPLETE", "02:30:00", uuid(5), "audit", inputs=["report"]),
    ]
    await stored(database_url, parsed(*events))
    question = (
        f'{{ pathBetween(from: {{urn: "{urn(1)}"}}, to: {{urn: "{urn(5)}"}}) {{ isAffected historyRemovedBefore }} }}'
    )
    assert (await api(question))["pathBetween"] == {"isAffected": True, "historyRemovedBefore": None}
    assert await removed(database_url) == 1
    expected = {"isAffected": False, "historyRemovedBefore": "2026-01-01T02:00:00+00:00"}
    assert (await api(question))["pathBetween"] == expected


async def test_a_removed_run_is_no_mistyped_one(loads: Api, database_url: str) -> None:
    await removed(database_url)
    for arguments, argument in ((f'urn: "{urn(2)}"', "urn"), (f'urn: "{REPORT}", madeBy: "{urn(2)}"', "madeBy")):
        [error] = (await loads.answer(f"{{ impact({arguments}) {{ runs {{ total }} }} }}")).errors
        assert error.message == f"{argument}: retention removed this run (docs/retention.md): {urn(2)}"
        assert error.extensions == {"code": 404, "type": "NOT_FOUND"}
    [error] = (await loads.answer(f'{{ impact(urn: "{urn(77)}") {{ runs {{ total }} }} }}')).errors
    assert "no such run is known" in error.message
