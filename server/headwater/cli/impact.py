"""`headwater impact`: what a start has affected, or what went into it, for a terminal, a page or a program."""

import asyncio
from datetime import datetime
from pathlib import Path
from typing import Any

import click
import orjson

from headwater.app.database import database
from headwater.app.logs import configure_logs
from headwater.cli.moment import Moment
from headwater.errors import BadRequestError, HeadwaterError, NotFoundError, OverloadedError
from headwater.graphql.schema import build_schema, request_context
from headwater.model.questions import Certainty, Direction, Kind
from headwater.settings import load_settings
from headwater.store.pool import read_pool
from headwater.store.reader import Reader
from headwater.urn import openlineage_dataset_urn

_QUERY = """
query (
  $urn: String!, $madeBy: String, $at: DateTime, $direction: LineageDirection!,
  $kinds: [ImpactKind!], $certainty: LineageCertainty!, $asOf: DateTime, $knownAt: DateTime
) {
  impact(
    urn: $urn, madeBy: $madeBy, at: $at, direction: $direction, kinds: $kinds, certainty: $certainty,
    vantage: { asOf: $asOf, knownAt: $knownAt }
  ) { startTotal %s }
}
"""
_NOTED = (
    "startReads assumedReplaced { total assets { urn } } startPossiblyDestroyedBy(count: 1000) { run { urn } at until }"
)
_EVERYTHING = (
    f"start {{ urn type }} direction {_NOTED}"
    + """
  total truncated possibleBeyond
  totalsByType { type total }
  totalsByTemplate(count: 1000) { template { urn } total }
  levels { depth runs versions }
  runs(count: 1000) {
    start count total
    runs {
      run { urn parentTemplate { urn } } kind certainty depth reachedAt kinds { kind certainty depth reachedAt }
      state { status result { resultType } attempt startedAt endedAt }
    }
  }
  versions(count: 1000) {
    start count total
    versions {
      version { asset { urn } run { urn } attempt at nativeVersion isOpen } kind certainty depth reachedAt
      kinds { kind certainty depth reachedAt }
    }
  }
  atRisk {
    template { urn } latestRun { urn } asset { urn } version { asset { urn } run { urn } attempt at nativeVersion }
  }
"""
)
_ERRORS: dict[int | str, type[HeadwaterError]] = {400: BadRequestError, 404: NotFoundError}
MOST_NAMED = 20
"""The most runs that stderr names: those that began to replace the start."""

_FORMATS = ["text", "json", "mermaid", "svg"]


@click.command("impact")
@click.argument("urn", required=False)
@click.option(
    "--dataset",
    nargs=2,
    metavar="NAMESPACE NAME",
    help="A dataset by the names that OpenLineage's events give, not by URN.",
)
@click.option(
    "--at",
    type=Moment(),
    help="Start at what a dataset or model shows then, or at its reads since if no known run had written it."
    " Default: --as-of, else now.",
)
@click.option("--made-by", metavar="URN", help="Of a dataset or model: start at what this run wrote of it.")
@click.option(
    "--direction",
    type=click.Choice(Direction, case_sensitive=False),
    default=Direction.DOWNSTREAM,
    show_default=True,
    help="What follows from the start, or what went into it.",
)
@click.option("--as-of", type=Moment(), help="Answer from what had happened by then.")
@click.option("--known-at", type=Moment(), help="Answer from what had arrived by then.")
@click.option(
    "--certainty",
    type=click.Choice(Certainty, case_sensitive=False),
    default=Certainty.CERTAIN,
    show_default=True,
    help="possible: also what only may be affected.",
)
@click.option(
    "--kinds",
    type=click.Choice(Kind, case_sensitive=False),
    multiple=True,
    help="Only this kind; may be given several times. Default: all.",
)
@click.option(
    "--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True, help="What is printed."
)
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file instead of printing."
)
def impact_command(
    urn: str | None, dataset: tuple[str, str] | None, form: str, output: Path | None, **asked: Any
) -> None:
    """Show everything that a run, a job, a flow, a dataset or a model has affected, and why.

    A dataset or a model is asked about as it was at a moment, or as a run wrote it. Times are ISO 8601, such as
    2026-10-15T08:00Z, and UTC where they name no offset. Large answers are folded by job and asset; --format json has
    the first 1000 runs and versions one by one, with all totals.
    """
    if (urn is None) == (dataset is None):
        raise click.UsageError("say where to start: by URN or by --dataset NAMESPACE NAME")
    start = urn if urn is not None else openlineage_dataset_urn(*dataset or ("", ""))
    drawn = f"possibleBeyond {_NOTED} diagram(format: {form.upper()})"
    answer = _ask(start, _EVERYTHING if form == "json" else drawn, **asked)
    _explain(answer, asked["direction"])
    text = orjson.dumps(answer, option=orjson.OPT_INDENT_2).decode() + "\n" if form == "json" else answer["diagram"]
    if text is None:
        raise OverloadedError(
            "The answer is too large, or took too long, to be drawn: ask for less, or --format json for its totals."
        )
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")


