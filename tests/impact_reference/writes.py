"""Writes: the effects of attempts' outputs on assets."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple

from impact_reference.asking import Asset, Mode, Node, OpenWriteNode, Run, VersionNode
from impact_reference.attempts import Attempt, begin_of, first_named, in_window, named_in
from impact_reference.events import Mention, facet, named
from impact_reference.family import Family
from impact_reference.subsets import Condition, covers

Form = Literal["VERSION", "STREAM", "OPEN", "DROP"]
NOBODY = Run("", "", "")
"""In place of the run of an implicit version."""

REPLACING = ("OVERWRITE", "TRUNCATE", "CREATE", "DROP", "RENAME")


@dataclass(frozen=True, eq=False)
class Write:
    """A write of an asset by an attempt of a run, from moment to end (equal for a version); a mode of None is unknown.

    destroys: for an open write, its own word says that it replaces.
    """

    asset: Asset
    run: Run
    attempt: int
    form: Form
    moment: datetime
    end: datetime
    mode: Mode | None
    subset: Condition | None
    native_id: str | None
    destroys: bool = False

    @property
    def is_version(self) -> bool:
        return self.form in ("VERSION", "STREAM")

    @property
    def node(self) -> Node:
        """The node of the write in an answer."""
        return (VersionNode if self.is_version else OpenWriteNode)(self.asset, self.run, self.attempt, self.moment)


@dataclass(frozen=True, eq=False)
class Output:
    """An attempt's output: its write to an asset; renamed is the DROP of the old name."""

    attempt: Attempt
    write: Write
    renamed: Write | None


def outputs_of(attempt: Attempt, modes: dict[Asset, Mode]) -> list[Output]:
    """Return the outputs of one attempt."""
    found = []
    for asset, mentions in named_in(attempt, "outputs").items():
        if attempt.streams:
            found.append(Output(attempt, stream(attempt, asset, mentions), None))
        elif attempt.result != "SUCCESS":
            found.append(Output(attempt, open_write(attempt, asset, mentions), None))
        elif word_of(mentions) != "ALTER":  # ALTER is no write
            found.append(finished(attempt, asset, mentions, modes.get(asset)))
    return found


def stream(attempt: Attempt, asset: Asset, mentions: list[Mention]) -> Write:
    """Return a stream's version, for any result: an append from the attempt's first event with the asset to its end."""
    begin, over = in_window(attempt, mentions, first_named(attempt, mentions))
    return Write(
        asset, attempt.run, attempt.number, "STREAM", begin, over, "APPEND", subset_of(mentions), native_id(mentions)
    )


def open_write(attempt: Attempt, asset: Asset, mentions: list[Mention]) -> Write:
    """Return an open write.

    It goes from the attempt's begin (without a start, from the first event with the output) to its end. Open writes
    replace nothing: their lifecycle only tells if they may have destroyed versions.
    """
    return Write(
        asset,
        attempt.run,
        attempt.number,
        "OPEN",
        begin_of(attempt, mentions),
        attempt.over,
        "APPEND",
        subset_of(mentions),
        None,
        destroys=word_of(mentions) in REPLACING,
    )


def finished(attempt: Attempt, asset: Asset, mentions: list[Mention], configured: Mode | None) -> Output:
    """Return the output of a successful attempt.

    The newest lifecycleStateChange facet of the attempt decides. OVERWRITE, TRUNCATE, CREATE replace; DROP replaces and
    is no version. RENAME replaces, carries the visible versions of `previousIdentifier` at that moment, and is a DROP
    there. Else the asset's configured mode decides, then dbt's model, else `assumeWrites`.
    """
    said, word, told = lifecycle(mentions), word_of(mentions), newest_effect(mentions)
    write = Write(
        asset=asset,
        run=attempt.run,
        attempt=attempt.number,
        form="DROP" if word == "DROP" else "VERSION",
        moment=attempt.over,
        end=attempt.over,
        mode="REPLACE" if word in REPLACING else "APPEND" if word == "APPEND" else configured or (told and told.mode),
        subset=subset_of(mentions),
        native_id=native_id(mentions),
    )
    renamed = None
    if word == "RENAME" and said.get("previousIdentifier") and (old := named(said["previousIdentifier"])) != asset:
        renamed = Write(old, attempt.run, attempt.number, "DROP", attempt.over, attempt.over, "REPLACE", None, None)
    return Output(attempt, write, renamed)


class Effect(NamedTuple):
    """The mode that a tool tells of a write; is_measured: its files show it."""

    mode: Mode
    is_measured: bool


