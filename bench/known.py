"""The jobs, datasets and runs of a history that have many or few neighbours."""

from dataclasses import dataclass
from datetime import datetime

from asking import Database


@dataclass(frozen=True)
class Known:
    """The extremes of a history, as (id, URN)."""

    runs: int
    end: datetime
    many_runs: tuple[int, str]
    few_runs: tuple[int, str]
    mean_runs: tuple[int, str]
    """The job with the number of runs nearest to the mean of all jobs."""

    many_readers: tuple[int, str]
    few_readers: tuple[int, str]
    parent: tuple[int, str]
    parent_job: str
    """The job of the parent's child runs, some of which failed."""

    lonely: tuple[int, str]


async def what_is_known(postgres: Database, end: datetime) -> Known:
    """Return the extremes of a history; its end is the end of its last run."""

    async def most(counted: str, order: str) -> tuple[int, str]:
        [row] = await postgres.fetch(
            f"SELECT e.id, e.urn FROM ({counted}) c JOIN entity e ON e.id = c.id ORDER BY c.total {order}, e.id LIMIT 1"
        )
        return row["id"], row["urn"]

    by_job = "SELECT template_id AS id, count(*) AS total FROM run WHERE parent_id IS NULL GROUP BY 1"
    by_asset = "SELECT asset_id AS id, count(*) AS total FROM edge WHERE direction = 'INPUT' GROUP BY 1"
    by_parent = "SELECT parent_id AS id, count(*) AS total FROM run WHERE parent_id IS NOT NULL GROUP BY 1"
    parent = await most(by_parent, "DESC")
    [job] = await postgres.fetch(
        "SELECT e.urn FROM run r JOIN entity e ON e.id = r.template_id WHERE r.parent_id = $1 LIMIT 1", parent[0]
    )
    [count] = await postgres.fetch("SELECT count(*) FROM run")
    return Known(
        runs=count[0],
        end=end,
        many_runs=await most(by_job, "DESC"),
        few_runs=await most(by_job, "ASC"),
        mean_runs=await most(f"SELECT id, abs(total - avg(total) OVER ()) AS total FROM ({by_job}) j", "ASC"),
        many_readers=await most(by_asset, "DESC"),
        few_readers=await most(by_asset, "ASC"),
        parent=parent,
        parent_job=job["urn"],
        lonely=await most("SELECT max(id) AS id, 0 AS total FROM run", "ASC"),
    )
