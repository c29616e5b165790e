"""The facets of Airflow's own integration, reduced to the parts that matter for lineage."""

from typing import Any

from headwater.demo.calendar import DagRun
from headwater.demo.dags import Dag, Task
from headwater.demo.engines import AIRFLOW
from headwater.demo.facets import Facet, custom, stamp

_PATHS = {
    "BashOperator": "airflow.providers.standard.operators.bash",
    "KubernetesPodOperator": "airflow.providers.cncf.kubernetes.operators.pod",
    "LatestOnlyOperator": "airflow.providers.standard.operators.latest_only",
    "PythonOperator": "airflow.providers.standard.operators.python",
    "SQLExecuteQueryOperator": "airflow.providers.common.sql.operators.sql",
    "ShortCircuitOperator": "airflow.providers.standard.operators.python",
    "SparkSubmitOperator": "airflow.providers.apache.spark.operators.spark_submit",
}


def dag_run(run: DagRun) -> Facet:
    """Return the facet of a DAG run."""
    dag = {**_dag(run.dag), "timetable_summary": run.dag.schedule}
    return custom(AIRFLOW, "RunFacet", dag=dag, dagRun=_dag_run(run))


def task_run(run: DagRun, task: Task, try_number: int) -> Facet:
    """Return the facet of one try of a task. The list of task ids is a text, as in the integration."""
    return custom(
        AIRFLOW,
        "RunFacet",
        dag=_dag(run.dag),
        dagRun=_dag_run(run),
        task={
            "task_id": task.task_id,
            "operator_class": task.operator,
            "trigger_rule": task.trigger_rule,
            "retries": 1,
            "upstream_task_ids": str(list(task.upstream)),
        },
        taskInstance={"try_number": try_number},
    )


def state(failed: bool, states: dict[str, str], seconds: dict[str, float]) -> Facet:
    """Return the facet of a DAG run's end: the state of all tasks, also of tasks without events."""
    return custom(
        AIRFLOW,
        "RunFacet",
        dagRunState="failed" if failed else "success",
        tasksState=states,
        tasksDuration=seconds,
    )


def task_tree(dag: Dag) -> Facet:
    """Return the facet of a DAG: its tasks and their order."""
    tasks = {
        task.task_id: {
            "operator": f"{_PATHS[task.operator]}.{task.operator}",
            "emits_ol_events": task.job is not None,
            "downstream_task_ids": dag.downstream(task),
        }
        for task in dag.tasks
    }
    return custom(AIRFLOW, "JobFacet", tasks=tasks)


def _dag(dag: Dag) -> dict[str, Any]:
    return {"dag_id": dag.dag_id, "owner": dag.job.owner}


def _dag_run(run: DagRun) -> dict[str, Any]:
    return {"run_id": run.run_id, "run_type": run.run_type, "run_after": stamp(run.created)}
