"""The explorer's pages of things: each kind is found, and its page tells what the kind has."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from playwright.sync_api import Browser, expect

from explorer_page import BAD_MORNING, FLOW, LOAD, PRICES, explorer
from headwater.urn import named_dataset_urn

from conftest import cloned_database
from events import NAMESPACE, parent, run_event, uuid
from proposals import item
from server_process import BATCH, Server

MODEL = "urn:li:mlModel:(urn:li:dataPlatform:mlflow,churn_model,PROD)"
FAILED_NIGHT = "urn:li:dataProcessInstance:c934242f-62f5-5ad6-9fe6-d783b71c5d00"


@pytest.fixture(scope="module")
def server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server with a thing of each kind: `churn` is in the names of all but the run."""
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        run = run_event("COMPLETE", "00:00:00", uuid(1), "churn.train", outputs=["churn_table"])
        assert server.post([run], BATCH).status_code in (200, 201)
        model = item(MODEL, "mlModelProperties", {"customProperties": {}, "description": "Who leaves next?"})
        answer = httpx.post(f"{server.url}/aspects?action=ingestProposalBatch", json={"proposals": [model]}, timeout=60)
        assert answer.status_code == 200, answer.text
        yield server


@pytest.mark.parametrize(
    ("words", "group", "name", "view"),
    [
        ("churn", "Datasets", "churn_table", "dataset"),
        ("churn", "Jobs", "churn.train", "job"),
        ("churn", "Flows", "churn", "flow"),
        ("churn", "Models", "churn_model", "model"),
        (uuid(1), "Runs", "churn.train", "run"),
    ],
)
def test_each_kind_is_found(words: str, group: str, name: str, view: str, browser: Browser, server: Server) -> None:
    """Names find things; the id of the producer finds a run."""
    with explorer(browser, server.url) as explored:
        explored.open("find", q=words)
        with explored.asks_once():
            explored.card(group).get_by_role("link", name=name).first.click()
            explored.is_at(view)


