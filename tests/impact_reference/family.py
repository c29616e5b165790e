"""Relatives: parents and children of runs, and the effect on states."""

from datetime import datetime

from impact_reference.asking import Run
from impact_reference.attempts import Attempt, attempts_of, created_of, is_stream, last_end, state_attempt
from impact_reference.events import RunEvent, facet, run_named


class Family:
    """Parents and children as known today: all events count, for any question."""

    def __init__(self, events: list[RunEvent]) -> None:
        self._parents: dict[Run, Run] = {}
        self._events: dict[Run, list[RunEvent]] = {}
        for event in events:
            self._events.setdefault(event.run, []).append(event)
        self._erring = {event.run for event in events if facet(event.document["run"], "errorMessage")}
        for event in sorted(events, key=lambda event: (event.at, event.is_terminal)):
            said = facet(event.document["run"], "parent")
            if said and (parent := run_named(said["job"], said["run"])) != event.run:
                self._parents[event.run] = parent  # the newest counts
        own = {run: state_attempt(attempts_of(run, events)) for run, events in self._events.items()}
        self._failed = {run for run, state in own.items() if word_of(state) == "FAIL"}
        self._states = {
            run: state_attempt(attempts_of(run, events, self.was_left_out(run))) for run, events in self._events.items()
        }

    def created(self, run: Run) -> datetime | None:
        """Return the creation of a run; None for a run without events."""
        return created_of(attempts_of(run, self._events[run])) if run in self._events else None

    def parent(self, run: Run) -> Run | None:
        """Return the run that this one names as its parent."""
        return self._parents.get(run)

    def ancestors(self, run: Run) -> set[Run]:
        """Return the parent, its parent, and so on."""
        found: set[Run] = set()
        above = self.parent(run)
        while above is not None and above not in found:
            found.add(above)
            above = self.parent(above)
        return found

    def children(self, run: Run) -> set[Run]:
        """Return the runs that name the run as their parent."""
        return {other for other, above in self._parents.items() if above == run}

    def descendants(self, run: Run) -> set[Run]:
        """Return all runs below the run."""
        return {other for other in self._parents if run in self.ancestors(other)}

    def was_left_out(self, run: Run) -> bool:
        """Return true if the run has no `errorMessage` facet, and the state of a sibling comes from a FAIL."""
        above = self.parent(run)
        return (
            run not in self._erring
            and above is not None
            and any(other != run and self.parent(other) == above for other in self._failed)
        )

    def state(self, run: Run) -> tuple[str, str | None] | None:
        """Return STARTED, or COMPLETE with a result; a run without an end of its own takes the one that closed it."""
        attempt = self._states.get(run)
        if attempt is None:
            return None
        if attempt.result is not None:
            return "COMPLETE", attempt.result
        closing = self.closed_by(run)
        return ("STARTED", None) if closing is None else ("COMPLETE", closing.result)

    def closed_by(self, run: Run) -> Attempt | None:
        """Return the nearest ancestor with an end of its own, which closes the run.

        A run stays open if it is STREAMING or SERVICE, or has an event after that ancestor's end; so do the runs in it.
        A run without any state closes none.
        """
        chain: list[Run] = []
        above: Run | None = run
        while above is not None and above not in chain and (state := self._states.get(above)) is not None:
            if state.result is not None:
                return None if any(self.goes_on(each, state) for each in chain) else state
            chain.append(above)
            above = self.parent(above)
        return None

    def goes_on(self, run: Run, above: Attempt) -> bool:
        """Return true if an open run goes on after the end of the run that contains it."""
        return is_stream(self._events[run]) or max(event.at for event in self._events[run]) > above.over

    def relatives(self, run: Run) -> set[Run]:
        """Return the run, its ancestors and descendants: no run sees the writes of its relatives."""
        return {run} | self.ancestors(run) | self.descendants(run)


def word_of(state: Attempt | None) -> str | None:
    """Return the word of the end that gives the state."""
    end = None if state is None else last_end(state.events)
    return None if end is None else end.word
