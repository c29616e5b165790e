"""Bodies as stored in the log and in the queue: packed with zstd and a dictionary of the common parts of events.

A frame holds the id of its dictionary, so bodies packed without one, or by another one, are still readable. The
program's dictionary is part of the format: stored bodies cannot be unpacked without it (`tests/body_dictionary.py`
trains it). A store learns further ones from its own events (`store/dictionaries.py`).
"""

import secrets
import threading
from collections.abc import Sequence
from importlib.resources import files
from typing import Final

import zstandard

from headwater.errors import UnknownDictionaryError

DICTIONARY_ID: Final = 32_768
"""The program's dictionary: the least id that zstd's format leaves free; it takes two bytes of each frame."""

LEVEL: Final = 3

_LAST_ID: Final = 2**31 - 1
"""The greatest id that zstd's format leaves free."""

_LEARNED_BYTES: Final = 64 * 1024
"""The size of a learned dictionary. Four times as much would save a tenth more."""

_known: dict[int, zstandard.ZstdCompressionDict] = {}
"""The dictionaries that this process has met, by their ids."""


def know_dictionary(content: bytes) -> int:
    """Keep a dictionary, so that this process can use it, and return its id.

    Raises UnknownDictionaryError if the process knows another one with this id.
    """
    dictionary = zstandard.ZstdCompressionDict(content, zstandard.DICT_TYPE_FULLDICT)
    dictionary.precompute_compress(LEVEL)
    known = _known.setdefault(dictionary.dict_id(), dictionary)
    if known.as_bytes() != content:
        raise UnknownDictionaryError(
            f"This process knows another dictionary with the id {known.dict_id()}: restart it."
        )
    return known.dict_id()


def knows_dictionary(dictionary_id: int) -> bool:
    """Return True if this process can use a dictionary."""
    return not is_learned(dictionary_id) or dictionary_id in _known


def is_learned(dictionary_id: int) -> bool:
    """Return True for a dictionary that a store learned: neither that of the program nor none."""
    return dictionary_id not in (0, DICTIONARY_ID)


def learned_dictionary(bodies: Sequence[bytes]) -> bytes:
    """Return a dictionary of the parts that bodies share, with a random id.

    It takes a tenth of a second for a thousand bodies. Raises ValueError for too few bodies.
    """
    own_id = DICTIONARY_ID + 1 + secrets.randbelow(_LAST_ID - DICTIONARY_ID)
    try:
        return zstandard.train_dictionary(_LEARNED_BYTES, list(bodies), dict_id=own_id, level=LEVEL).as_bytes()
    except zstandard.ZstdError as error:
        raise ValueError(f"no dictionary can be learned from {len(bodies)} bodies: {error}") from error


def _dictionary(dictionary_id: int) -> zstandard.ZstdCompressionDict:
    if dictionary_id == DICTIONARY_ID and DICTIONARY_ID not in _known:
        know_dictionary(files(__package__).joinpath("bodies.zdict").read_bytes())
    return _known[dictionary_id]


class _Packers(threading.local):
    """One thread's compressors and decompressors, kept because making them takes longer than using them."""

    def __init__(self) -> None:
        self._compressors: dict[int, zstandard.ZstdCompressor] = {}
        self._decompressors: dict[int, zstandard.ZstdDecompressor] = {}

    def compressor(self, dictionary_id: int) -> zstandard.ZstdCompressor:
        found = self._compressors.get(dictionary_id)
        if found is None:
            found = zstandard.ZstdCompressor(LEVEL, dict_data=_dictionary(dictionary_id))
            self._compressors[dictionary_id] = found
        return found

    def decompressor(self, dictionary_id: int) -> zstandard.ZstdDecompressor:
        found = self._decompressors.get(dictionary_id)
        if found is None:
            found = zstandard.ZstdDecompressor(dict_data=_dictionary(dictionary_id))
            self._decompressors[dictionary_id] = found
        return found


_packers = _Packers()


def pack_body(body: bytes, dictionary_id: int = DICTIONARY_ID) -> bytes:
    """Pack a body by a known dictionary."""
    return _packers.compressor(dictionary_id).compress(body)


def unpacked_bytes(packed: bytes) -> int:
    """Return the size of a packed body after unpacking, without unpacking it."""
    return zstandard.frame_content_size(packed)


def dictionary_of(packed: bytes) -> int:
    """Return the id of the dictionary that packed a body; 0: none."""
    return zstandard.get_frame_parameters(packed).dict_id


def unpack_body(packed: bytes) -> bytes:
    """Unpack a body. Raises UnknownDictionaryError."""
    used = dictionary_of(packed)
    if not knows_dictionary(used):
        raise UnknownDictionaryError(
            f"A body in the log was packed by dictionary {used}, which this process does not have."
            " A newer version of Headwater wrote it: use that version. After an erasure, try again."
        )
    return _packers.decompressor(used or DICTIONARY_ID).decompress(packed)
