"""Bodies of events in the event log."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from body_dictionary import TARGET
from headwater.errors import UnknownDictionaryError
from headwater.model.bodies import (
    DICTIONARY_ID,
    LEVEL,
    dictionary_of,
    know_dictionary,
    learned_dictionary,
    pack_body,
    unpack_body,
)

EVENT = b'{"eventType":"START","run":{"runId":"a","facets":{"nominalTime":{"_producer":"b"}}}}'


@given(st.binary())
def test_a_body_is_unpacked_as_it_was(body: bytes) -> None:
    assert unpack_body(pack_body(body)) == body


def test_a_body_is_packed_by_the_dictionary() -> None:
    packed = pack_body(EVENT)
    assert zstandard.get_frame_parameters(packed).dict_id == DICTIONARY_ID
    assert len(packed) < len(zstandard.compress(EVENT))


@pytest.mark.parametrize("body", [b"", EVENT, 1000 * EVENT])
def test_a_body_that_was_packed_without_a_dictionary_is_read(body: bytes) -> None:
    assert unpack_body(zstandard.compress(body)) == body


def test_a_body_of_an_unknown_dictionary_is_refused() -> None:
    """The id stands after the magic number of a dictionary."""
    known = TARGET.read_bytes()
    other = zstandard.ZstdCompressionDict(known[:4] + (40_000).to_bytes(4, "little") + known[8:])
    packed = zstandard.ZstdCompressor(dict_data=other).compress(EVENT)
    with pytest.raises(UnknownDictionaryError, match=r"dictionary 40000, which this process .* use that version"):
        unpack_body(packed)


def test_threads_pack_at_the_same_time() -> None:
    bodies = [b"%d %s" % (number, EVENT) for number in range(2_000)]
    with ThreadPoolExecutor(8) as pool:
        assert [*pool.map(unpack_body, pool.map(pack_body, bodies))] == bodies


def test_the_dictionary_is_fixed() -> None:
    """Stores have bodies that only this dictionary unpacks: a new dictionary needs another id, beside this one."""
    found = hashlib.sha256(TARGET.read_bytes()).hexdigest()
    assert (DICTIONARY_ID, found) == (32_768, "e4a27bc4396d293615d4120308501d0cdaa41841f67c49582e5379f41ab865fc")


def test_recorded_events_are_a_quarter_smaller_by_the_dictionary(corpus: Path) -> None:
    """The dictionary's training saw none of the events."""
    files = (corpus / "openlineage/events").glob("*.ndjson")
    events = [line for path in files for line in path.read_bytes().splitlines() if line]
    without = zstandard.ZstdCompressor(LEVEL)
    assert sum(len(pack_body(event)) for event in events) < 0.75 * sum(len(without.compress(event)) for event in events)


def test_a_learned_dictionary_packs_what_bodies_share() -> None:
    bodies = [b'{"run":"%d","text":"%s"}' % (number, 20 * b"shared by all ") for number in range(1_000)]
    learned = know_dictionary(learned_dictionary(bodies))
    packed = pack_body(bodies[0], learned)
    assert dictionary_of(packed) == learned
    assert len(packed) < len(pack_body(bodies[0]))
    assert unpack_body(packed) == bodies[0]


def test_nothing_is_learned_from_too_few_bodies() -> None:
    with pytest.raises(ValueError, match="no dictionary can be learned from 2 bodies"):
        learned_dictionary([EVENT, EVENT])
