"""A server for GitLab's REST API of pipelines, as GitLab documents the API.

Pages have offsets, Link and x-… headers, at most 100 items, and 20 by default. Lists accept updated_after, order_by and
sort. Child pipelines come only on request. Jobs come by falling id, retried jobs only on request.
"""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

Object = dict[str, Any]

TOKEN = "glpat-of-a-test"
ADDRESS = "https://gitlab.com"
"""GitLab's own address, in its links; the server has another address."""


@dataclass
class Answer:
    """An answer that differs from the usual one."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b"{}"


@dataclass
class FakeGitLab:
    """A GitLab with one project. pipelines have the form `{"pipeline": …, "jobs": […], "bridges": […]}`.

    A request whose path contains a key of answers gets the next of these answers instead. before_answer is called with
    each path and its parameters before the answer.
    """

    path: str = "acme/shop"
    project_id: int = 77
    pipelines: dict[int, Object] = field(default_factory=dict)
    answers: dict[str, list[Answer]] = field(default_factory=dict)
    before_answer: Callable[[str, dict[str, str]], None] = lambda *_: None
    requests: list[str] = field(default_factory=list)
    tokens: set[str | None] = field(default_factory=set)
    url: str = ""

    def put(self, *documents: Object) -> None:
        """Show these pipelines, each in place of its earlier state."""
        for document in documents:
            self.pipelines[document["pipeline"]["id"]] = document

    def asked(self, part: str) -> int:
        """Return the number of requests with this text in their path."""
        return sum(part in request for request in self.requests)


@contextmanager
def gitlab_server(gitlab: FakeGitLab) -> Iterator[FakeGitLab]:
    """Serve the project on loopback, and set its url."""

    class Handler(_Handler):
        fake = gitlab

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    gitlab.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield gitlab
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    fake: FakeGitLab
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        parameters = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        self.fake.requests.append(self.path)
        self.fake.tokens.add(self.headers.get("PRIVATE-TOKEN"))
        self.fake.before_answer(parts.path, parameters)
        for part, answers in self.fake.answers.items():
            if part in parts.path and answers:
                answer = answers.pop(0)
                self._send(answer.status, answer.headers, answer.body)
                return
        if self.headers.get("PRIVATE-TOKEN") != TOKEN:
            self._send_json(401, {"message": "401 Unauthorized"})
            return
        self._route(parts.path.removeprefix("/api/v4/projects/").split("/"), parameters)

    def _route(self, words: list[str], parameters: dict[str, str]) -> None:
        if unquote(words[0]) not in (self.fake.path, str(self.fake.project_id)):
            self._send_json(404, {"message": "404 Project Not Found"})
        elif len(words) == 1:
            web_url = f"{ADDRESS}/{self.fake.path}"
            found = {"id": self.fake.project_id, "path_with_namespace": self.fake.path, "web_url": web_url}
            self._send_json(200, found)
        elif len(words) == 2:
            self._send_page(self._listed(parameters), parameters)
        elif int(words[2]) not in self.fake.pipelines:
            self._send_json(404, {"message": "404 Not found"})
        elif len(words) == 3:
            self._send_json(200, self.fake.pipelines[int(words[2])]["pipeline"])
        else:
            jobs = self.fake.pipelines[int(words[2])].get(words[3], [])
            self._send_page(_jobs(jobs, parameters.get("include_retried") == "true"), parameters)

    def _listed(self, parameters: dict[str, str]) -> list[Object]:
        assert (parameters["order_by"], parameters["sort"]) == ("updated_at", "asc")
        after = datetime.fromisoformat(parameters["updated_after"])
        is_child = parameters.get("source") == "parent_pipeline"
        found = [
            pipeline
            for document in self.fake.pipelines.values()
            if ((pipeline := document["pipeline"]).get("source") == "parent_pipeline") == is_child
            and datetime.fromisoformat(pipeline["updated_at"]) > after
        ]
        return sorted(found, key=lambda item: (datetime.fromisoformat(item["updated_at"]), item["id"]))

    def _send_page(self, items: list[Object], parameters: dict[str, str]) -> None:
        size, number = min(int(parameters.get("per_page", 20)), 100), int(parameters.get("page", 1))
        page = items[(number - 1) * size : number * size]
        has_next = number * size < len(items)
        headers = {"x-page": str(number), "x-per-page": str(size), "x-next-page": str(number + 1) if has_next else ""}
        if has_next:
            following = urlencode(parameters | {"page": number + 1, "per_page": size})
            headers["Link"] = f'<{ADDRESS}{urlsplit(self.path).path}?{following}>; rel="next"'
        self._send_json(200, page, headers)

    def _send_json(self, status: int, value: Any, headers: dict[str, str] | None = None) -> None:
        self._send(status, {"Content-Type": "application/json", **(headers or {})}, json.dumps(value).encode())

    def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _jobs(jobs: list[Object], with_retried: bool) -> list[Object]:
    newest_first = sorted(jobs, key=lambda job: -job["id"])
    latest = {job["name"]: job["id"] for job in reversed(newest_first)}
    return [job for job in newest_first if with_retried or latest[job["name"]] == job["id"]]
