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


_FIRST_BYTES = {b"\x1f\x8b": ".gz", b"BZh": ".bz2", b"\x28\xb5\x2f\xfd": ".zst"}
"""The bytes with which packed files begin, and no JSON."""

_JSON = (b"{", b"[")
_BLANK = b"\xef\xbb\xbf \t\r\n"
"""The bytes that may stand before JSON: a byte order mark, and white space."""


def packing_of(name: str, begins: bytes) -> str:
    """Return the packing of a file, as the end of its usual name: by its first bytes, else by its name; "" for none."""
    for first, packing in _FIRST_BYTES.items():
        if begins.startswith(first):
            return packing
    return "" if begins.lstrip(_BLANK).startswith(_JSON) else packing_by_name(name)


def packing_by_name(name: str) -> str:
    """Return the packing that the name of a file tells; "" for none."""
    suffix = name[name.rfind(".") :] if "." in name else ""
    return suffix if suffix in _UNPACKERS else ""


def unpacked(file: IO[bytes], packing: str) -> Iterator[bytes]:
    """Yield the content of a packed file in pieces. Raises UnusableError where it is cut off."""
    make = _UNPACKERS[packing]
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
