"""An answer of `headwater impact`: as a picture or as JSON; what is to be known beside it goes to standard error."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import click
import orjson

from headwater.app.database import database
from headwater.cli.impact_json import MAX_ASSUMED, MAX_LISTED, everything, urns_by_id
from headwater.cli.settings import command_settings
from headwater.errors import OverloadedError
from headwater.lineage.assumed import assumed_replaced
from headwater.lineage.diagram import DiagramFormat, diagram
from headwater.lineage.impact import Impact, impact, possible_beyond, start_destroyers
from headwater.lineage.question import Question
from headwater.lineage.versions import Version
from headwater.model.questions import Direction
from headwater.store.pool import read_pool
from headwater.store.reader import Reader

MAX_NAMED = 20
"""The most runs that standard error names: those that began to replace the start."""


def answered(question: Question, form: str) -> str:
    """The answer to a question in a format, "json" or that of a diagram.

    Raises NotFoundError, BadRequestError, or OverloadedError for an answer that is too large to be drawn.
    """
    with database(command_settings()) as url:
        text = asyncio.run(_answered(url, question, form))
    if text is None:
        raise OverloadedError(
            "The answer is too large, or took too long, to be drawn: ask for less, or --format json for its totals."
        )
    return text


async def _answered(database_url: str, question: Question, form: str) -> str | None:
    async with await read_pool(database_url, 2) as pool:
        reader = Reader(pool)
        asked = await impact(reader, await _knowable(reader, question))
        is_json = form == "json"
        text = None if is_json else await diagram(reader, asked, DiagramFormat[form.upper()])
        destroyers, assumed, is_more_possible = await asyncio.gather(
            start_destroyers(reader, asked, MAX_LISTED),
            assumed_replaced(reader, asked),
            possible_beyond(reader, asked),
        )
        if is_json:
            answer = await everything(reader, asked, assumed, destroyers, possible_beyond=is_more_possible)
            text = orjson.dumps(answer, option=orjson.OPT_INDENT_2).decode() + "\n"
        _explain_start(asked)
        if destroyers:
            runs = await urns_by_id(reader, [write.run_id for write in destroyers[:MAX_NAMED]])
            _warn_of(destroyers, runs)
        if assumed is not None and assumed.asset_ids:
            assets = await urns_by_id(reader, assumed.asset_ids[:MAX_ASSUMED])
            _tell_assumed([*assets.values()], len(assumed.asset_ids))
        if is_more_possible:
            click.echo("headwater: possible ways lead to more: --certainty possible", err=True)
    return text


async def _knowable(reader: Reader, question: Question) -> Question:
    """The question as of a moment of which it is known what had arrived; says so if it is an earlier one."""
    asked = question.point_in_time.known_at
    if asked is None:
        return question
    [known_at] = await reader.arrivals.knowable([asked])
    if known_at < asked:
        click.echo(f"headwater: a merge runs since then, so this is what was known at {known_at.isoformat()}", err=True)
    return replace(question, point_in_time=replace(question.point_in_time, known_at=known_at))


def _explain_start(asked: Impact) -> None:
    """Say where the answer starts, if not at a known writer."""
    reads = asked.start_reads
    if reads is not None:
        click.echo(
            f"headwater: no known run had written it by then, so the answer starts at the reads since: {reads}."
            " --at asks since another moment.",
            err=True,
        )
    elif asked.start_total == 0:
        is_upstream = asked.question.direction is Direction.UPSTREAM
        unknown = "what went into it" if is_upstream else "the impact"
        click.echo(f"headwater: no writer is known by then, so {unknown} is unknown", err=True)


def _warn_of(destroyers: Sequence[Version], runs: dict[int, str]) -> None:
    """Warn of open writes that may have destroyed the start."""
    for write in destroyers[:MAX_NAMED]:
        assert write.at is not None
        over = f"was over at {write.until.isoformat()}" if write.until else "goes on"
        click.echo(
            f"headwater: what it starts at may be gone: {runs[write.run_id]} began to replace it at"
            f" {write.at.isoformat()}, {over}, and has not succeeded",
            err=True,
        )
    if len(destroyers) > MAX_NAMED:
        click.echo(f"headwater: {len(destroyers) - MAX_NAMED} older runs began to replace it, too", err=True)


def _tell_assumed(assets: Sequence[str], total: int) -> None:
    """Say which assets were taken to be replaced."""
    names = ", ".join(assets)
    more = f" and {total - len(assets)} more" if total > len(assets) else ""
    click.echo(
        f"headwater: nobody said whether writes of {names}{more} replace or append. Assumed: replace."
        " If they append, more is certain: headwater writes URN append",
        err=True,
    )
