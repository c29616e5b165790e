"""Bodies as stored in the log and in the queue: packed with zstd and a dictionary of the common parts of events.

A frame holds the id of its dictionary, so bodies packed without one are still readable. The dictionary is part of the
format: stored bodies cannot be unpacked without it (`tests/body_dictionary.py` trains it).
"""

import threading
from functools import cache, cached_property
from importlib.resources import files
from typing import Final

import zstandard

from headwater.errors import UnknownDictionaryError

DICTIONARY_ID: Final = 32_768
"""The least id that zstd's format leaves free; it takes two bytes of each frame."""

LEVEL: Final = 3


@cache
def _dictionary() -> zstandard.ZstdCompressionDict:
    content = files(__package__).joinpath("bodies.zdict").read_bytes()
    dictionary = zstandard.ZstdCompressionDict(content, zstandard.DICT_TYPE_FULLDICT)
    dictionary.precompute_compress(LEVEL)
    return dictionary


class _Packers(threading.local):
    """One thread's compressor and decompressor, cached because making them takes longer than using them."""

    @cached_property
    def compressor(self) -> zstandard.ZstdCompressor:
        return zstandard.ZstdCompressor(LEVEL, dict_data=_dictionary())

    @cached_property
    def decompressor(self) -> zstandard.ZstdDecompressor:
        return zstandard.ZstdDecompressor(dict_data=_dictionary())


_packers = _Packers()


def pack_body(body: bytes) -> bytes:
    """Pack a body for the log."""
    return _packers.compressor.compress(body)


def unpacked_bytes(packed: bytes) -> int:
    """Return the size of a packed body after unpacking, without unpacking it."""
    return zstandard.frame_content_size(packed)


def unpack_body(packed: bytes) -> bytes:
    """Unpack a body of the log. Raises UnknownDictionaryError."""
    used = zstandard.get_frame_parameters(packed).dict_id
    if used not in (0, DICTIONARY_ID):
        raise UnknownDictionaryError(
            f"A body in the log was packed by dictionary {used}: expected {DICTIONARY_ID} or none."
            " A newer version of Headwater wrote it: use that version."
        )
    return _packers.decompressor.decompress(packed)
