"""The environments in DataHub's URNs of datasets and models."""

from enum import Enum
from typing import Any

import strawberry


def _in(environment: str, value: str) -> Any:
    return strawberry.enum_value(value, description=f"{environment}.")


@strawberry.enum(description="DataHub's name of an environment.")
class FabricType(Enum):
    DEV = _in("Development", "DEV")
    TEST = _in("Testing", "TEST")
    TST = _in("Testing", "TST")
    QA = _in("Quality assurance", "QA")
    UAT = _in("User acceptance testing", "UAT")
    SIT = _in("System integration testing", "SIT")
    EI = _in("Early integration", "EI")
    PRE = _in("Pre-production", "PRE")
    STG = _in("Staging", "STG")
    NON_PROD = _in("Any environment but production", "NON_PROD")
    PROD = _in("Production", "PROD")
    PRD = _in("Production", "PRD")
    CORP = _in("Corporate", "CORP")
    RVW = _in("Review", "RVW")
    SBX = _in("Sandbox", "SBX")
    SANDBOX = _in("Sandbox", "SANDBOX")
    CERT = _in("Certification", "CERT")
    OTHER = strawberry.enum_value("OTHER", description="An environment without a DataHub name; the URN has its text.")


def fabric_of(environment: str) -> FabricType:
    """The environment of a part of a URN, in upper or lower case."""
    return FabricType.__members__.get(environment.upper(), FabricType.OTHER)
