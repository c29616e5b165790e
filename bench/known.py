"""What of a history has many of something, and what few."""

from dataclasses import dataclass
from datetime import datetime

from asking import Database


@dataclass(frozen=True)
class Known:
    """What a history has of many and of few, as (id, URN)."""

    runs: int
    end: datetime
    many_runs: tuple[int, str]
    few_runs: tuple[int, str]
    many_readers: tuple[int, str]
    few_readers: tuple[int, str]
    parent: tuple[int, str]
    parent_job: str
    """The job of the runs that this one contains, some of which failed."""

    lonely: tuple[int, str]


async def what_is_known(postgres: Database, end: datetime) -> Known:
    """What a history has; its end is that of its last run."""

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
        many_readers=await most(by_asset, "DESC"),
        few_readers=await most(by_asset, "ASC"),
        parent=parent,
        parent_job=job["urn"],
        lonely=await most("SELECT max(id) AS id, 0 AS total FROM run", "ASC"),
    )
