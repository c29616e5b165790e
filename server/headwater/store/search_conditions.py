"""Conditions of a search as SQL: the fields, and the comparisons of each.

A field has a fragment of `sql/queries/search.sql` for runs, and one for other entities; without one it has no value.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from headwater.errors import BadRequestError
from headwater.model.times import from_millis
from headwater.store.composing import Parameters, Value
from headwater.store.queries import query
from headwater.texts import shown

PLATFORM_PREFIX = "urn:li:dataPlatform:"
REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Condition:
    """One of some values must be in a field, or compare with it in another way; or, negated, must not."""

    field: str
    operator: str
    values: tuple[str, ...]
    is_negated: bool


Conjunctions = tuple[tuple[Condition, ...], ...]
"""Groups of conditions: all conditions of a group must hold, of any one group."""


class _Shape(Enum):
    """The kind of a fragment: an expression, a query of values, a truth or a time."""

    ONE = 0
    MANY = 1
    FLAG = 2
    TIME = 3


@dataclass(frozen=True, slots=True)
class _Field:
    """A field. equal: finds the values of EQUAL by an index; equal_one: finds one value in the order of an index."""

    entity: str | None
    run: str | None
    shape: _Shape = _Shape.ONE
    equal: str | None = None
    equal_one: str | None = None


_TYPE = _Field("field_type", "field_type_of_run")
_PLATFORM = _Field("field_platform", "field_platform_of_run")
_ORIGIN = _Field("field_origin", None)

FIELDS: Mapping[str, _Field] = {
    "urn": _Field("field_urn", "field_urn", equal="equal_urn"),
    "name": _Field("field_name", "field_name_of_run", _Shape.MANY),
    "_entityType": _TYPE,
    "entityType": _TYPE,
    "platform": _PLATFORM,
    "platform.keyword": _PLATFORM,
    "platformInstance": _Field("field_platform_instance", "field_platform_instance"),
    "origin": _ORIGIN,
    "env": _ORIGIN,
    "typeNames": _Field("field_sub_types", "field_sub_types", _Shape.MANY),
    "container": _Field("field_container", "field_container", _Shape.MANY, "equal_container"),
    "browsePathV2": _Field("field_containers", "field_containers", _Shape.MANY),
    "tags": _Field("field_tags", "field_tags", _Shape.MANY),
    "owners": _Field("field_owners", "field_owners", _Shape.MANY),
    "customProperties": _Field("field_custom_properties", "field_custom_properties", _Shape.MANY),
    REMOVED: _Field("field_removed", "field_removed_of_run", _Shape.FLAG),
    "orchestrator": _Field("field_orchestrator", None),
    "cluster": _Field("field_cluster", None),
    "dataFlow": _Field("field_data_flow", None),
    "created": _Field(None, "field_created", _Shape.TIME),
    "hasRunEvents": _Field(None, "field_has_run_events", _Shape.FLAG),
    "parentTemplate": _Field(
        None, "field_parent_template", equal="equal_parent_template", equal_one="equal_one_parent_template"
    ),
    "parentInstance": _Field(None, "field_parent_instance", equal="equal_parent_instance"),
}
"""Fields by their name in a filter. A field of runs has no value in other entities."""

_MEETS = {
    "EQUAL": "meets_equal",
    "IN": "meets_equal",
    "IEQUAL": "meets_iequal",
    "CONTAIN": "meets_contain",
    "START_WITH": "meets_start_with",
    "END_WITH": "meets_end_with",
    "EXISTS": "meets_exists",
}


def check_fields(argument: str, conjunctions: Conjunctions) -> None:
    """Raise BadRequestError for an unknown field, naming the argument with the conditions."""
    for conjunction in conjunctions:
        for condition in conjunction:
            _field(argument, condition.field)


def holds_sql(conjunctions: Conjunctions, parameters: Parameters, *, of_runs: bool) -> str:
    """Return SQL that is true if one of the conjunctions holds, or if there is none.

    The fields must have passed `check_fields`. Raises BadRequestError for a comparison that a field does not have.
    """
    if not conjunctions:
        return "true"
    each = (
        " AND ".join(["true", *(_condition_sql(one, parameters, of_runs=of_runs) for one in conjunction)])
        for conjunction in conjunctions
    )
    return "(" + " OR ".join(f"({holds})" for holds in each) + ")"


def values_sql(names: Sequence[str], parameters: Parameters) -> str:
    """Return SQL with a row for each value of some fields of an entity or a run: the field's place and name, the value.

    Raises BadRequestError for an unknown field.
    """
    return " UNION ALL ".join(
        _one_field_sql(place, name, fragment, parameters, of_runs=bool(of_runs))
        for place, name in enumerate(names)
        for of_runs, fragment in enumerate((_field("fetchExtraFields", name).entity, FIELDS[name].run))
        if fragment is not None
    )


def _one_field_sql(place: int, name: str, fragment: str, parameters: Parameters, *, of_runs: bool) -> str:
    shape, sql = FIELDS[name].shape, query(fragment)
    if shape is _Shape.TIME:
        sql = f"floor(extract(epoch FROM {sql}\n) * 1000)::bigint"
    rows = f"({sql}\n)" if shape is _Shape.MANY else f"(VALUES (({sql}\n)::text))"
    parts: dict[str, str | Value] = {
        "place": str(place),
        "name": Value(name, "text"),
        "rows": rows,
        "of_runs": str(of_runs).lower(),
    }
    return parameters.fill(query("values_of_field"), parts)


def _field(argument: str, name: str) -> _Field:
    if name not in FIELDS:
        raise BadRequestError(f"{argument}: expected a field among {', '.join(FIELDS)}, got {shown(name)}")
    return FIELDS[name]


def _condition_sql(condition: Condition, parameters: Parameters, *, of_runs: bool) -> str:
    field = FIELDS[condition.field]
    holds = _COMPARE[field.shape](field, field.run if of_runs else field.entity, condition, parameters)
    return f"({holds}) IS NOT TRUE" if condition.is_negated else f"({holds})"


def _text_sql(field: _Field, fragment: str | None, condition: Condition, parameters: Parameters) -> str:
    meets = _MEETS[_known(condition, _MEETS)]
    if fragment is None:
        return "false"
    equal = field.equal_one if field.equal_one and len(condition.values) == 1 else field.equal
    if meets == "meets_equal" and equal is not None:
        return parameters.fill(query(equal), {"values": _values(condition)})
    found = "f.found" if field.shape is _Shape.MANY else f"({query(fragment)}\n)"
    sql = parameters.fill(query(meets), {"found": found, "values": _values(condition)})
    return sql if field.shape is _Shape.ONE else f"EXISTS (SELECT FROM ({query(fragment)}\n) AS f (found) WHERE {sql})"


def _values(condition: Condition) -> Value:
    values = condition.values
    if FIELDS[condition.field] is _PLATFORM and condition.operator in ("EQUAL", "IN", "IEQUAL", "START_WITH"):
        values = tuple(PLATFORM_PREFIX + value.removeprefix(PLATFORM_PREFIX) for value in values)
    return Value(list(values), "text[]")


def _flag_sql(_: _Field, fragment: str | None, condition: Condition, __: Parameters) -> str:
    operator = _known(condition, ("EQUAL", "IN", "IEQUAL", "EXISTS"))
    wanted = {value.lower() for value in condition.values}
    if operator == "EXISTS":
        return "false" if fragment is None else "true"
    flag = "false" if fragment is None else query(fragment)
    allowed = [flag] * ("true" in wanted) + [f"NOT ({flag}\n)"] * ("false" in wanted)
    return " OR ".join(allowed) or "false"


def _time_sql(_: _Field, fragment: str | None, condition: Condition, parameters: Parameters) -> str:
    """Compare times by bounds: a given time is in whole milliseconds, rounded down; the store's times are finer."""
    operator = _known(condition, (*_BOUNDS, "IN", "EXISTS"))
    values = [] if operator == "EXISTS" else [_millis(condition, value) for value in condition.values]
    if fragment is None:
        return "false"
    time = query(fragment) + "\n"
    if operator == "EXISTS":
        return query("meets_exists").replace("{found}", time)
    bounds = _BOUNDS["EQUAL" if operator == "IN" else operator]
    each = (
        " AND ".join(
            f"{time}{sign} {parameters.name(Value(from_millis(value + more), 'timestamptz'))}" for sign, more in bounds
        )
        for value in values
    )
    return " OR ".join(each) or "false"


_BOUNDS: Mapping[str, tuple[tuple[str, int], ...]] = {
    "EQUAL": ((">=", 0), ("<", 1)),
    "GREATER_THAN": ((">=", 1),),
    "GREATER_THAN_OR_EQUAL_TO": ((">=", 0),),
    "LESS_THAN": (("<", 0),),
    "LESS_THAN_OR_EQUAL_TO": (("<", 1),),
}
"""The bounds of each operator on times, with the milliseconds to add to the given time."""


def _millis(condition: Condition, value: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise BadRequestError(f"{condition.field}: expected milliseconds, got {shown(value)}") from None


def _known(condition: Condition, operators: Mapping[str, object] | tuple[str, ...]) -> str:
    """Return the operator. Raises BadRequestError if the field does not support it."""
    if condition.operator not in operators:
        raise BadRequestError(
            f"{condition.field}: expected a condition among {', '.join(operators)}, got {condition.operator}"
        )
    return condition.operator


_COMPARE: Mapping[_Shape, Callable[[_Field, str | None, Condition, Parameters], str]] = {
    _Shape.ONE: _text_sql,
    _Shape.MANY: _text_sql,
    _Shape.FLAG: _flag_sql,
    _Shape.TIME: _time_sql,
}
