"""The facts of `model/changes.py` and their types in `sql/functions/types.sql` have the same fields, in one order.

A fact goes to the store as a tuple: with two fields of one type exchanged, each value would land in the other's column.
"""

import re
from typing import get_args, get_type_hints

from headwater.model import changes
from headwater.model.changes import Changes
from headwater.store.merge import _FACTS as FIELDS
from headwater.store.queries import sql_folder

WITHOUT_TRACE = {"ContentFact", "FacetSetFact"}
"""Facts that are the same from any sender."""

TYPES = {
    found["name"]: re.findall(r'"?(\w+)"? [\w\[\]]+(?:,|\s*$)', found["fields"])
    for found in re.finditer(
        r"CREATE TYPE (?P<name>\w+) AS \((?P<fields>[^;]+)\);", (sql_folder() / "functions" / "types.sql").read_text()
    )
}
FACTS = {name: fact for name, fact in vars(changes).items() if name.endswith("Fact") or name == "Problem"}


def type_name(fact: str) -> str:
    """Return the name of a fact's type: RunEventFact is run_event_fact."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", fact).lower()


def test_each_fact_has_the_fields_of_its_type() -> None:
    assert len(FACTS) > 20
    for name, fact in FACTS.items():
        trace = [] if name in WITHOUT_TRACE else ["trace_id"]
        assert [*fact._fields, *trace] == TYPES[type_name(name)], name


def test_each_parameter_of_the_merge_has_the_facts_of_its_name() -> None:
    """`store/merge.py` passes the facts by position."""
    text = (sql_folder() / "functions" / "merge.sql").read_text()
    found = re.search(r"CREATE FUNCTION merge_facts\(([^)]+)\)", text)
    assert found
    parameters = dict(re.findall(r"(\w+) (\w+)\[\]", found[1]))
    assert [*parameters] == ["events", "entities", *FIELDS, "contents", "facet_sets", "problems", "leaving"]
    hints = get_type_hints(Changes)
    for name, parameter in parameters.items():
        if name in hints:
            [fact] = get_args(hints[name])
            assert type_name(fact.__name__) == parameter, name
