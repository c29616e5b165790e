"""The explorer for everybody: each view in both themes by axe-core, by keyboard alone, and with names that attack it."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from explorer_page import BAD_MORNING, FLOW, LOAD, PRICES, explorer
from headwater.urn import named_dataset_urn, named_flow_urn, named_job_urn

from conftest import cloned_database
from events import run_event, uuid
from graphql_api import urn
from page_tools import page_tools
from server_process import BATCH, Server

CATALOG = named_job_urn("airflow-prod", "prices.build_catalog")
BAD_RUN = "urn:li:dataProcessInstance:27ec3f00-3f34-588c-b968-1ba0dec251a0"
VIEWS: list[tuple[str, dict[str, str]]] = [
    ("front", {}),
    ("find", {"q": "prices"}),
    ("find", {"q": "nothing is called so"}),
    ("dataset", {"urn": PRICES, "asOf": BAD_MORNING}),
    ("job", {"urn": LOAD, "asOf": BAD_MORNING}),
    ("flow", {"urn": FLOW, "asOf": BAD_MORNING}),
    ("run", {"urn": BAD_RUN}),
    ("graph", {"urn": PRICES, "asOf": BAD_MORNING, "tab": "graph", "certainty": "POSSIBLE"}),
    ("table", {"urn": PRICES, "asOf": BAD_MORNING, "tab": "table", "certainty": "POSSIBLE"}),
    ("compare", {"urn": PRICES, "asOf": BAD_MORNING, "tab": "compare", "right": "2026-10-13T08:00:00Z"}),
    ("facets", {"urn": BAD_RUN, "tab": "facets"}),
    ("path", {"urn": PRICES, "asOf": BAD_MORNING, "tab": "path", "to": CATALOG}),
    ("model", {"urn": "urn:li:mlModel:(urn:li:dataPlatform:mlflow,none,PROD)"}),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_to_mend_on_any_view(theme: Any, browser: Browser, live_server: str) -> None:
    found: list[str] = []
    axe = (page_tools() / "axe-core" / "axe.min.js").read_text()
    with explorer(browser, live_server, color_scheme=theme) as explored:
        for view, address in VIEWS:
            explored.open(view, **address)
            explored.page.evaluate(axe)
            for rule in explored.page.evaluate("axe.run()")["violations"]:
                found += [
                    f"{theme} {view}: {rule['id']}: {one['target']} {one['html'][:120]}" for one in rule["nodes"][:3]
                ]
    assert found == []


def test_by_keyboard_alone(browser: Browser, live_server: str) -> None:
    """From the search to a node of the graph, and to a run in the table, without a mouse."""
    with explorer(browser, live_server) as explored:
        page = explored.page
        explored.open("front", asOf=BAD_MORNING)
        page.keyboard.press("/")
        page.keyboard.type("shop.public.prices", delay=20)
        expect(page).to_have_url(re.compile("q=shop.public.prices"))
        explored.is_at("find")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        explored.is_at("dataset")
        tab_to(explored.page, "link", "Graph")
        page.keyboard.press("Enter")
        explored.is_at("graph")
        tab_to(explored.page, "button", "build_catalog")
        page.keyboard.press("Enter")
        expect(page.get_by_role("complementary", name="The chosen node")).to_contain_text("build_catalog")
        tab_to(explored.page, "link", "Table")
        page.keyboard.press("Enter")
        explored.is_at("table")
        tab_to(explored.page, "button", "Duration|Took")
        page.keyboard.press("Enter")
        expect(page.locator("th[aria-sort=ascending]")).to_have_count(1)


def tab_to(page: Any, kind: str, name: str) -> None:
    """Press Tab until the focus is on a link or button with such a name. Fails after 300 steps."""
    tag = {"link": "A", "button": "BUTTON"}[kind]
    for _ in range(300):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "[document.activeElement.tagName, document.activeElement.ariaLabel || document.activeElement.textContent]"
        )
        if focused[0] == tag and re.search(name, focused[1]):
            return
    pytest.fail(f"no {kind} {name} within 300 steps")


HOSTILE = [
    "<img src=x onerror=alert(1)>",
    '"><script>alert(2)</script>',
    "\N{RIGHT-TO-LEFT OVERRIDE}gnp.exe",
    "javascript:alert(3)//" + "long " * 2000,
    "${alert(4)}{{alert(5)}}'; alert(6); '",
]


@pytest.fixture(scope="module")
def hostile_server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server with hostile names of jobs and data, messages, SQL, links and descriptions."""
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        answer = server.post(list(hostile_events()), BATCH)
        assert answer.status_code in (200, 201), answer.text
        yield server


