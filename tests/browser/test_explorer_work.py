"""The explorer for work: forms to take along, two runs side by side, columns, steps with counts, themes and zones."""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from column_runs import FIVE_HOPS
from explorer_page import BAD_MORNING, PRICES, Explorer, explorer
from headwater.urn import named_dataset_urn, named_job_urn

from conftest import cloned_database
from events import NAMESPACE
from server_process import BATCH, Server

CLIPBOARD = ["clipboard-read", "clipboard-write"]
CATALOG = named_job_urn("airflow-prod", "prices.build_catalog")
TABLE = {"urn": PRICES, "asOf": BAD_MORNING, "tab": "table", "filter": "export_email_campaign"}


def taken(explored: Explorer, form: str) -> str:
    """Return the clipboard after a choice of the menu."""
    page = explored.page
    page.get_by_text("Take along").click()
    page.get_by_role("button", name=form).click()
    expect(page.get_by_text(f"{form}: copied")).to_be_visible()
    return str(page.evaluate("navigator.clipboard.readText()"))


def saved(page: Page, form: str) -> str:
    """Return the file of a choice of the menu."""
    page.get_by_text("Take along").click()
    with page.expect_download() as download:
        page.get_by_role("button", name=form).click()
    return Path(download.value.path()).read_text("utf-8")


def test_the_table_is_taken_along_in_each_form(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server, permissions=CLIPBOARD) as explored:
        page = explored.page
        explored.open("table", **TABLE)
        shown = page.locator("tbody tr")
        rows = list(csv.DictReader(io.StringIO(saved(page, "CSV"))))
        assert len(rows) == shown.count() > 1
        assert {row["job"] for row in rows} == {"marts.export_email_campaign"}
        assert {row["effect"] for row in rows} >= {"CONTAMINATED", "AT_RISK"}

        markdown = taken(explored, "Markdown").splitlines()
        assert len(markdown) == len(rows) + 2
        assert "| marts.export_email_campaign |" in markdown[2]
        assert taken(explored, "Mermaid").startswith("flowchart")
        picture = saved(page, "SVG")
        assert picture.startswith("<svg")
        assert "prices.build_catalog" in picture
        assert taken(explored, "Link to this page") == page.url


def test_the_query_that_is_taken_along_gives_the_same_answer(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server, permissions=CLIPBOARD) as explored:
        explored.open("table", urn=PRICES, asOf=BAD_MORNING, tab="table")
        text = taken(explored, "GraphQL query")
        variables = json.loads(text.splitlines()[1].removeprefix("# "))
        answer = httpx.post(f"{live_server}/graphql", json={"query": text, "variables": variables}, timeout=60).json()
        total = answer["data"]["impact"]["runs"]["total"]
        expect(explored.page.locator("caption")).to_contain_text(f"{total} runs")


def test_two_runs_side_by_side(browser: Browser, live_server: str) -> None:
    """The first run with the bad prices and the one before: changes are marked by signs and words."""
    with explorer(browser, live_server) as explored:
        page = explored.page
        explored.open("compare", urn=CATALOG, asOf=BAD_MORNING, tab="compare")
        expect(page.locator("main")).to_contain_text("Choose two runs")
        later = re.compile("31 Oct|Oct 31")  # the demo has runs of that day
        expect(page.get_by_label("Second", exact=True)).not_to_contain_text(later)
        bad = choose(page, "First", "14 Oct|Oct 14")
        with explored.asks_once():
            choose(page, "Second", "13 Oct|Oct 13")
            explored.is_at("compare")
        assert bad in page.url
        prices = explored.card("What they read").get_by_role("row").filter(has_text="shop.public.prices")
        expect(prices).to_contain_text("≠ another version")


def choose(page: Page, label: str, day: str) -> str:
    """Choose the first run of a day, and return its URN."""
    choice = page.get_by_label(label, exact=True)
    option = choice.locator("option").filter(has_text=re.compile(day)).first
    urn = option.get_attribute("value") or ""
    choice.select_option(urn)
    return urn


