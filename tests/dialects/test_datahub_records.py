"""DataHub's records of files; a bad item costs only itself."""

import json
from pathlib import Path
from typing import Any

import pytest

from headwater.dialects.datahub.proposal import Proposal
from headwater.dialects.datahub.records import is_of_datahub, items_of
from headwater.dialects.documents import read_record, split_document
from headwater.dialects.problems import UnusableError

from events import run_event, uuid
from proposals import DATASET, RUN, item


def became(body: bytes) -> list[tuple[str, Any]]:
    """Return each item as its aspect or its refusal's code, and its kept bytes as JSON."""
    return [
        (
            one.parsed.code if isinstance(one.parsed, UnusableError) else one.parsed.aspect,
            json.loads(one.body) if one.body.endswith(b"}") else one.body,
        )
        for one in items_of(read_record(body))
    ]


def test_real_files_are_told_by_their_shape(corpus: Path) -> None:
    datahub = [*corpus.glob("datahub/golden/*.json"), *corpus.glob("datahub/file_sink/*.json")]
    assert all(is_of_datahub(record.value) for path in datahub for record in split_document(path.read_bytes()))
    events = [line for path in corpus.glob("openlineage/*/*.ndjson") for line in path.read_bytes().splitlines()]
    assert len(events) > 500
    assert not any(is_of_datahub(read_record(line).value) for line in events)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"entityUrn": RUN}, True),
        ({"proposedSnapshot": None}, True),
        (run_event("START", "00:00:00", uuid(1)), False),
        (run_event("START", "00:00:00", uuid(1)) | {"entityType": "dataJob"}, False),
        ({"eventTime": "2026-11-21T00:00:00Z"}, False),
        (["entityUrn"], False),
        ("entityUrn", False),
        (None, False),
    ],
)
def test_a_record_is_told_by_its_fields(record: Any, expected: bool) -> None:
    assert is_of_datahub(record) is expected


def test_an_aspect_of_a_snapshot_that_is_refused_is_kept_as_an_item() -> None:
    aspects = [{"com.linkedin.common.Status": {"removed": True}}, {"Unknown": {"a": float("nan")}}, "no aspect"]
    body = json.dumps({"proposedSnapshot": {"Any": {"urn": DATASET, "aspects": aspects}}}).encode()
    [good, unknown, no_aspect] = became(body)
    assert good[0] == "status"
    assert (unknown[0], unknown[1]["aspectName"], no_aspect[0]) == ("aspect.unknown", "Unknown", "proposal.invalid")
    assert became(json.dumps(unknown[1]).encode())[0][0] == "aspect.unknown"


def test_a_proposal_keeps_its_bytes() -> None:
    body = json.dumps(item(DATASET, "status", {"removed": False})).encode().replace(b", ", b" ,  ")
    [only] = items_of(read_record(body))
    assert isinstance(only.parsed, Proposal)
    assert only.body == body


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "json.invalid"),
        (b"[" * 100_000, "json.too_deep"),
        (b'{"proposedSnapshot": {"a": {"aspects": [' + b"[" * 300 + b"]" * 300 + b"]}}}", "json.too_deep"),
        (b'{"proposedSnapshot": {"a": {}, "b": {}}}', "proposal.invalid"),
        (b"1", "proposal.invalid"),
    ],
)
def test_an_unreadable_record_is_one_item_with_its_bytes(body: bytes, code: str) -> None:
    [only] = items_of(read_record(body))
    assert isinstance(only.parsed, UnusableError)
    assert (only.parsed.code, only.body) == (code, body)
