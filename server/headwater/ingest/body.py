"""Read a request's body, decompressed and within limits."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

from starlette.requests import ClientDisconnect, Request

from headwater.errors import BadRequestError, TooLargeError
from headwater.headers import header

MAX_BODY_BYTES = 64 * 1024 * 1024
"""The largest body, decompressed. Spark's logical plans make events of over 10 MB in practice."""

_GZIP = 16 + zlib.MAX_WBITS
_GZIP_MAGIC = b"\x1f\x8b"
"""The first bytes of gzip; no UTF-8 text begins with them."""
_PIECE_BYTES = 1024 * 1024
_SMALL_BODY_BYTES = 64 * 1024

Parsed = TypeVar("Parsed")


async def read_body(request: Request, most_bytes: int = MAX_BODY_BYTES) -> bytes:
    """Return the decompressed body. It may be chunked, and without a length.

    Raises TooLargeError beyond most_bytes, before more is in memory. Raises BadRequestError if the body does not match
    its Content-Encoding, or is gzip without one.
    """
    encoding = (header(request.scope, b"content-encoding") or "").strip().lower()
    body = bytearray()
    if encoding in ("", "identity"):
        is_whole = False
        while not is_whole:  # quicker than Starlette's stream for a body that is here already
            message = await request.receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            _append(body, message.get("body", b""), most_bytes)
            is_whole = not message.get("more_body", False)
    elif encoding in ("gzip", "x-gzip"):
        async for piece in _unpacked(request.stream()):
            _append(body, piece, most_bytes)
    else:
        raise BadRequestError(f"Content-Encoding: expected gzip or none, got {encoding!r}")
    if body.startswith(_GZIP_MAGIC):
        raise BadRequestError("the body: expected JSON, got gzip; send Content-Encoding: gzip, and gzip the body once")
    return bytes(body)


def _append(body: bytearray, piece: bytes, most_bytes: int) -> None:
    body += piece
    if len(body) > most_bytes:
        raise TooLargeError(f"the body is too large: expected at most {most_bytes} bytes unpacked")


def check_not_empty(body: bytes) -> None:
    """Raises BadRequestError if the body is empty."""
    if not body or body.isspace():
        raise BadRequestError("the body is empty: expected JSON")


async def parsed_body(body: bytes, parse: Callable[[bytes], Parsed]) -> Parsed:
    """Parse a body; a large one in a thread, so that other requests are answered meanwhile.

    Raises BadRequestError for an empty body, and the errors of parse.
    """
    check_not_empty(body)
    # For a small body, a thread costs more than it saves.
    return parse(body) if len(body) < _SMALL_BODY_BYTES else await asyncio.to_thread(parse, body)


async def _unpacked(packed: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Decompress in pieces of at most _PIECE_BYTES, to notice a zip bomb early. Several gzip members are one body."""
    unpacker = zlib.decompressobj(_GZIP)
    is_whole = True
    try:
        async for piece in packed:
            rest = piece
            while rest:
                yield unpacker.decompress(rest, _PIECE_BYTES)
                rest = unpacker.unconsumed_tail
                is_whole = unpacker.eof
                if unpacker.eof:
                    rest = unpacker.unused_data
                    unpacker = zlib.decompressobj(_GZIP)
        while tail := unpacker.decompress(unpacker.unconsumed_tail, _PIECE_BYTES):
            yield tail
    except zlib.error as error:
        raise BadRequestError(f"the body: expected gzip, as Content-Encoding says: {error}") from error
    if not (is_whole or unpacker.eof):
        raise BadRequestError("the body's gzip is cut off: send the whole body again")
