"""Folding: many rows become few nodes, by job and asset, then by flow."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from headwater.impact.pictures.node import Folding
from headwater.impact.pictures.row import Row

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Fold:
    """The places of rows that share a node."""

    folding: Folding
    places: list[int]


def folded(
    rows: Sequence[Row], max_nodes: int, unfold: Collection[str] = (), least: Folding = Folding.NONE
) -> list[Fold]:
    """Return folds of all rows; at most max_nodes, if there are no more flows.

    Folds at least as far as `least`, and more than max_nodes rows by job and asset, then by flow. The jobs, assets and
    flows in `unfold`, given by URN, stay apart as far as there is room: the nearest rows of a job stand alone then.
    """
    if least is Folding.NONE and len(rows) <= max_nodes:
        return [Fold(Folding.NONE, [place]) for place in range(len(rows))]
    folds = [
        Fold(Folding.JOB, places) for places in _grouped(range(len(rows)), lambda place: _key(rows[place])).values()
    ]
    if least is Folding.FLOW or len(folds) > max_nodes:
        folds = _by_flow(folds, rows, unfold)
    return _unfolded(folds, rows, max_nodes, unfold)


def _by_flow(folds: Sequence[Fold], rows: Sequence[Row], unfold: Collection[str]) -> list[Fold]:
    """Return the same with one fold for all jobs of a flow that are alike."""

    def flow(fold: Fold) -> object:
        head = rows[fold.places[0]]
        is_kept = head.flow is None or head.flow.urn in unfold or head.group.urn in unfold
        return id(fold) if is_kept else _key(head, by_flow=True)

    together = _grouped(folds, flow).values()
    return [
        parts[0] if len(parts) == 1 else Fold(Folding.FLOW, [place for part in parts for place in part.places])
        for parts in together
    ]


def _unfolded(folds: Sequence[Fold], rows: Sequence[Row], max_nodes: int, unfold: Collection[str]) -> list[Fold]:
    """Return the same with the nearest rows of some groups alone, as many as max_nodes allows."""
    room = max_nodes - len(folds)
    found: list[Fold] = []
    for fold in folds:
        if fold.folding is Folding.FLOW or rows[fold.places[0]].group.urn not in unfold or room <= 0:
            found.append(fold)
            continue
        nearest = sorted(fold.places, key=lambda place: (rows[place].depth, rows[place].order))
        alone = len(nearest) if len(nearest) - 1 <= room else room
        room -= min(alone, len(nearest) - 1)
        found += [Fold(Folding.NONE, [place]) for place in nearest[:alone]]
        found += [Fold(fold.folding, nearest[alone:])] if nearest[alone:] else []
    return found


def _key(row: Row, *, by_flow: bool = False) -> tuple[object, ...]:
    """Return the common part of rows that share a node. The start's own versions share no node with later ones."""
    group = row.flow if by_flow and row.flow is not None else row.group
    return row.role, group.urn, row.kinds, row.certainty, row.depth == 0


def _grouped(items: Iterable[Item], key: Callable[[Item], object]) -> dict[object, list[Item]]:
    groups: dict[object, list[Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups
