"""Statements about runs, composed from parts: every one that differs in its SQL."""

import itertools
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Literal, get_args

from headwater.model.run_lists import Place, RunCriteria, RunOrder, RunOwner, RunPage
from headwater.store.fetching import EVERYTHING
from headwater.store.run_lists import Statement, count_statement, page_statement

from many_runs import created

A_TIME = created(1)
OWNERS: tuple[RunOwner, ...] = get_args(RunOwner)
Figures = Literal["figures", "written", "hung", "schedule"]
FIGURES: tuple[Figures, ...] = get_args(Figures)
OWNERS_WITH_FIGURES: tuple[RunOwner, ...] = ("all", "templates", "flows", "children")

_CRITERIA: dict[str, list[Any]] = {
    "statuses": [(), ("STARTED",), ("COMPLETE", "STARTED")],
    "results": [(), ("FAILURE",), ("FAILURE", "SUCCESS"), ("SUCCESS",)],
    "triggers": [(), ("manual",), ("manual", "scheduled")],
    "templates": [(), ("urn:li:dataJob:x",)],
    "flows": [(), ("urn:li:dataFlow:x",)],
    "created_since": [None, A_TIME],
    "created_until": [None, A_TIME],
    "arrived_since": [None, A_TIME],
    "arrived_until": [None, A_TIME],
    "attempt": [None, 1, 3],
    "min_attempt": [None, 2],
    "is_contained": [None, False],
    "native_id": [None, "x"],
    "text": [None, "abc", "xyz"],
}
"""The values of each criterion that lead to different SQL."""


def filtered(of: RunOwner) -> Iterator[Statement]:
    """Yield lists of an owner's runs by each value of each criterion alone, each two together, and all of them."""
    for one, other in itertools.combinations(_CRITERIA, 2):
        for value, with_value in itertools.product(_CRITERIA[one], _CRITERIA[other]):
            criteria = RunCriteria(**{one: value, other: with_value})
            yield page_statement([EVERYTHING], RunPage(of, criteria, RunOrder.CREATED_DESC, None, 20))
            yield count_statement([EVERYTHING], of, criteria)
    everything = RunCriteria(**{name: values[-1] for name, values in _CRITERIA.items()})
    yield page_statement([EVERYTHING], RunPage(of, everything, RunOrder.CREATED_DESC, Place(A_TIME, "x"), 20))


def ordered(of: RunOwner, order: RunOrder) -> Iterator[Statement]:
    """Yield lists of an owner's runs in an order: the first page, and the page after each kind of place."""
    key = timedelta(seconds=1) if order.key == "DURATION" else A_TIME
    places = [None, Place(key, "x"), *([] if order.key == "CREATED" else [Place(None, "x")])]
    for place in places:
        page = RunPage(of, RunCriteria(created_since=A_TIME, text="abc"), order, place, 20)
        yield page_statement([EVERYTHING], page)
