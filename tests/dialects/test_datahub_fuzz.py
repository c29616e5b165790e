"""Whatever JSON comes: it is parsed, or refused with a code; nothing else goes wrong."""

from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from headwater.dialects.datahub.aspects import MODELS, check_aspect
from headwater.dialects.datahub.graph import relationships
from headwater.dialects.datahub.patch import patched
from headwater.dialects.datahub.proposal import items_of_entities, items_of_record, items_of_request, parse_proposal
from headwater.dialects.problems import UnusableError
from headwater.model.json import canonical_json

RUN = "urn:li:dataProcessInstance:1"
SEGMENTS = ["", "0", "1", "-", "a", "tags", "owners", "upstreams", "fineGrainedLineages", "editableSchemaFieldInfo",
            "globalTags", "inputEdges", "inputs", "NONE", RUN, "urn:li:tag:a", "destinationUrn", "attribution"]  # fmt: skip
NAMES = [*SEGMENTS, "tag", "owner", "type", "dataset", "confidenceScore", "downstreams", "string", "source", "created",
         "com.linkedin.pegasus2avro.common.Status", "fieldDiscriminator", "json", "value", "urn", "aspects"]  # fmt: skip
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from([*NAMES, "\0", "\ud800"]) | st.text()
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES) | st.text(), inner, max_size=4),
    max_leaves=15,
)
FIELDS = ["entityType", "entityUrn", "entityKeyAspect", "changeType", "aspectName", "aspect", "systemMetadata", "headers",
          "proposedSnapshot"]  # fmt: skip
ASPECTS = [*MODELS, "ownership", "globalTags", "editableSchemaMetadata", "propertyDefinition", "somethingElse"]
PATHS = st.lists(st.sampled_from(SEGMENTS), min_size=1, max_size=6).map(lambda steps: "/" + "/".join(steps))
OPERATIONS = st.fixed_dictionaries(
    {"op": st.sampled_from(["add", "add", "remove", "replace", "test"]), "path": PATHS},
    optional={"value": JSON},
)
KEYS = st.dictionaries(
    st.sampled_from(SEGMENTS), st.lists(st.sampled_from([*NAMES, "attribution␟source"]), max_size=3), max_size=2
)


def refusal(call: Callable[..., Any], *arguments: Any) -> str:
    """The code under which a call refuses its arguments; empty where it does not."""
    try:
        call(*arguments)
    except UnusableError as error:
        return error.code
    return ""


def parse_and_write(item: Any) -> None:
    canonical_json(parse_proposal(item).value).decode()


def parse_all(split: Callable[..., list[Any]], *arguments: Any) -> None:
    for item in split(*arguments):
        refusal(parse_and_write, item)


@given(JSON)
def test_bodies(body: Any) -> None:
    assert refusal(parse_all, items_of_record, body) == ""
    assert refusal(parse_all, items_of_request, body) in ("", "proposal.invalid")
    assert refusal(parse_all, items_of_entities, "dataset", body) in ("", "proposal.invalid")


@given(st.dictionaries(st.sampled_from([*FIELDS, "fieldDiscriminator"]), JSON))
def test_envelopes(changes: dict[str, Any]) -> None:
    item = {
        "entityType": "dataset",
        "entityUrn": "urn:li:dataset:(a,b,PROD)",
        "aspectName": "status",
        "aspect": {"json": {}},
    }
    assert refusal(parse_and_write, item) == ""
    assert refusal(parse_and_write, item | {"aspectName": "ownership", "aspect": {"json": changes}}) == ""
    refusal(parse_and_write, item | changes)


@given(st.sampled_from(ASPECTS), st.dictionaries(st.sampled_from(NAMES), JSON))
def test_aspects(aspect: str, value: dict[str, Any]) -> None:
    relationships(aspect, value)
    assert refusal(check_aspect, aspect, value) in ("", "aspect.invalid")


@given(
    st.sampled_from(ASPECTS),
    st.none() | st.dictionaries(st.sampled_from(SEGMENTS), JSON),
    st.lists(OPERATIONS, max_size=8),
    KEYS,
)
def test_patches(
    aspect: str, current: dict[str, Any] | None, operations: list[Any], keys: dict[str, list[str]]
) -> None:
    before = repr(current)
    for patch in (operations, {"patch": operations, "arrayPrimaryKeys": keys}):
        assert refusal(patched, aspect, current, patch) in ("", "patch.invalid")
    assert repr(current) == before
