"""Airflow's DAGs: their tasks, the order of the tasks, and the schedules."""

from dataclasses import dataclass
from datetime import timedelta

from headwater.demo import mart_jobs, source_jobs
from headwater.demo.engines import AIRFLOW
from headwater.demo.job import DATA_TEAM, ML_TEAM, ORDERS_TEAM, PRICING_TEAM, Job


@dataclass(frozen=True)
class Task:
    """A task of a DAG. One without a job is switched off in the integration and sends no events."""

    task_id: str
    operator: str
    job: Job | None = None
    upstream: tuple[str, ...] = ()
    trigger_rule: str = "all_success"


@dataclass(frozen=True)
class Dag:
    """A DAG, its tasks in a valid order, and the wait before a retry."""

    job: Job
    schedule: str
    tasks: tuple[Task, ...]
    retry_delay: timedelta = timedelta(minutes=5)

    @property
    def dag_id(self) -> str:
        return self.job.name

    def downstream(self, task: Task) -> list[str]:
        """Return the ids of the tasks that wait for this one."""
        return [other.task_id for other in self.tasks if task.task_id in other.upstream]


def _dag_job(dag_id: str, owner: str, description: str) -> Job:
    return Job(AIRFLOW, dag_id, "DAG", owner, description, 2)


ORDERS = Dag(
    _dag_job("orders", ORDERS_TEAM, "Hourly, while the warehouse is open."),
    "0 6-19 * * *",
    (
        Task("ingest_orders", "SQLExecuteQueryOperator", source_jobs.INGEST_ORDERS),
        Task("aggregate_clicks", "PythonOperator", source_jobs.AGGREGATE_CLICKS),
        Task("refresh_price_cache", "PythonOperator", source_jobs.REFRESH_PRICE_CACHE),
    ),
    retry_delay=timedelta(minutes=2),
)

PRICES = Dag(
    _dag_job("prices", PRICING_TEAM, "The supplier's prices and what is sold at them."),
    "0 2 * * *",
    (
        Task("feed_is_new", "ShortCircuitOperator"),
        Task("load_supplier_prices", "PythonOperator", source_jobs.LOAD_PRICES, ("feed_is_new",)),
        Task(
            "build_catalog",
            "SQLExecuteQueryOperator",
            source_jobs.BUILD_CATALOG,
            ("load_supplier_prices",),
            trigger_rule="none_failed",
        ),
    ),
)

MARTS = Dag(
    _dag_job("marts", DATA_TEAM, "The tables that the business reads in the morning."),
    "0 3 * * *",
    (
        Task("stage_orders", "SparkSubmitOperator", mart_jobs.STAGE_ORDERS),
        Task("dbt_build", "BashOperator", mart_jobs.DBT_BUILD, ("stage_orders",)),
        Task("build_features", "SparkSubmitOperator", mart_jobs.BUILD_FEATURES, ("dbt_build",)),
        Task("latest_only", "LatestOnlyOperator"),
        Task(
            "export_email_campaign",
            "PythonOperator",
            mart_jobs.EXPORT_EMAIL,
            ("build_features", "latest_only"),
        ),
        Task("working_day", "ShortCircuitOperator"),
        Task(
            "finance_report",
            "SQLExecuteQueryOperator",
            mart_jobs.REPORT_FINANCE,
            ("dbt_build", "working_day"),
        ),
    ),
)

ML = Dag(
    _dag_job("ml", ML_TEAM, "Trains the shop's models, once a week."),
    "0 5 * * 4",
    (Task("train_demand_forecast", "KubernetesPodOperator", mart_jobs.TRAIN_MODEL),),
)
