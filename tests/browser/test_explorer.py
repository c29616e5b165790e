"""The explorer in a real browser that can reach no host but this machine: the demo's bad night, from the search on."""

import json
import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Browser, Request, expect

from explorer_page import BAD_MORNING, LOAD, PRICES, Explorer, explorer

from browser_page import PATIENCE_SECONDS


def test_the_bad_night_from_the_search_to_what_is_next(browser: Browser, live_server: str) -> None:
    """Which run wrote this, what did it read, what has worked on it since, and what is next?"""
    with explorer(browser, live_server) as explored:
        page = explored.page
        explored.open("front")
        page.keyboard.press("/")
        page.keyboard.type("shop.public.prices", delay=20)
        expect(page).to_have_url(re.compile(r"\?q=shop\.public\.prices$"))
        explored.is_at("find")
        explored.follow("shop.public.prices", "dataset")

        with explored.asks_once():
            page.get_by_role("textbox", name="As of").fill("2026-10-15T08:00")
            page.keyboard.press("Enter")
            expect(page).to_have_url(re.compile("asOf=2026-10-15T08:00"))
            explored.is_at("dataset")
        writer = explored.card("Who wrote what it shows")
        expect(writer).to_contain_text("SUCCESS")
        expect(writer).to_contain_text("412 rows")
        expect(explored.card("What the writer read")).to_contain_text("feeds/prices.csv")
        expect(explored.card("What has worked on it since")).to_contain_text("prices.build_catalog")
        expect(explored.card("What is next")).to_contain_text("AT_RISK")
        expect(explored.card("What is next")).to_contain_text("marts.export_email_campaign")

        writer.get_by_role("link", name="prices.load_supplier_prices").first.click()
        main = explored.is_at("run")
        expect(main).to_contain_text("27ec3f00-3f34-588c-b968-1ba0dec251a0")
        expect(main).to_contain_text("feeds/prices.csv")


