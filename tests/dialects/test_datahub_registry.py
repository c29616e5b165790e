"""DataHub's entity model, against the schemas and the URN classes of its SDK."""

import json
from typing import Any

import pytest
from datahub.metadata.schema_classes import KEY_ASPECTS
from datahub.metadata.urns import Urn
from datahub.utilities.urns._urn_base import URN_TYPES

from headwater.dialects.datahub.registry import (
    aspects_of,
    is_entity_type,
    is_timeseries,
    key_aspect,
    key_value,
    named_aspect,
    named_type,
    urn_of_key,
)
from headwater.errors import BadRequestError, InvalidUrnError

import datahub_model

KINDS = sorted(URN_TYPES)
URNS = [
    "urn:li:dataJob:(urn:li:dataFlow:(airflow,a flow,prod),job.1/2%2C3)",
    "urn:li:dataFlow:(spark,%28x%29,dev)",
    "urn:li:dataset:(urn:li:dataPlatform:postgres,//h:5432/db.s.t,PROD)",
    "urn:li:dataProcessInstance:41ad0fb5612d4d4796d854042ccf418b",
    "urn:li:container:15c06b721b1be8b660e73dcd3a2f19ed",
    "urn:li:mlModel:(urn:li:dataPlatform:mlflow,churn,PROD)",
    "urn:li:mlModelGroup:(urn:li:dataPlatform:mlflow,churn,PROD)",
    "urn:li:schemaField:(urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD),[version=2.0].[type=int].a)",
    "urn:li:mlFeature:(users,age)",
    "urn:li:dataPlatformInstance:(urn:li:dataPlatform:mysql,eu)",
    "urn:li:dataPlatform:mysql",
    "urn:li:corpuser:ann",
    "urn:li:tag:a%2Cb",
    "urn:li:metric:(urn:li:dataPlatform:dbt,finance.core,revenue)",
]


def test_is_as_the_installed_sdk_has_it() -> None:
    written = (datahub_model.TARGET / "registry.json").read_text()
    assert json.loads(written) == datahub_model.registry(), "run `make registry`"


@pytest.mark.parametrize("kind", KINDS)
def test_every_type_that_the_sdk_has_urns_for(kind: str) -> None:
    key = KEY_ASPECTS[kind]
    assert is_entity_type(kind)
    assert key_aspect(kind) == key.ASPECT_NAME
    assert set(aspects_of(kind)) == set(key.ASPECT_INFO["entityAspects"])
    assert list(aspects_of(kind)) == sorted(aspects_of(kind))
    assert named_aspect(kind, key.ASPECT_NAME) == key.ASPECT_NAME
    assert named_type(kind.upper()) == kind


@pytest.mark.parametrize("urn", URNS)
def test_keys_and_urns_are_those_of_the_sdk(urn: str) -> None:
    parsed: Any = Urn.from_string(urn)
    key = key_value(urn)
    assert key == parsed.to_key_aspect().to_obj()
    assert urn_of_key(parsed.entity_type, key) == urn
    assert str(type(parsed).from_key_aspect(parsed.to_key_aspect())) == urn


def test_a_key_that_is_not_escaped_makes_the_urn_that_the_sdk_makes() -> None:
    assert urn_of_key("tag", {"name": "a,b (c)"}) == "urn:li:tag:a%2Cb %28c%29"
    flow = "urn:li:dataFlow:(a,b,c)"
    assert urn_of_key("dataJob", {"flow": flow, "jobId": "x,y"}) == f"urn:li:dataJob:({flow},x%2Cy)"


def test_types_in_urns_are_matched_exactly() -> None:
    assert is_entity_type("corpuser")
    assert not is_entity_type("corpUser")
    assert not is_entity_type("DataJob")
    assert key_aspect("corpuser") == "corpUserKey"


def test_names_are_found_in_any_case() -> None:
    assert named_type("corpUser") == "corpuser"
    assert named_type("DATAJOB") == "dataJob"
    assert named_type("nothing") is None
    assert named_aspect("dataProcessInstance", "DataProcessInstanceInput") == "dataProcessInstanceInput"
    assert named_aspect("dataProcessInstance", "globalTags") is None
    assert named_aspect("nothing", "status") is None


def test_timeseries() -> None:
    assert is_timeseries("dataProcessInstanceRunEvent")
    assert is_timeseries("operation")
    assert not is_timeseries("dataProcessInstanceProperties")
    assert not is_timeseries("nothing")


@pytest.mark.parametrize(
    ("urn", "message"),
    [
        ("urn:li:dataset:t", "expected 3 parts (platform, name, origin) for a dataset, got 1"),
        ("urn:li:tag:(a,b)", "expected 1 part (name) for a tag, got 2"),
        ("dataset", "expected urn:li:<type>:<id>"),
    ],
)
def test_a_urn_that_does_not_fit_its_type(urn: str, message: str) -> None:
    with pytest.raises(InvalidUrnError) as caught:
        key_value(urn)
    assert message in str(caught.value)


def test_unknown_types_and_keys_that_make_no_urn() -> None:
    for call in (
        lambda: key_value("urn:li:thing:a"),
        lambda: key_aspect("thing"),
        lambda: aspects_of("thing"),
        lambda: urn_of_key("thing", {}),
    ):
        with pytest.raises(BadRequestError, match="entityType: expected a type that DataHub has"):
            call()
    with pytest.raises(BadRequestError, match=r"entityKeyAspect\.jobId: expected a text"):
        urn_of_key("dataJob", {"flow": "urn:li:dataFlow:(a,b,c)", "jobId": 3})
    with pytest.raises(InvalidUrnError):
        urn_of_key("dataJob", {"flow": "a flow", "jobId": "j"})
