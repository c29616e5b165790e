"""Repair events of Databand's clients, so that OpenLineage's reader accepts them."""

from typing import Any

from headwater.dialects.problems import UnusableError

Event = dict[str, Any]

TAGS = "databand_tags"
"""Databand's facet `tags`, renamed, since OpenLineage has another facet of that name."""

_NO_TIME = (None, "", "None", "null")
"""Clients' ways to write a missing time; "None" comes from Python."""

_TIMES = (("startTime", "startTime"), ("nominalTime", "nominalStartTime"))


def normalise(event: Event) -> tuple[Event, list[str]]:
    """Return the event with its run id in `run`, Databand's tags renamed, and a time; and the warnings.

    Raises UnusableError if the event and its facets have no time.
    """
    event = _with_run(event)
    facets = run_facets(event)
    if _is_databand_tags(facets.get("tags")):
        facets = {TAGS if name == "tags" else name: value for name, value in facets.items()}
        event["run"] = event["run"] | {"facets": facets}
    if event.get("eventTime") not in _NO_TIME:
        return event, []
    return event | {"eventTime": _time_of(facets)}, ["event_time.defaulted"]


def run_facets(event: Event) -> dict[str, Any]:
    """Return the facets of an event's run; empty if there are none."""
    run = event.get("run")
    facets = run.get("facets") if isinstance(run, dict) else None
    return facets if isinstance(facets, dict) else {}


def facet_member(facets: dict[str, Any], facet: str, member: str) -> Any:
    """Return a member of a facet; None if it is missing."""
    value = facets.get(facet)
    return value.get(member) if isinstance(value, dict) else None


def _with_run(event: Event) -> Event:
    """Move `runId` into `run`: the documentation has it beside `job`, its examples have it in `run`."""
    run = event.get("run")
    if "runId" not in event or not isinstance(run, dict | None) or (run or {}).get("runId") is not None:
        return dict(event)
    return event | {"run": {**(run or {}), "runId": event["runId"]}}


def _is_databand_tags(tags: object) -> bool:
    return isinstance(tags, dict) and "tags" not in tags and bool(tags.keys() & {"projectName", "runName"})


def _time_of(facets: dict[str, Any]) -> str:
    """Return the start, else the planned start. The time of receipt would make a repeated event a new one."""
    for facet, member in _TIMES:
        if (time := facet_member(facets, facet, member)) not in _NO_TIME:
            return str(time)
    raise UnusableError("event_time.invalid", "eventTime: expected a time, here or in startTime or nominalTime")
