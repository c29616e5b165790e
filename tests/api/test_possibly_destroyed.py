"""Open writes that may have destroyed the visible version of an asset: the newest, as many as requested."""

from typing import Any

import pytest

from headwater.urn import named_dataset_urn

from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import Api, stored, urn

PRICES = named_dataset_urn(NAMESPACE, "prices")
AT = "2026-01-01T02:00:00Z"
CRASHED = 25

QUERIES = {
    "version": 'openlineageDataset(namespace: "%s", name: "prices") { versionAt(at: "%s") { found: possiblyDestroyedBy%%s %%s } }'
    % (NAMESPACE, AT),
    "start": f'impact(urn: "{PRICES}", at: "{AT}") {{ found: startPossiblyDestroyedBy%s %s }}',
}


@pytest.fixture
async def crashed(api: Api, database_url: str) -> Api:
    """A load of prices, and many runs that began to replace them and sent nothing more."""
    table = {
        "namespace": NAMESPACE,
        "name": "prices",
        "facets": {"lifecycleStateChange": {"lifecycleStateChange": "OVERWRITE"}},
    }
    events = [run_event("COMPLETE", "00:10:00", uuid(1), "load", outputs=["prices"])]
    events += [
        run_event("START", f"01:{n:02}:00", uuid(100 + n), "load", outputs=[table]) for n in range(1, CRASHED + 1)
    ]
    await stored(database_url, parsed(*events))
    return api


def query(name: str, arguments: str = "") -> str:
    return "{ %s }" % (QUERIES[name] % (arguments, "{ run { urn } }"))


@pytest.mark.parametrize("name", QUERIES)
async def test_the_newest_are_given(name: str, crashed: Api) -> None:
    async def found(arguments: str) -> list[str]:
        [answer] = (await crashed(query(name, arguments))).values()
        writes: list[dict[str, Any]] = answer.get("versionAt", answer)["found"]
        return [write["run"]["urn"] for write in writes]

    newest = [urn(100 + n) for n in range(CRASHED, 0, -1)]
    assert await found("") == newest[:20]
    assert await found("(count: 3)") == newest[:3]
    assert await found("(count: 0)") == []
    assert await found("(count: 1000)") == newest


@pytest.mark.parametrize("name", QUERIES)
async def test_more_than_a_page_is_refused(name: str, crashed: Api) -> None:
    answer = await crashed.answer(query(name, "(count: 1001)"))
    assert answer.errors[0].message == "count: expected 0 to 1000, got 1001"


@pytest.mark.parametrize("name", QUERIES)
async def test_each_one_that_is_asked_for_costs(name: str, crashed: Api) -> None:
    async def cost(arguments: str) -> int:
        answer = await crashed.answer(query(name, arguments))
        return int(answer.extensions["cost"]["requested"])

    assert await cost("(count: 1000)") - await cost("") == 980 * 2
