"""The implicit version: an asset's contents before the first known write."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from impact_reference.asking import Asset
from impact_reference.flow import BEFORE_ALL, Place, Step
from impact_reference.sight import certainly_sees, possibly_sees
from impact_reference.world import Read, World
from impact_reference.writes import NOBODY, Write, is_replaced


def implicit_versions(world: World, asset: Asset, moment: datetime) -> list[Write]:
    """Return the implicit version that an asset shows at a moment, as if written then.

    There is none if a known write has replaced or dropped it as a whole.
    """
    if is_replaced(implicit(asset, BEFORE_ALL), moment, world.writes, world.question.assume_writes):
        return []
    return [implicit(asset, moment)]


def implicit(asset: Asset, at: datetime) -> Write:
    """Return a version by no run and without an id, as if written at a moment, as a whole."""
    return Write(asset, NOBODY, 0, "VERSION", at, at, None, None, None)


def steps_of_implicit(world: World, place: Place) -> Iterator[Step]:
    """Yield steps from an implicit version to its reads, which see it as they see other versions."""
    if isinstance(place, Write) and place.run == NOBODY:
        for read in world.reads:
            asked = without_unknown_id(world, read)
            if certainly_sees(world, asked, place):
                yield Step(place, read, is_certain=True, runs=1)
            elif possibly_sees(world, asked, place):
                yield Step(place, read, is_certain=False, runs=1)


def without_unknown_id(world: World, read: Read) -> Read:
    """Return a read without its version id if no known version of the asset has that id."""
    known = {write.native_id for write in world.writes if write.asset == read.asset and write.is_version}
    return read if read.version_id in known else replace(read, version_id=None)
