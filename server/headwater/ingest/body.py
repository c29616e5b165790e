"""The body of a request, unpacked and held within limits while it is read."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

from starlette.requests import Request

from headwater.errors import BadRequestError, TooLargeError

MAX_BODY_BYTES = 64 * 1024 * 1024
"""The largest body, unpacked: events of over 10 MB are sent in practice (Spark's logical plans)."""

_GZIP = 16 + zlib.MAX_WBITS
_GZIP_MAGIC = b"\x1f\x8b"
"""The first bytes of gzip, and of no text in UTF-8."""
_PIECE_BYTES = 1024 * 1024
_SMALL_BODY_BYTES = 64 * 1024

Parsed = TypeVar("Parsed")


async def read_body(request: Request, most_bytes: int = MAX_BODY_BYTES) -> bytes:
    """The body as it was before it was packed. Chunked bodies and absent lengths are fine.

    Raises TooLargeError beyond most_bytes, before more than that is held in memory, and
    BadRequestError where the body is not what its Content-Encoding says, or is gzip without one.
    """
    encoding = request.headers.get("content-encoding", "identity").strip().lower()
    if encoding in ("identity", ""):
        pieces: AsyncIterator[bytes] = request.stream()
    elif encoding in ("gzip", "x-gzip"):
        pieces = _unpacked(request.stream())
    else:
        raise BadRequestError(f"Content-Encoding: expected gzip or none, got {encoding!r}")
    body = bytearray()
    async for piece in pieces:
        body += piece
        if len(body) > most_bytes:
            raise TooLargeError(f"the body is larger than {most_bytes} bytes when it is unpacked")
    if body.startswith(_GZIP_MAGIC):
        raise BadRequestError("the body looks like gzip: send Content-Encoding: gzip, or pack it only once")
    return bytes(body)


async def parsed_body(body: bytes, parse: Callable[[bytes], Parsed]) -> Parsed:
    """The result of parse for a body; others are answered meanwhile where it is large.

    Raises BadRequestError where the body is empty, and what parse raises.
    """
    if not body or body.isspace():
        raise BadRequestError("the body is empty: expected JSON")
    # A thread costs more than it saves where there is little to parse.
    return parse(body) if len(body) < _SMALL_BODY_BYTES else await asyncio.to_thread(parse, body)


async def _unpacked(packed: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Pieces of at most _PIECE_BYTES, so that a bomb is seen when it begins to unfold. Several members are one body."""
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
        raise BadRequestError(f"the body is not gzip: {error}") from error
    if not (is_whole or unpacker.eof):
        raise BadRequestError("the body's gzip is cut off: expected all of it; send it again, whole")
