"""A job: what a run executes."""

from dataclasses import dataclass

from headwater.demo.datasets import Dataset
from headwater.demo.engines import Engine

ORDERS_TEAM = "orders@example.com"
PRICING_TEAM = "pricing@example.com"
DATA_TEAM = "data-platform@example.com"
ML_TEAM = "ml@example.com"

Column = tuple[str, tuple[tuple[Dataset, str], ...]]
"""A column of the job's output, and the columns that it is made from."""


@dataclass(frozen=True)
class Job:
    """What a run executes. `seconds` is its usual time, without that of the jobs that it starts."""

    engine: Engine
    name: str
    job_type: str
    owner: str
    description: str
    seconds: int
    inputs: tuple[Dataset, ...] = ()
    outputs: tuple[Dataset, ...] = ()
    sql: str | None = None
    columns: tuple[Column, ...] = ()
    children: tuple["Job", ...] = ()
    flaky: float = 0.0
    """The share of its runs that fail, but succeed when tried again."""

    @property
    def namespace(self) -> str:
        return self.engine.namespace
