"""`headwater impact`: what a start has affected, or what went into it, for a terminal, a page or a program."""

from datetime import datetime
from pathlib import Path

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
    urn: str | None,
    dataset: tuple[str, str] | None,
    form: str,
    output: Path | None,
    made_by: str | None,
    at: datetime | None,
    direction: Direction,
    kinds: tuple[Kind, ...],
    certainty: Certainty,
    as_of: datetime | None,
    known_at: datetime | None,
) -> None:
    """Show everything that a run, a job, a flow, a dataset or a model has affected, and why.

    A dataset or a model is asked about as it was at a moment, or as a run wrote it. Times are ISO 8601, such as
    2026-10-15T08:00Z, and UTC where they name no offset. Large answers are folded by job and asset; --format json has
    the first 1000 runs and versions one by one, with all totals.
    """
    if (urn is None) == (dataset is None):
        given = "neither was" if urn is None else "both were"
        raise click.UsageError(f"say where to start, by URN or by --dataset NAMESPACE NAME: {given} given")
    # Here, since numpy and the driver take longer than all else that a command imports.
    from headwater.cli.impact_answer import answered
    from headwater.lineage.points import Point
    from headwater.lineage.question import Question
    from headwater.model.questions import PointInTime
    from headwater.urn import named_dataset_urn

    start = urn if urn is not None else named_dataset_urn(*dataset or ("", ""))
    point_in_time = PointInTime(as_of, known_at, possible=certainty is Certainty.POSSIBLE)
    question = Question(Point(start, made_by, at), direction, frozenset(kinds or Kind), point_in_time)
    try:
        text = answered(question, form)
    except BadRequestError as error:
        raise in_words_of_the_shell(error, "URN" if dataset is None else "--dataset") from error
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")
