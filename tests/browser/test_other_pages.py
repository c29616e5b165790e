"""Attacks by pages of other sites, in a real browser: they write nothing and read nothing.

An allowed page runs each attack, too, by the same script: there the attack succeeds, so the script works.
"""

import itertools
import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote, urlencode, urlsplit

import pytest
from playwright.sync_api import Frame, Page, expect

from headwater.ingest.databand_operations import EXAMPLE_SOURCE

from browser_page import PATIENCE_SECONDS, new_page
from conftest import cloned_database, fetch
from events import run_event, uuid
from rest_examples import examples
from server_process import LINEAGE, Server
from store_dump import dump

ATTACKER, WANTED, REBOUND = "attacker.example", "wanted.example", "rebound.example"
QUERY = "{ hungRuns { total } }"
ANSWER = '{"data":{"hungRuns":{"total":'
T = TypeVar("T")

numbers = itertools.count(1)


class Call(NamedTuple):
    """A request as a script makes it."""

    method: str
    address: str
    body: str


class Blank(BaseHTTPRequestHandler):
    """Serves an empty page at every address."""

    def do_GET(self) -> None:
        body = b"<!doctype html><title>another site</title>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Log nothing."""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The port of the other sites' server."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Blank) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        yield other.server_port
        other.shutdown()


@pytest.fixture
def server(postgres_url: str, template: str, port: int) -> Iterator[Server]:
    """A developer's server, without tokens; it allows pages of one other site."""
    with cloned_database(postgres_url, template) as url:
        fetch(url, "INSERT INTO source (id, name) VALUES ($1, 'pipelines')", EXAMPLE_SOURCE)
        with Server(url, allowed_origins=f"http://{WANTED}:{port}", allowed_hosts=WANTED) as server:
            yield server


