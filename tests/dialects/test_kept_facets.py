"""Facets that are kept: the same for new facets and for repeated ones."""

import json
from typing import Any

import pytest

from headwater.dialects.events.kept_facets import keep_facets
from headwater.dialects.openlineage import parse_document
from headwater.model.changes import Changes

FACETS: dict[str, Any] = {
    "sql": {"query": "SELECT 1"},
    "gone": {"_deleted": True, "was": 1},
    "empty": {},
    "none": None,
    "number": 3,
    "_private": {"a": 1},
}


def test_facets_are_kept_without_those_that_say_nothing() -> None:
    kept = keep_facets(FACETS)
    assert [json.loads(content.value) for content in kept.contents] == [FACETS["sql"], FACETS["gone"]]
    assert kept.unsaid == FACETS.keys() - {"sql"}
    assert kept.facet_set is not None
    assert {name: key[0] == "!" for name, key in json.loads(kept.facet_set.facets).items()} == {
        "gone": True,
        "sql": False,
    }


def test_repeated_facets_are_found_again() -> None:
    assert keep_facets(FACETS) is keep_facets(json.loads(json.dumps(FACETS)))
    assert keep_facets({"a": {"v": 1}}) != keep_facets({"a": {"v": 1.0}})
    assert keep_facets({"a": {"v": 1}}) != keep_facets({"a": {"v": True}})


def test_the_order_of_keys_makes_no_other_content() -> None:
    one, other = (
        keep_facets({"a": {"x": 1, "y": 2}, "b": {"z": 3}}),
        keep_facets({"b": {"z": 3}, "a": {"y": 2, "x": 1}}),
    )
    assert (set(one.contents), one.facet_set, one.names_key) == (set(other.contents), other.facet_set, other.names_key)


@pytest.mark.parametrize("value", [2**70, "\ud800"], ids=["long number", "lone surrogate"])
def test_facets_that_orjson_cannot_write_are_kept_too(value: object) -> None:
    kept = keep_facets({"a": {"v": value}})
    assert kept == keep_facets({"a": {"v": value}})
    assert kept.facet_set is not None
    assert list(json.loads(kept.facet_set.facets)) == ["a"]


def test_a_second_event_has_the_same_warnings_and_facts() -> None:
    event = {
        "eventTime": "2026-11-21T03:00:00Z",
        "run": {"runId": "01936d3c-0e5a-7c3e-8f2b-5d6e7a8b9c0d", "facets": FACETS},
        "job": {"namespace": "prod", "name": "shop.load", "facets": FACETS},
    }
    first, second = (parse_document(json.dumps(event).encode(), "file", 1)[0] for _ in range(2))
    assert isinstance(first, Changes)
    assert first == second
    assert first.event.warnings == ["facet.not_object"]