def hostile_events() -> Iterator[dict[str, Any]]:
    facet = {"_producer": "https://example.com", "_schemaURL": "https://example.com"}
    for number, name in enumerate(HOSTILE):
        facets = {
            "errorMessage": facet | {"message": name, "programmingLanguage": name, "stackTrace": name},
            "externalQuery": facet | {"externalQueryId": name, "source": name},
            "processing_engine": facet | {"version": name, "name": name},
            "hostile": facet | {"html": name, "nested": {name: [name]}},
        }
        job_facets = {
            "sql": facet | {"query": name},
            "documentation": facet | {"description": name},
            "sourceCodeLocation": facet | {"type": "git", "url": f"javascript:alert('{number}')"},
            "ownership": facet | {"owners": [{"name": name, "type": name}]},
        }
        data_facets = {
            "schema": facet | {"fields": [{"name": name, "type": name, "description": name}]},
            "documentation": facet | {"description": name},
            "ownership": facet | {"owners": [{"name": name}]},
        }
        output = {"namespace": name[:200], "name": name, "facets": data_facets}
        before = HOSTILE[number - 1]
        inputs = [{"namespace": before[:200], "name": before}] if number else []
        for word, second in (("START", 0), ("FAIL" if number % 2 else "COMPLETE", 1)):
            event = run_event(
                word, f"00:0{number}:0{second}", uuid(number), name, inputs=inputs, outputs=[output], **facets
            )
            event["job"]["facets"] = job_facets
            yield event


def hostile_addresses() -> Iterator[tuple[str, dict[str, str]]]:
    yield "front", {}
    for number, name in enumerate(HOSTILE):
        yield "find", {"q": name[:100]}
        data = named_dataset_urn(name[:200], name)
        for view, thing in (
            ("dataset", data),
            ("job", named_job_urn("test", name)),
            ("flow", named_flow_urn("test", name)),
            ("run", urn(number)),
        ):
            yield view, {"urn": thing}
        for tab in ("graph", "table", "compare", "facets"):
            yield tab, {"urn": data, "tab": tab}
            yield tab, {"urn": urn(number), "tab": tab, "right": urn(0)}
        yield "path", {"urn": urn(0), "tab": "path", "to": urn(number)}


def test_no_name_becomes_more_than_text_on_any_view(browser: Browser, hostile_server: Server) -> None:
    with explorer(browser, hostile_server.url) as explored:
        page = explored.page
        shown = ""
        for view, address in hostile_addresses():
            explored.open(view, **address)
            assert page.locator("main img, main script, main iframe, main object").count() == 0, address
            links = page.locator("a").evaluate_all("links => links.map(link => link.protocol)")
            assert set(links) <= {"http:", "https:"}, address
            attributes = "nodes => nodes.flatMap(node => [...node.attributes].map(one => one.name))"
            assert not any(name.startswith("on") for name in page.locator("main *").evaluate_all(attributes)), address
            width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert width <= 0, (view, address, "a long name must not push the page beyond the window")
            shown += page.locator("main").inner_text()
        assert "<img src=x onerror=alert(1)>" in shown
        assert json.dumps(HOSTILE[1]) in shown or HOSTILE[1] in shown
