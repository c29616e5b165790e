"""The packed columns of a walk: steps and hops as arrays."""

from typing import Any

import numpy as np
import numpy.typing as npt
from asyncpg import Record

from headwater.model.lineage import NEVER, REMAINS, Hops, Ints, KeptHops, Longs, Steps

_STEP = [("run_ids", ">i8"), ("attempts", ">i4"), ("input_ids", ">i8"), ("output_ids", ">i8"), ("starts", ">i8")]
_WRITE = [
    ("edge_ids", ">i8"),
    ("attempts", ">i4"),
    ("writer_ids", ">i8"),
    ("asset_ids", ">i8"),
    ("moments", ">i8"),
    ("flags", ">i4"),
]
_TIMES = [("sinces", ">i8"), ("untils", ">i8"), ("written_untils", ">i8")]
_HOP = np.dtype([("origin", _STEP), *_WRITE, *_TIMES, ("target", _STEP)])
"""The columns of a packed step or hop, in the order of packed_step and packed_hop (`sql/functions/hops.sql`)."""
_KEPT = np.dtype([("origin", _STEP), ("number", ">i4")])
_KEPT_HOP = np.dtype([*_WRITE, *_TIMES, ("target", _STEP[:-1])])
"""A step whose hops are kept, with their number; and one of them (`sql/functions/keeping.sql`)."""
_KEPT_STEP = np.dtype([*_STEP[:2], ("number", ">i4")])
"""A kept step in a part of all kept ones."""

_TOLD = [("moments", ">i8"), ("flags", ">i4"), ("sinces", ">i8"), ("written_untils", ">i8")]
_HOP_OF_STEP = np.dtype([("places", ">i4"), *_TOLD, ("target", _STEP)])
"""A hop from one of some steps, by its place among them (`sql/functions/hops.sql`)."""

_DATA_OF_STEP = np.dtype([("class_ids", ">i8"), *_STEP[:2]])
"""The data of an attempt."""

_NATIVE: dict[str, type[np.integer]] = {">i8": np.int64, ">i4": np.int32}


def rows_of(row: Record) -> int:
    """Return the number of hops in a walk's row."""
    return len(row["hops"]) // _HOP.itemsize + len(row["kept_hops"]) // _KEPT_HOP.itemsize


def unpack(row: Record, start_untils: Longs, most_steps: int, *, are_repeated: bool = False) -> Hops:
    """Return the hops of a walk's row, truncated if there are more steps than most_steps.

    start_untils: the ends of the starts' writes. are_repeated: the row may have a step several times.
    """
    # The hops that the rule told, followed by the kept ones.
    told, kept, kept_hops = (
        np.frombuffer(row[name], kind) for name, kind in (("hops", _HOP), ("kept", _KEPT), ("kept_hops", _KEPT_HOP))
    )
    both, numbers = (told, kept_hops), kept["number"]
    origins = [_joined(kind, told["origin"][name], np.repeat(kept["origin"][name], numbers)) for name, kind in _STEP]
    targets = [_joined(kind, *(hops["target"][name] for hops in both)) for name, kind in _STEP[:-1]]
    columns = {name: _joined(kind, *(hops[name] for hops in both)) for name, kind in (*_WRITE, *_TIMES)}
    packed = np.frombuffer(row["steps"], _STEP)
    if are_repeated:
        packed = _each_once(packed, most_steps)
    steps = Steps(*(_joined(kind, packed[name]) for name, kind in _STEP[:-1]))
    starts, from_starts = packed["starts"], origins.pop()
    from_steps, to_steps = _places(steps, starts == 0, Steps(*origins), Steps(*targets))
    # The starts come first, in order.
    untils = np.full(len(steps), NEVER, np.int64)
    started = int((starts > 0).sum())
    untils[:started] = start_untils[:started]
    hops = Hops(
        steps=steps,
        are_starts=starts > 0,
        from_steps=np.where(from_starts > 0, (from_starts - 1).astype(np.int32), from_steps),
        to_steps=to_steps,
        writes=np.zeros(len(from_steps), np.int64),
        start_untils=untils,
        is_truncated=row["is_late"] or int(np.count_nonzero(steps.run_ids != REMAINS)) > most_steps,
        **columns,
    )
    # Steps beyond the limit may have left their hops.
    return hops.picked(np.flatnonzero(hops.from_steps >= 0)) if are_repeated else hops


