"""Hashes are identities in every store: an event's hashes, as the first release computed them."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from headwater.dialects import databand, openlineage
from headwater.model.changes import Changes, Problem

EVENT: dict[str, Any] = {
    "eventType": "COMPLETE",
    "eventTime": "2026-11-21T03:00:00.5Z",
    "producer": "https://example.com/producer",
    "run": {
        "runId": "01936D3C-0e5a-7c3e-8f2b-5d6e7a8b9c0d",
        "facets": {
            "nominalTime": {"nominalStartTime": "2026-11-21T03:00:00Z"},
            "errorMessage": {"_deleted": True},
        },
    },
    "job": {"namespace": "prod", "name": "shop.load", "facets": {"sql": {"query": "SELECT 'ä', 1.50"}}},
    "inputs": [
        {
            "namespace": "postgres://db:5432",
            "name": "shop.public.orders",
            "facets": {"schema": {"fields": [{"name": "id", "type": "int8"}], "rows": 1.0, "big": 2**64 - 1}},
        }
    ],
}
CONTENTS = [
    "8c900473-32b8-1955-8fb7-aba714e35614",
    "a83826d9-932e-8346-97e4-d220236cd039",
    "a10c9c60-9706-beeb-98f0-101377747f14",
    "f13392dd-ba4c-9c32-2f24-1f9e168d36c2",
]
SETS = [
    "b89d3a98-d8dd-a2dd-fed9-dae64e2caeab",
    "0dc76449-1d2d-bbe4-de57-1a5bacd38f68",
    "6ac79344-5d8d-81dd-8079-408e8323f30a",
]
NAMES = ["f97ba24e-2117-e498-8ae7-47e6bf2a72d1", "f313dd54-ab9b-6185-add5-e9afe0422db5"]
ENTITIES = [
    "b59e58a7-8ee7-7de0-2c09-2cf76fd08e9d",
    "c4d0e56a-0a43-37d9-254a-b6834416045d",
    "41cab7f5-e1b1-954c-efa8-9a8ae10a83ab",
]

Parse = Callable[..., list[Changes | Problem]]


@pytest.mark.parametrize(
    ("parse", "tenant", "event_hash", "run_key"),
    [
        (
            openlineage.parse_document,
            "",
            "5bcf25cf-f29f-f0f4-e79d-e68d7e94e4db",
            "f78074c9-0cd0-5145-9225-1102ee0b9e32",
        ),
        (
            databand.parse_document,
            "team",
            "c03a622c-ec40-ab5b-f1f3-11953263bd8d",
            "3b78e93a-5719-50cd-997a-69580cb82a09",
        ),
    ],
    ids=["openlineage", "databand"],
)
def test_hashes_never_change(parse: Parse, tenant: str, event_hash: str, run_key: str) -> None:
    for body in (json.dumps(EVENT), json.dumps(dict(reversed(EVENT.items())), ensure_ascii=False, indent=1)):
        (found,) = parse(body.encode(), "file", 1, tenant)
        assert isinstance(found, Changes)
        assert str(found.event.content_hash) == event_hash
        assert [str(run.run_key) for run in found.runs] == [run_key]
        assert [str(fact.content_key) for fact in found.contents] == CONTENTS
        assert [str(fact.set_key) for fact in found.facet_sets] == SETS
        assert [str(fact.names_key) for fact in found.run_facets] == NAMES
        assert [str(fact.urn_key) for fact in found.entities] == ENTITIES


def test_keys_of_problems_never_change() -> None:
    (unknown,) = openlineage.parse_document(b'{"a":1}', "x", 3)
    (broken,) = databand.parse_document(b'{"a":1', "x", 3, "team")
    assert isinstance(unknown, Problem)
    assert isinstance(broken, Problem)
    assert str(unknown.key) == "da231b03-1127-b478-02e7-eecf6bda652d"
    assert str(broken.key) == "fbcfeccf-f310-3353-846c-2ebc789894fd"
