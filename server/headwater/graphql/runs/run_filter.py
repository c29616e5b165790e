"""The filter of a list of runs, with checks of its values (docs/runs.md)."""

from collections.abc import Collection, Iterable

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.lists import check_length, check_urns
from headwater.graphql.runs.state import DataProcessInstanceRunResultType, DataProcessRunStatus
from headwater.graphql.runs.window import TimeWindow, time_span
from headwater.model.run_lists import RunCriteria
from headwater.texts import check_storable, check_text
from headwater.urn import DATA_FLOW, DATA_JOB, run_uuid

MAX_VALUES = 100
MIN_TEXT, MAX_TEXT = 3, 100
_MAX_ATTEMPT = 2**31 - 1


@strawberry.input(
    description="A filter of runs. Runs must meet every given condition. An empty list means no condition."
)
class RunFilter:
    statuses: list[DataProcessRunStatus] | None = strawberry.field(
        default=None,
        description="Runs with any of these statuses, by the latest state. Runs without a reported status have none.",
    )
    results: list[DataProcessInstanceRunResultType] | None = strawberry.field(
        default=None, description="Runs with any of these results, by the latest state. Open runs have none."
    )
    created: TimeWindow | None = strawberry.field(
        default=None, description="Runs created within this window. Default: any time."
    )
    arrived: TimeWindow | None = strawberry.field(
        default=None,
        description="Runs whose first event arrived within this window. `until` leaves out runs that were unknown then."
        " Default: any time.",
    )
    attempt: int | None = strawberry.field(default=None, description="Runs in exactly this attempt; 1 or more.")
    min_attempt: int | None = strawberry.field(
        default=None, description="Runs in this attempt or a later one: 2 finds repeated runs. 1 or more."
    )
    is_contained: bool | None = strawberry.field(
        default=None,
        description="True: only runs inside another run. False: only whole pipelines, such as the runs of DAGs.",
    )
    triggers: list[str] | None = strawberry.field(
        default=None, description="Runs with any of these triggers, such as `manual`. Case-insensitive. At most 100."
    )
    templates: list[str] | None = strawberry.field(
        default=None, description="Runs with one of these jobs or flows as `parentTemplate`, by URN. At most 100."
    )
    flows: list[str] | None = strawberry.field(
        default=None, description="Runs of one of these flows as a whole, or of one of its jobs, by URN. At most 100."
    )
    native_id: str | None = strawberry.field(
        default=None, description="The complete native id, as the producer gave it."
    )
    text: str | None = strawberry.field(
        default=None,
        description="The beginning of the native id, of the run's `name`, or of a word in the job's name."
        " Case-insensitive. Several words must follow each other. 3 to 100 characters.",
    )


def criteria_of(given: RunFilter | None) -> RunCriteria:
    """Check a filter and make its criteria. Raises BadRequestError, naming the wrong field."""
    given = given or RunFilter()
    created = given.created or TimeWindow()
    arrived = given.arrived or TimeWindow()
    time_span(created, "created")
    time_span(arrived, "arrived")
    for name, attempt in (("attempt", given.attempt), ("minAttempt", given.min_attempt)):
        if attempt is not None and not 1 <= attempt <= _MAX_ATTEMPT:
            raise BadRequestError(f"{name}: expected 1 or more, got {attempt}")
    return RunCriteria(
        statuses=_sorted(status.name for status in given.statuses or ()),
        results=_sorted(result.name for result in given.results or ()),
        triggers=_triggers(given.triggers or []),
        templates=_urns("templates", given.templates or [], (DATA_JOB, DATA_FLOW)),
        flows=_urns("flows", given.flows or [], (DATA_FLOW,)),
        created_since=created.since,
        created_until=created.until,
        arrived_since=arrived.since,
        arrived_until=arrived.until,
        attempt=given.attempt,
        min_attempt=given.min_attempt,
        is_contained=given.is_contained,
        native_id=_native_id(given.native_id),
        text=_text(given.text),
    )


def _triggers(given: list[str]) -> tuple[str, ...]:
    check_length("triggers", given, MAX_VALUES)
    for word in given:
        check_storable("triggers", word)
    return _sorted(word.lower() for word in given)


def _urns(argument: str, given: list[str], kinds: Collection[str]) -> tuple[str, ...]:
    check_urns(f"filter.{argument}", given, MAX_VALUES, kinds)
    return _sorted(given)


def _native_id(given: str | None) -> str | None:
    if given is None:
        return None
    check_text("nativeId", given)
    return str(run_uuid(given) or given)


def _text(given: str | None) -> str | None:
    if given is None:
        return None
    check_storable("text", given)
    text = given.strip()
    if not MIN_TEXT <= len(text) <= MAX_TEXT or not any(letter.isalnum() for letter in text):
        raise BadRequestError(
            f"text: expected {MIN_TEXT} to {MAX_TEXT} characters with a letter or a digit, got {given[:MAX_TEXT]!r}"
        )
    return text


def _sorted(words: Iterable[str]) -> tuple[str, ...]:
    """Remove duplicates and sort, so that equal questions make one statement."""
    return tuple(sorted(set(words)))
