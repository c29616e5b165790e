"""What went into a start, step by step, as arrays: which steps there are, and what each of them saw."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from headwater.model.lineage import Longs


@dataclass(frozen=True, eq=False)
class Upstream:
    """Steps, nearest first, and what they saw: versions, and runs that they refer to (edge 0)."""

    run_ids: Longs
    attempts: Longs
    output_ids: Longs
    depths: Longs
    """Of each step how many runs away it is; 0: the start."""

    readers: Longs
    """Of each sight the place of its step."""

    edge_ids: Longs
    version_attempts: Longs
    moments: Longs
    """When the version was written, as Postgres keeps times."""

    sinces: Longs
    """When the read began, as Postgres keeps times."""

    are_versions: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.run_ids)