def test_the_graph_expands_by_side_with_the_count_of_the_next_step(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as explored:
        explored.open("graph", urn=PRICES, asOf=BAD_MORNING, tab="graph")
        side = explored.page.get_by_role("group", name="Steps after it")
        more = side.get_by_role("link", name="One step more after it")
        runs_before = runs_of(explored)
        while more.count():
            [told] = re.findall(r": ([\d,]+) runs?$", more.get_attribute("aria-label") or "")
            expect(more).to_contain_text(told)
            with explored.asks_once():
                more.click()
                explored.is_at("graph")
            runs = runs_of(explored)
            assert runs - runs_before == int(told.replace(",", ""))
            runs_before = runs
        expect(side).to_contain_text("all")


def runs_of(explored: Explorer) -> int:
    """Return the number of runs after the start, by the words of the nodes."""
    words = explored.page.locator("button.node[data-role=RUN]").all_inner_texts()
    return sum(int(re.findall(r"(\d+) runs?\b", text)[0]) for text in words if "CONTAMINATED" in text)


def test_effects_are_told_by_word_and_form(browser: Browser, live_server: str) -> None:
    """Nobody needs the colours: words stand on the nodes, and outlines and badges have forms."""
    with explorer(browser, live_server) as explored:
        explored.open("graph", urn=PRICES, asOf=BAD_MORNING, tab="graph", down="3", certainty="POSSIBLE")
        for word, style in (("CONTAMINATED", "solid"), ("AT_RISK", "dotted"), ("POSSIBLE", "dashed")):
            node = explored.page.locator("button.node").filter(has_text=word).first
            expect(node).to_be_visible()
            assert style_of(node) == style, word


def style_of(node: Locator) -> str:
    return str(node.evaluate("node => getComputedStyle(node).borderTopStyle"))


@pytest.fixture(scope="module")
def columns_server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server with runs that tell columns."""
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        assert server.post(FIVE_HOPS, BATCH).status_code in (200, 201)
        yield server


def test_columns_are_a_toggle_of_the_graph_and_of_the_table(browser: Browser, columns_server: Server) -> None:
    prices = named_dataset_urn(NAMESPACE, "prices")
    with explorer(browser, columns_server.url) as explored:
        page = explored.page
        explored.open("graph", urn=prices, tab="graph", down="9")
        names = page.locator("button.node b")
        assert {"convert", "check", "euros"} <= set(names.all_inner_texts())
        with explored.asks_once():
            page.get_by_label("Column").select_option("price")
            explored.is_at("graph")
        assert re.search(r"columns=price", page.url)
        shown = names.all_inner_texts()
        assert "check" not in shown
        assert any("euros" in name and "amount" in name for name in shown), shown
        explored.follow("Table", "table")
        expect(page.locator("tbody")).not_to_contain_text("check")
        with explored.asks_once():
            page.get_by_label("Column").select_option("all")
            explored.is_at("table")
        expect(page.locator("tbody")).to_contain_text("check")


@pytest.mark.parametrize("view", ["table", "graph"])
def test_a_refused_column_is_told_by_the_servers_words_and_can_be_cleared(
    view: str, browser: Browser, columns_server: Server
) -> None:
    prices = named_dataset_urn(NAMESPACE, "prices")
    with explorer(browser, columns_server.url) as explored:
        page = explored.page
        page.goto(f"{columns_server.url}/?{urlencode({'urn': prices, 'tab': view, 'columns': 'none'})}")
        expect(page.get_by_role("alert")).to_contain_text("no column 'none' is known")
        expect(page.locator("main .empty")).to_have_count(0)
        page.get_by_label("Column").select_option("all")
        explored.is_at(view)
        expect(page.get_by_role("alert")).to_have_count(0)


def test_nothing_more_is_said_if_nothing_more_is_possible(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as explored:
        main = explored.page.locator("main")
        explored.open("table", urn=PRICES, asOf="2026-09-02T08:00:00Z", tab="table")
        rows = explored.page.locator("tbody tr").count()
        expect(main).not_to_contain_text("are certain")
        explored.follow("Add what is possible", "table")
        assert explored.page.locator("tbody tr").count() == rows
        expect(main).to_contain_text("All runs that are shown are certain.")


def test_times_are_in_the_zone_of_the_reader_and_in_utc_on_hover(browser: Browser, live_server: str) -> None:
    for zone, shown in (("Asia/Tokyo", "11:10"), ("America/New_York", "22:10")):
        with explorer(browser, live_server, timezone_id=zone, locale="en-GB") as explored:
            explored.open("dataset", urn=PRICES, asOf=BAD_MORNING)
            written = explored.card("Who wrote what it shows").locator("time").first
            expect(written).to_contain_text(shown)
            expect(written).to_have_attribute("title", re.compile(rf"^2026-10-14 02:10:\d\d UTC \(shown in {zone}\)$"))


def test_the_theme_is_the_readers_and_can_be_changed(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server, color_scheme="dark") as explored:
        explored.open("front")
        page, ground = explored.page, "getComputedStyle(document.documentElement).backgroundColor"
        dark = page.evaluate(ground)
        page.get_by_role("button", name="Use the light theme").click()
        light = page.evaluate(ground)
        assert light != dark
        page.reload()
        explored.is_at("front")
        assert page.evaluate(ground) == light


def test_a_view_that_waits_says_so(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as explored:
        page = explored.page
        held: list[Route] = []
        page.route("**/graphql", lambda route: held.append(route))
        page.goto(f"{live_server}/")
        expect(page.get_by_role("status").get_by_text("The answer is on its way")).to_be_attached()
        while not held:
            page.wait_for_timeout(20)
        held.pop().continue_()
        explored.is_at("front")
