"""Keys: UUIDs from hashes and names, equal to Python's own."""

import hashlib
import pickle
from uuid import UUID, uuid5

from hypothesis import given
from hypothesis import strategies as st

from headwater.keys import hash_key, name_key, read_uuid

NAMESPACE = UUID("6a3c2f0e-9d7b-5c41-8a55-0d1f6e2b7c94")


@given(st.binary())
def test_a_hash_key_is_the_beginning_of_sha256(data: bytes) -> None:
    assert hash_key(data) == UUID(bytes=hashlib.sha256(data).digest()[:16])


@given(st.text(st.characters(codec="utf-8")))
def test_a_name_key_is_pythons_uuid5(name: str) -> None:
    key = name_key(NAMESPACE, name)
    assert (key, hash(key), str(key)) == (
        uuid5(NAMESPACE, name),
        hash(uuid5(NAMESPACE, name)),
        str(uuid5(NAMESPACE, name)),
    )


@given(st.uuids())
def test_a_uuid_is_read_as_python_reads_it(uuid: UUID) -> None:
    for text in (str(uuid), str(uuid).upper(), uuid.hex):
        found = read_uuid(text)
        assert found == uuid
        assert pickle.loads(pickle.dumps(found)) == uuid