def aside(function: Callable[..., T], *arguments: object) -> T:
    """Return the result of a function that runs an event loop: this thread already has the browser's loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function, *arguments).result()


def foreign_frames(page: Page, port: int) -> Iterator[Frame]:
    """Yield pages one after the other: of another site, of another port of this machine, and one without an origin."""
    for site in (f"http://{ATTACKER}:{port}", f"http://localhost:{port}"):
        page.goto(site)
        yield page.main_frame
    page.goto(f"http://{ATTACKER}:{port}")
    page.set_content('<iframe sandbox="allow-scripts allow-forms" srcdoc="no origin"></iframe>')
    yield page.frames[1]


def writes() -> list[Call]:
    """Return the described examples of writing requests; deletions come last."""
    calls = [
        Call(method, f"{quote(path)}?{urlencode(query)}", json.dumps(body))
        for method, path, query, body in examples()
        if method != "GET"
    ]
    return sorted(calls, key=lambda call: "DELETE" in call.method or "delete" in call.address)


FETCH = """async ([address, init]) => {
  try { const answer = await fetch(address, init); return [answer.status, await answer.text()] } catch { return null }
}"""
BEACON = "([address, body]) => navigator.sendBeacon(address, new Blob([body], {type: 'text/plain'}))"
FORM = """([address, name, value, target]) => {
  const form = Object.assign(document.createElement('form'), {method: 'POST', enctype: 'text/plain', action: address, target})
  form.append(Object.assign(document.createElement('input'), {name, value}))
  if (target) document.body.append(Object.assign(document.createElement('iframe'), {name: target}))
  document.body.append(form)
  form.submit()
}"""
SUBSCRIBE = """([address, query]) => new Promise(resolve => {
  const socket = new WebSocket(address, 'graphql-transport-ws')
  const say = message => socket.send(JSON.stringify(message))
  socket.onopen = () => say({type: 'connection_init'})
  socket.onclose = socket.onerror = () => resolve(null)
  socket.onmessage = ({data}) => JSON.parse(data).type === 'connection_ack'
    ? say({id: '1', type: 'subscribe', payload: {query}}) : resolve(data)
})"""
INCLUDE = """([tag, address]) => new Promise(resolve => {
  const element = document.createElement(tag)
  element.onload = () => resolve('loaded')
  element.onerror = () => resolve('failed')
  if (tag === 'link') Object.assign(element, {rel: 'stylesheet', href: address}); else element.src = address
  document.head.append(element)
})"""


def asked(frame: Frame, call: Call, server: str, **init: Any) -> Any:
    """Return status and text of the answer that a script gets; None if the browser withholds it."""
    body = {} if call.method == "GET" else {"body": call.body}
    return frame.evaluate(FETCH, [server + call.address, {"method": call.method, **body, **init}])


def new_event() -> Call:
    """Return an event that the server does not have."""
    return Call("POST", LINEAGE, json.dumps(run_event("START", "00:00:00", uuid(next(numbers)))))


def submit(frame: Frame, server: str, call: Call, target: str) -> int:
    """Submit a form whose body is JSON, though browsers add a "=", and return the status of the answer."""
    name, value = call.body[:-1] + ', "padding": "', '"}'
    with frame.page.expect_response(lambda response: response.url == server + call.address) as answered:
        frame.evaluate(FORM, [server + call.address, name, value, target])
    if not target:
        frame.wait_for_url(server + call.address)
    return answered.value.status


def test_no_page_of_another_site_writes(chromium: str, server: Server, port: int) -> None:
    calls = writes()
    assert len(calls) > 15
    before = dump(server.database_url)
    text = {"headers": {"Content-Type": "text/plain"}}
    with new_page(chromium, ATTACKER, WANTED) as page:
        for frame in foreign_frames(page, port):
            for call in calls:
                assert asked(frame, call, server.url, **text) is None, (frame.url, call)
                if call.method == "POST":
                    assert asked(frame, call, server.url, mode="no-cors", **text) is None, (frame.url, call)
            frame.evaluate(BEACON, [server.url + LINEAGE, new_event().body])
            assert submit(frame, server.url, new_event(), "frame") == 403
            assert submit(frame, server.url, new_event(), "") == 403
        assert aside(dump, server.database_url) == before

        page.goto(f"http://{WANTED}:{port}")
        for call in calls:
            if not call.address.partition("?")[0].endswith("/graphql"):  # /graphql requires application/json
                answer = asked(page.main_frame, call, server.url, **text)
                assert answer is not None, call
                assert answer[0] < 300, (call, answer)
        wanted, events = page.main_frame, aside(server.count, "event")
        wanted.evaluate(BEACON, [server.url + LINEAGE, new_event().body])
        asked(wanted, new_event(), server.url, mode="no-cors", **text)
        assert submit(wanted, server.url, new_event(), "frame") == 201
        assert submit(wanted, server.url, new_event(), "") == 201
        # The browser sends a beacon at its own time.
        give_up = time.monotonic() + PATIENCE_SECONDS
        while aside(server.count, "event") < events + 4:
            assert time.monotonic() < give_up
            page.wait_for_timeout(50)
        assert aside(server.count, "event") == events + 4


def test_no_page_of_another_site_reads(chromium: str, server: Server, port: int) -> None:
    assert server.post(json.loads(new_event().body)).status_code == 201
    get = Call("GET", f"/graphql?query={quote(QUERY)}", "")
    post = Call("POST", "/graphql", json.dumps({"query": QUERY}))
    as_json = {"headers": {"Content-Type": "application/json"}}
    socket = server.url.replace("http", "ws") + "/graphql"
    with new_page(chromium, ATTACKER, WANTED) as page:
        statuses = Statuses(page)
        for frame in foreign_frames(page, port):
            for mode in ("cors", "no-cors"):
                assert asked(frame, get, server.url, mode=mode) is None
                assert frame is not page.main_frame or statuses.next_of(server.url + get.address) == 403
            assert asked(frame, post, server.url, **as_json) is None
            assert asked(frame, post, server.url, mode="no-cors") is None
            assert frame.evaluate(SUBSCRIBE, [socket, QUERY]) is None
            for tag in ("script", "img", "link"):
                assert frame.evaluate(INCLUDE, [tag, server.url + get.address]) == "failed"
                assert frame is not page.main_frame or statuses.next_of(server.url + get.address) == 403, tag

        page.goto(f"http://{WANTED}:{port}")
        for answer in (asked(page.main_frame, get, server.url), asked(page.main_frame, post, server.url, **as_json)):
            assert (answer[0], answer[1].startswith(ANSWER)) == (200, True)
        assert statuses.next_of(server.url + get.address) == 200
        assert ANSWER in page.evaluate(SUBSCRIBE, [socket, QUERY])
        page.goto(f"{server.url}/health")  # the server's own pages get the bytes, but their browser uses none
        for tag in ("script", "img", "link"):
            page.evaluate(INCLUDE, [tag, server.url + get.address])
            assert statuses.next_of(server.url + get.address) == 200, tag


class Statuses:
    """The statuses of answers to a page, also of answers that the browser withholds; frames do not count."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._addresses: dict[str, str] = {}
        self._seen: list[tuple[str, int]] = []
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.on("Network.requestWillBeSent", self._asked)
        network.on("Network.responseReceivedExtraInfo", self._answered)

    def _asked(self, event: dict[str, Any]) -> None:
        self._addresses[event["requestId"]] = event["request"]["url"]

    def _answered(self, event: dict[str, Any]) -> None:
        self._seen.append((event["requestId"], event["statusCode"]))

    def next_of(self, address: str) -> int:
        """Return the status of the next answer from an address."""
        give_up = time.monotonic() + PATIENCE_SECONDS
        while True:
            for one in self._seen:
                if self._addresses.get(one[0]) == address:
                    self._seen.remove(one)
                    return one[1]
            assert time.monotonic() < give_up, self._seen
            self._page.wait_for_timeout(50)


