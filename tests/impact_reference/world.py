"""What had happened and was known: the attempts, writes and reads of a history."""

from dataclasses import dataclass
from datetime import datetime

from impact_reference.asking import Asset, History, Job, Question, Run
from impact_reference.attempts import Attempt, attempts_of, begin_of, created_of, named_in, state_attempt
from impact_reference.derivations import flows, has_lineage
from impact_reference.events import Mention, RunEvent, facet, read_event, run_named
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
"""Reads from which the same is made: of an attempt, of one asset where the run says what it made from it, for one output."""


class World:
    """The attempts, writes and reads of a history, as far as a question lets them be seen."""

    def __init__(self, history: History, question: Question) -> None:
        self.question = question
        everything = [read_event(received) for received in history.events]
        self.family = Family(everything)
        self.all_runs = {event.run for event in everything}
        self.events = [event for event in everything if is_asked_of(event, question)]
        self.attempts: dict[Run, list[Attempt]] = {
            run: attempts_of(run, self.events_of(run), self.family.was_left_out(run))
            for run in {event.run for event in self.events}
        }
        # An attempt that was skipped reads and writes nothing.
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
        """A RENAME is a DROP under the old name, and reads the old name at its moment, for the new one alone."""
        if output.renamed is not None:
            self.writes.append(output.renamed)
            at = output.renamed.moment
            self.reads.append(
                Read(output.renamed.asset, output.attempt, at, at, None, None, only_for=output.write.asset)
            )

    def events_of(self, run: Run) -> list[RunEvent]:
        return [event for event in self.events if event.run == run]

    def runs_of(self, job: Job) -> set[Run]:
        """The runs of a job that ever sent an event: which run has which job is known as it is today."""
        return {run for run in self.all_runs if run.job == job}

    def made_by(self, run: Run) -> list[Write]:
        """The versions and open writes of a run, of all attempts."""
        return [write for o in self.outputs if o.attempt.run == run for write in self.made[o] if write.form != "DROP"]

    def made_from(self, read: Read) -> list[Write]:
        """What it read goes into what the same attempt wrote: by its lineage facets where it has any, else into all of it."""
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
        """The part of its run's reads that a read belongs to."""
        is_apart = has_lineage(self.events_of(read.run))
        return read.attempt.number, read.asset if is_apart else None, read.only_for

    def state(self, run: Run) -> Attempt | None:
        """The attempt that says the run's state; None where nothing does."""
        return state_attempt(self.attempts.get(run, []))

    def created(self, run: Run) -> datetime | None:
        """None of a run that was only named."""
        return created_of(self.attempts[run]) if run in self.attempts else None

    def known_runs(self) -> set[Run]:
        """The runs that have an event, those that they name as upstream, and what all these belong to."""
        known = set(self.attempts) | {upstream for run in self.attempts for upstream in self.upstream_runs(run)}
        return known | {above for run in known for above in self.family.ancestors(run)}

    def upstream_runs(self, run: Run) -> set[Run]:
        """The runs that it names as upstream."""
        named_runs = set()
        for event in self.events_of(run):
            for dependency in facet(event.document["run"], "jobDependencies").get("upstream") or []:
                if dependency.get("run"):
                    named_runs.add(run_named(dependency["job"], dependency["run"]))
        return named_runs - {run}


def is_asked_of(event: RunEvent, question: Question) -> bool:
    """**asOf** drops the events after a moment, with what they named, and what they said; **knownAt** those that arrived after it."""
    return not (
        (question.as_of is not None and event.at > question.as_of)
        or (question.known_at is not None and event.arrived_at > question.known_at)
    )


def reads_of(attempt: Attempt) -> list[Read]:
    """A read goes from the begin of the attempt (of one without a start, from the first of its events that names the input)
    until the attempt is over.
    """
    return [
        Read(asset, attempt, begin_of(attempt, said), attempt.over, earliest_id(said), subset_of(said))
        for asset, said in named_in(attempt, "inputs").items()
    ]


def earliest_id(newest_first: list[Mention]) -> str | None:
    """A read that gives the version that it read saw exactly that one. The earliest id that its events give counts."""
    return next((given for m in reversed(newest_first) if (given := version_id(m))), None)
