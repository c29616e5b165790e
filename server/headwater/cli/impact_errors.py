"""Errors of questions about lineage in the words of the shell: they name arguments of GraphQL."""

import re

from headwater.errors import BadRequestError, NotFoundError

_OPTIONS = {"madeBy": "--made-by", "at": "--at", "asOf": "--as-of", "knownAt": "--known-at"}
_ARGUMENT = re.compile(r"(?<!\S)(urn|madeBy|at|asOf|knownAt)(?=[:,] )")

_SEARCH = "; GraphQL's search and searchAcrossEntities find names (docs/searching.md)"


def in_words_of_the_shell(error: BadRequestError, start: str) -> BadRequestError:
    """The error with the options' names; start: the argument of the shell that gave the URN."""
    options = _OPTIONS | {"urn": start}
    told = _ARGUMENT.sub(lambda found: options[found[1]], str(error))
    return type(error)(told + _SEARCH if isinstance(error, NotFoundError) else told)
