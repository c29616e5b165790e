"""The effect of an accepted proposal on its aspect.

Source: DataHub's change types, and its CreateIfNotExistsValidator for CREATE and CREATE_ENTITY.
"""

from typing import Any, NamedTuple

from headwater.dialects.datahub import domains
from headwater.dialects.datahub.aspects import check_aspect
from headwater.dialects.datahub.patch import patched
from headwater.dialects.datahub.proposal import Proposal
from headwater.dialects.problems import UnusableError


class AspectValue(NamedTuple):
    """A value of an aspect, with the system metadata of its proposal."""

    value: dict[str, Any]
    system_metadata: dict[str, Any]


def apply(proposal: Proposal, current: AspectValue | None, *, entity_exists: bool) -> AspectValue | None:
    """Apply a proposal to a versioned aspect and return the new value; None for no value.

    Raises UnusableError if a CREATE finds its target in place, a PATCH makes an invalid value, or `domains` and
    `domainAssociations` contradict each other. With the header If-None-Match "*", such a CREATE does nothing instead.
    """
    match proposal.change_type:
        case "DELETE":
            return None
        case "PATCH":
            value = patched(proposal.aspect, current and current.value, proposal.value)
            check_aspect(proposal.aspect, value)
            return _completed(proposal, current, value)
        case "CREATE" | "CREATE_ENTITY":
            is_there = entity_exists if proposal.change_type == "CREATE_ENTITY" else current is not None
            if is_there and proposal.header("If-None-Match") == "*":
                return current
            if is_there:
                what = "entity" if proposal.change_type == "CREATE_ENTITY" else "aspect"
                raise UnusableError(
                    "proposal.exists",
                    f"{proposal.change_type}: the {what} exists already ({proposal.urn}); send UPSERT to change it",
                )
    return _completed(proposal, current, proposal.value)


def _completed(proposal: Proposal, current: AspectValue | None, value: dict[str, Any]) -> AspectValue:
    """Return the new value with DataHub's own additions."""
    if proposal.aspect == domains.ASPECT:
        value = domains.with_both_fields(current and current.value, value, is_patched=proposal.change_type == "PATCH")
    return AspectValue(value, proposal.system_metadata or {})
