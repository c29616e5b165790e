"""Columns of assets, and what runs told of the columns that they made from others (docs/columns.md)."""

from dataclasses import dataclass
from typing import Final, NamedTuple

EVERY: Final = "*"
"""In place of a column: every column, as in SELECT *."""

DIRECT: Final = "DIRECT"
INDIRECT: Final = "INDIRECT"

FOLDING_PLATFORMS: Final = frozenset(
    {
        *("athena", "bigquery", "clickhouse", "databricks", "db2", "delta-lake", "dremio", "duckdb", "glue", "hive"),
        *("iceberg", "mssql", "mysql", "oracle", "postgres", "presto", "redshift", "snowflake", "spark", "sqlite"),
        *("teradata", "trino", "unitycatalog", "vertica"),
        *("abfs", "abfss", "dbfs", "file", "gcs", "gs", "hdfs", "s3", "wasb", "wasbs"),
    }
)
"""The platforms whose engines take `Price` and `price` for one column: databases, and files as Spark and Hive read."""


class Transformation(NamedTuple):
    """A way in which a column was used: its type (DIRECT or INDIRECT), and more if the producer told it."""

    type: str
    subtype: str | None = None
    masking: bool | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True)
class ColumnSaying:
    """A saying in a facet: the run used a source column for a target column."""

    namespace: str
    name: str
    """The source dataset."""

    source: str | None
    """The source column; EVERY; None: the facet names the dataset alone."""

    target: str | None
    """The target column; EVERY; None: all of the output, as by a filter."""

    transformations: tuple[Transformation, ...]

    @property
    def is_direct(self) -> bool:
        """True if the values of the target come from the source."""
        return any(one.type == DIRECT for one in self.transformations)


def column_key(platform: str, name: str) -> str:
    """Return the text that two names of one column share: without regard to case, if the platform has none."""
    return name.casefold() if platform in FOLDING_PLATFORMS else name
