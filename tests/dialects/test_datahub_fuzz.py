"""Any JSON either parses, or is refused with a code; no other error occurs, then or later."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.dialects.datahub.aspect_models import MODELS, Record
from headwater.dialects.datahub.aspects import check_aspect
from headwater.dialects.datahub.graph import relationships
from headwater.dialects.datahub.patch import patched
from headwater.dialects.datahub.projection import (
    RUN_EVENT,
    named_entity,
    related_entities,
    reported_event,
    timeseries,
)
from headwater.dialects.datahub.proposal import (
    Proposal,
    items_of_entities,
    items_of_record,
    items_of_request,
    parse_proposal,
)
from headwater.dialects.datahub.registry import aspects_of, is_timeseries, key_aspect
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
    """Return the code with which a call refuses its arguments; empty if it accepts them."""
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


URNS = {
    "dataset": "urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)",
    "dataProcessInstance": RUN,
    "dataJob": "urn:li:dataJob:(urn:li:dataFlow:(a,b,c),x)",
    "dataFlow": "urn:li:dataFlow:(a,b,c)",
    "mlModel": "urn:li:mlModel:(urn:li:dataPlatform:mlflow,m,PROD)",
    "container": "urn:li:container:c",
}
BAD_URNS = ["urn:li:dataJob:(urn:li:dataFlow:,x)", "urn:li:dataJob:(urn:li:dataFlow:(a,,c),x)",
            "urn:li:dataJob:urn:li:dataFlow:", "urn:li:dataJob:(urn:li:dataFlow:((,x)"]  # fmt: skip
PLACES = [(kind, aspect) for kind in URNS for aspect in (key_aspect(kind), *aspects_of(kind))]
LOOKED_AT = {aspect: kind for kind, aspect in PLACES if aspect in [*MODELS, "ownership"] or is_timeseries(aspect)}
STAMP = {"time": 10**12, "actor": "urn:li:corpuser:a"}
EDGES = [{"destinationUrn": URNS["dataset"], "created": STAMP, "properties": {"a": "b"}}]
ALL_FIELDS: dict[str, Any] = {
    **{"timestampMillis": 10**12, "status": "COMPLETE", "durationMillis": 5, "attempt": 1, "messageId": "m"},
    "result": {"type": "SUCCESS", "nativeResultType": "ok"},
    "partitionSpec": {"partition": "p"},
    "eventGranularity": {"unit": "DAY"},
    **{
        "name": "n",
        "created": STAMP,
        "typeNames": [],
        "container": URNS["container"],
        "platform": "urn:li:dataPlatform:p",
    },
    **{
        "parentTemplate": URNS["dataJob"],
        "parentInstance": RUN,
        "upstreamInstances": [RUN],
        "flowUrn": URNS["dataFlow"],
    },
    **{"inputs": [URNS["dataset"]], "outputs": [URNS["mlModel"]], "inputEdges": EDGES, "outputEdges": EDGES},
    **{"inputDatasets": [URNS["dataset"]], "outputDatasets": [], "inputDatasetEdges": EDGES, "inputDatajobs": []},
    "inputDatajobEdges": [{"destinationUrn": URNS["dataJob"]}],
    "upstreams": [{"dataset": URNS["dataset"], "type": "COPY", "auditStamp": STAMP}],
    **{"trainingJobs": [RUN], "downstreamJobs": [RUN], "owners": [{"owner": "urn:li:corpuser:a"}], "tags": []},
}
"""Fields of many aspects; an aspect ignores the fields that it lacks."""
TARGETS = st.sampled_from([*URNS.values(), *BAD_URNS]) | JSON
NUMBERS = st.sampled_from([0, 10**12 + 0.5, 1e12, 10**15, 10**30, -(10**14), 1e300, 2**63 - 1, -(2**63)])
ODD = (
    NUMBERS
    | TARGETS
    | st.lists(TARGETS, max_size=3)
    | st.lists(st.fixed_dictionaries({}, optional=dict.fromkeys(["destinationUrn", "owner", "dataset"], TARGETS)))
)
STAMPS = st.none() | st.dictionaries(st.sampled_from(["runId", "properties"]), JSON)


def changes_of(names: Iterable[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Draw up to two fields with odd values."""
    return st.dictionaries(st.sampled_from([*names]), ODD, max_size=2)


def make_facts(proposal: Proposal) -> None:
    """Make all facts of an accepted proposal."""
    named_entity(proposal.urn, is_stub=False)
    related_entities(proposal.urn, proposal.aspect, proposal.value)
    if is_timeseries(proposal.aspect):
        timeseries(proposal.urn, proposal.aspect, proposal.value, proposal.system_metadata or {})
    if proposal.aspect == RUN_EVENT:
        reported_event(proposal.urn, proposal.value)


def check_facts(kind: str, aspect: str, value: dict[str, Any], stamp: Any) -> None:
    """Parse a proposal, and make its facts if it parses."""
    named = {"entityType": kind, "entityUrn": URNS[kind], "aspectName": aspect}
    try:
        proposal = parse_proposal({**named, "aspect": {"json": value}, "systemMetadata": stamp})
    except UnusableError:
        return
    make_facts(proposal)


@pytest.mark.parametrize("aspect", LOOKED_AT)
@settings(max_examples=50)
@given(st.data())
def test_every_parsed_proposal_makes_its_facts(aspect: str, data: st.DataObject) -> None:
    model = MODELS.get(aspect, Record)
    fields = ALL_FIELDS.keys() & {field.alias for field in model.model_fields.values()} or ALL_FIELDS
    check_facts(LOOKED_AT[aspect], aspect, ALL_FIELDS | data.draw(changes_of(sorted(fields))), data.draw(STAMPS))


@given(st.sampled_from(PLACES), changes_of(ALL_FIELDS), JSON)
def test_any_aspect_parses_or_is_refused(place: tuple[str, str], changes: dict[str, Any], anything: Any) -> None:
    check_facts(*place, ALL_FIELDS | changes, None)
    check_facts(*place, anything, None)


@pytest.mark.parametrize("urn", BAD_URNS)
def test_a_bad_urn_within_a_urn(urn: str) -> None:
    assert relationships("ownership", {"owners": [{"owner": urn}]}) == []
    item = {"entityType": "dataJob", "entityUrn": urn, "aspectName": "status", "aspect": {"json": {}}}
    assert refusal(parse_proposal, item) == "urn.invalid"


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