def test_the_front_lists_failures_hung_runs_and_changes(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as explored:
        explored.open("front")
        for card in ("Recent failures", "Hung runs"):
            expect(explored.card(card).get_by_role("link").first).to_be_visible()
        expect(explored.card("Hung runs")).to_contain_text(re.compile(r"open for \d+ d\b.*; usually at most"))
        changes = explored.page.locator("section", has=explored.page.get_by_role("heading", name="What changed"))
        expect(changes.get_by_role("link").first).to_be_visible()


def test_a_datasets_versions_are_a_strip_of_time(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as explored:
        explored.open("dataset", urn=PRICES, asOf=BAD_MORNING)
        versions = explored.card("Versions")
        bars = versions.get_by_role("link")
        shown = versions.locator("[aria-current=true]")
        expect(shown).to_have_count(1)
        assert "412 rows" in (shown.get_attribute("title") or "")
        expect(versions).to_contain_text(f"40 writes by then, {versions.locator('[data-later=true]').count()} later")
        place = bars.evaluate_all("bars => bars.findIndex(bar => bar.getAttribute('aria-current') === 'true')")
        with explored.asks_once():
            bars.nth(place - 1).click()
            explored.is_at("dataset")
        expect(explored.card("Who wrote what it shows")).not_to_contain_text("412 rows")
        expect(explored.card("Readers").get_by_role("link").first).to_be_visible()


def test_a_job_and_a_flow_show_durations_days_and_unusual_runs(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as explored:
        explored.open("job", urn=LOAD, asOf=BAD_MORNING)
        for card in (
            "Durations",
            "Success by day",
            "Runs",
            "Unusual runs",
            "Jobs and data before",
            "Jobs and data after",
        ):
            expect(explored.card(card).locator("li").first).to_be_visible()
        expect(explored.card("SQL").or_(explored.card("Unusual runs")).first).to_be_visible()
        explored.open("flow", urn=FLOW, asOf=BAD_MORNING)
        for card in ("Durations", "Success by day", "Runs", "Jobs"):
            expect(explored.card(card).locator("li").first).to_be_visible()


def test_a_failed_run_tells_its_error_and_the_runs_inside_it_with_waits(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as explored:
        explored.open("run", urn=FAILED_NIGHT)
        wrong = explored.card("What went wrong")
        expect(wrong).to_contain_text("failed first")
        inside = explored.card("Runs inside it")
        expect(inside.locator(".wait").first).to_be_attached()
        expect(inside).to_contain_text("waited")
        with explored.asks_once():
            wrong.get_by_role("link").first.click()
            explored.is_at("run")
        for card in ("Inputs, as the run saw them", "Outputs", "Facts", "Its events"):
            expect(explored.card(card)).to_be_visible()
        expect(explored.card("What went wrong").locator("code").first).not_to_be_empty()
        expect(explored.card("Facts")).to_contain_text("Attempt")


def test_a_run_leads_to_its_log_and_shows_sql_trace_and_attempts(browser: Browser, server: Server) -> None:
    """The second of two attempts fails: the page has the facts of the producer's events."""
    address = "https://airflow.example/log?dag_id=a&try_number=2"
    facet = {"_producer": "https://example.com", "_schemaURL": "https://example.com"}
    error = facet | {
        "message": "no such column: price",
        "programmingLanguage": "SQL",
        "stackTrace": "at line 7\nof b.sql",
    }

    def sent(word: str, time: str, attempt: int, **facets: Any) -> dict[str, Any]:
        task = {"log_url": address, "try_number": attempt}
        event = run_event(word, time, uuid(7), "retried", airflow=facet | {"taskInstance": task}, **facets)
        event["job"]["facets"] = {"sql": facet | {"query": "select price\nfrom orders"}}
        return event

    events = [
        sent("START", "01:00:00", 1),
        sent("FAIL", "01:10:00", 1),
        sent("START", "01:20:00", 2),
        sent("FAIL", "01:30:00", 2, errorMessage=error),
    ]
    assert server.post(events, BATCH).status_code in (200, 201)
    with explorer(browser, server.url) as explored:
        explored.open("run", urn=f"urn:li:dataProcessInstance:{uuid(7)}")
        wrong = explored.card("What went wrong")
        expect(wrong.locator("code").first).to_have_text("no such column: price")
        log = wrong.get_by_role("link", name="Open the log")
        expect(log).to_have_attribute("href", address)
        expect(log).to_have_attribute("rel", "noreferrer")
        wrong.get_by_text("Stack trace").click()
        expect(wrong.locator("pre")).to_have_text("at line 7\nof b.sql")
        expect(explored.card("SQL").locator("pre")).to_have_text("select price\nfrom orders")
        attempt = explored.card("Facts").locator("dt", has_text="Attempt").locator("xpath=following-sibling::dd[1]")
        expect(attempt).to_have_text("2")
        expect(explored.card("Its events").get_by_text("attempt 2")).to_have_count(2)
        explored.open("run", urn=f"urn:li:dataProcessInstance:{uuid(7)}", asOf="2026-01-01T01:15:00Z")
        expect(attempt).to_have_text("1")
        expect(explored.card("Its events").get_by_text("attempt 2")).to_have_count(0)


def test_readers_of_old_data_are_told_by_word_and_form(browser: Browser, server: Server) -> None:
    """The second run of a writer fails: the reader after it is STALE."""
    events = [
        run_event("COMPLETE", "01:00:00", uuid(21), "nightly", outputs=["ledger"]),
        run_event("FAIL", "02:00:00", uuid(22), "nightly", outputs=["ledger"]),
        run_event("START", "03:00:00", uuid(23), "monthly", inputs=["ledger"]),
        run_event("COMPLETE", "03:10:00", uuid(23), "monthly", inputs=["ledger"], outputs=["report"]),
    ]
    assert server.post(events, BATCH).status_code in (200, 201)
    with explorer(browser, server.url) as explored:
        explored.open("graph", urn=f"urn:li:dataProcessInstance:{uuid(22)}", tab="graph")
        reader = explored.page.locator("button.node").filter(has_text="monthly")
        badge = reader.locator(".badge", has_text="STALE")
        expect(badge).to_have_attribute("data-form", "dashed")
        expect(badge).to_have_attribute("title", "read old data that this start, or a run in it, should have replaced")
        expect(badge.locator("svg")).to_be_visible()
        assert badge.evaluate("badge => getComputedStyle(badge).borderTopStyle") == "dashed"


def test_inputs_of_one_side_are_marked(browser: Browser, server: Server) -> None:
    """Two runs of a job read one table each, and share another."""
    events = []
    for number, (time, other) in enumerate((("04:00:00", "euros"), ("05:00:00", "dollars")), start=31):
        events.append(run_event("COMPLETE", time, uuid(number), "convert", inputs=["rates", other], outputs=["sums"]))
    assert server.post(events, BATCH).status_code in (200, 201)
    urns = [f"urn:li:dataProcessInstance:{uuid(number)}" for number in (31, 32)]
    with explorer(browser, server.url) as explored:
        explored.open("compare", urn=urns[0], tab="compare", right=urns[1])
        rows = explored.card("What they read").get_by_role("row")
        expect(rows.filter(has_text="euros")).to_contain_text("only on the left")
        expect(rows.filter(has_text="dollars")).to_contain_text("only on the right")
        expect(rows.filter(has_text="rates")).not_to_contain_text("only on")


def test_a_run_with_tasks_says_that_they_are_left_out(browser: Browser, postgres_url: str, template: str) -> None:
    night = parent(uuid(10), "night")
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        events = [
            run_event("COMPLETE", "01:05:00", uuid(11), "night.first", outputs=["middle"], parent=night),
            run_event("COMPLETE", "01:20:00", uuid(10), "night"),
            run_event("COMPLETE", "01:30:00", uuid(12), "reader", inputs=["middle"]),
        ]
        assert server.post(events, BATCH).status_code in (200, 201)
        with explorer(browser, server.url) as explored:
            for tab in ("table", "graph"):
                explored.open(tab, urn=f"urn:li:dataProcessInstance:{uuid(10)}", tab=tab)
                note = explored.page.get_by_role("status").filter(has_text="1 run directly within is left out")
                expect(note).to_be_visible()
                expect(explored.page.get_by_text("reader").first).to_be_hidden()
                explored.follow("add all within", tab)
                expect(explored.page.get_by_text("reader").first).to_be_visible()
                explored.page.get_by_role("link", name="Leave these out").click()
                expect(note).to_be_visible()
            explored.open("table", urn=f"urn:li:dataProcessInstance:{uuid(10)}", tab="table", within="true")
            explored.page.get_by_role("link", name="why").last.click()
            steps = explored.page.locator("main ol.rows li")
            expect(steps).to_have_count(3)
            expect(steps.last).to_contain_text("reader")


def test_data_without_a_known_writer_lead_to_their_reads(browser: Browser, postgres_url: str, template: str) -> None:
    """At a moment, and since ever; neither view says that nobody has read it."""
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        events = [
            run_event("COMPLETE", f"0{hour}:00:00", uuid(hour), job, inputs=["feed"], outputs=[job])
            for hour, job in ((1, "early"), (3, "late"))
        ]
        assert server.post(events, BATCH).status_code in (200, 201)
        feed = named_dataset_urn(NAMESPACE, "feed")
        with explorer(browser, server.url) as explored:
            for tab in ("table", "graph"):
                found = explored.page.locator("main")
                explored.open(tab, urn=feed, tab=tab)
                expect(found).to_contain_text(
                    "No known run had written it by this moment, so only reads after it count."
                )
                expect(found).not_to_contain_text("No run has read it")
                explored.page.get_by_role("link", name="follow all of its reads").click()
                expect(found).to_contain_text("This begins at its reads since ever")
                expect(found).to_contain_text("early")
                expect(found).to_contain_text("late")
                explored.open(tab, urn=feed, tab=tab, asOf="2026-01-01T02:00:00Z")
                explored.page.get_by_role("link", name="Follow its reads since this moment").click()
                expect(found).to_contain_text("late")
            explored.open("table", urn=feed, tab="table", at="2026-01-01T02:00:00Z")
            explored.page.get_by_role("link", name="why late is here").first.click()
            steps = explored.page.locator("main ol.rows li")
            expect(steps.first).to_contain_text("late")
            expect(found).not_to_contain_text("early")


@pytest.mark.parametrize("tab", ["table", "graph", "path"])
def test_an_unknown_thing_is_told_on_each_tab(tab: str, browser: Browser, server: Server) -> None:
    address = {
        "urn": named_dataset_urn(NAMESPACE, "mistyped"),
        "tab": tab,
        "to": f"urn:li:dataProcessInstance:{uuid(1)}",
    }
    with explorer(browser, server.url) as explored:
        explored.page.goto(f"{server.url}/?{urlencode(address)}")
        expect(explored.page.get_by_role("alert")).to_contain_text("The store does not know this")
