"""The upstream steps of a start, and the versions that each of them saw, as arrays."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from headwater.model.lineage import Longs


@dataclass(frozen=True, eq=False)
class Upstream:
    """Steps, nearest first, and what they saw: versions, and referenced runs (edge 0)."""

    run_ids: Longs
    attempts: Longs
    output_ids: Longs
    depths: Longs
    """The number of runs from each step to the start; 0: the start."""

    readers: Longs
    """The index of the step of each thing seen."""

    edge_ids: Longs
    version_attempts: Longs
    moments: Longs
    """The time of the version's write, as in Postgres."""

    sinces: Longs
    """The start of the read, as in Postgres."""

    are_versions: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.run_ids)
