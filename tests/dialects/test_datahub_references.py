"""The rest of an aspect without its references to entities."""

from typing import Any

import pytest

from headwater.dialects.datahub.references import without_references

GONE, LEFT = "urn:li:dataset:gone", "urn:li:dataset:left"


@pytest.mark.parametrize(
    ("value", "left"),
    [
        ({"container": GONE}, None),
        ({"container": LEFT}, {"container": LEFT}),
        ({"inputs": [GONE, LEFT]}, {"inputs": [LEFT]}),
        ({"inputs": [GONE]}, {"inputs": []}),
        ({"parentInstance": GONE, "upstreamInstances": []}, {"upstreamInstances": []}),
        (
            {"inputEdges": [{"destinationUrn": GONE, "created": {"time": 1}}, {"destinationUrn": LEFT}]},
            {"inputEdges": [{"destinationUrn": LEFT}]},
        ),
        (
            {"fineGrainedLineages": [{"upstreams": [GONE, LEFT], "query": LEFT}]},
            {"fineGrainedLineages": [{"upstreams": [LEFT], "query": LEFT}]},
        ),
        ({"lastModified": {"time": 0, "actor": GONE}}, {"lastModified": {"time": 0}}),
        ({"description": f"about {GONE}"}, {"description": f"about {GONE}"}),
        ({}, {}),
    ],
)
def test_the_rest_of_an_aspect_without_references(value: dict[str, Any], left: dict[str, Any] | None) -> None:
    assert without_references(value, GONE) == left