def _ask(
    urn: str,
    selection: str,
    *,
    at: datetime | None,
    made_by: str | None,
    direction: Direction,
    as_of: datetime | None,
    known_at: datetime | None,
    certainty: Certainty,
    kinds: tuple[Kind, ...],
) -> dict[str, Any]:
    """What GraphQL's `impact` answers. Raises NotFoundError, or BadRequestError for what it refuses."""
    variables = {
        "urn": urn,
        "madeBy": made_by,
        "at": _iso(at),
        "direction": direction.value,
        "kinds": [kind.value for kind in kinds] or None,
        "certainty": certainty.value,
        "asOf": _iso(as_of),
        "knownAt": _iso(known_at),
    }
    settings = load_settings()
    configure_logs(settings)
    with database(settings) as url:
        data = asyncio.run(_execute(url, _QUERY % selection, variables))
    answer: dict[str, Any] = data["impact"]
    return answer


def _explain(answer: dict[str, Any], direction: Direction) -> None:
    """Say where the answer starts, if not at a known writer, what it assumed, and that more is possible."""
    is_unwritten, reads = answer.pop("startTotal") == 0, answer["startReads"]
    if reads is not None:
        click.echo(
            f"headwater: no known run had written it by then, so the answer starts at the reads since: {reads}."
            " --at asks since another moment.",
            err=True,
        )
    elif is_unwritten:
        asked = "what went into it" if direction is Direction.UPSTREAM else "the impact"
        click.echo(f"headwater: no writer is known by then, so {asked} is unknown", err=True)
    destroyers = answer["startPossiblyDestroyedBy"] or []
    for write in destroyers[:MOST_NAMED]:
        _warn_of(write)
    if len(destroyers) > MOST_NAMED:
        click.echo(f"headwater: {len(destroyers) - MOST_NAMED} older runs began to replace it, too", err=True)
    assumed = answer["assumedReplaced"]
    if assumed and assumed["total"]:
        names = [asset["urn"] for asset in assumed["assets"]]
        more = f" and {assumed['total'] - len(names)} more" if assumed["total"] > len(names) else ""
        click.echo(
            f"headwater: nobody said whether writes of {', '.join(names)}{more} replace or append. Assumed: replace."
            " If they append, more is certain: headwater writes URN append",
            err=True,
        )
    if answer["possibleBeyond"]:
        click.echo("headwater: possible ways lead to more: --certainty possible", err=True)


def _warn_of(write: dict[str, Any]) -> None:
    """Warn of an open write that may have destroyed the start."""
    run, until = write["run"]["urn"], write["until"]
    over = f"was over at {until}" if until else "goes on"
    click.echo(
        f"headwater: what it starts at may be gone: {run} began to replace it at {write['at']}, {over}, and has not"
        " succeeded",
        err=True,
    )


async def _execute(database_url: str, query: str, variables: dict[str, Any]) -> dict[str, Any]:
    async with await read_pool(database_url, 2) as pool:
        result = await build_schema().execute(query, variables, context_value=request_context(Reader(pool)))
    if not result.errors:
        return dict(result.data or {})
    [error, *_] = result.errors
    code = (error.extensions or {}).get("code", 500)
    raise _ERRORS.get(code, HeadwaterError)(error.message)


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
