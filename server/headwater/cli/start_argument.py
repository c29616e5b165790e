"""A known entity as the start of `headwater impact`, in the words of a shell."""

import shlex

from headwater.urn import openlineage_name


def start_argument(urn: str) -> str:
    """Return --dataset with the names that events give, for a dataset that has them; else the URN."""
    given = openlineage_name(urn)
    if given and urn.startswith("urn:li:dataset:"):
        return shlex.join(["--dataset", *given])
    return shlex.quote(urn)
