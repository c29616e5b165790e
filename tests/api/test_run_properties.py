"""Each facet gives its part of a run's properties, also without the others."""

from typing import Any

import pytest

from headwater.graphql.entities.audit import AuditStamp
from headwater.graphql.runs.properties import PROPERTY_FACETS, DataProcessInstanceProperties, run_properties
from headwater.graphql.scalars import Long

WITH_URL: dict[str, Any] = {
    "airflow": {"taskInstance": {"log_url": "https://a"}},
    "log": {"logUrl": "https://a"},
    "gitlab": {"web_url": "https://a"},
}
WITH_PROPERTIES: dict[str, Any] = {
    "nominalTime": {"nominalStartTime": "2026-11-01"},
    "processing_engine": {"version": "3.5"},
    "externalQuery": {"source": "snowflake"},
    "databand_tags": {"runName": "run"},
    "tags": {"tags": [{"key": "team", "value": "data"}]},
}
ENTRIES = {
    "nominalTime": ("nominalTime.nominalStartTime", "2026-11-01"),
    "processing_engine": ("processing_engine.version", "3.5"),
    "externalQuery": ("externalQuery.source", "snowflake"),
    "databand_tags": ("databand_tags.runName", "run"),
    "tags": ("team", "data"),
}


def properties(**facets: Any) -> DataProcessInstanceProperties:
    return run_properties("urn", "name", AuditStamp(time=Long(0), actor=None), facets, {})


def test_all_facets_are_here() -> None:
    assert WITH_URL.keys() | WITH_PROPERTIES.keys() == set(PROPERTY_FACETS)


@pytest.mark.parametrize("name", WITH_URL)
def test_a_facet_gives_the_url(name: str) -> None:
    made = properties(**{name: WITH_URL[name]})
    assert (made.external_url, made.custom_properties) == ("https://a", [])


@pytest.mark.parametrize("name", WITH_PROPERTIES)
def test_a_facet_gives_custom_properties(name: str) -> None:
    made = properties(**{name: WITH_PROPERTIES[name]})
    assert made.external_url is None
    assert [(one.key, one.value) for one in made.custom_properties or ()] == [ENTRIES[name]]
