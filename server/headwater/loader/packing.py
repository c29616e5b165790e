"""The bytes of packed files, as far as they can be unpacked."""

import bz2
import zlib
from collections.abc import Callable, Iterator
from typing import IO, Any

from zstandard import ZstdDecompressor, ZstdError

from headwater.dialects.problems import UnusableError

PIECE_BYTES = 1024 * 1024
_PACKED_BYTES = 64 * 1024
_PADDING = b"\0"

_UNPACKERS: dict[str, Callable[[], Any]] = {
    ".gz": lambda: zlib.decompressobj(wbits=31),
    ".bz2": bz2.BZ2Decompressor,
    ".zst": lambda: ZstdDecompressor().decompressobj(),
}
_REMEDY = "what could be read is loaded; copy the whole file again"


def is_packed(name: str) -> bool:
    """Return True for the name of a packed file."""
    return _suffix(name) in _UNPACKERS


def unpacked(file: IO[bytes], name: str) -> Iterator[bytes]:
    """Yield the content of a file, packed or plain, in pieces. Raises UnusableError where a packed file is cut off."""
    if is_packed(name):
        yield from _unpacked(file, _UNPACKERS[_suffix(name)])
    else:
        yield from iter(lambda: file.read(PIECE_BYTES), b"")


def _unpacked(file: IO[bytes], make: Callable[[], Any]) -> Iterator[bytes]:
    unpacker = None
    while packed := file.read(_PACKED_BYTES):
        while packed:
            unpacker = unpacker or make()
            try:
                yield unpacker.decompress(packed)
            except (zlib.error, OSError, EOFError, ZstdError) as error:
                raise UnusableError("file.damaged", f"the file cannot be unpacked ({error}): {_REMEDY}") from error
            packed = b""
            if unpacker.eof:  # another may follow, as `cat` joins them
                packed, unpacker = unpacker.unused_data.lstrip(_PADDING), None
    if unpacker is not None:
        raise UnusableError("file.damaged", f"the packed file is cut off: {_REMEDY}")


def _suffix(name: str) -> str:
    return name[name.rfind(".") :] if "." in name else ""
