"""The dictionary to pack bodies of events, `headwater/model/bodies.zdict`, and its training events.

`make dictionary` trains it anew, on events of the demo and on events with the fields of OpenLineage's specification.
The store keeps bodies that only this dictionary unpacks. Once it is released, a new dictionary needs another id, beside
this one.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import zstandard

from headwater.demo.shop import shop_events
from headwater.model.bodies import DICTIONARY_ID, LEVEL

TARGET = Path(__file__).resolve().parents[1] / "server" / "headwater" / "model" / "bodies.zdict"
SIZE_BYTES = 16 * 1024
DEMO_EVENTS = 2_000
SPECIFIED_EVENTS = 2_000

_SPECIFICATION = "https://openlineage.io/spec"
_CODE = "https://github.com/OpenLineage/OpenLineage/tree"
_PRODUCERS = (
    f"{_CODE}/1.30.1/integration/spark",
    f"{_CODE}/1.30.1/integration/dbt",
    f"{_CODE}/1.30.1/integration/flink",
    f"{_CODE}/1.30.1/client/python",
    f"{_CODE}/1.30.1/client/java",
    "https://github.com/apache/airflow/tree/providers-openlineage/2.1.0",
)
_SCHEMES = (
    "postgres://db:5432",
    "s3://bucket",
    "bigquery",
    "snowflake://account",
    "hdfs://cluster:8020",
    "file",
    "gs://bucket",
)

_AT = "2026-01-02T03:04:05.678Z"
_RUN_ID = "01940000-0000-7000-8000-000000000000"
_FIELD = {"name": "id", "type": "integer", "description": "The key", "fields": []}
_TRANSFORMATION = {"type": "DIRECT", "subtype": "IDENTITY", "description": "", "masking": False}
_INPUT_FIELD = {"namespace": "db", "name": "schema.table", "field": "id", "transformations": [_TRANSFORMATION]}
_TAGS = {"tags": [{"key": "team", "value": "data", "source": "CONFIG"}]}
_OWNERS = {"owners": [{"name": "team:data", "type": "OWNER"}]}
_METRICS = {
    "rowCount": 1,
    "bytes": 1,
    "fileCount": 1,
    "columnMetrics": {
        "id": {
            "nullCount": 0,
            "distinctCount": 1,
            "sum": 1.0,
            "count": 1.0,
            "min": 1.0,
            "max": 1.0,
            "quantiles": {"0.5": 1.0},
        }
    },
}
_PARENT = {"run": {"runId": _RUN_ID}, "job": {"namespace": "default", "name": "parent"}}

Facets = dict[str, tuple[str, str, dict[str, Any]]]
"""The version and the name of the schema, and an example, by facet."""

_RUN_FACETS: Facets = {
    "parent": ("1-1-0", "ParentRunFacet", _PARENT | {"root": _PARENT}),
    "nominalTime": ("1-0-1", "NominalTimeRunFacet", {"nominalStartTime": _AT, "nominalEndTime": _AT}),
    "errorMessage": (
        "1-0-1",
        "ErrorMessageRunFacet",
        {
            "message": "Failed",
            "programmingLanguage": "JAVA",
            "stackTrace": 'Traceback (most recent call last):\n  File "',
        },
    ),
    "processing_engine": (
        "1-1-1",
        "ProcessingEngineRunFacet",
        {"version": "3.5.1", "name": "spark", "openlineageAdapterVersion": "1.30.1"},
    ),
    "externalQuery": ("1-0-2", "ExternalQueryRunFacet", {"externalQueryId": "01940000", "source": "bigquery"}),
    "extractionError": (
        "1-1-2",
        "ExtractionErrorRunFacet",
        {
            "totalTasks": 1,
            "failedTasks": 1,
            "errors": [{"errorMessage": "", "stackTrace": "", "task": "", "taskNumber": 1}],
        },
    ),
    "environmentVariables": (
        "1-0-0",
        "EnvironmentVariablesRunFacet",
        {"environmentVariables": [{"name": "A", "value": "b"}]},
    ),
    "executionParameters": (
        "1-0-0",
        "ExecutionParametersRunFacet",
        {"parameters": [{"key": "a", "name": "a", "description": "", "value": "b"}]},
    ),
    "jobDependencies": (
        "1-0-0",
        "JobDependenciesRunFacet",
        {
            "upstream": [
                {
                    "job": {"namespace": "default", "name": "a"},
                    "run": {"runId": _RUN_ID},
                    "dependency_type": "DIRECT_INVOCATION",
                    "sequence_trigger_rule": "FINISH_TO_START",
                    "status_trigger_rule": "EXECUTE_ON_SUCCESS",
                }
            ],
            "downstream": [],
        },
    ),
    "tags": ("1-0-0", "TagsRunFacet", _TAGS),
}
_JOB_FACETS: Facets = {
    "jobType": ("2-0-3", "JobTypeJobFacet", {"processingType": "BATCH", "integration": "SPARK", "jobType": "SQL_JOB"}),
    "sql": (
        "1-0-1",
        "SQLJobFacet",
        {"query": "INSERT INTO a SELECT b FROM c WHERE d = 1 GROUP BY e ORDER BY f", "dialect": "spark"},
    ),
    "sourceCode": ("1-0-1", "SourceCodeJobFacet", {"language": "python", "sourceCode": "def "}),
    "sourceCodeLocation": (
        "1-0-1",
        "SourceCodeLocationJobFacet",
        {
            "type": "git",
            "url": "https://github.com/",
            "repoUrl": "git@github.com:",
            "path": "dags/",
            "version": "",
            "tag": "v1",
            "branch": "main",
        },
    ),
    "documentation": ("1-1-0", "DocumentationJobFacet", {"description": "", "contentType": "text/markdown"}),
    "ownership": ("1-0-1", "OwnershipJobFacet", _OWNERS),
    "tags": ("1-0-0", "TagsJobFacet", _TAGS),
}
_DATASET_FACETS: Facets = {
    "schema": (
        "1-1-1",
        "SchemaDatasetFacet",
        {"fields": [_FIELD, _FIELD | {"type": "string"}, _FIELD | {"type": "timestamp"}]},
    ),
    "dataSource": ("1-0-1", "DatasourceDatasetFacet", {"name": "postgres://db:5432", "uri": "postgres://db:5432/name"}),
    "columnLineage": (
        "1-2-0",
        "ColumnLineageDatasetFacet",
        {
            "fields": {
                "id": {"inputFields": [_INPUT_FIELD], "transformationDescription": "", "transformationType": "IDENTITY"}
            },
            "dataset": [_INPUT_FIELD],
        },
    ),
    "symlinks": (
        "1-0-1",
        "SymlinksDatasetFacet",
        {"identifiers": [{"namespace": "hive://metastore:9083", "name": "default.table", "type": "TABLE"}]},
    ),
    "storage": ("1-0-1", "StorageDatasetFacet", {"storageLayer": "iceberg", "fileFormat": "parquet"}),
    "version": ("1-0-1", "DatasetVersionDatasetFacet", {"datasetVersion": "1"}),
    "lifecycleStateChange": (
        "1-0-1",
        "LifecycleStateChangeDatasetFacet",
        {"lifecycleStateChange": "OVERWRITE", "previousIdentifier": {"namespace": "a", "name": "b"}},
    ),
    "documentation": ("1-1-0", "DocumentationDatasetFacet", {"description": "", "contentType": "text/markdown"}),
    "ownership": ("1-0-1", "OwnershipDatasetFacet", _OWNERS),
    "datasetType": ("1-0-0", "DatasetTypeDatasetFacet", {"datasetType": "TABLE", "subType": ""}),
    "catalog": (
        "1-0-0",
        "CatalogDatasetFacet",
        {
            "framework": "iceberg",
            "type": "hive",
            "name": "catalog",
            "metadataUri": "",
            "warehouseUri": "",
            "source": "spark",
        },
    ),
    "hierarchy": ("1-0-0", "HierarchyDatasetFacet", {"hierarchy": [{"type": "DATABASE", "name": "a"}]}),
    "tags": ("1-0-0", "TagsDatasetFacet", _TAGS),
}
_INPUT_FACETS: Facets = {
    "dataQualityMetrics": ("1-0-2", "DataQualityMetricsInputDatasetFacet", _METRICS),
    "dataQualityAssertions": (
        "1-0-1",
        "DataQualityAssertionsDatasetFacet",
        {"assertions": [{"assertion": "not_null", "success": True, "column": "id", "severity": "error"}]},
    ),
    "inputStatistics": ("1-0-0", "InputStatisticsInputDatasetFacet", {"rowCount": 1, "size": 1, "fileCount": 1}),
    "subset": (
        "1-0-0",
        "InputSubsetInputDatasetFacet",
        {
            "inputCondition": {
                "type": "partition",
                "partitions": [{"identifier": "", "dimensions": {"date": "2026-01-02"}}],
            }
        },
    ),
}
_OUTPUT_FACETS: Facets = {
    "outputStatistics": ("1-0-2", "OutputStatisticsOutputDatasetFacet", {"rowCount": 1, "size": 1, "fileCount": 1}),
    "subset": ("1-0-0", "OutputSubsetOutputDatasetFacet", {"outputCondition": {"type": "location", "locations": [""]}}),
}


def train() -> bytes:
    """Return the dictionary; the same for one version of zstd."""
    chance = random.Random(0)
    demo = chance.sample(list(shop_events()), DEMO_EVENTS)
    events = [*demo, *(_event(chance) for _ in range(SPECIFIED_EVENTS))]
    samples: list[bytes | bytearray | memoryview] = [text for event in events for text in _written(event)]
    return zstandard.train_dictionary(SIZE_BYTES, samples, dict_id=DICTIONARY_ID, level=LEVEL).as_bytes()


def _written(event: dict[str, Any]) -> Iterator[bytes]:
    """Yield the event as producers write it: keys in the specification's order or sorted, with or without spaces."""
    yield json.dumps(event, separators=(",", ":")).encode()
    yield json.dumps(event, separators=(",", ":"), sort_keys=True).encode()
    yield json.dumps(event).encode()


