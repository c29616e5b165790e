"""Errors of questions about lineage in the words of the shell: they name arguments of GraphQL."""

import re

from headwater.errors import BadRequestError, NotFoundError

_OPTIONS = {"columns": "--column", "madeBy": "--made-by", "at": "--at", "asOf": "--as-of", "knownAt": "--known-at"}
_BARE_RUN_ID = re.compile(r"expected urn:li:<type>:<id>, got '([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})'$")
_ARGUMENT = re.compile(r"(?<!\S)(urn|columns|madeBy|at|asOf|knownAt)(?=[:,] )")


def in_words_of_the_shell(error: BadRequestError, start: str) -> BadRequestError:
    """The error with the options' names; start: the argument of the shell that gave the URN.

    A run id in place of a URN is answered with the URN of that run.
    """
    options = _OPTIONS | {"urn": start}
    text = _ARGUMENT.sub(lambda found: options[found[1]], str(error))
    if run_id := _BARE_RUN_ID.search(text):
        text += f"; did you mean urn:li:dataProcessInstance:{run_id[1]}?"
    elif start == "URN" and "URN: expected urn:li:<type>:<id>" in text:
        text += "; a dataset by its name: --dataset NAMESPACE NAME; a run by its id: urn:li:dataProcessInstance:<runId>"
    return NotFoundError(text) if isinstance(error, NotFoundError) else type(error)(text)
