"""The explorer's two moments: each view follows *as of* and *known at*."""

import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, expect

from explorer_page import explorer
from headwater.urn import named_dataset_urn, named_flow_urn, named_job_urn

from conftest import cloned_database
from events import NAMESPACE, run_event, uuid
from graphql_api import urn
from proposals import event, item
from server_process import BATCH, Server

PRICES, JOB, FLOW = (
    named_dataset_urn(NAMESPACE, "prices"),
    named_job_urn(NAMESPACE, "load"),
    named_flow_urn(NAMESPACE, "training"),
)
MODEL = "urn:li:mlModel:(urn:li:dataPlatform:mlflow,churn_model,PROD)"
TRAINED = "urn:li:dataProcessInstance:trained"
LOADED, WORKED, LATE, MAILED = 1, 2, 3, 4
"""Runs: one that was known from the beginning, one whose end came late, and two that came late as a whole."""

BETWEEN = "2026-01-01T02:00:30Z"
"""A moment when the run WORKED goes on, and the late ones have not begun."""


@pytest.fixture(scope="module")
def moments(postgres_url: str, template: str) -> Iterator[tuple[Server, str]]:
    """A server that heard of some events late, and a moment before these arrived."""
    first = [
        *ended(LOADED, "01", "load", outputs=["prices"]),
        run_event("START", "02:00:00", uuid(WORKED), "work", inputs=["prices"], outputs=["orders"]),
    ]
    later = [
        run_event(
            "FAIL", "02:01:00", uuid(WORKED), "work", outputs=["orders", "rejects"], errorMessage=error("no space")
        ),
        *ended(LATE, "03", "load", outputs=["prices"]),
        *ended(MAILED, "04", "mailing", inputs=["prices"], outputs=["report"]),
    ]
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        assert server.post(first, BATCH).status_code in (200, 201)
        time.sleep(0.2)
        known_at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        time.sleep(0.2)
        assert server.post(later, BATCH).status_code in (200, 201)
        body = {"proposals": training()}
        answer = httpx.post(f"{server.url}/aspects?action=ingestProposalBatch", json=body, timeout=60)
        assert answer.status_code == 200, answer.text
        yield server, known_at


def ended(number: int, hour: str, job: str, **data: Any) -> list[dict[str, Any]]:
    """Return the events of a run that begins in an hour, and ends a minute later."""
    return [
        run_event(word, f"{hour}:0{minute}:00", uuid(number), job, **data)
        for minute, word in enumerate(("START", "COMPLETE"))
    ]


def training() -> list[dict[str, Any]]:
    """Return DataHub's proposals of a run of a flow that trained a model at three."""
    began = int(datetime(2026, 1, 1, 3, tzinfo=UTC).timestamp() * 1000)
    created = {"time": began, "actor": "urn:li:corpuser:airflow"}
    return [
        item(TRAINED, "dataProcessInstanceProperties", {"name": "trained", "created": created}),
        item(TRAINED, "dataProcessInstanceRelationships", {"parentTemplate": FLOW, "upstreamInstances": []}),
        item(TRAINED, "dataProcessInstanceOutput", {"outputs": [MODEL]}),
        item(TRAINED, "dataProcessInstanceRunEvent", event(began, "STARTED")),
        item(TRAINED, "dataProcessInstanceRunEvent", event(began + 60_000, "COMPLETE", "SUCCESS")),
    ]


def error(message: str) -> dict[str, Any]:
    return {
        "_producer": "https://example.com",
        "_schemaURL": "https://example.com",
        "message": message,
        "programmingLanguage": "x",
    }


Words = tuple[str, ...]
VIEWS: list[tuple[str, dict[str, str], Words, Words]] = [
    ("front", {}, ("none had failed by then",), ("no space",)),
    ("find", {"q": uuid(WORKED)}, ("STARTED", "as of now"), ("FAILURE",)),
    ("dataset", {"urn": PRICES}, ("1 write", r"1 run\b"), ("2 writes", "2 runs")),
    ("job", {"urn": JOB}, ("1 run",), ("2 runs",)),
    ("run", {"urn": urn(WORKED)}, ("STARTED", "the run goes on"), ("no space",)),
    ("graph", {"urn": PRICES, "tab": "graph"}, ("work",), ("mailing",)),
    ("table", {"urn": PRICES, "tab": "table"}, ("work", "STARTED"), ("mailing",)),
    ("path", {"urn": urn(LATE), "tab": "path", "to": urn(MAILED)}, ("No path is certain",), ("CONTAMINATED",)),
    ("flow", {"urn": FLOW}, ("No run of the flow itself",), ("1 succeeded",)),
    ("model", {"urn": MODEL}, ("It shows no write of a known run at this moment",), ("SUCCESS",)),
    (
        "compare",
        {"urn": PRICES, "tab": "compare", "right": "2026-01-01T01:30:00Z"},
        ("01:00 · 1 min",),
        ("03:00 · 1 min",),
    ),
    ("facets", {"urn": urn(WORKED), "tab": "facets"}, ("all that is known now",), ("errorMessage",)),
]
"""Each view with words that it shows at the earlier moment, and words that it shows now."""


@pytest.mark.parametrize("field", ["knownAt", "asOf"])
def test_every_view_follows_both_moments(field: str, browser: Browser, moments: tuple[Server, str]) -> None:
    server, known_at = moments
    moment = {"knownAt": known_at, "asOf": BETWEEN}[field]
    with explorer(browser, server.url) as explored:
        for view, address, then, now in VIEWS:
            explored.open(view, **address)
            said = explored.page.locator("main").inner_text()
            for word in now:
                assert re.search(word, said), (view, word, said)
            explored.open(view, **address, **{field: moment})
            said = explored.page.locator("main").inner_text()
            for word in then:
                if (field, view) != ("asOf", "facets"):
                    assert re.search(word, said), (view, word, said)
            for word in now:
                if (field, view) != ("knownAt", "facets"):
                    assert not re.search(word, said), (view, word, said)


def test_outputs_that_a_run_named_later_are_left_out_or_marked(browser: Browser, moments: tuple[Server, str]) -> None:
    server, known_at = moments
    with explorer(browser, server.url) as explored:
        outputs = explored.card("Outputs")
        explored.open("run", urn=urn(WORKED))
        expect(outputs).to_contain_text("rejects")
        explored.open("run", urn=urn(WORKED), asOf=BETWEEN)
        expect(outputs).to_contain_text("orders")
        expect(outputs).not_to_contain_text("rejects")
        explored.open("run", urn=urn(WORKED), asOf="2026-01-01T01:30:00Z")
        expect(outputs).to_contain_text("No event names an output by then.")
        explored.open("run", urn=urn(WORKED), knownAt=known_at)
        expect(outputs).to_contain_text("all that is known now")


def test_known_at_moves_over_arrivals_and_not_over_runs(browser: Browser, moments: tuple[Server, str]) -> None:
    """The runs are of January; they arrived now."""
    server, _ = moments
    with explorer(browser, server.url) as explored:
        page = explored.page
        explored.open("dataset", urn=PRICES)
        page.get_by_role("button", name="Known at").click()
        slider = page.get_by_role("slider", name="Known at")
        first, last = (int(slider.get_attribute(end) or 0) / 1000 for end in ("min", "max"))
        assert abs(last - time.time()) < 60
        slider.press("ArrowLeft")
        expect(page).to_have_url(re.compile("knownAt="))
        [known_at] = parse_qs(urlsplit(page.url).query)["knownAt"]
        step = last - datetime.fromisoformat(known_at).timestamp()
        assert step == pytest.approx((last - first) / 100, abs=60)
