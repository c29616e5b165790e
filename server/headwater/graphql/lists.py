"""Checks of lists in arguments: their length, and the URNs in them."""

from collections.abc import Collection

from headwater.errors import BadRequestError
from headwater.urn import check_named


def check_length(argument: str, given: Collection[object], most: int) -> None:
    """Check the length of a list. Raises BadRequestError, naming the argument."""
    if len(given) > most:
        raise BadRequestError(f"{argument}: expected at most {most}, got {len(given)}")


def check_urns(argument: str, given: Collection[str], most: int, kinds: Collection[str] = ()) -> None:
    """Check a list of URNs. Raises BadRequestError, naming the argument, for too many, invalid or unsuitable ones."""
    check_length(argument, given, most)
    for urn in given:
        check_named(argument, urn, kinds)
