"""The start of an answer of `headwater impact`, in words."""

from headwater.lineage.impact import Impact
from headwater.lineage.states import state_of
from headwater.lineage.versions import versions_by_key
from headwater.model.questions import Direction, Kind
from headwater.store.reader import Reader
from headwater.urn import parse_urn


async def start_notes(reader: Reader, asked: Impact) -> list[str]:
    """The notes that the head of an answer needs about its start."""
    return [*await _latest_write(reader, asked), *await _unread_failure(reader, asked)]


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


async def _unread_failure(reader: Reader, asked: Impact) -> list[str]:
    """The remedy for an empty answer about a run that failed or was skipped: its old data have readers to come."""
    is_downstream = asked.question.direction is Direction.DOWNSTREAM
    if not is_downstream or len(asked.start.run_ids) != 1 or len(asked.answer.runs) > 0:
        return []
    [run] = await reader.runs.by_id(asked.start.run_ids)
    assert run is not None
    state = state_of(run)
    if state is None or state.result not in ("FAILURE", "SKIPPED"):
        return []
    verb = "failed" if state.result == "FAILURE" else "was skipped"
    return [
        f"The run {verb}. No run is STALE: none has read since what it should have replaced, or its job had never"
        " succeeded. Ask for the table that it should have written, or that it tested: --dataset NAMESPACE NAME."
    ]


def start_warnings(asked: Impact) -> list[str]:
    """The start of the answer if no writer is known there."""
    reads = asked.start_reads
    received = (
        "; --known-at leaves out all that this store received later" if asked.question.point_in_time.known_at else ""
    )
    if reads is not None:
        return [
            f"no known run had written it at that time, so the answer starts at its reads since then: {reads}."
            f" --at TIME asks about another time{received}"
        ]
    if asked.start_total == 0:
        is_upstream = asked.question.direction is Direction.UPSTREAM
        unknown = "what went into it" if is_upstream else "the impact"
        return [f"no writer is known at that time, so {unknown} is unknown{received}"]
    return []
