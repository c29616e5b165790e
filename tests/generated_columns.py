"""Strategies for histories whose runs tell columns (docs/columns.md): the histories of tables, with more facets."""

import copy
from typing import Any

from hypothesis import strategies as st

from generated_histories import ASSETS, one_in, table
from impact_reference.asking import History

NAMES = ["mk", "m", "m.k", "m.j"]
"""The last two are fields of `m`; the first one only begins with the same letter."""

_TRANSFORMATIONS = st.sampled_from(
    [
        [],
        [],
        [{"type": "DIRECT", "subtype": "IDENTITY", "masking": False}],
        [{"type": "INDIRECT", "subtype": "FILTER"}],
        [{"type": "INDIRECT", "subtype": "JOIN"}, {"type": "DIRECT", "subtype": "AGGREGATION", "masking": True}],
    ]
)


@st.composite
def histories_of_columns(draw: st.DrawFn, of_tables: st.SearchStrategy[History]) -> History:
    """Draw a history in which most events with outputs tell columns: of the usual inputs, or of others."""
    history = draw(of_tables)
    events = copy.deepcopy(list(history.events))
    for received in events:
        event = received.event
        inputs = [dataset["name"] for dataset in event["inputs"]] or ASSETS
        for output in event["outputs"]:
            if not one_in(draw, 4):
                facets = output.setdefault("facets", {})
                name = "lineage" if one_in(draw, 5) else "columnLineage"
                facets[name] = draw(_lineage(inputs) if name == "lineage" else _column_lineage(inputs))
    return History(events, history.modes)


@st.composite
def _sources(draw: st.DrawFn, inputs: list[str], *, may_be_whole: bool) -> list[dict[str, Any]]:
    found = []
    for _ in range(draw(st.sampled_from([1, 1, 1, 2]))):
        name = draw(st.sampled_from(ASSETS if one_in(draw, 6) else inputs))
        source = table(name) | {"field": "*" if one_in(draw, 8) else draw(st.sampled_from(NAMES))}
        source["transformations"] = draw(_TRANSFORMATIONS)
        if may_be_whole and one_in(draw, 6):
            del source["field"]
        found.append(source)
    return found


@st.composite
def _column_lineage(draw: st.DrawFn, inputs: list[str]) -> dict[str, Any]:
    if draw(st.booleans()):  # long paths need many columns that go on
        return {"fields": {name: {"inputFields": [table(one) | {"field": name} for one in inputs]} for name in NAMES}}
    targets = ["*"] if one_in(draw, 8) else draw(st.lists(st.sampled_from(NAMES), max_size=3, unique=True))
    fields = {name: {"inputFields": draw(_sources(inputs, may_be_whole=False))} for name in targets}
    whole = draw(_sources(inputs, may_be_whole=False)) if one_in(draw, 4) else []
    return {"fields": fields, "dataset": [one | {"transformations": [{"type": "INDIRECT"}]} for one in whole]}


@st.composite
def _lineage(draw: st.DrawFn, inputs: list[str]) -> dict[str, Any]:
    def typed(sources: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [one | {"type": "DATASET"} for one in sources]

    targets = draw(st.lists(st.sampled_from(NAMES), max_size=2, unique=True))
    fields = {name: {"inputs": typed(draw(_sources(inputs, may_be_whole=True)))} for name in targets}
    whole = typed(draw(_sources(inputs, may_be_whole=True))) if one_in(draw, 2) else []
    return {"fields": fields, "inputs": whole}
