"""Limits of connections and requests, enforced before the server knows the client.

uvicorn's HTTP protocol with the limits that it lacks: the size and number of headers, the time for headers, bodies and
answers, and the number of connections (docs/limits.md).
"""

import asyncio
import json
from array import array
from asyncio import TimerHandle
from contextlib import suppress
from fcntl import ioctl
from termios import TIOCOUTQ
from typing import ClassVar, Final

from httptools import HttpParserError
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

MAX_HEAD_BYTES: Final = 65_536
"""The most bytes of the request line and the headers; also of trailers, and of the framing of chunks."""

MAX_HEADERS: Final = 100
"""The most headers of a request, trailers included."""

LEAST_BYTES: Final = 10_000
"""The least bytes of a body or an answer to transfer in the time of a transfer, unless it ends."""

_GRACE_SECONDS: Final = 1.0
"""The delay before a second look: a busy server may have bytes to read."""

_TOO_LARGE: Final = (
    f"The request line and headers are too large: expected {MAX_HEAD_BYTES} bytes, {MAX_HEADERS} headers."
)
_TOO_SLOW: Final = "The request took too long to arrive: send it faster, or raise HEADWATER_MAX_TRANSFER_SECONDS."
_TOO_MANY: Final = "The server has too many connections (HEADWATER_MAX_CONNECTIONS): send it again in a moment."


class Closable:
    """Connections that may close for others, the longest waiting first."""

    def __init__(self, most: int, seconds: float) -> None:
        """most: connections; seconds: for headers, and for LEAST_BYTES of a body or an answer."""
        self.most = most
        self.seconds = seconds
        self.idle: dict[LimitedProtocol, None] = {}
        """Connections without a current request."""
        self.sending: dict[LimitedProtocol, None] = {}
        """Connections that are sending a body."""

    def close_one(self) -> bool:
        """Close the longest waiting connection. Return False if there is none."""
        if self.idle:
            next(iter(self.idle)).give_way()
        elif self.sending:
            next(iter(self.sending)).refuse(503, _TOO_MANY)
        else:
            return False
        return True

    def keep(self, protocol: "LimitedProtocol") -> None:
        """Keep a connection open, whatever others need."""
        self.idle.pop(protocol, None)
        self.sending.pop(protocol, None)


def limited_protocol(most: int, seconds: float) -> type[asyncio.Protocol]:
    """Return uvicorn's protocol with these limits, shared by all connections."""
    return type("Protocol", (LimitedProtocol,), {"closable": Closable(most, seconds)})


