"""The required contents of aspects, against the schemas of DataHub's SDK and its golden files."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import datahub.metadata.schema_classes as sdk
import pytest

from headwater.dialects.datahub import aspect_fields, aspect_models
from headwater.dialects.datahub.aspect_models import MODELS, SystemMetadata, TimeseriesAspect
from headwater.dialects.datahub.aspects import check_aspect
from headwater.dialects.datahub.registry import is_timeseries
from headwater.dialects.problems import UnusableError

STAMP = {"time": 1705312800000, "actor": "urn:li:corpuser:ann"}
EVENT = {"timestampMillis": 1705312800000, "status": "STARTED"}
TABLE = "urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)"


def avro_shape(schema: Any, is_urn: bool = False) -> Any:
    """Return an Avro type in a form to compare: records by field, each with true if required."""
    kind = schema.type
    if kind == "union":
        members = [member for member in schema.schemas if member.type != "null"]
        return avro_shape(members[0], is_urn) if len(members) == 1 else "union"
    if kind == "record":
        return {
            field.name: (not field.has_default, avro_shape(field.type, "Urn" in field.other_props))
            for field in schema.fields
        }
    if kind == "enum":
        return set(schema.symbols)
    if kind in ("array", "map"):
        return [kind, avro_shape(schema.items if kind == "array" else schema.values, is_urn)]
    return "urn" if is_urn else {"int": "number", "long": "number", "float": "number"}.get(kind, kind)


def model_shape(annotation: Any, expected: Any) -> Any:
    """Return a model's type in the same form. If the SDK does not declare a text as a URN, a URN matches it, too."""
    members = [member for member in get_args(annotation) if member is not NoneType]
    if isinstance(expected, list):
        inner = members[0] if type(None) in get_args(annotation) else annotation
        kind = {list: "array", dict: "map"}[get_origin(inner)]
        return [kind, model_shape(get_args(inner)[-1], expected[1])]
    if annotation is aspect_fields.Urn:
        return "urn" if expected == "urn" else "string"
    if annotation in (aspect_fields.JobType, aspect_fields.HyperParameter):
        return "union"
    if annotation in (aspect_fields.Int, aspect_fields.Long, aspect_fields.Millis, float):
        return "number"
    if get_origin(annotation) is Literal:
        return set(get_args(annotation))
    if get_origin(annotation) is not Annotated and len(members) == 1:
        return model_shape(members[0], expected)
    if isinstance(annotation, type) and issubclass(annotation, aspect_models.Record):
        types = get_type_hints(annotation, include_extras=True)
        return {
            field.alias: (field.is_required(), model_shape(types[name], expected[field.alias][1]))
            for name, field in annotation.model_fields.items()
            if field.alias in expected
        }
    return {str: "string", bool: "boolean"}[annotation]


@pytest.mark.parametrize("aspect", MODELS)
def test_models_are_as_the_installed_sdk_has_them(aspect: str) -> None:
    schema = avro_shape(sdk.ASPECT_NAME_MAP[aspect].RECORD_SCHEMA)
    assert model_shape(MODELS[aspect], schema) == schema


def test_system_metadata_is_as_the_installed_sdk_has_it() -> None:
    schema = avro_shape(sdk.SystemMetadataClass.RECORD_SCHEMA)
    assert model_shape(SystemMetadata, schema) == schema


@pytest.mark.parametrize("aspect", [*filter(is_timeseries, sdk.ASPECT_NAME_MAP)])
def test_every_aspect_over_time_begins_as_the_sdk_has_it(aspect: str) -> None:
    schema = avro_shape(sdk.ASPECT_NAME_MAP[aspect].RECORD_SCHEMA)
    shape = model_shape(TimeseriesAspect, schema)
    assert shape == {name: schema[name] for name in shape}
    assert len(shape) == len(TimeseriesAspect.model_fields)


def aspects_of_items(items: list[dict[str, Any]]) -> Iterator[tuple[str, Any]]:
    for item in items:
        if item.get("changeType") == "UPSERT":
            aspect = item["aspect"]
            yield item["aspectName"], aspect["json"] if "json" in aspect else json.loads(aspect["value"])


def test_nothing_of_the_recorded_files_is_refused(corpus: Path) -> None:
    seen = set()
    for path in sorted([*corpus.glob("datahub/golden/*.json"), *corpus.glob("datahub/file_sink/*.json")]):
        for aspect, value in aspects_of_items(json.loads(path.read_text())):
            check_aspect(aspect, value)
            seen.add(aspect)
    assert set(MODELS) - seen == {"datasetProperties", "upstreamLineage"}  # snapshots contain these two


