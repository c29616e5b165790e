"""DataHub's command line against a server: its GraphQL for search, lineage, queries and references at a deletion."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from datahub.cli import delete_cli, graphql_cli, lineage_cli, search_cli
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.ingestion.graph.client import DataHubGraph
from datahub.ingestion.graph.config import ClientMode, DatahubClientConfig
from datahub.metadata.schema_classes import (
    AuditStampClass,
    CorpUserInfoClass,
    DataJobInfoClass,
    DataJobInputOutputClass,
    DataProcessInstancePropertiesClass,
    DatasetPropertiesClass,
    OwnerClass,
    OwnershipClass,
    _Aspect,
)
from datahub.utilities import graphql_query_adapter
from datahub.utilities.server_state_disk_cache import ServerStateDiskCache

from server_process import Server

JOB = "urn:li:dataJob:(urn:li:dataFlow:(airflow,sales,prod),load)"
TABLE = "urn:li:dataset:(urn:li:dataPlatform:snowflake,sales.orders,PROD)"
FILE = "urn:li:dataset:(urn:li:dataPlatform:s3,bucket/orders,PROD)"
RUN = "urn:li:dataProcessInstance:one"
ANN = "urn:li:corpuser:ann"

Cli = Callable[..., str]


@pytest.fixture
def cli(shared_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Return the output of a command, about a job that reads a file and writes a table with an owner.

    Only two settings differ from a user's: the address of the server, and the folder for its schema.
    """
    graph = DataHubGraph(DatahubClientConfig(server=shared_server.url, client_mode=ClientMode.CLI))
    stamp = AuditStampClass(time=1_700_000_000_000, actor=ANN)
    aspects: list[tuple[str, _Aspect]] = [
        (JOB, DataJobInfoClass(name="load orders", type="COMMAND")),
        (JOB, DataJobInputOutputClass(inputDatasets=[FILE], outputDatasets=[TABLE])),
        (FILE, DatasetPropertiesClass(name="archive")),
        (TABLE, DatasetPropertiesClass(name="orders", description="all orders", customProperties={"a": "b"})),
        (TABLE, OwnershipClass(owners=[OwnerClass(owner=ANN, type="DATAOWNER")], lastModified=stamp)),
        (ANN, CorpUserInfoClass(active=True, displayName="Ann")),
        (RUN, DataProcessInstancePropertiesClass(name="one", created=stamp)),
    ]
    graph.emit_mcps([MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect) for urn, aspect in aspects])
    for module in (delete_cli, graphql_cli, lineage_cli, search_cli):
        monkeypatch.setattr(module, "get_default_graph", lambda *_, **__: graph)
    monkeypatch.setattr(graphql_query_adapter, "_SCHEMA_DISK_CACHE", ServerStateDiskCache(str(tmp_path)))

    def run(command: Any, *arguments: str) -> str:
        result = CliRunner().invoke(command, arguments, catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.stdout

    return run


def test_it_searches(cli: Cli) -> None:
    """The command leaves fields out of its query that the schema lacks; its search arguments are unchanged."""
    found: dict[str, Any] = json.loads(
        cli(search_cli.search, "sales", "--where", "entity_type = dataset", "--format", "json")
    )
    assert found["total"] == 1
    [result] = found["searchResults"]
    assert result["entity"] == {
        "urn": TABLE,
        "type": "DATASET",
        "name": "sales.orders",
        "origin": "PROD",
        "properties": {"name": "orders", "description": "all orders", "customProperties": [{"key": "a", "value": "b"}]},
        "platform": {"urn": "urn:li:dataPlatform:snowflake", "name": "snowflake", "properties": None},
        "tags": None,
        "ownership": {"owners": [{"owner": {"urn": ANN, "username": "ann"}}]},
        "container": None,
        "domain": None,
        "glossaryTerms": None,
    }
    platforms = next(facet for facet in found["facets"] if facet["field"] == "platform")
    [snowflake] = platforms["aggregations"]
    assert snowflake["entity"]["urn"] == snowflake["value"] == "urn:li:dataPlatform:snowflake"


def test_its_searches_can_be_sorted_and_filtered(cli: Cli) -> None:
    only = ("--filter", "entity_type=dataset", "--urns-only")
    assert cli(search_cli.search, "*", *only, "--sort-by", "name", "--sort-order", "desc").split() == [TABLE, FILE]
    assert cli(search_cli.search, "*", *only, "--sort-by", "name", "--sort-order", "asc").split() == [FILE, TABLE]


def test_it_asks_for_lineage(cli: Cli) -> None:
    [file] = json.loads(cli(lineage_cli.lineage, "--urn", JOB, "--direction", "upstream", "--format", "json"))[
        "results"
    ]
    assert (file["urn"], file["hops"]) == (FILE, 1)


def test_it_asks_any_question(cli: Cli) -> None:
    query = '{ dataJob(urn: "%s") { jobId inputOutput { inputDatasets { urn } } } }' % JOB
    answer = json.loads(cli(graphql_cli.graphql, "--query", query, "--format", "json"))
    assert answer["dataJob"] == {"jobId": "load", "inputOutput": {"inputDatasets": [{"urn": FILE}]}}
    assert "runsConnection" in cli(graphql_cli.graphql, "--list-queries")


def test_it_finds_what_to_delete(cli: Cli) -> None:
    said = cli(delete_cli.delete, "by-filter", "--entity-type", "dataProcessInstance", "--dry-run")
    assert "Would delete 1 entities" in said
