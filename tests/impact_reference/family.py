"""Relatives: who belongs to whom."""

from impact_reference.asking import Run
from impact_reference.events import RunEvent, facet, run_named


class Family:
    """Who belongs to whom is taken as it is known today: by all events, whatever is asked."""

    def __init__(self, events: list[RunEvent]) -> None:
        self._parents: dict[Run, Run] = {}
        for event in sorted(events, key=lambda event: (event.at, event.is_terminal)):
            said = facet(event.document["run"], "parent")
            if said and (parent := run_named(said["job"], said["run"])) != event.run:
                self._parents[event.run] = parent  # the newest counts

    def parent(self, run: Run) -> Run | None:
        """The run that this one says it belongs to."""
        return self._parents.get(run)

    def ancestors(self, run: Run) -> set[Run]:
        """The parent, its parent, and so on."""
        found: set[Run] = set()
        above = self.parent(run)
        while above is not None and above not in found:
            found.add(above)
            above = self.parent(above)
        return found

    def descendants(self, run: Run) -> set[Run]:
        """All runs that have it above them."""
        return {other for other in self._parents if run in self.ancestors(other)}

    def relatives(self, run: Run) -> set[Run]:
        """The run itself, its ancestors and descendants: no run sees what they write."""
        return {run} | self.ancestors(run) | self.descendants(run)