def unpack_hops_of_steps(packed: bytes) -> KeptHops:
    """Return the packed hops of some steps."""
    hops = np.frombuffer(packed, _HOP_OF_STEP)
    return _kept_hops(hops["places"].astype(np.int32), hops)


def unpack_kept(row: Record) -> tuple[Steps, KeptHops]:
    """Return the kept steps of a row, and their hops."""
    packed, hops = np.frombuffer(row["steps"], _KEPT_STEP), np.frombuffer(row["hops"], _KEPT_HOP)
    return _attempts(packed), _kept_hops(np.repeat(np.arange(len(packed), dtype=np.int32), packed["number"]), hops)


def unpack_attempts(packed: bytes) -> Steps:
    """Return the steps of packed attempts."""
    return _attempts(np.frombuffer(packed, np.dtype(_STEP[:2])))


def unpack_data(packed: bytes) -> tuple[Longs, Steps]:
    """Return packed data, each with an attempt that writes it."""
    rows = np.frombuffer(packed, _DATA_OF_STEP)
    return rows["class_ids"].astype(np.int64), _attempts(rows)


def unpack_ids(packed: bytes) -> Longs:
    """Return packed ids."""
    return np.frombuffer(packed, ">i8").astype(np.int64)


def _attempts(packed: npt.NDArray[Any]) -> Steps:
    return Steps.of_attempts(packed["run_ids"].astype(np.int64), packed["attempts"].astype(np.int32))


def _kept_hops(from_steps: Ints, packed: npt.NDArray[Any]) -> KeptHops:
    told = (packed[name].astype(_NATIVE[kind]) for name, kind in _TOLD)
    return KeptHops(from_steps, _steps(packed["target"]), *told)


def _steps(packed: npt.NDArray[Any]) -> Steps:
    return Steps(*(packed[name].astype(_NATIVE[kind]) for name, kind in _STEP[:-1]))


def _each_once(packed: npt.NDArray[Any], most_steps: int) -> npt.NDArray[Any]:
    """Return each packed step once, by its first place, up to one run more than most_steps."""
    _, first = np.unique(packed.view((np.void, packed.dtype.itemsize)), return_index=True)
    packed = packed[np.sort(first)]
    return packed[np.cumsum(packed["run_ids"] != REMAINS) <= most_steps + 1]


def _joined(kind: str, *parts: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return columns of one packed kind as one of the machine's own."""
    return np.concatenate(parts, dtype=_NATIVE[kind])


def _places(steps: Steps, counted: npt.NDArray[np.bool_], *wanted: Steps) -> list[npt.NDArray[np.int32]]:
    """Return the index of each wanted step among the counted ones; -1 if it is not among them."""
    keys = _keys(*(np.concatenate(part) for part in zip(*(each.columns for each in (steps, *wanted)), strict=True)))
    own, *others = np.split(keys, np.cumsum([len(part) for part in (steps, *wanted)])[:-1])
    numbers = np.flatnonzero(counted)
    if not len(numbers):
        return [np.full(len(other), -1, np.int32) for other in others]
    order = numbers[np.argsort(own[numbers], kind="stable")]
    sorted_keys, places = own[order], []
    for other in others:
        found = np.searchsorted(sorted_keys, other).clip(max=len(order) - 1)
        places.append(np.where(sorted_keys[found] == other, order[found], -1).astype(np.int32))
    return places


def _keys(*columns: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """Return one number for each row of the columns; equal rows have equal numbers."""
    keys = columns[0].astype(np.int64)
    for column in columns[1:]:
        if not len(column) or column.min() == column.max():
            continue
        other, spread = column - column.min(), int(column.max()) - int(column.min()) + 1
        if (int(keys.max()) + 1) * spread > _MOST:
            keys, other = (np.unique(part, return_inverse=True)[1] for part in (keys, other))
            spread = int(other.max()) + 1
        keys = keys * spread + other
    return keys


_MOST = np.iinfo(np.int64).max
