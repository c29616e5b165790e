"""`headwater writes`: whether writes of an asset append or replace."""

import click

from headwater.cli.connection import on_database
from headwater.cli.table import table
from headwater.model.write_mode import WriteMode


@click.command("writes")
@click.argument("urn", required=False)
@click.argument("mode", required=False, type=click.Choice(WriteMode, case_sensitive=False))
@click.option("--unset", is_flag=True, help="Forget the mode of this dataset or model.")
def writes_command(urn: str | None, mode: WriteMode | None, unset: bool) -> None:
    """Declare whether writes append to a dataset or replace it.

    URN is a dataset or a model. The mode counts where events do not say it: for all writes, known and to come, and
    for all names of the data. Without arguments, print the declared modes. Default: a write replaces
    (docs/point-in-time.md).
    """
    from headwater.store.write_modes import set_write_mode, unset_write_mode, write_modes

    if urn is None:
        if unset:
            raise click.UsageError("--unset: expected the URN of a dataset or model")
        rows = [(configured.urn, configured.mode.value.lower()) for configured in on_database(write_modes)]
        click.echo(table(("URN", "WRITES"), rows) if rows else "no modes are declared: writes replace")
        return
    if (mode is None) != unset:
        raise click.UsageError("expected one of: append, replace, --unset")
    if mode is None:
        on_database(lambda connection: unset_write_mode(connection, urn))
        click.echo("unset")
    else:
        on_database(lambda connection: set_write_mode(connection, urn, mode), makes_store=True)
        click.echo(f"writes {mode.value.lower()}")
