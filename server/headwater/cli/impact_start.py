"""The start of an answer of `headwater impact`, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from headwater.cli.start_argument import start_argument
from headwater.lineage.impact import Impact
from headwater.lineage.roots import roots
from headwater.lineage.starts import MAX_WITHIN
from headwater.lineage.states import state_of
from headwater.lineage.versions import versions_by_key
from headwater.model.questions import Direction, Kind, PointInTime
from headwater.store.reader import Reader
from headwater.urn import DATA_FLOW, DATA_JOB, DATA_PROCESS_INSTANCE, parse_urn

_MISSED = ("FAILURE", "SKIPPED")
"""The results of runs that left old data in place."""

_MOST_NAMES = 5
"""The most tables or jobs that a note names."""


async def start_notes(reader: Reader, asked: Impact, total_within: int) -> list[str]:
    """The notes that the head of an answer needs about its start. total_within: the runs within that it leaves out."""
    return [
        *await _latest_write(reader, asked),
        *await _failure(reader, asked),
        *_left_out(total_within),
        *await _outside_data(reader, asked),
    ]


async def _latest_write(reader: Reader, asked: Impact) -> list[str]:
    """The write at which the answer starts because nothing chose another: neither --at, --as-of nor --made-by."""
    start, question = asked.start, asked.question
    if not start.versions or start.shown_at is None or asked.point.at or question.point_in_time.as_of:
        return []
    [newest] = await versions_by_key(reader, [start.versions[0].key], question.point_in_time)
    [run] = await reader.runs.by_id([newest.run_id])
    assert run is not None
    assert newest.at is not None
    job = "" if run["template_urn"] is None else f"{parse_urn(run['template_urn']).parts[1]}, "
    notes = [f"Starts at the latest write: {newest.at:%Y-%m-%d %H:%M:%S} UTC, by {job}run {run['urn']}."]
    if len(start.versions) > 1:
        notes.append(f"Starts also at the older writes that the data still shows: {len(start.versions) - 1:,}.")
    notes.append("--at TIME starts at an earlier write.")
    if question.direction is Direction.DOWNSTREAM and Kind.CONTAMINATED in question.kinds:
        notes.append("CONTAMINATED: worked on data from this start, whether that is good or bad.")
    return notes


async def _failure(reader: Reader, asked: Impact) -> list[str]:
    """The state of a run that failed, was skipped or had not begun, and the way to the next readers of old data."""
    point_in_time = asked.question.point_in_time
    run_id = _only_run(asked)
    if asked.question.direction is Direction.UPSTREAM or run_id is None:
        return []
    [row] = await (
        reader.runs.by_id([run_id]) if point_in_time.is_now else reader.walks.states([run_id], point_in_time)
    )
    state = None if row is None else state_of(row)
    if state is None:
        return [] if point_in_time.is_now else ["No event of the run had happened and arrived by then."]
    if state.result not in _MISSED:
        return []
    missed = await _missed_data(reader, run_id, point_in_time)
    notes = []
    if not len(asked.answer.runs) and not asked.answer.is_truncated and Kind.STALE in asked.question.kinds:
        verb = "failed" if state.result == "FAILURE" else "was skipped"
        whole = f"The run reported no end, and the run around it {verb}." if state.is_derived else f"The run {verb}."
        if asked.question.columns is not None:
            reason = "no run has certainly read these columns of old data in place of what it should have written."
        elif missed.unwritten:
            reason = "no run has certainly read old data in place of what it should have written."
        else:
            reason = "no earlier success tells that somebody reads what it, or a run in it, should have written."
        notes.append(f"{whole} No run is STALE: {reason}")
    return [*notes, *await _inner_failures(reader, missed.failed_ids, run_id), *_next_readers(missed)]


def _only_run(asked: Impact) -> int | None:
    """The run that an answer starts at, whatever is within it; None for several runs, or none."""
    run_ids: Sequence[int] = asked.start.run_ids
    if asked.point.kind == DATA_PROCESS_INSTANCE:
        return asked.point.row["id"] if run_ids else None
    return run_ids[0] if len(run_ids) == 1 else None


@dataclass(frozen=True)
class _Missed:
    """The failed and skipped runs of a failed run, itself included, and the data behind them, as URNs.

    unwritten: what they should have written, and no run in it wrote. tested: what failed tests read.
    """

    failed_ids: Sequence[int]
    unwritten: Sequence[str]
    tested: Sequence[str]


async def _missed_data(reader: Reader, run_id: int, point_in_time: PointInTime) -> _Missed:
    """The data behind a failed run."""
    within = await reader.walks.runs_within([run_id])
    states = await reader.walks.states(within, point_in_time)
    failed = [one for one, row in zip(within, states, strict=True) if row is not None and row["result"] in _MISSED]
    unwritten = await reader.walks.unwritten_outputs(within, failed, point_in_time)
    inputs = await reader.edges.edges([(one, "INPUT") for one in failed])
    tested = dict.fromkeys(row["urn"] for rows in inputs for row in rows if row["is_measured"])
    return _Missed(failed, unwritten, [urn for urn in tested if urn not in unwritten])


async def _inner_failures(reader: Reader, failed_ids: Sequence[int], run_id: int) -> list[str]:
    """The jobs within a failed run that failed or were skipped."""
    rows = await reader.runs.by_id([one for one in failed_ids if one != run_id])
    urns = dict.fromkeys(row["template_urn"] for row in rows if row is not None and row["template_urn"] is not None)
    return [f"Failed or skipped in it: {_first([parse_urn(urn).parts[1] for urn in urns], len(urns))}."] if urns else []


def _left_out(total: int) -> list[str]:
    """The number of runs within the start that the answer leaves out."""
    if not total:
        return []
    more = " or more" if total == MAX_WITHIN else ""
    named = f"{total:,}{more} runs directly within the start are" if total > 1 else "A run directly within the start is"
    return [f"{named} left out: --containment adds all within it."]


def _next_readers(missed: _Missed) -> list[str]:
    """The data to ask for, by name: what the run should have written, and what it tested."""
    notes = []
    if missed.unwritten:
        notes.append(
            "The next readers of what it should have written are not listed. Ask for it, with --as-of if a later run"
            f" has written it: {_named(missed.unwritten, len(missed.unwritten))}."
        )
    if missed.tested:
        named = _named(missed.tested, len(missed.tested))
        notes.append(f"The next readers of what it tested are not listed. Ask for it: {named}.")
    return notes or [
        "The next readers of old data are not listed. Ask for a table that it should have written:"
        " --dataset NAMESPACE NAME."
    ]


async def _outside_data(reader: Reader, asked: Impact) -> list[str]:
    """The ends of an answer upstream that are no runs: data that were read, but have no known writer."""
    found = None if asked.question.direction is Direction.DOWNSTREAM else await roots(reader, asked)
    if found is None or not found.inputs:
        return []
    rows = await reader.entities.by_id([one.asset_id for one in found.inputs[:_MOST_NAMES]])
    urns = [row["urn"] for row in rows if row is not None]
    return [f"Also read, without a known writer: {_named(urns, len(found.inputs))}."]


def _named(urns: Sequence[str], total: int) -> str:
    """The first tables as arguments of the command, and the number of the others."""
    return _first([start_argument(urn) for urn in urns[:_MOST_NAMES]], total)


def _first(names: Sequence[str], total: int) -> str:
    """The first names of a list, and the number of the others."""
    more = f" (and {total - _MOST_NAMES:,} more)" if total > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more


def start_warnings(asked: Impact, *, has_removed: bool) -> list[str]:
    """The start of the answer without a known writer. has_removed: retention removed runs that it may miss."""
    reads = asked.start_reads
    received = (
        "; --known-at leaves out all that this store received later" if asked.question.point_in_time.known_at else ""
    )
    if reads is not None:
        return [
            f"no known run had written it at that time, so the answer starts at its reads since then: {reads}."
            f" --at TIME asks about another time{received}"
        ]
    if asked.start.total == 0:
        is_upstream = asked.question.direction is Direction.UPSTREAM
        unknown = "what went into it" if is_upstream else "the impact"
        if asked.point.kind == DATA_PROCESS_INSTANCE:
            reason = "the run was deleted"
        elif asked.point.kind in (DATA_JOB, DATA_FLOW):
            reason = "no run of it is known at that time"
        elif asked.question.point.made_by is not None:
            reason = "no write of it by the run of --made-by is known at that time"
        elif not is_upstream and asked.start.implicit is None:
            dropped = "a run had dropped or renamed it by that time"
            if has_removed:
                return [f"{dropped}, or retention removed the run that wrote it{received}"]
            return [f"{dropped}: --at TIME asks about an earlier one{received}"]
        else:
            reason = "it shows no write of a known run at that time"
        return [f"{reason}, so {unknown} is unknown{received}"]
    return []
