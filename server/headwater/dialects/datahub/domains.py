"""The two redundant fields of the aspect `domains`: `domains`, and `domainAssociations` with their sources.

Source: DataHub's smoke tests of the aspect. A client may write either field; the other follows.
"""

from typing import Any

from headwater.dialects.problems import UnusableError
from headwater.model.loose_json import member, text

ASPECT = "domains"


def with_both_fields(
    current: dict[str, Any] | None, value: dict[str, Any], *, is_patched: bool = False
) -> dict[str, Any]:
    """Return a new value of the aspect in which the unchanged field follows the changed one.

    A client that writes only associations leaves `domains` empty. So associations win over empty `domains`, unless a
    patch emptied `domains`. DataHub's hook takes such a value, sent a second time, as empty.

    Propagated associations come last. A value with other types of fields than DataHub's stays as it is. Raises
    UnusableError (aspect.invalid) if both fields were changed and differ.
    """
    before = current or {}
    domains, given = value.get("domains", []), value.get("domainAssociations")
    known = before.get("domainAssociations") or []
    if not (_is_list(domains, str) and (given is None or _is_list(given, dict)) and _is_list(known, dict)):
        return value
    if given is None or (given == known and (domains or is_patched)):
        associations = [one for domain in domains for one in _of(known, domain) or [{"domain": domain}]]
    elif domains and domains != before.get("domains") and set(domains) != set(_domains(given)):
        raise UnusableError("aspect.invalid", "Cannot update both domains and domainAssociations to different domains")
    else:
        associations = given
    associations = sorted(associations, key=_is_propagated)
    return {**value, "domains": _domains(associations), "domainAssociations": associations}


def _is_list(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(one, kind) for one in value)


def _of(associations: list[Any], domain: str) -> list[Any]:
    return [one for one in associations if text(one, "domain") == domain]


def _domains(associations: list[Any]) -> list[str]:
    """Return the domains of associations, without duplicates."""
    return list(dict.fromkeys(domain for one in associations if (domain := text(one, "domain")) is not None))


def _is_propagated(association: Any) -> bool:
    return bool(member(association, "attribution", "sourceDetail", "propagated") == "true")
