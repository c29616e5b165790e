"""The assets for which an answer rests on the assumption that unknown writes replace."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from impact_reference.asking import Asset, History, Node, Question, Run, RunNode, Start
from impact_reference.impact import impact, runs_of_start, seeds_of
from impact_reference.sight import certainly_sees
from impact_reference.subsets import covers
from impact_reference.world import World
from impact_reference.writes import NOBODY, Write, is_replaced


def assumed_replaced(history: History, start: Start, question: Question) -> set[Asset]:
    """Return the assets for which the answer depends on the assumption that unknown writes replace."""
    if question.assume_writes == "APPEND":
        return set()
    world, answer = World(history, question), impact(history, start, question)
    appending = World(history, replace(question, assume_writes="APPEND"))
    certain = {node.run for node, how in answer.items() if isinstance(node, RunNode) and how.certainty == "CERTAIN"}
    known = certain | runs_of_start(world, start)
    if question.direction == "UPSTREAM":
        return set(with_older_versions(world, answer, known))
    own = [place for place in seeds_of(world, start) if isinstance(place, Write) and place.run == NOBODY]
    feeds = own if "CONTAMINATED" in question.kinds else []
    return {
        read.asset
        for write in [write for write in world.writes if write.is_version and write.node in answer] + feeds
        for read in world.reads
        if read.run not in known and certainly_sees(appending, read, write) and not certainly_sees(world, read, write)
    }


def with_older_versions(world: World, answer: Mapping[Node, object], known: set[Run]) -> Iterator[Asset]:
    """Yield the assets of unknown writes in an answer upstream that cover an older version by a run not in `known`."""
    for write in world.writes:
        if write.is_version and write.mode is None and write.node in answer:
            for older in world.writes:
                if (
                    older.is_version
                    and older.asset == write.asset
                    and older.run not in known
                    and older.end < write.moment
                    and covers(write.subset, older.subset)
                    and not is_replaced(older, write.moment, world.writes, "APPEND")
                ):
                    yield write.asset
