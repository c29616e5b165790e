"""Bodies of events as the log keeps them: packed with zstd, by a dictionary of what most events have in common.

A frame has the id of its dictionary, so what was packed without one is still read. The dictionary is a part of the
format: stores have bodies that nothing else unpacks (`tests/body_dictionary.py` trains it).
"""

import threading
from functools import cache, cached_property
from importlib.resources import files
from typing import Final

import zstandard

from headwater.errors import UnknownDictionaryError

DICTIONARY_ID: Final = 32_768
"""The least id that the format leaves to anybody: two bytes of each frame."""

LEVEL: Final = 3


@cache
def _dictionary() -> zstandard.ZstdCompressionDict:
    content = files(__package__).joinpath("bodies.zdict").read_bytes()
    dictionary = zstandard.ZstdCompressionDict(content, zstandard.DICT_TYPE_FULLDICT)
    dictionary.precompute_compress(LEVEL)
    return dictionary


class _Packers(threading.local):
    """A thread's own, which take longer to make than to use; the dictionary itself is shared."""

    @cached_property
    def compressor(self) -> zstandard.ZstdCompressor:
        return zstandard.ZstdCompressor(LEVEL, dict_data=_dictionary())

    @cached_property
    def decompressor(self) -> zstandard.ZstdDecompressor:
        return zstandard.ZstdDecompressor(dict_data=_dictionary())


_packers = _Packers()


def pack_body(body: bytes) -> bytes:
    """The bytes to keep of a body."""
    return _packers.compressor.compress(body)


def unpack_body(packed: bytes) -> bytes:
    """The body of which these bytes are kept. Raises UnknownDictionaryError."""
    used = zstandard.get_frame_parameters(packed).dict_id
    if used not in (0, DICTIONARY_ID):
        raise UnknownDictionaryError(
            f"A body in the log was packed by dictionary {used}: expected {DICTIONARY_ID} or none."
            " A newer version of Headwater wrote it: use that version."
        )
    return _packers.decompressor.decompress(packed)
