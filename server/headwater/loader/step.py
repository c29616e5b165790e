"""The result of one step of a load, as executors tell the driver."""

from collections import Counter
from typing import NamedTuple

from headwater.store.merge import Merged


class Step(NamedTuple):
    """The result of a step: its records, the codes of those in quarantine, and the seconds of the merge."""

    merged: Merged
    codes: Counter[str]
    seconds: float
