"""The inputs of a start, found in the paths upstream."""

from collections.abc import Sequence

import numpy as np

from headwater.impact.affected import Paths
from headwater.impact.answer import Finding
from headwater.model.lineage import NEVER, OPEN_WRITE
from headwater.model.upstream import Upstream


def upstream(findings: Sequence[Finding], max_depth: int | None = None) -> Upstream:
    """Return the upstream steps, up to a distance in runs."""
    if not findings:
        none = np.zeros(0, np.int64)
        return Upstream(none, none, none, none, none, none, none, none, none, none.astype(bool))
    paths: Paths = findings[0].paths
    hops, size = paths.hops, len(paths.hops.steps)
    levels = paths.levels[:size].astype(np.int64)
    limit = np.iinfo(np.int64).max if max_depth is None else 2 * max_depth
    met = np.flatnonzero((paths.reached != NEVER) & (levels >= 0) & (levels <= limit))
    order = met[np.argsort(levels[met], kind="stable")]
    places = np.full(size, -1, np.int64)
    places[order] = np.arange(len(order))
    seen = np.flatnonzero(paths.valid & (places[hops.from_steps] >= 0))
    return Upstream(
        hops.steps.run_ids[order],
        hops.steps.attempts[order].astype(np.int64),
        hops.steps.output_ids[order],
        levels[order] // 2,
        places[hops.from_steps[seen]],
        hops.edge_ids[seen],
        hops.attempts[seen].astype(np.int64),
        hops.moments[seen],
        hops.sinces[seen],
        (hops.edge_ids[seen] != 0) & ((hops.flags[seen] & OPEN_WRITE) == 0),
    )
