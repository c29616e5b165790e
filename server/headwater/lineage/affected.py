"""The runs and versions of an answer, one by one: filters, and the reasons of their standing."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import numpy.typing as npt

from headwater.impact.affected import Paths
from headwater.impact.answer import Affected, Finding
from headwater.lineage.impact import Impact
from headwater.lineage.versions import Key
from headwater.model.lineage import Longs, to_moment
from headwater.model.questions import Certainty, Direction, Kind
from headwater.store.reader import Reader

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions on runs or versions; an empty collection, or None, lets all through."""

    kinds: Collection[Kind] = ()
    certainty: Certainty | None = None


@dataclass(frozen=True, slots=True)
class RunFilter(Filter):
    """Conditions on runs."""

    templates: Collection[str] = ()
    """Runs of these jobs or flows, by URN."""

    results: Collection[str] = ()
    """The results of their latest states."""


@dataclass(frozen=True, slots=True)
class VersionFilter(Filter):
    """Conditions on versions."""

    assets: Collection[str] = ()
    """Versions of these assets, by any of their URNs."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The reason, certainty and distance of an affected run or version."""

    finding: Finding
    node: int
    """The node in the paths of the finding; less than 0 for a version that is the start itself."""

    certainty: Certainty
    depth: int
    reached_at: datetime | None
    """The time when it was first affected, UTC; None upstream, and if only references lead to it."""

    @property
    def kind(self) -> Kind:
        """The reason why it is affected."""
        return self.finding.kind


@dataclass(frozen=True, slots=True)
class AffectedNode:
    """A run (attempt 0) or a version of an answer, with its standing in each finding, the surest first."""

    id: int
    """The run; for a version its edge."""

    attempt: int
    standing: Standing
    kinds: Sequence[Standing]

    @property
    def key(self) -> Key:
        """The key of a version."""
        return self.id, self.attempt


@dataclass(frozen=True, slots=True)
class PathNode:
    """A place on a path: a run, or the version that continues the path."""

    run_id: int | None
    version: Key | None


async def chosen_runs(reader: Reader, asked: Impact, wanted: RunFilter) -> Longs:
    """Return the indices of the runs that meet a filter, in order."""
    runs = asked.answer.runs
    chosen = _chosen(asked, runs, wanted)
    if wanted.templates:
        known = await reader.entities.by_urn([*wanted.templates])
        chosen &= np.isin(await asked.columns.templates_of_runs(), [row["id"] for row in known if row])
    if wanted.results:
        chosen &= np.isin(await reader.walks.results_of_runs(runs.ids), [*wanted.results])
    return np.flatnonzero(chosen)


async def chosen_versions(reader: Reader, asked: Impact, wanted: VersionFilter) -> Longs:
    """Return the indices of the versions that meet a filter, in order."""
    chosen = _chosen(asked, asked.answer.versions, wanted)
    if wanted.assets:
        known = [row["id"] for row in await reader.entities.by_urn([*wanted.assets]) if row]
        classes = await reader.walks.classes_of_assets(known)
        chosen &= np.isin(await asked.columns.classes_of_versions(), classes)
    return np.flatnonzero(chosen)


def affected_run(asked: Impact, row: int) -> AffectedNode:
    """Return the run at an index of an answer."""
    return _node(asked, asked.answer.runs, row)


def affected_version(asked: Impact, row: int) -> AffectedNode:
    """Return the version at an index of an answer."""
    return _node(asked, asked.answer.versions, row)


def path_to(standing: Standing, count: int) -> list[PathNode]:
    """Return the last nodes of a shortest path from the start to a node, both included; none to the start itself."""
    paths = standing.finding.paths
    return path_nodes(paths, [] if standing.node < 0 else paths.path_to(standing.node)[-count:])


def path_nodes(paths: Paths, nodes: Sequence[int]) -> list[PathNode]:
    """Return the runs and versions of some nodes of paths."""
    return [_path_node(paths, node) for node in nodes]


def _path_node(paths: Paths, node: int) -> PathNode:
    steps, versions = paths.hops.steps, paths.versions
    if node < len(steps):
        return PathNode(int(steps.run_ids[node]), None)
    number = node - len(steps)
    return PathNode(None, (int(versions.edge_ids[number]), int(versions.attempts[number])))


def _chosen(asked: Impact, found: Affected, wanted: Filter) -> Mask:
    chosen = np.ones(len(found), bool)
    if wanted.kinds:
        of_kinds = [number for number, one in enumerate(asked.answer.findings) if one.kind in wanted.kinds]
        chosen &= (found.in_findings & sum(1 << number for number in of_kinds)) != 0
    if wanted.certainty is not None:
        chosen &= found.are_certain == (wanted.certainty is Certainty.CERTAIN)
    return chosen


def _node(asked: Impact, found: Affected, row: int) -> AffectedNode:
    kinds = [_standing(asked, *each) for each in asked.answer.standings(found, row)]
    return AffectedNode(int(found.ids[row]), int(found.attempts[row]), _standing(asked, found, row), kinds)


def _standing(asked: Impact, found: Affected, row: int) -> Standing:
    is_downstream = asked.question.direction is Direction.DOWNSTREAM
    return Standing(
        finding=asked.answer.findings[found.findings[row]],
        node=int(found.nodes[row]),
        certainty=Certainty.of(found.are_certain[row]),
        depth=int(found.depths[row]),
        reached_at=to_moment(int(found.reached[row])) if is_downstream else None,
    )
