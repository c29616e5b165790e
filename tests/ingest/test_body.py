"""Packed bodies: whole, truncated, corrupt."""

import gzip
from collections.abc import Sequence

import pytest
from starlette.requests import Request
from starlette.types import Message

from headwater.errors import BadRequestError
from headwater.ingest.body import read_body

TEXT = b'{"eventType": "START"}' * 100
PACKED = gzip.compress(TEXT, mtime=0)
LARGE = gzip.compress(b" " * 10_000_000, mtime=0)


def request(*pieces: bytes, encoding: bytes = b"gzip") -> Request:
    """Return a request whose packed body comes in pieces."""
    messages: list[Message] = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
    messages.append({"type": "http.request", "body": b"", "more_body": False})

    async def receive() -> Message:
        return messages.pop(0)

    return Request({"type": "http", "headers": [(b"content-encoding", encoding)]}, receive)


@pytest.mark.parametrize(
    ("pieces", "body"),
    [
        ([PACKED], TEXT),
        ([PACKED, PACKED], TEXT * 2),
        ([PACKED + PACKED[:7], PACKED[7:]], TEXT * 2),
        ([bytes([byte]) for byte in PACKED], TEXT),
        ([LARGE], b" " * 10_000_000),
        ([gzip.compress(b"", mtime=0)], b""),
        ([], b""),
    ],
)
async def test_whole_bodies(pieces: Sequence[bytes], body: bytes) -> None:
    assert await read_body(request(*pieces)) == body


@pytest.mark.parametrize(
    "pieces",
    [
        [PACKED[:-1]],
        [PACKED[: len(PACKED) // 2]],
        [PACKED[:5]],
        [PACKED, PACKED[:-9]],
        [PACKED + PACKED[:3]],
        [LARGE[:-1]],
        [LARGE[:-9], LARGE[-9:-4]],
    ],
)
async def test_a_body_that_is_cut_off_says_so(pieces: Sequence[bytes]) -> None:
    with pytest.raises(BadRequestError, match="the body's gzip is cut off: send the whole body again"):
        await read_body(request(*pieces))


@pytest.mark.parametrize("body", [b"no gzip", PACKED[:-5] + b"12345", PACKED + b"no gzip"])
async def test_a_body_that_is_garbled_says_so(body: bytes) -> None:
    with pytest.raises(BadRequestError, match="the body: expected gzip"):
        await read_body(request(body))


@pytest.mark.parametrize(("body", "encoding"), [(PACKED, b"identity"), (gzip.compress(PACKED, mtime=0), b"gzip")])
async def test_gzip_that_no_header_tells_of_says_so(body: bytes, encoding: bytes) -> None:
    with pytest.raises(BadRequestError, match="got gzip; send Content-Encoding: gzip"):
        await read_body(request(body, encoding=encoding))
