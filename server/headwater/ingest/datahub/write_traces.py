"""`POST /openapi/v1/trace/write/{trace_id}`: what became of the writes of a trace.

Source: DataHub's trace API. A write is in the log and in the tables that queries read when it is acknowledged, so both
storages always agree, and nothing is ever pending.
"""

import re
from datetime import datetime
from typing import Any
from uuid import UUID

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from headwater.dialects.datahub.registry import aspects_of, is_timeseries, named_aspect
from headwater.errors import BadRequestError
from headwater.ingest.datahub.arguments import read_arguments
from headwater.ingest.datahub.shapes import StorageState, TraceAnswer, WriteState, WriteStatus
from headwater.ingest.datahub.stored import reader_of
from headwater.store.aspect_reader import StoredAspect
from headwater.urn import parse_urn

_TRACE_ID = re.compile("(?:00-)?([0-9a-f]{32})(?:-[0-9a-f]{16}-[0-9a-f]{2})?")
_EXPECTED = "the body: expected an object of lists of aspect names by URN"
_MAX_ENTITIES = 1_000


async def trace_writes(request: Request) -> Response:
    """The state of each aspect that is asked for; an empty list asks for all that the entity can have.

    Two statements, however many entities there are.
    """
    match = _TRACE_ID.fullmatch(request.path_params["trace_id"])
    if match is None:
        raise BadRequestError("trace id: expected 32 hexadecimal digits or a traceparent")
    asked = await read_arguments(request, _EXPECTED, dict)
    if len(asked) > _MAX_ENTITIES:
        raise BadRequestError(f"the body: expected at most {_MAX_ENTITIES} URNs, got {len(asked)}")
    if not all(map(_is_list_of_texts, asked.values())):
        raise BadRequestError(_EXPECTED)
    kinds = {urn: parse_urn(urn).kind for urn in asked}
    reader = reader_of(request)
    written = await reader.writes_of_trace(UUID(match[1]))
    stored = await reader.aspects_of(list(asked))
    only_errors = request.query_params.get("onlyIncludeErrors", "true") != "false"
    answer: TraceAnswer = {}
    for urn, names in asked.items():
        kind, found = kinds[urn], stored.get(urn, {})
        states = {
            name: _state(aspect, written.get((urn, aspect)), found.get(aspect), match[1])
            for name in names or aspects_of(kind)
            for aspect in (named_aspect(kind, name) or name,)
        }
        shown = {name: state for name, state in states.items() if not (only_errors and state["success"])}
        if shown:
            answer[urn] = shown
    return JSONResponse(answer)


def _is_list_of_texts(names: Any) -> bool:
    return isinstance(names, list) and all(isinstance(name, str) for name in names)


def _state(name: str, written_at: datetime | None, stored: StoredAspect | None, trace_id: str) -> WriteState:
    if written_at is None:
        storage: StorageState = {"writeStatus": "ERROR", "writeMessage": "No write of this trace is in the log."}
        return {"success": False, "primaryStorage": storage, "searchStorage": storage}
    if is_timeseries(name):  # as DataHub, which does not keep the traces of their values
        return {**_both("NO_OP"), "searchStorage": {"writeStatus": "TRACE_NOT_IMPLEMENTED"}}
    if stored is not None and stored.trace_id == trace_id:
        return _both("ACTIVE_STATE")
    # The value was there already, or another has come since.
    return _both("NO_OP" if stored is not None and stored.arrived_at <= written_at else "HISTORIC_STATE")


def _both(status: WriteStatus) -> WriteState:
    return {"success": True, "primaryStorage": {"writeStatus": status}, "searchStorage": {"writeStatus": status}}