class LimitedProtocol(HttpToolsProtocol):
    """One connection."""

    closable: ClassVar[Closable]
    _clock: TimerHandle | None = None
    _write_clock: TimerHandle | None = None
    _is_late = False
    _is_whole = False
    """True once a whole request has arrived; false on a new connection."""
    _is_in_body = False
    _is_too_large = False
    _head_bytes = 0
    _headers = 0
    _silent_bytes = 0
    """Bytes since the parser's last callback."""
    _answered: RequestResponseCycle | None = None
    """The application's latest request; newer ones may wait behind it."""
    _body_bytes = 0
    """Bytes of the body since the start of the clock."""
    _unread_bytes = 0
    """Bytes of answers that the client had not read at the start of the write clock."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection; beyond the limit it replaces another, or gets a refusal."""
        super().connection_made(transport)
        if len(self.connections) > self.closable.most and not self.closable.close_one():
            self.refuse(503, _TOO_MANY)
            return
        self.closable.idle[self] = None
        self._start_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._forget()
        self._let_go()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read bytes, and start the clock if more have to come."""
        self._silent_bytes += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self._silent_bytes > MAX_HEAD_BYTES:
            self.refuse(431, _TOO_LARGE)
        elif not self._is_whole:
            if self._is_in_body:
                self.closable.sending[self] = None
            if self._clock is None:
                self._start_clock()
        elif self in self.closable.idle and self.timeout_keep_alive_task is None:  # line ends between requests
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def on_message_begin(self) -> None:
        """Start counting a request."""
        self._is_whole = self._is_in_body = False
        self._head_bytes = self._headers = self._silent_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Count the bytes. Raises HttpParserError beyond a limit."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count the bytes. Raises HttpParserError beyond a limit."""
        self._headers += 1
        self._count(len(name) + len(value) + len(": \r\n"))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """End the time for headers: the server is working, and the body has its own time."""
        self._stop_clock()
        self._silent_bytes = 0
        self._is_in_body = True
        self.closable.keep(self)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Count the bytes."""
        self._silent_bytes = 0
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Stop the clock: the whole request has arrived."""
        self._stop_clock()
        self._is_whole = True
        self.closable.sending.pop(self, None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it is already here."""
        is_next_here = bool(self.pipeline)
        super().on_response_complete()
        if not is_next_here and not self.transport.is_closing():
            self.closable.sending.pop(self, None)
            self.closable.idle[self] = None

    def handle_websocket_upgrade(self) -> None:
        """Hand over to a WebSocket, up to half of the limit: open ones stay, and never close for others."""
        if sum(not isinstance(one, LimitedProtocol) for one in self.connections) >= self.closable.most // 2:
            self.refuse(503, _TOO_MANY)
            return
        self._forget()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that the parser rejects, or that exceeds the limits."""
        if self._is_too_large:
            self.refuse(431, _TOO_LARGE)
        else:
            self.refuse(400, msg)

    def pause_writing(self) -> None:
        """Start the client's time for reading LEAST_BYTES."""
        super().pause_writing()
        self._start_write_clock()

    def resume_writing(self) -> None:
        """End the time for reading: the client reads again."""
        super().resume_writing()
        self._stop_write_clock()

    def give_way(self) -> None:
        """Close at once; unsent bytes are lost."""
        self._forget()
        self._let_go()
        self.transport.abort()

    def refuse(self, status: int, message: str) -> None:
        """Close with an answer, or without one if this or an earlier request is being answered."""
        one = self._answered
        if one is not None and not one.response_complete and (one.response_started or not one.more_body):
            self.give_way()
            return
        self._forget()
        self._let_go()
        body = json.dumps({"message": message, "status": status}).encode()
        head = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"connection", b"close"),
        ]
        if status == 503:
            head.append((b"retry-after", b"1"))
        lines = [name + b": " + value + b"\r\n" for name, value in (*self.server_state.default_headers, *head)]
        self.transport.write(b"".join([STATUS_LINE[status], *lines, b"\r\n", body]))
        self.transport.close()

    def _let_go(self) -> None:
        """Tell the application that its client is gone: uvicorn tells only the newest request."""
        if self._answered is not None:
            self._answered.disconnected = True
            self._answered.message_event.set()
            self.flow.resume_writing()

    def _count(self, size: int) -> None:
        self._silent_bytes = 0
        self._head_bytes += size
        if self._head_bytes > MAX_HEAD_BYTES or self._headers > MAX_HEADERS:
            self._is_too_large = True
            raise HttpParserError

    def _start_clock(self) -> None:
        self._is_late = False
        self._body_bytes = 0
        self._clock = self.loop.call_later(self.closable.seconds, self._look)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _start_write_clock(self) -> None:
        self._unread_bytes = self._count_unread()
        self._write_clock = self.loop.call_later(self.closable.seconds, self._look_at_writing)

    def _stop_write_clock(self) -> None:
        if self._write_clock is not None:
            self._write_clock.cancel()
            self._write_clock = None

    def _forget(self) -> None:
        self.closable.keep(self)
        self._stop_clock()
        self._stop_write_clock()

    def _look(self) -> None:
        """At the end of a time, wait on, refuse, or close."""
        if self._is_kept_waiting() or (self._is_in_body and self._body_bytes >= LEAST_BYTES):
            self._start_clock()
        elif not self._is_late:
            self._is_late = True
            self._clock = self.loop.call_later(_GRACE_SECONDS, self._look)
        elif self.cycle is None and self.scope is None:  # browsers open connections that they may not need
            self.give_way()
        else:
            self.refuse(408, _TOO_SLOW)

    def _look_at_writing(self) -> None:
        """At the end of a time, wait on or close."""
        if self._unread_bytes - self._count_unread() >= LEAST_BYTES:
            self._start_write_clock()
        else:
            self.give_way()

    def _count_unread(self) -> int:
        """Return the unsent bytes here and in the system, which buffers megabytes and sends them slowly."""
        waiting = array("i", [0])
        with suppress(OSError):  # some systems do not count
            ioctl(self.transport.get_extra_info("socket").fileno(), TIOCOUTQ, waiting)
        return self.transport.get_write_buffer_size() + waiting[0]

    def _is_kept_waiting(self) -> bool:
        """Return True while the server itself makes the client wait."""
        is_waiting = self._is_in_body and self.cycle is not None and self.cycle.waiting_for_100_continue
        return self.flow.read_paused or is_waiting