def test_the_stories_of_the_demo_are_on_its_front(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as explored:
        for story, view, said in (
            ("The bad prices", "dataset", "412 rows"),
            ("A failed night", "run", "FAILURE"),
            ("A hung run", "run", "HUNG"),
        ):
            explored.open("front")
            explored.follow(story, view)
            expect(explored.page.locator("main")).to_contain_text(said)


def test_the_slider_moves_all_answers_and_the_address(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as explored:
        page = explored.page
        explored.open("dataset", urn=PRICES, asOf=BAD_MORNING)
        expect(explored.card("Who wrote what it shows")).to_contain_text("412 rows")
        slider = page.get_by_role("slider")
        slider.focus()
        with explored.asks_once():
            slider.press("ArrowLeft")  # to the end of the run that wrote the bad prices
            expect(page).to_have_url(re.compile("asOf=2026-10-14T02:10:2"))
            explored.is_at("dataset")
        with explored.asks_once():
            slider.press("ArrowLeft")
            expect(explored.card("Who wrote what it shows")).not_to_contain_text("412 rows")
            explored.is_at("dataset")
        assert BAD_MORNING not in page.url
        slider.press("ArrowRight")  # the page still has this answer
        expect(explored.card("Who wrote what it shows")).to_contain_text("412 rows")


def test_the_strip_stays_under_the_handle_until_its_end(browser: Browser, live_server: str) -> None:
    """Older runs come while the slider moves: they widen the strip only where the handle is at its begin."""
    with explorer(browser, live_server) as explored:
        explored.open("job", urn=LOAD)
        expect(explored.page.locator(".strip .mark").first).to_be_attached()
        slider = explored.page.get_by_role("slider")
        first = slider.get_attribute("min")
        assert first is not None
        slider.focus()
        with explored.asks_once():
            slider.press("ArrowLeft")
            expect(explored.page).to_have_url(re.compile("asOf="))
            explored.is_at("job")
        assert slider.get_attribute("min") == first
        slider.press("Home")
        explored.is_at("job")
        expect(slider).not_to_have_attribute("min", first)


def test_the_strip_ends_with_the_newest_run_at_any_moment(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as explored:
        ends = []
        for asked in ({}, {"asOf": "2026-09-03T08:00:00Z"}):
            for view, urn in (("job", LOAD), ("dataset", PRICES)):
                explored.open(view, urn=urn, **asked)
                expect(explored.page.locator(".strip .mark").first).to_be_attached()
                ends.append(explored.page.locator(".strip .ends span").last.text_content())
        assert ends[:2] == ends[2:]


def test_the_slider_asks_ahead_and_never_twice(browser: Browser, live_server: str) -> None:
    """While the reader looks, the page asks for the stops beside; the next step is shown without a request."""
    moments: list[str | None] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            moments.append(json.loads(request.post_data or "{}")["variables"]["point"]["asOf"])

    with explorer(browser, live_server) as explored:
        page = explored.page
        explored.open("graph", urn=PRICES, asOf=BAD_MORNING, tab="graph")
        page.on("request", note)
        slider = page.get_by_role("slider", name="As of").first
        slider.focus()
        slider.press("ArrowLeft")
        expect(page).not_to_have_url(re.compile(BAD_MORNING))
        explored.is_at("graph")
        looked_for = 0.0
        while len(moments) < 3 and looked_for < PATIENCE_SECONDS:  # the step, and the stops beside it
            page.wait_for_timeout(100)
            looked_for += 0.1
        page.wait_for_load_state("networkidle")
        assert len(moments) == 3
        slider.press("ArrowLeft")
        expect(page).not_to_have_url(re.compile(str(moments[0])))
        explored.is_at("graph")
        [shown] = parse_qs(urlsplit(page.url).query)["asOf"]
        assert shown in moments[1:3]
        page.wait_for_load_state("networkidle")
        assert len(set(moments)) == len(moments), "a moment was asked for twice"


def test_a_link_shows_a_colleague_the_same(browser: Browser, live_server: str) -> None:
    """All state is in the address, the chosen node and the unfolded groups included."""
    with explorer(browser, live_server) as one:
        one.open("graph", urn=PRICES, asOf=BAD_MORNING, tab="graph", down="3")
        with one.asks_once():
            one.page.get_by_role("link", name="One step less after it").click()
            one.is_at("graph")
        one.page.get_by_role("button", name=re.compile("build_catalog")).first.click()
        expect(one.page.get_by_role("complementary", name="The chosen node")).to_contain_text("Why it is here")
        address, nodes = one.page.url, texts(one)
        with explorer(browser, live_server) as another:
            another.page.goto(address)
            another.is_at("graph")
            expect(another.page.get_by_role("complementary", name="The chosen node")).to_contain_text("build_catalog")
            assert texts(another) == nodes
            assert len(another.asked) == 1


def test_a_link_shows_the_same_rows_in_the_same_order(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as one:
        one.open("table", urn=PRICES, asOf=BAD_MORNING, tab="table")
        one.page.get_by_label("Filter").fill("refresh_price_cache")
        one.page.get_by_role("button", name="Began").click()
        one.page.get_by_role("button", name="Began").click()
        expect(one.page).to_have_url(re.compile("sort=-start"))
        rows = one.page.locator("tbody tr").all_inner_texts()
        with explorer(browser, live_server) as another:
            another.page.goto(one.page.url)
            another.is_at("table")
            assert another.page.locator("tbody tr").all_inner_texts() == rows
            assert rows[0] != sorted(rows)[0]


def test_the_reason_of_a_row_and_of_a_node_is_a_path_of_runs(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as explored:
        page = explored.page
        explored.open("table", urn=PRICES, asOf=BAD_MORNING, tab="table", filter="email_campaign contaminated")
        explored.follow("why marts.export_email_campaign is here", "path")
        path = page.get_by_role("listitem")
        expect(path.first).to_contain_text("prices.load_supplier_prices")
        expect(path.last).to_contain_text("marts.export_email_campaign")
        expect(page.locator("main")).to_contain_text("CONTAMINATED")

        explored.open("graph", urn=PRICES, asOf=BAD_MORNING, tab="graph")
        page.get_by_role("button", name=re.compile("CONTAMINATED.*build_catalog", re.DOTALL)).first.click()
        explored.follow("The path run by run", "path")
        expect(path.last).to_contain_text("prices.build_catalog")


def texts(explored: Explorer) -> list[str]:
    """Return the words of all nodes."""
    return sorted(explored.page.locator("button.node").all_inner_texts())


def test_two_moments_side_by_side(browser: Browser, live_server: str) -> None:
    with explorer(browser, live_server) as explored:
        explored.open("compare", urn=PRICES, asOf=BAD_MORNING, tab="compare", right="2026-10-13T08:00:00Z")
        main = explored.page.locator("main")
        expect(main).to_contain_text("prices.csv")
        expect(main).to_contain_text(re.compile("412"))
