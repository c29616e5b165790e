"""`POST /openapi/v1/trace/write/{trace_id}`: the results of a trace's writes.

Source: DataHub's trace API. Primary storage is the log with the aspects, search storage the tables that queries read.
Both are written by one transaction, so they always agree, but for timeseries, which DataHub does not trace.
"""

from typing import Any
from uuid import UUID

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.datahub.registry import aspects_of, is_timeseries, named_aspect
from headwater.errors import BadRequestError
from headwater.ingest.datahub.arguments import read_arguments
from headwater.ingest.datahub.shapes import StorageState, TraceAnswer, WriteState, WriteStatus
from headwater.store.reader import Reader
from headwater.store.trace_reader import Refusal, TracedWrites
from headwater.trace import read_trace_id, time_of
from headwater.urn import parse_urn, text_key

_EXPECTED = "the body: expected an object of lists of aspect names by URN"
_MAX_ENTITIES = 1_000


async def trace_writes(request: Request) -> Response:
    """Answer with the state of each requested aspect; an empty list asks for all aspects that the entity can have.

    One statement, however many entities there are. Raises BadRequestError where the id carries no time, and no write
    has it.
    """
    trace_id = read_trace_id("trace id", request.path_params["trace_id"])
    asked = await read_arguments(request, _EXPECTED, dict)
    if len(asked) > _MAX_ENTITIES:
        raise BadRequestError(f"the body: expected at most {_MAX_ENTITIES} URNs, got {len(asked)}")
    if not all(map(_is_list_of_texts, asked.values())):
        raise BadRequestError(_EXPECTED)
    kinds = {urn: parse_urn(urn).kind for urn in asked}
    reader: Reader = request.app.state.reader
    writes = await reader.traces.writes(trace_id, list(asked))
    if not writes.is_known and time_of(trace_id) is None:
        raise BadRequestError(
            "trace id: no write has it, and it carries no time: expected the id of an answer to a write"
        )
    only_errors = request.query_params.get("onlyIncludeErrors", "true") != "false"
    is_detailed = request.query_params.get("detailed") == "true"
    answer: TraceAnswer = {}
    for urn, names in asked.items():
        states = {
            name: _state(writes, trace_id, urn, named_aspect(kinds[urn], name) or name, is_detailed=is_detailed)
            for name in names or aspects_of(kinds[urn])
        }
        shown = {name: state for name, state in states.items() if not (only_errors and state["success"])}
        if shown:
            answer[urn] = shown
    return JSONResponse(answer)


def _is_list_of_texts(names: Any) -> bool:
    return isinstance(names, list) and all(isinstance(name, str) for name in names)


def _state(writes: TracedWrites, trace_id: UUID, urn: str, aspect: str, *, is_detailed: bool) -> WriteState:
    """The state of the write of one aspect: it waits, was refused, counts, or counted before a newer one."""
    place = key, _ = text_key(urn), aspect
    written_at = writes.proposals.get(place) or writes.named.get(key)
    if place in writes.queued or (written_at is None and writes.has_queued_events):
        return _pending(aspect)
    refusals = writes.refused.get(place) or ([] if written_at else writes.refused_events)
    is_known_before = written_at is None and key in writes.named_before
    if refusals or (written_at is None and not is_known_before):
        return _failed(refusals if is_detailed else [])
    if is_timeseries(aspect):  # as DataHub, which does not keep the traces of their values
        return {**_both("NO_OP"), "searchStorage": {"writeStatus": "TRACE_NOT_IMPLEMENTED"}}
    if written_at is None:
        return _both("NO_OP")
    stored = writes.stored.get(place)
    if stored is not None and stored.trace_id == trace_id:
        return _both("ACTIVE_STATE")
    # The value was there before the write, or a newer one has replaced it.
    return _both("NO_OP" if stored is not None and stored.arrived_at < written_at else "HISTORIC_STATE")


def _both(status: WriteStatus) -> WriteState:
    return {"success": True, "primaryStorage": {"writeStatus": status}, "searchStorage": {"writeStatus": status}}


def _pending(aspect: str) -> WriteState:
    primary: StorageState = {"writeStatus": "PENDING", "writeMessage": "The write waits in the queue."}
    search: StorageState = {"writeStatus": "PENDING", "writeMessage": "Pending primary storage write."}
    if is_timeseries(aspect):
        search = {"writeStatus": "TRACE_NOT_IMPLEMENTED"}
    return {"success": True, "primaryStorage": primary, "searchStorage": search}


def _failed(refusals: list[Refusal]) -> WriteState:
    """The state of a write that was refused, or that the trace does not have."""
    primary: StorageState = {"writeStatus": "ERROR", "writeMessage": "The log has no write of this trace."}
    if refusals:
        primary["writeExceptions"] = [
            {"message": refusal.message, "exceptionClass": refusal.code, "stackTrace": []} for refusal in refusals
        ]
    search: StorageState = {"writeStatus": "ERROR", "writeMessage": "Primary storage write failed."}
    return {"success": False, "primaryStorage": primary, "searchStorage": search}
