"""Reads and the writes that they saw."""

from dataclasses import replace
from datetime import datetime

from impact_reference.asking import Asset, Mode
from impact_reference.lost_ends import end_of
from impact_reference.subsets import disjoint
from impact_reference.world import Read, World
from impact_reference.writes import Write, is_replaced


def shown(world: World, asset: Asset, at: datetime) -> list[Write]:
    """Return an asset's newest write, and older ones as far back as the writes since were appends."""
    return [
        write
        for write in world.writes
        if write.asset == asset
        and write.is_version
        and write.moment <= at
        and not is_replaced(write, at, world.writes, world.question.assume_writes)
    ]


def destroyers(world: World, write: Write, at: datetime) -> list[Write]:
    """Return the open writes that may have destroyed a version.

    They were not over when it was written, began by the moment, and replace by their own word, unless their subsets are
    disjoint.
    """
    return [
        other
        for other in world.writes
        if other.asset == write.asset
        and other.destroys
        and write.moment < other.end
        and other.moment <= at
        and not disjoint(other.subset, write.subset)
    ]


def may_see(world: World, read: Read, write: Write) -> bool:
    """Return true for a write of the same asset that is not disjoint, and not by the reader's run or its relatives."""
    return (
        read.asset == write.asset
        and write.run not in world.family.relatives(read.run)
        and not disjoint(read.subset, write.subset)
        and write.form != "DROP"
    )


def certainly_sees(world: World, read: Read, write: Write) -> bool:
    """Return true if a read certainly sees a version. That is so if

    - the read gives a version id, and the version has it; else
    - the version was written by the read's begin (plus tolerance), and was not replaced by then; or
    - the reader streams, and the version was written while it ran (after its begin, and at or before its end).

    A version is replaced if a later write by others than these relatives replaces and covers it: after its moment (for
    a stream: after its end), and at or before the read's begin.
    """
    if not write.is_version or not may_see(world, read, write):
        return False
    if read.version_id is not None:
        return write.native_id == read.version_id
    return visible_to(world, read, write, world.question.assume_writes) or (
        read.streams and written_while_it_ran(world, read, write)
    )


def visible_to(world: World, read: Read, write: Write, assume_writes: Mode) -> bool:
    """Return true for a write at or before (begin of the read + tolerance) that is not replaced by then."""
    is_early = write.moment <= read.begin + world.question.tolerance
    return is_early and not is_replaced(write, read.begin, of_others(world, read), assume_writes)


def possibly_sees(world: World, read: Read, write: Write) -> bool:
    """Return true if a read possibly sees a write. A read with a version id sees nothing else.

    Else it possibly sees versions written while it ran; versions that it would see if unknown writes appended; and open
    writes of others begun by its end. An open write that was over by the read's begin does not count if a replacing
    write has covered it since (after that end, at or before the begin).
    """
    if read.version_id is not None or not may_see(world, read, write):
        return False
    if write.form == "OPEN":
        write, others = replace(write, end=end_of(world, write)), of_others(world, read)
        return write.moment <= end_of(world, read) and not is_replaced(
            write, read.begin, others, world.question.assume_writes
        )
    return written_while_it_ran(world, read, write) or visible_to(world, read, write, "APPEND")


def written_while_it_ran(world: World, read: Read, write: Write) -> bool:
    """Return true for a write after the read's begin, and at or before its end."""
    return read.begin < write.moment <= end_of(world, read)


def of_others(world: World, read: Read) -> list[Write]:
    """Return the writes of all runs except the reader's relatives."""
    relatives = world.family.relatives(read.run)
    return [write for write in world.writes if write.run not in relatives]
