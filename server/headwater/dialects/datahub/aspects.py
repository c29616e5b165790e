"""Check that DataHub would accept the value of an aspect.

An aspect without a model must be an object; a timeseries aspect must also have the fields of TimeseriesAspectBase.
"""

from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from headwater.dialects.datahub.aspect_models import MODELS, Record, SystemMetadata, TimeseriesAspect
from headwater.dialects.datahub.registry import is_timeseries
from headwater.dialects.problems import UnusableError
from headwater.texts import shown

_EXPECTED = {
    "bool_type": "true or false",
    "dict_type": "an object",
    "float_type": "a number",
    "int_type": "a whole number",
    "list_type": "an array",
    "model_type": "an object",
    "string_type": "a text",
}
"""Pydantic's type errors in terms of JSON."""


def check_aspect(aspect: str, value: object) -> None:
    """Raise UnusableError (aspect.invalid) for the first field that DataHub would refuse, with the reason."""
    if not isinstance(value, dict):
        raise UnusableError("aspect.invalid", f"{aspect}: expected an object, got {shown(value)}")
    model = MODELS.get(aspect, TimeseriesAspect if is_timeseries(aspect) else Record)
    _check("aspect.invalid", aspect, model, value)


def check_system_metadata(value: dict[str, Any]) -> None:
    """Raise UnusableError (proposal.invalid) for the first field that DataHub would refuse, with the reason."""
    _check("proposal.invalid", "systemMetadata", SystemMetadata, value)


def _check(code: str, name: str, model: type[Record], value: dict[str, Any]) -> None:
    try:
        model.model_validate(value)
    except ValidationError as error:
        raise UnusableError(code, _sentence(name, error.errors()[0])) from error


def _sentence(name: str, error: ErrorDetails) -> str:
    place = ".".join([name, *map(str, error["loc"])])
    if error["type"] == "missing":
        return f"{place}: expected a value, got none"
    expected = _EXPECTED.get(error["type"])
    expected = expected or error["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    return f"{place}: expected {expected}, got {shown(error['input'])}"
