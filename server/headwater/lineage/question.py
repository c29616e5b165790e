"""A question about lineage: its start, and its conditions."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from headwater.errors import BadRequestError
from headwater.lineage.points import Point
from headwater.model.query_limits import MAX_WALK_SECONDS
from headwater.model.questions import Direction, Kind, PointInTime
from headwater.store.walks import Limits

MAX_NODES: Final = 2_000_000
DEFAULT_NODES: Final = 1_000_000
MAX_COLUMNS: Final = 1000
MAX_SECONDS: Final = MAX_WALK_SECONDS
DEFAULT_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a point: its consequences, or its inputs."""

    point: Point
    direction: Direction = Direction.DOWNSTREAM
    kinds: frozenset[Kind] = frozenset(Kind)
    point_in_time: PointInTime = field(default_factory=PointInTime)
    containment: bool = False
    """True if the start includes all runs within it, and an affected run affects its parent."""

    columns: tuple[str, ...] | None = None
    """Only these columns of the start and what was made from them; none: all its columns. None: whole data."""

    limits: Limits = field(default_factory=lambda: Limits(DEFAULT_NODES, DEFAULT_SECONDS))
    now: datetime = field(default_factory=lambda: datetime.now(UTC))


def columns_of(names: Sequence[str] | None) -> tuple[str, ...] | None:
    """Return the columns in arguments. Raises BadRequestError for too many, or an empty name."""
    if names is not None and len(names) > MAX_COLUMNS:
        raise BadRequestError(f"columns: expected at most {MAX_COLUMNS}, got {len(names)}")
    if names is not None and "" in names:
        raise BadRequestError("columns: expected names, got an empty one")
    return None if names is None else tuple(dict.fromkeys(names))


def limits_of(max_nodes: int | None, max_seconds: float | None, max_depth: int | None) -> Limits:
    """Return the limits in arguments. Raises BadRequestError, naming the argument that is out of bounds."""
    nodes = DEFAULT_NODES if max_nodes is None else max_nodes
    seconds = DEFAULT_SECONDS if max_seconds is None else max_seconds
    if not 1 <= nodes <= MAX_NODES:
        raise BadRequestError(f"maxNodes: expected 1 to {MAX_NODES}, got {nodes}")
    if not 0 < seconds <= MAX_SECONDS:
        raise BadRequestError(f"maxSeconds: expected more than 0 to {MAX_SECONDS:.0f}, got {seconds}")
    if max_depth is not None and max_depth < 0:
        raise BadRequestError(f"maxDepth: expected 0 or more, got {max_depth}")
    return Limits(nodes, seconds, max_depth)
