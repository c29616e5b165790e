"""The systems that run the shop's jobs and report them."""

from dataclasses import dataclass

_INTEGRATIONS = "https://github.com/OpenLineage/OpenLineage/tree/1.54.0/integration"


@dataclass(frozen=True)
class Engine:
    """A system with its OpenLineage integration; all its jobs have one namespace."""

    integration: str
    namespace: str
    producer: str
    name: str
    version: str
    processing: str = "BATCH"


AIRFLOW = Engine("AIRFLOW", "airflow-prod", f"{_INTEGRATIONS}/airflow", "Airflow", "3.3.2")
SPARK = Engine("SPARK", "spark-prod", f"{_INTEGRATIONS}/spark", "spark", "4.0.1")
DBT = Engine("DBT", "dbt-prod", f"{_INTEGRATIONS}/dbt", "dbt", "1.9.11")
FLINK = Engine("FLINK", "flink-prod", f"{_INTEGRATIONS}/flink", "flink", "2.1.0", "STREAMING")
