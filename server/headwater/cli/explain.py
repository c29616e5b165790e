"""`headwater explain`: a GraphQL query's plan, its cost and its statements."""

from typing import Any, BinaryIO

import click

from headwater.cli.settings import command_settings


def _object(ctx: click.Context, param: click.Parameter, value: str | None) -> dict[str, Any]:
    import orjson

    try:
        variables = orjson.loads(value or "{}")
    except orjson.JSONDecodeError as error:
        raise click.BadParameter(f'expected a JSON object such as {{"count": 10}}: {error}', ctx, param) from error
    if not isinstance(variables, dict):
        raise click.BadParameter(f'expected a JSON object such as {{"count": 10}}, got {value}', ctx, param)
    return variables


@click.command("explain")
@click.argument("file", type=click.File("rb"))
@click.option("--variables", metavar="JSON", callback=_object, help='Values of variables, such as {"count": 10}.')
@click.option("--operation", metavar="NAME", help="The operation to explain. Required if the document has several.")
@click.option("--no-database", is_flag=True, help="Print only the plan and the cost; execute nothing.")
def explain_command(file: BinaryIO, variables: dict[str, Any], operation: str | None, no_database: bool) -> None:
    """Show a GraphQL query's plan, its cost and its SQL statements.

    FILE is the document; - is standard input. The query is executed twice: the times are those of the second
    execution, with prepared statements, as on a running server. Mutations and subscriptions are not executed.
    docs/graphql-execution.md explains the output.
    """
    # Here, since GraphQL takes seconds.
    from headwater.cli.explain_query import Asked, compiled
    from headwater.cli.explain_statements import executed
    from headwater.graphql.schema import build_schema

    settings = command_settings()
    schema = build_schema(settings.query_limits)
    asked = Asked("standard input" if file.name == "<stdin>" else file.name, file.read(), variables, operation)
    query = compiled(schema, settings.query_limits, asked)
    click.echo(query.text(settings.query_limits))
    query.check(settings.query_limits)
    if no_database:
        return
    if query.kind != "query":
        click.echo(f"\nNot executed: only queries are, and this is a {query.kind}.")
        return
    found = executed(settings, schema, asked)
    click.echo(f"\n{found.text()}")
    found.require_success()