def newest_effect(mentions: list[Mention]) -> Effect | None:
    """Return the newest effect that a tool tells of an output in the attempt."""
    return next((effect for mention in mentions if (effect := effect_of(mention)) is not None), None)


def word_of(mentions: list[Mention]) -> str | None:
    """Return the word of the lifecycle change; a commit says better than OVERWRITE, TRUNCATE and CREATE if data stay."""
    word, told = lifecycle(mentions).get("lifecycleStateChange"), newest_effect(mentions)
    if told is None or not told.is_measured or word not in (None, "OVERWRITE", "TRUNCATE", "CREATE"):
        return word
    return "OVERWRITE" if told.mode == "REPLACE" else "APPEND"


def effect_of(mention: Mention) -> Effect | None:
    """Return the effect that one event tells of an output: by an Iceberg commit, else by dbt's model."""
    if (mode := commit_mode(mention)) is not None:
        return Effect(mode, is_measured=True)
    mode = model_mode(mention)
    return None if mode is None else Effect(mode, is_measured=False)


def commit_mode(mention: Mention) -> Mode | None:
    """Return the mode by an Iceberg commit: it appends if files of before are left; nothing is left of a deleted table."""
    report = facet(mention.dataset, "icebergCommitReport", "outputFacets")
    counts = report.get("commitMetrics", {})
    match report.get("operation"), counts.get("addedDataFiles"), counts.get("totalDataFiles"):
        case "replace", _, _:
            return "APPEND"
        case _, int(added), int(total) if total > added:
            return "APPEND"
        case "delete", int(), 0:
            return "REPLACE"
    return None


def model_mode(mention: Mention) -> Mode | None:
    """Return the mode by dbt's model: an incremental model and a snapshot keep older rows, unless refreshed."""
    config = facet(mention.dataset, "dbt_model").get("config", {})
    match config.get("materialized"):
        case "table" | "view" | "seed" | "test":
            return "REPLACE"
        case "snapshot":
            return "APPEND"
        case "incremental":
            model, run = config.get("incremental") or {}, facet(mention.event.document["run"], "dbt_run")
            is_refreshed = model.get("full_refresh", run.get("full_refresh", False))
            is_overwritten = model.get("strategy") == "insert_overwrite" and not model.get("partition_by")
            return "REPLACE" if is_refreshed or is_overwritten else "APPEND"
    return None


def lifecycle(mentions: list[Mention]) -> dict[str, Any]:
    """Return the newest lifecycleStateChange facet of an output in the attempt."""
    return next((said for m in mentions if (said := facet(m.dataset, "lifecycleStateChange"))), {})


def subset_of(mentions: list[Mention]) -> Condition | None:
    """Return the newest subset in the facets of one attempt."""
    for mention in mentions:
        part, name = (
            ("inputFacets", "inputCondition") if mention.side == "inputs" else ("outputFacets", "outputCondition")
        )
        if condition := facet(mention.dataset, "subset", part).get(name):
            return dict(condition)
    return None


def native_id(mentions: list[Mention]) -> str | None:
    """Return the version id of the attempt's newest terminal event with one."""
    return next((given for m in mentions if m.event.is_terminal and (given := version_id(m))), None)


def version_id(mention: Mention) -> str | None:
    """Return the version id that an event gives for an asset."""
    return facet(mention.dataset, "version").get("datasetVersion")


def stands_for(output: Output, outputs: list[Output], family: Family) -> list[Write]:
    """Return the descendants' versions that an output stands for.

    The output is no write of its own if a descendant made a version of the asset between the attempt's begin (if known)
    and its end (of a stream: the end of its write): the run's write *is* the descendant's.
    """
    attempt = output.attempt
    of_descendants = [
        other
        for other in outputs
        if other.write.is_version
        and other.write.asset == output.write.asset
        and other.attempt.run in family.descendants(attempt.run)
        and (attempt.started_at is None or attempt.started_at <= other.write.moment)
        and other.write.moment <= (output.write.end if attempt.streams else attempt.over)
    ]
    if not of_descendants:
        return [output.write]
    return [write for other in of_descendants for write in stands_for(other, outputs, family)]


def replaces(write: Write, assume_writes: Mode) -> bool:
    """Return true if a write replaces: by its own word, else by `assumeWrites`."""
    return (write.mode or assume_writes) == "REPLACE"


def is_replaced(write: Write, at: datetime, writes: list[Write], assume_writes: Mode) -> bool:
    """Return true if a later write (for a stream: after its end), at or before a moment, replaces and covers it."""
    return any(
        other.asset == write.asset
        and write.end < other.moment <= at
        and replaces(other, assume_writes)
        and covers(other.subset, write.subset)
        for other in writes
    )
