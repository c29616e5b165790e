"""Relatives: who belongs to whom, and what follows of it for states."""

from impact_reference.asking import Run
from impact_reference.attempts import Attempt, attempts_of, is_stream, last_end, state_attempt
from impact_reference.events import RunEvent, facet, run_named


class Family:
    """Who belongs to whom is taken as it is known today: by all events, whatever is asked."""

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

    def was_left_out(self, run: Run) -> bool:
        """It has no `errorMessage` facet, and the state of another run of the same parent comes from a FAIL."""
        above = self.parent(run)
        return (
            run not in self._erring
            and above is not None
            and any(other != run and self.parent(other) == above for other in self._failed)
        )

    def state(self, run: Run) -> tuple[str, str | None] | None:
        """STARTED, or COMPLETE and how it ended; what has not ended by its own word ends with what closed it."""
        attempt = self._states.get(run)
        if attempt is None:
            return None
        if attempt.result is not None:
            return "COMPLETE", attempt.result
        closing = self.closed_by(run)
        return ("STARTED", None) if closing is None else ("COMPLETE", closing.result)

    def closed_by(self, run: Run) -> Attempt | None:
        """The nearest ancestor that ended by its own word decides. A run stays open that is STREAMING or SERVICE, or has any
        event after that ancestor's end; so does all that it contains. A run without any state passes none on.
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
        """True if an open run goes on after the run that contains it has ended."""
        return is_stream(self._events[run]) or max(event.at for event in self._events[run]) > above.over

    def relatives(self, run: Run) -> set[Run]:
        """The run itself, its ancestors and descendants: no run sees what they write."""
        return {run} | self.ancestors(run) | self.descendants(run)


def word_of(state: Attempt | None) -> str | None:
    """The word of the end that the state comes from."""
    end = None if state is None else last_end(state.events)
    return None if end is None else end.word
