"""Jobs of the shop."""

from dataclasses import dataclass

from headwater.demo.datasets import Dataset
from headwater.demo.engines import Engine

ORDERS_TEAM = "orders@example.com"
PRICING_TEAM = "pricing@example.com"
DATA_TEAM = "data-platform@example.com"
ML_TEAM = "ml@example.com"

Column = tuple[str, tuple[tuple[Dataset, str], ...]]
"""A column of the job's output, and its source columns."""


@dataclass(frozen=True)
class Job:
    """The definition that a run executes. `seconds` is its usual time, without its children's."""

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
    """The share of its runs that fail at first, and succeed in the second try."""

    @property
    def namespace(self) -> str:
        return self.engine.namespace
