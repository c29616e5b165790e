"""Ranges of UUIDs by the beginning of their text."""

from uuid import UUID

import pytest

from headwater.model.uuids import uuid_span


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("abc", "abc00000-0000-0000-0000-000000000000", "abcfffff-ffff-ffff-ffff-ffffffffffff"),
        ("12345678-A", "12345678-a000-0000-0000-000000000000", "12345678-afff-ffff-ffff-ffffffffffff"),
        ("12345678-", "12345678-0000-0000-0000-000000000000", "12345678-ffff-ffff-ffff-ffffffffffff"),
    ],
)
def test_a_beginning_of_a_uuid_is_a_span(text: str, first: str, last: str) -> None:
    assert uuid_span(text) == (UUID(first), UUID(last))


@pytest.mark.parametrize(
    "text", ["xyz", "1234-", "123456789", "0" * 37, "١٢٣", "12345678-1234-1234-1234-1234567890123"]
)
def test_a_text_that_begins_no_uuid_has_no_span(text: str) -> None:
    assert uuid_span(text) is None
