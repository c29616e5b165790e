"""A receiver of OTLP over HTTP, for spans that processes under test export."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

PATIENCE_SECONDS = 30


class Span(NamedTuple):
    """An exported span; the links are the ids of spans."""

    service: str
    trace_id: str
    span_id: str
    parent_id: str
    name: str
    attributes: dict[str, str]
    links: list[str]


class Spans(list[Span]):
    """Spans that have arrived."""

    def of_trace(self, trace_id: str) -> list[Span]:
        """Return the spans of a trace."""
        return [span for span in self if span.trace_id == trace_id]

    def wait_for(self, trace_id: str, is_there: Callable[[list[Span]], bool]) -> list[Span]:
        """Wait until a trace has what a test looks for, and return its spans."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not is_there(self.of_trace(trace_id)):
            assert time.monotonic() < deadline, self.of_trace(trace_id)
            time.sleep(0.02)
        return self.of_trace(trace_id)


@contextmanager
def receiving() -> Iterator[tuple[str, Spans]]:
    """Yield the endpoint of a receiver, and the spans that arrive there during the block."""
    spans = Spans()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == "/v1/traces"
            spans.extend(_spans(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", spans
        server.shutdown()


def _spans(body: bytes) -> Iterator[Span]:
    request = ExportTraceServiceRequest.FromString(body)
    for of_resource in request.resource_spans:
        service = next(one.value.string_value for one in of_resource.resource.attributes if one.key == "service.name")
        for of_scope in of_resource.scope_spans:
            for span in of_scope.spans:
                yield Span(
                    service,
                    span.trace_id.hex(),
                    span.span_id.hex(),
                    span.parent_span_id.hex(),
                    span.name,
                    {one.key: one.value.string_value for one in span.attributes},
                    [link.span_id.hex() for link in span.links],
                )
