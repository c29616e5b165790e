"""Entities and aspects in addresses and arguments, in any case; a URN may contain slashes."""

from starlette.requests import Request

from headwater.dialects.datahub.registry import is_aspect, named_aspect, named_type
from headwater.dialects.problems import UnusableError
from headwater.errors import BadRequestError, InvalidUrnError, NotFoundError
from headwater.texts import shown
from headwater.urn import parse_urn


def openapi_kind(request: Request) -> str:
    """Return the kind in `/openapi/v3/entity/{kind}`. Raises NotFoundError for an unknown one."""
    name = request.path_params["kind"]
    kind = named_type(name)
    if kind is None:
        raise NotFoundError(f"there is no entity type {name}: expected one of DataHub's, such as dataset")
    return kind


def openapi_place(request: Request) -> tuple[str, str, str | None]:
    """Return kind, URN and aspect (or None) of `/openapi/v3/entity/{kind}/{place}`.

    Raises NotFoundError for an unknown kind, BadRequestError for an invalid URN or one of another kind, and
    UnusableError (aspect.unknown) for an aspect that the kind cannot have.
    """
    kind, place = openapi_kind(request), request.path_params["place"]
    head, _, tail = place.rpartition("/")
    aspect = named_aspect(kind, tail) if head else None
    if head and aspect is None and (is_aspect(tail) or (_is_urn(head) and not _is_urn(place))):
        raise UnusableError("aspect.unknown", f"the address: a {kind} cannot have {tail!r}")
    urn = place if aspect is None else head
    require_kind(kind, urn)
    return kind, urn, aspect


def _is_urn(text: str) -> bool:
    try:
        parse_urn(text)
    except InvalidUrnError:
        return False
    return True


def require_type(name: str, argument: str) -> str:
    """Return the type of a name. Raises BadRequestError, naming the argument, for an unknown one."""
    kind = named_type(name)
    if kind is None:
        raise BadRequestError(f"{argument}: expected types that DataHub has, got {shown(name)}")
    return kind


def require_kind(kind: str, urn: str) -> None:
    """Raise BadRequestError for the URN of another kind."""
    if parse_urn(urn).kind != kind:
        raise BadRequestError(f"urn: expected one of a {kind}, got {urn}")


def require_aspect(kind: str, name: str, argument: str = "aspect") -> str:
    """Return the aspect of a name. Raises BadRequestError, naming the argument, if the kind cannot have it."""
    aspect = named_aspect(kind, name)
    if aspect is None:
        raise BadRequestError(f"{argument}: expected one that a {kind} can have, got {name!r}")
    return aspect
