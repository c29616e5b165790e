"""Answer downstream impact over an export as Parquet, by joins: the runs that certainly saw what a run wrote.

    spark-submit examples/spark_impact.py LAKE URN

LAKE is the folder of `headwater export --parquet LAKE`; URN is that of the run to start at. References from run to run
and containment take no part: `headwater impact` follows them too.
"""

import sys

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f


def impact(spark: SparkSession, lake: str, urn: str) -> DataFrame:
    """Return the affected runs, each with its depth: the least number of runs from the start to it."""
    readers = spark.read.parquet(f"{lake}/readers").cache()
    steps = readers.where(f.col("run_urn") == urn).select("reader_urn", "reader_attempt", "outputs").distinct()
    affected = steps.select("reader_urn", "reader_attempt", "outputs", f.lit(1).alias("depth"))
    depth = 1
    while not steps.isEmpty():
        depth += 1
        passes_on = f.col("s.outputs").isNull() | f.expr("array_contains(s.outputs, r.asset_urn)")
        steps = (
            steps.alias("s")
            .join(
                readers.alias("r"),
                (f.col("s.reader_urn") == f.col("r.run_urn"))
                & (f.col("s.reader_attempt") == f.col("r.attempt"))
                & passes_on,
            )
            .select("r.reader_urn", "r.reader_attempt", "r.outputs")
            .distinct()
            .subtract(affected.drop("depth"))
            .localCheckpoint()  # so that plans stay short
        )
        affected = affected.union(steps.withColumn("depth", f.lit(depth))).localCheckpoint()
    return (
        affected.where(f.col("reader_urn") != urn)
        .groupBy(f.col("reader_urn").alias("run"))
        .agg(f.min("depth").alias("depth"))
        .orderBy("depth", "run")
    )


if __name__ == "__main__":
    _, lake, start = sys.argv
    impact(SparkSession.builder.appName("impact").getOrCreate(), lake, start).show(1000, truncate=False)
