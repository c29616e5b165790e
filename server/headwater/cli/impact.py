"""`headwater impact`: what a start has affected, or what went into it, for a terminal, a page or a program."""

from datetime import datetime
from typing import TextIO

import click

from headwater.cli.impact_errors import in_words_of_the_shell
from headwater.cli.moment import Moment
from headwater.errors import BadRequestError
from headwater.model.questions import Certainty, Direction, Kind

_FORMATS = ["text", "json", "mermaid", "svg"]


@click.command("impact")
@click.argument("urn", required=False)
@click.option(
    "--dataset",
    nargs=2,
    metavar="NAMESPACE NAME",
    help="Start at a dataset by its OpenLineage namespace and name, instead of a URN.",
)
@click.option(
    "--at",
    type=Moment(),
    help="Start at what a dataset or model shows at this time. If no known run had written it by then, start at its"
    " reads since then. Default: --as-of, else now.",
)
@click.option("--made-by", metavar="URN", help="Start at what this run wrote of the dataset or model.")
@click.option(
    "--direction",
    type=click.Choice(Direction, case_sensitive=False),
    default="downstream",
    show_default=True,
    help="downstream: what the start has affected. upstream: what went into it.",
)
@click.option(
    "--column",
    "columns",
    metavar="NAME",
    multiple=True,
    help="Only this column of the start, and only what it was used for, or made from; repeatable. Default: whole data.",
)
@click.option(
    "--containment",
    is_flag=True,
    help="Start also at all runs within a run, such as the tasks of a DAG's run, and pass effects from a run to its"
    " parent.",
)
@click.option("--as-of", type=Moment(), help="Ignore what happened after this time. Default: ignore nothing.")
@click.option("--known-at", type=Moment(), help="Ignore what arrived after this time. Default: now.")
@click.option(
    "--certainty",
    type=click.Choice(Certainty, case_sensitive=False),
    default="certain",
    show_default=True,
    help="certain: only what the start has certainly affected. possible: also what it may have affected.",
)
@click.option(
    "--kinds",
    type=click.Choice(Kind, case_sensitive=False),
    multiple=True,
    help="Show only this kind; repeatable. Default: all.",
)
@click.option(
    "--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True, help="The form of the answer."
)
@click.option(
    "--output",
    type=click.File("w", encoding="utf-8", lazy=True),
    default="-",
    help="Write to this file instead of printing.",
)
def impact_command(
    urn: str | None,
    dataset: tuple[str, str] | None,
    form: str,
    output: TextIO,
    made_by: str | None,
    at: datetime | None,
    direction: Direction,
    columns: tuple[str, ...],
    containment: bool,
    kinds: tuple[Kind, ...],
    certainty: Certainty,
    as_of: datetime | None,
    known_at: datetime | None,
) -> None:
    """Show what a run, job or dataset has affected, and why.

    Give the start as the URN of a run, job, flow, dataset or model, or as a --dataset. A dataset or model starts at
    its latest write, unless --at, --as-of or --made-by chooses another. Times are ISO 8601, such as
    2026-10-15T08:00Z; without an offset, UTC.

    \b
    CONTAMINATED  worked on data from the start
    STALE         read old data, since the start failed to replace it
    AT_RISK       a job that would read such data next

    AT_RISK leaves out the next readers of the old table that a failed run did not replace: they become STALE once
    they have run. --dataset NAMESPACE NAME --as-of TIME lists them.

    Runs of one job are folded in large answers. --format json lists the first 1000 runs and the first 1000 versions,
    with all totals.
    """
    if (urn is None) == (dataset is None):
        given = "neither was" if urn is None else "both were"
        raise click.UsageError(f"expected one start, by URN or by --dataset NAMESPACE NAME: {given} given")
    # Here, since numpy and the driver take longer than all else that a command imports.
    from headwater.cli.impact_answer import answered
    from headwater.lineage.points import Point
    from headwater.lineage.question import Question, columns_of
    from headwater.model.questions import PointInTime
    from headwater.urn import named_dataset_urn

    start = urn if urn is not None else named_dataset_urn(*dataset or ("", ""))
    point_in_time = PointInTime(as_of, known_at, possible=certainty is Certainty.POSSIBLE)
    question = Question(
        Point(start, made_by, at),
        direction,
        frozenset(kinds or Kind),
        point_in_time,
        containment=containment,
        columns=columns_of(columns or None),
    )
    try:
        text = answered(question, form)
    except BadRequestError as error:
        raise in_words_of_the_shell(error, "URN" if dataset is None else "--dataset") from error
    click.echo(text, output, nl=False)