def test_a_rebound_name_writes_and_reads_nothing(chromium: str, server: Server) -> None:
    get = Call("GET", f"/graphql?query={quote(QUERY)}", "")
    post = Call("POST", "/graphql", json.dumps({"query": QUERY}))
    as_json = {"Content-Type": "application/json"}
    own = urlsplit(server.url).port
    before = dump(server.database_url)
    with new_page(chromium, REBOUND, WANTED) as page:
        # A page under this name: for the browser, the page asks its own site.
        page.goto(f"http://{REBOUND}:{own}/health")
        here = f"http://{REBOUND}:{own}"
        for headers in (
            {},
            {"X-Forwarded-Host": "localhost"},
            {"Forwarded": "host=localhost"},
            {"Authorization": "Bearer x"},
        ):
            for call in (get, post, new_event()):
                status, text = asked(page.main_frame, call, here, headers=headers | (as_json if call == post else {}))
                assert status == (401 if "Authorization" in headers else 421), (headers, call)
                assert "data" not in json.loads(text)
        assert page.evaluate(SUBSCRIBE, [here.replace("http", "ws") + "/graphql", QUERY]) is None
        for call in writes():
            assert asked(page.main_frame, call, here, headers={"Content-Type": "text/plain"})[0] == 421, call
        assert aside(dump, server.database_url) == before

        page.goto(f"http://{WANTED}:{own}/health")
        here = f"http://{WANTED}:{own}"
        assert asked(page.main_frame, new_event(), here)[0] == 201
        assert asked(page.main_frame, get, here)[1].startswith(ANSWER)
        assert asked(page.main_frame, post, here, headers=as_json)[1].startswith(ANSWER)
        assert ANSWER in page.evaluate(SUBSCRIBE, [here.replace("http", "ws") + "/graphql", QUERY])


def test_a_link_leads_to_the_pages_but_no_frame_shows_them(chromium: str, server: Server, port: int) -> None:
    with new_page(chromium, ATTACKER) as page:
        for address, status in (("/graphql", 200), ("/docs", 200), (f"/graphql?query={quote(QUERY)}", 403)):
            page.goto(f"http://{ATTACKER}:{port}")
            page.evaluate(
                "address => { document.body.innerHTML = `<a href='${address}'>see</a>` }", server.url + address
            )
            with page.expect_response(server.url + address) as answered:
                page.get_by_text("see").click()
            assert answered.value.status == status
        page.goto(f"http://{ATTACKER}:{port}")
        with page.expect_console_message(lambda message: "frame-ancestors 'none'" in message.text):
            page.evaluate(
                "address => { document.body.innerHTML = `<iframe src='${address}'></iframe>` }", f"{server.url}/docs"
            )
        expect(page.locator("iframe")).to_be_visible()
        assert "Headwater" not in "".join(frame.title() for frame in page.frames)


def test_a_link_opens_a_page_that_works(chromium: str, server: Server, port: int) -> None:
    with new_page(chromium, ATTACKER) as page:
        page.goto(f"http://{ATTACKER}:{port}")
        with page.expect_response(lambda response: response.request.method == "POST") as schema:
            page.evaluate("address => { location = address }", f"{server.url}/graphql")
        assert schema.value.status == 200
        expect(page.locator(".graphiql-query-editor .view-lines")).to_be_visible()
