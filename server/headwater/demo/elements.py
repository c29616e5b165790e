"""The inputs and outputs of an event: names, with facets that depend on the event."""

from typing import Any

from headwater.demo import datasets
from headwater.demo.datasets import Dataset
from headwater.demo.facets import Facet, facet
from headwater.demo.runs import Run
from headwater.demo.volumes import feed_quality, output_statistics

Element = dict[str, Any]


def input_at_start(run: Run, dataset: Dataset) -> Element:
    """Return an input of the first event, with its columns."""
    return _element(dataset, _schema(run, dataset))


def output_at_start(run: Run, dataset: Dataset) -> Element:
    """Return an output of the first event, with its address and columns."""
    source = facet(run.job.engine, "DatasourceDatasetFacet", name=dataset.namespace, uri=dataset.uri)
    return _element(dataset, {"dataSource": source, **_schema(run, dataset)})


def input_at_end(run: Run, dataset: Dataset) -> Element:
    """Return an input of the last event, with its quality facets."""
    element = _element(dataset, {})
    if dataset is datasets.FEED:
        element["inputFacets"] = feed_quality(run)
    return element


def output_at_end(run: Run, dataset: Dataset) -> Element:
    """Return an output of the last event; only a successful run describes its write."""
    if run.state != "COMPLETE":
        return _element(dataset, {})
    engine = run.job.engine
    facets: dict[str, Facet] = {}
    if dataset.overwritten:
        facets["lifecycleStateChange"] = facet(
            engine, "LifecycleStateChangeDatasetFacet", lifecycleStateChange="OVERWRITE"
        )
    if run.job.columns:
        facets["columnLineage"] = _column_lineage(run)
    if dataset is datasets.MODEL:
        facets["version"] = facet(engine, "DatasetVersionDatasetFacet", datasetVersion=f"v{run.end:%Y%m%d}")
    statistics = output_statistics(run, dataset)
    return {**_element(dataset, facets), "outputFacets": {"outputStatistics": statistics}}


def _element(dataset: Dataset, facets: dict[str, Facet]) -> Element:
    return {"namespace": dataset.namespace, "name": dataset.name, "facets": facets}


def _schema(run: Run, dataset: Dataset) -> dict[str, Facet]:
    if not dataset.fields:
        return {}
    fields = [{"name": name, "type": kind} for name, kind in dataset.fields]
    return {"schema": facet(run.job.engine, "SchemaDatasetFacet", fields=fields)}


def _column_lineage(run: Run) -> Facet:
    fields = {
        column: {"inputFields": [_input_field(dataset, name) for dataset, name in origins]}
        for column, origins in run.job.columns
    }
    return facet(run.job.engine, "ColumnLineageDatasetFacet", fields=fields)


def _input_field(dataset: Dataset, name: str) -> dict[str, Any]:
    return {"namespace": dataset.namespace, "name": dataset.name, "field": name}
