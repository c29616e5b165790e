"""The past as known: the attempts, writes and reads of a history."""

from dataclasses import dataclass
from datetime import datetime

from impact_reference.asking import Asset, History, Job, Question, Run
from impact_reference.attempts import Attempt, attempts_of, begin_of, created_of, in_window, named_in, state_attempt
from impact_reference.derivations import flows, has_lineage
from impact_reference.events import Mention, RunEvent, Side, facet, mentions, read_event, run_named
from impact_reference.family import Family
from impact_reference.subsets import Condition
from impact_reference.writes import Output, Write, outputs_of, stands_for, subset_of, version_id


@dataclass(frozen=True, eq=False)
class Read:
    """A read of an asset by an attempt. A RENAME reads for its new name alone (only_for)."""

    asset: Asset
    attempt: Attempt
    begin: datetime
    over: datetime
    version_id: str | None
    subset: Condition | None
    only_for: Asset | None = None

    @property
    def run(self) -> Run:
        return self.attempt.run

    @property
    def streams(self) -> bool:
        return self.attempt.streams


Part = tuple[int, Asset | None, Asset | None]
"""Reads with the same results: of an attempt; of one asset if the run's lineage tells inputs apart; for one output."""


class World:
    """The attempts, writes and reads of a history, as far as a question sees them."""

    def __init__(self, history: History, question: Question) -> None:
        self.question = question
        everything = [read_event(received) for received in history.events]
        self.family = Family(everything)
        self.all_events = everything
        self.all_runs = {event.run for event in everything}
        self.events = [event for event in everything if is_asked_of(event, question)]
        self.attempts: dict[Run, list[Attempt]] = {
            run: attempts_of(run, self.events_of(run), self.family.was_left_out(run))
            for run in {event.run for event in self.events}
        }
        # A skipped attempt reads and writes nothing.
        all_attempts = [
            attempt for attempts in self.attempts.values() for attempt in attempts if attempt.result != "SKIPPED"
        ]
        self.outputs = [output for attempt in all_attempts for output in outputs_of(attempt, dict(history.modes))]
        self.made = {output: stands_for(output, self.outputs, self.family) for output in self.outputs}
        self.writes: list[Write] = []
        self.reads: list[Read] = []
        for attempt in all_attempts:
            self.reads += reads_of(attempt)
        for output in self.outputs:
            if self.made[output] == [output.write]:
                self.writes.append(output.write)
                self._add_rename(output)

    def _add_rename(self, output: Output) -> None:
        """Add a RENAME: a DROP of the old name, and a read of the old name at its moment, for the new name alone."""
        if output.renamed is not None:
            self.writes.append(output.renamed)
            at = output.renamed.moment
            self.reads.append(
                Read(output.renamed.asset, output.attempt, at, at, None, None, only_for=output.write.asset)
            )

    def events_of(self, run: Run) -> list[RunEvent]:
        return [event for event in self.events if event.run == run]

    def runs_of(self, job: Job) -> set[Run]:
        """Return the runs of a job that ever sent an event: the job of a run is known as of today."""
        return {run for run in self.all_runs if run.job == job}

    def named_by(self, runs: set[Run], side: Side) -> set[Asset]:
        """Return the inputs or outputs that runs ever named: they are known as of today."""
        return {mention.asset for mention in self._mentions_of(runs) if mention.side == side}

    def tested_by(self, runs: set[Run]) -> set[Asset]:
        """Return the inputs of which runs ever told assertions or metrics."""
        said, names = self._mentions_of(runs), ("dataQualityAssertions", "dataQualityMetrics")
        return {m.asset for m in said if m.side == "inputs" and any(facet(m.dataset, n, "inputFacets") for n in names)}

    def _mentions_of(self, runs: set[Run]) -> list[Mention]:
        return [mention for event in self.all_events if event.run in runs for mention in mentions(event)]

    def made_by(self, run: Run) -> list[Write]:
        """Return the versions and open writes of a run, of all attempts."""
        return [write for o in self.outputs if o.attempt.run == run for write in self.made[o] if write.form != "DROP"]

    def made_from(self, read: Read) -> list[Write]:
        """Return the writes made from a read: by the attempt's lineage facets if it has any, else all of its writes."""
        return [
            write
            for output in self.outputs
            if output.attempt is read.attempt
            for write in self.made[output]
            if write.form != "DROP"
            and (
                flows(read.asset, output.write.asset, self.events_of(read.run))
                if read.only_for is None
                else output.write.asset == read.only_for
            )
        ]

    def part_of(self, read: Read) -> Part:
        """Return the part of its run's reads that a read belongs to."""
        is_apart = has_lineage(self.events_of(read.run))
        return read.attempt.number, read.asset if is_apart else None, read.only_for

    def state(self, run: Run) -> Attempt | None:
        """Return the attempt that gives the run's state; None without one."""
        return state_attempt(self.attempts.get(run, []))

    def created(self, run: Run) -> datetime | None:
        """Return the creation of a run; None for a run without events."""
        return created_of(self.attempts[run]) if run in self.attempts else None

    def known_runs(self) -> set[Run]:
        """Return the runs with an event, the runs that they name as upstream, and the ancestors of all these."""
        known = set(self.attempts) | {upstream for run in self.attempts for upstream in self.upstream_runs(run)}
        return known | {above for run in known for above in self.family.ancestors(run)}

    def upstream_runs(self, run: Run) -> set[Run]:
        """Return the runs that a run names as upstream."""
        named_runs = set()
        for event in self.events_of(run):
            for dependency in facet(event.document["run"], "jobDependencies").get("upstream") or []:
                if dependency.get("run"):
                    named_runs.add(run_named(dependency["job"], dependency["run"]))
        return named_runs - {run}


def is_asked_of(event: RunEvent, question: Question) -> bool:
    """Return true if a question sees an event: **asOf** drops later events and their facts, **knownAt** late ones."""
    return not (
        (question.as_of is not None and event.at > question.as_of)
        or (question.known_at is not None and event.arrived_at > question.known_at)
    )


def reads_of(attempt: Attempt) -> list[Read]:
    """Return the reads of an attempt.

    A read goes from the attempt's begin (without a start, from the first event with the input) to its end, or through
    the windows with the input.
    """
    return [
        Read(asset, attempt, *in_window(attempt, said, begin_of(attempt, said)), earliest_id(said), subset_of(said))
        for asset, said in named_in(attempt, "inputs").items()
    ]


def earliest_id(newest_first: list[Mention]) -> str | None:
    """Return the earliest version id of a read's events: the read saw exactly that version."""
    return next((given for m in reversed(newest_first) if (given := version_id(m))), None)