ACCEPTED: list[tuple[str, Any]] = [
    ("dataJobInfo", {"name": "a", "type": "COMMAND"}),
    ("dataJobInfo", {"name": "a", "type": {"string": "COMMAND"}}),
    ("dataJobInfo", {"name": "a", "type": {"com.linkedin.datajob.azkaban.AzkabanJobType": "SQL"}}),
    ("mlModelProperties", {"hyperParameters": {"a": {"double": 0.5}, "b": {"string": "x"}, "c": 3, "d": True}}),
    ("dataProcessInstanceRunEvent", EVENT | {"attempt": 2.0, "durationMillis": None, "result": None}),
    ("dataProcessInstanceRunEvent", EVENT | {"somethingNew": {"of": ["another", "version"]}}),
    ("dataProcessInstanceProperties", {"name": "", "created": STAMP | {"more": 1}}),
    ("status", {}),
    ("ownership", {"owners": "not looked at"}),
    ("somethingElse", {}),
    ("datasetProfile", {"timestampMillis": 1705312800000.0, "rowCount": "not looked at"}),
    ("dataProcessInstanceRunEvent", EVENT | {"durationMillis": -(10**12)}),
]


@pytest.mark.parametrize(("aspect", "value"), ACCEPTED)
def test_accepted(aspect: str, value: Any) -> None:
    check_aspect(aspect, value)


REFUSED: list[tuple[str, Any, str]] = [
    ("status", [], "status: expected an object, got []"),
    ("somethingElse", None, "somethingElse: expected an object, got null"),
    ("status", {"removed": "no"}, "status.removed: expected true or false, got 'no'"),
    ("container", {}, "container.container: expected a value, got none"),
    (
        "container",
        {"container": "mlflow"},
        "container.container: expected a URN such as urn:li:<type>:<id>, got 'mlflow'",
    ),
    (
        "dataProcessInstanceRunEvent",
        EVENT | {"status": "DONE"},
        "dataProcessInstanceRunEvent.status: expected 'STARTED' or 'COMPLETE', got 'DONE'",
    ),
    (
        "dataProcessInstanceRunEvent",
        EVENT | {"result": {"type": "SUCCESS"}},
        "dataProcessInstanceRunEvent.result.nativeResultType: expected a value, got none",
    ),
    (
        "dataProcessInstanceRunEvent",
        EVENT | {"timestampMillis": "2024-01-15"},
        "dataProcessInstanceRunEvent.timestampMillis: expected a whole number, got '2024-01-15'",
    ),
    (
        "dataProcessInstanceRunEvent",
        EVENT | {"timestampMillis": 10**15},
        "dataProcessInstanceRunEvent.timestampMillis: expected less than or equal to 253402300799999, got 1000000000000000",
    ),
    (
        "dataProcessInstanceProperties",
        {"name": "a", "created": STAMP, "customProperties": {"rows": 3}},
        "dataProcessInstanceProperties.customProperties.rows: expected a text, got 3",
    ),
    (
        "dataProcessInstanceInput",
        {"inputs": [TABLE, "t"]},
        "dataProcessInstanceInput.inputs.1: expected a URN such as urn:li:<type>:<id>, got 't'",
    ),
    (
        "dataProcessInstanceOutput",
        {"outputs": [], "outputEdges": [{"created": STAMP}]},
        "dataProcessInstanceOutput.outputEdges.0.destinationUrn: expected a value, got none",
    ),
    ("dataJobInfo", {"name": "a", "type": {"string": 3}}, "dataJobInfo.type: expected a text, got 3"),
    (
        "mlModelProperties",
        {"hyperParameters": {"a": [1]}},
        "mlModelProperties.hyperParameters.a: expected a text, a number or a truth value, got [1]",
    ),
    ("datasetProfile", {"rowCount": 1}, "datasetProfile.timestampMillis: expected a value, got none"),
    ("operation", {"timestampMillis": 10**30}, "operation.timestampMillis: expected less than"),
    ("operation", {"timestampMillis": "x"}, "operation.timestampMillis: expected a whole number, got 'x'"),
    (
        "datasetProfile",
        {"timestampMillis": 1, "partitionSpec": "all"},
        "datasetProfile.partitionSpec: expected an object, got 'all'",
    ),
    (
        "dataProcessInstanceRunEvent",
        EVENT | {"durationMillis": 2**63 - 1},
        "dataProcessInstanceRunEvent.durationMillis: expected milliseconds before timestampMillis",
    ),
    (
        "dataProcessInstanceRunEvent",
        EVENT | {"durationMillis": -(2**63)},
        "dataProcessInstanceRunEvent.durationMillis: expected milliseconds before timestampMillis",
    ),
    (
        "dataProcessInstanceRelationships",
        {"upstreamInstances": [], "parentTemplate": "urn:li:dataJob:(urn:li:dataFlow:(a,,c),x)"},
        "dataProcessInstanceRelationships.parentTemplate: expected a URN such as urn:li:<type>:<id>, got",
    ),
    ("dataFlowInfo", {"name": "a", "env": "prod"}, "dataFlowInfo.env: expected 'DEV', 'TEST', 'QA'"),
]


@pytest.mark.parametrize(("aspect", "value", "message"), REFUSED)
def test_refused_with_the_field_and_what_was_expected(aspect: str, value: Any, message: str) -> None:
    with pytest.raises(UnusableError) as caught:
        check_aspect(aspect, value)
    assert caught.value.code == "aspect.invalid"
    assert caught.value.message.startswith(message)


def test_a_large_value_is_not_quoted_whole() -> None:
    with pytest.raises(UnusableError) as caught:
        check_aspect("status", {"removed": "x" * 10_000})
    assert len(caught.value.message) < 200
