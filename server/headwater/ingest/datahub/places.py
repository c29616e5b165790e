"""Which entity or aspect an OpenAPI address means: a URN may have slashes of its own."""

from starlette.requests import Request

from headwater.dialects.datahub.registry import has_aspect, is_entity_type
from headwater.errors import BadRequestError, NotFoundError
from headwater.urn import parse_urn


def openapi_place(request: Request) -> tuple[str, str, str | None]:
    """The kind, the URN and the aspect, if there is one, of `/openapi/v3/entity/{kind}/{place}`.

    Raises NotFoundError for a kind that DataHub does not have, BadRequestError where the URN is of another or is none.
    """
    kind, place = request.path_params["kind"], request.path_params["place"]
    if not is_entity_type(kind):
        raise NotFoundError(f"there are no entities of type {kind}")
    head, _, tail = place.rpartition("/")
    urn, aspect = (head, tail) if head and has_aspect(kind, tail) else (place, None)
    require_kind(kind, urn)
    return kind, urn, aspect


def require_kind(kind: str, urn: str) -> None:
    """Raises BadRequestError where a URN is not one of a kind."""
    if parse_urn(urn).kind != kind:
        raise BadRequestError(f"urn: expected one of a {kind}, got {urn}")
