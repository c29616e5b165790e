"""What has to be put right before an event of Databand's clients reads as one of OpenLineage."""

from typing import Any

from headwater.dialects.problems import UnusableError

Event = dict[str, Any]

TAGS = "databand_tags"
"""The facet that Databand calls `tags`, which is the name of another one in OpenLineage."""

_NO_TIME = (None, "", "None", "null")
"""How clients write a time that they do not have; "None" is what Python makes of it."""

_TIMES = (("startTime", "startTime"), ("nominalTime", "nominalStartTime"))


def normalise(event: Event) -> tuple[Event, list[str]]:
    """The event with its run id in its run, its tags under a key of their own, and a time; and the warnings.

    Raises UnusableError where it has no time and no facet from which to take one.
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
    """The facets of an event's run, as far as there are any."""
    run = event.get("run")
    facets = run.get("facets") if isinstance(run, dict) else None
    return facets if isinstance(facets, dict) else {}


def facet_member(facets: dict[str, Any], facet: str, member: str) -> Any:
    """A member of a facet; None where there is none."""
    value = facets.get(facet)
    return value.get(member) if isinstance(value, dict) else None


def _with_run(event: Event) -> Event:
    """The documentation has `runId` beside `job`, its examples in `run`."""
    run = event.get("run")
    if "runId" not in event or not isinstance(run, dict | None) or (run or {}).get("runId") is not None:
        return dict(event)
    return event | {"run": {**(run or {}), "runId": event["runId"]}}


def _is_databand_tags(tags: object) -> bool:
    return isinstance(tags, dict) and "tags" not in tags and bool(tags.keys() & {"projectName", "runName"})


def _time_of(facets: dict[str, Any]) -> str:
    """When the run began, else when it was to begin: never the time of receipt, since the same event comes again."""
    for facet, member in _TIMES:
        if (time := facet_member(facets, facet, member)) not in _NO_TIME:
            return str(time)
    raise UnusableError("event_time.invalid", "eventTime: expected a time, here or in startTime or nominalTime")
