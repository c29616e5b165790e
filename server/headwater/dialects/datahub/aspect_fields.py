"""The types of aspects' fields, as in DataHub's schemas."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from headwater.errors import BadRequestError
from headwater.urn import check_urn

FIRST_MILLIS = -62_135_596_799_999  # in the year 1; the first moment of that year is -infinity to the database driver
LAST_MILLIS = 253_402_300_799_999  # the end of the year 9999


def _as_urn(text: str) -> str:
    try:
        check_urn(text)
    except BadRequestError as error:
        raise ValueError("a URN such as urn:li:<type>:<id>") from error
    return text


def _as_whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _as_member(value: Any) -> Any:
    """Return the value of a union; on the wire its type is a tag: `{"string": "COMMAND"}`."""
    return next(iter(value.values())) if isinstance(value, dict) and len(value) == 1 else value


def _as_scalar(value: Any) -> Any:
    if not isinstance(_as_member(value), str | int | float):
        raise ValueError("a text, a number or a truth value")
    return value


Urn = Annotated[str, AfterValidator(_as_urn)]
Int = Annotated[int, BeforeValidator(_as_whole), Field(ge=-(2**31), lt=2**31)]
Long = Annotated[int, BeforeValidator(_as_whole), Field(ge=-(2**63), lt=2**63)]
Millis = Annotated[int, BeforeValidator(_as_whole), Field(ge=FIRST_MILLIS, le=LAST_MILLIS)]
JobType = Annotated[str, BeforeValidator(_as_member)]
HyperParameter = Annotated[Any, AfterValidator(_as_scalar)]
FabricType = Literal[
    "DEV", "TEST", "QA", "UAT", "EI", "PRE", "STG", "NON_PROD", "PROD", "CORP", "RVW", "PRD", "TST", "SIT", "SBX",
    "SANDBOX", "CERT",
]  # fmt: skip
JobStatus = Literal["STARTING", "IN_PROGRESS", "STOPPING", "STOPPED", "COMPLETED", "FAILED", "UNKNOWN", "SKIPPED"]
Interval = Literal["SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR"]
MatchType = Literal["EXACT", "NORMALIZED", "UNRESOLVED"]
