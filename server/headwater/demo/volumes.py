"""The sizes of writes, and the price load's quality check of its feed."""

from headwater.demo import datasets, story
from headwater.demo.datasets import Dataset
from headwater.demo.facets import Facet, facet
from headwater.demo.runs import Run, dice

EXPECTED_PRICES = 40_000

_AS_MANY_AS_PRICES = (datasets.CATALOG, datasets.PRICE_CACHE)


def rows_written(run: Run, dataset: Dataset) -> int:
    """Return the rows of one write: near the usual number, except on the bad night and downstream of it."""
    if run.run_id == story.BAD_RUN_ID:
        return story.BAD_ROWS
    if dataset in _AS_MANY_AS_PRICES and story.BAD_AT < run.start < story.REPAIRED_AT:
        return story.BAD_ROWS
    spread = dataset.rows // 40
    return dataset.rows + dice(run.run_id, dataset.name).randint(-spread, spread)


def output_statistics(run: Run, dataset: Dataset) -> Facet:
    """Return rows and bytes of one write."""
    rows = rows_written(run, dataset)
    return facet(
        run.job.engine,
        "OutputStatisticsOutputDatasetFacet",
        rowCount=rows,
        size=rows * dataset.row_bytes,
    )


def feed_quality(run: Run) -> dict[str, Facet]:
    """Return the check of the feed: it only warns, so the bad prices got in."""
    rows = rows_written(run, datasets.PRICES)
    engine = run.job.engine
    enough = {
        "assertion": "row_count",
        "success": rows >= EXPECTED_PRICES,
        "severity": "warn",
        "expected": f">= {EXPECTED_PRICES}",
        "actual": str(rows),
    }
    return {
        "dataQualityMetrics": facet(
            engine,
            "DataQualityMetricsInputDatasetFacet",
            rowCount=rows,
            columnMetrics={"price": {"nullCount": 0, "count": rows}},
        ),
        "dataQualityAssertions": facet(engine, "DataQualityAssertionsDatasetFacet", assertions=[enough]),
    }
