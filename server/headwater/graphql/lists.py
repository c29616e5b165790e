"""Lists that arguments give: how long they may be, and that what they name can be there."""

from collections.abc import Collection

from headwater.errors import BadRequestError
from headwater.urn import check_named


def check_length(argument: str, given: Collection[object], most: int) -> None:
    """Raises BadRequestError, naming the argument, where it has too many values."""
    if len(given) > most:
        raise BadRequestError(f"{argument}: expected at most {most}, got {len(given)}")


def check_urns(argument: str, given: Collection[str], most: int, kinds: Collection[str] = ()) -> None:
    """Raises BadRequestError, naming the argument, for too many, and for one that is no URN or of another type."""
    check_length(argument, given, most)
    for urn in given:
        check_named(argument, urn, kinds)
