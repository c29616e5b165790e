"""An answer of `headwater impact`: as a picture or as JSON; what is to be known beside it goes to standard error."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from textwrap import wrap

import click
import orjson

from headwater.app.database import database
from headwater.cli.impact_json import MAX_ASSUMED, MAX_LISTED, everything, urns_by_id
from headwater.cli.impact_start import start_notes, start_warnings
from headwater.cli.impact_unknown import with_known_names
from headwater.cli.settings import command_settings
from headwater.errors import OverloadedError, UnknownEntityError
from headwater.impact.pictures import printable
from headwater.impact.pictures.text import WIDTH
from headwater.lineage.assumed import assumed_replaced
from headwater.lineage.diagram import DiagramFormat, diagram
from headwater.lineage.impact import impact, possible_beyond, start_destroyers
from headwater.lineage.question import Question
from headwater.lineage.removed import history_removed_before
from headwater.lineage.starts import runs_within
from headwater.lineage.versions import Version
from headwater.settings import Settings
from headwater.store.pool import read_pool
from headwater.store.reader import Reader

MAX_NAMED = 20
"""The most runs that standard error names: those that began to replace the start."""


def answered(question: Question, form: str) -> str:
    """The answer to a question in a format, "json" or that of a diagram.

    Raises NotFoundError, BadRequestError, or OverloadedError for an answer that is too large to be drawn.
    """
    settings = command_settings()
    with database(settings) as url:
        text = asyncio.run(_answered(url, question, form, _store_of(settings)))
    if text is None:
        raise OverloadedError(
            "The answer is too large to be drawn, or took too long. Ask for less, such as one of --kinds, or for"
            " --format json, which has the totals."
        )
    return text


def _store_of(settings: Settings) -> str:
    """The store in words, without the password of a URL."""
    if settings.database_url is None:
        return f"the store in {settings.data_dir}; HEADWATER_DATA_DIR names another"
    return "the store of HEADWATER_DATABASE_URL"


async def _answered(database_url: str, question: Question, form: str, store: str) -> str | None:
    async with await read_pool(database_url, 2) as pool:
        reader = Reader(pool)
        try:
            asked = await impact(reader, await _knowable(reader, question))
        except UnknownEntityError as error:
            raise await with_known_names(reader, error, store) from error
        is_json = form == "json"
        text = None if is_json else await diagram(reader, asked, DiagramFormat[form.upper()])
        destroyers, assumed, is_more_possible, removed_before, total_within = await asyncio.gather(
            start_destroyers(reader, asked.start, asked.question, MAX_LISTED),
            assumed_replaced(reader, asked),
            possible_beyond(reader, asked),
            history_removed_before(reader, asked),
            runs_within(reader, asked.start, asked.question),
        )
        if is_json:
            answer = await everything(
                reader, asked, assumed, destroyers, possible_beyond=is_more_possible, total_within=total_within
            )
            answer["historyRemovedBefore"] = None if removed_before is None else removed_before.isoformat()
            text = orjson.dumps(answer, option=orjson.OPT_INDENT_2).decode() + "\n"
        notes = await start_notes(reader, asked, total_within)
        if form == "text" and text is not None:
            text = _with_notes(text, notes)
        else:
            _tell(notes)
        _tell(start_warnings(asked, has_removed=removed_before is not None))
        if removed_before is not None:
            _tell([f"runs of before {removed_before.isoformat()} were removed by retention: some may be missing"])
        if destroyers:
            runs = await urns_by_id(reader, [write.run_id for write in destroyers[:MAX_NAMED]])
            _warn_of(destroyers, runs)
        if assumed is not None and assumed.asset_ids:
            assets = await urns_by_id(reader, assumed.asset_ids[:MAX_ASSUMED])
            _tell_assumed([*assets.values()], len(assumed.asset_ids))
        if is_more_possible:
            _tell(["more is possible: add --certainty possible"])
    return text


async def _knowable(reader: Reader, question: Question) -> Question:
    """The question as of a moment of which it is known what had arrived; says so if it is an earlier one."""
    asked = question.point_in_time.known_at
    if asked is None:
        return question
    [known_at] = await reader.arrivals.knowable([asked])
    if known_at < asked:
        _tell([f"a merge has been running since {known_at.isoformat()}: the answer is what was known then"])
    return replace(question, point_in_time=replace(question.point_in_time, known_at=known_at))


def _tell(notes: Iterable[str]) -> None:
    for note in notes:
        click.echo(f"headwater: {note}", err=True)


def _with_notes(text: str, notes: Sequence[str]) -> str:
    """The text with sentences at the end of its head."""
    head, blank, rest = text.partition("\n\n")
    lines = [line for note in notes for line in wrap(printable(note), WIDTH, break_on_hyphens=False)]
    return "\n".join([head, *lines]) + blank + rest


def _warn_of(destroyers: Sequence[Version], runs: dict[int, str]) -> None:
    """Warn of open writes that may have destroyed the start."""
    for write in destroyers[:MAX_NAMED]:
        assert write.at is not None
        end = f"ended at {write.until.isoformat()} without success" if write.until else "has not ended"
        _tell([f"the start may be gone: {runs[write.run_id]} began to replace it at {write.at.isoformat()}, and {end}"])
    if len(destroyers) > MAX_NAMED:
        _tell([f"{len(destroyers) - MAX_NAMED} older runs also began to replace it"])


def _tell_assumed(assets: Sequence[str], total: int) -> None:
    """Say which assets were taken to be replaced."""
    names = ", ".join(assets)
    more = f" and {total - len(assets)} more" if total > len(assets) else ""
    _tell(
        [
            f"no event says whether writes of {names}{more} replace or append; assumed: replace."
            " If they append, say so, and more is certain: headwater writes URN append"
        ]
    )