def _event(chance: random.Random) -> dict[str, Any]:
    producer = chance.choice(_PRODUCERS)
    return {
        "eventTime": _AT,
        "producer": producer,
        "schemaURL": f"{_SPECIFICATION}/2-0-2/OpenLineage.json#/$defs/RunEvent",
        "eventType": chance.choice(("START", "RUNNING", "COMPLETE", "FAIL", "ABORT", "OTHER")),
        "run": {"runId": _RUN_ID, "facets": _facets(chance, producer, _RUN_FACETS)},
        "job": {"namespace": "default", "name": "job", "facets": _facets(chance, producer, _JOB_FACETS)},
        "inputs": [_dataset(chance, producer, "inputFacets", _INPUT_FACETS) for _ in range(chance.randrange(3))],
        "outputs": [_dataset(chance, producer, "outputFacets", _OUTPUT_FACETS) for _ in range(chance.randrange(3))],
    }


def _dataset(chance: random.Random, producer: str, own: str, own_facets: Facets) -> dict[str, Any]:
    return {
        "namespace": chance.choice(_SCHEMES),
        "name": "schema.table",
        "facets": _facets(chance, producer, _DATASET_FACETS),
        own: _facets(chance, producer, own_facets),
    }


def _facets(chance: random.Random, producer: str, known: Facets) -> dict[str, Any]:
    return {
        name: {
            "_producer": producer,
            "_schemaURL": f"{_SPECIFICATION}/facets/{version}/{schema}.json#/$defs/{schema}",
            **example,
        }
        for name, (version, schema, example) in known.items()
        if chance.random() < 1 / 3
    }


if __name__ == "__main__":
    TARGET.write_bytes(train())
