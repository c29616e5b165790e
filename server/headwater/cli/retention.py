"""`headwater retention`: which runs to keep, what would go, and the removal of the rest."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from headwater.cli.connection import on_database
from headwater.cli.number import Number
from headwater.cli.table import table

if TYPE_CHECKING:
    from asyncpg import Connection

    from headwater.store.retention import Judged, Policy, Removed, Scope
    from headwater.store.sampling import SamplingPolicy

_REASONS = {
    "RUNNING": "a run has not ended",
    "HELD": "a run is held",
    "NO_POLICY": "no policy is for a job",
    "YOUNG": "a run is young enough",
    "FAILURE": "a run failed not long ago",
    "NEWEST": "a run is among the newest of its job",
    "SAMPLE": "it is one of so many that stay",
    "SHOWN": "a dataset still shows what a run wrote",
    "REGISTERED": "a run was registered by `headwater run register` or `registerRun`",
    "PROPOSED": "DataHub's clients sent aspects of a run",
    "SHARED_ID": "a run of another family has the same id",
    "UNTIMED": "no event of a run is known",
}


@click.group("retention")
def retention_commands() -> None:
    """Set the runs to keep, show what would go, and remove it.

    A root and all runs that it contains go together, once a policy lets each of them go (docs/retention.md).
    """


def _of_scope(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a scope, and pass it `scope` and `name`."""

    @click.option("--job", "template", metavar="URN", help="For the runs of this job.")
    @click.option("--flow", metavar="URN", help="For the runs of the jobs of this flow.")
    @click.option("--platform", metavar="NAME", help="For the flows of this orchestrator, such as airflow.")
    @wraps(command)
    def with_scope(template: str | None, flow: str | None, platform: str | None, **others: Any) -> None:
        from headwater.store.retention import Scope

        given = {Scope.TEMPLATE: template, Scope.FLOW: flow, Scope.PLATFORM: platform}
        named = [(scope, name) for scope, name in given.items() if name is not None]
        if len(named) > 1:
            raise click.UsageError("expected at most one of --job, --flow and --platform")
        scope, name = named[0] if named else (Scope.EVERYTHING, "")
        command(scope=scope, name=name, **others)

    return with_scope


_COUNT = click.IntRange(min=1, max=2_147_483_647)
_DAYS = Number(36_500)


@retention_commands.command("set")
@_of_scope
@click.option("--keep-runs", type=_COUNT, help="Keep this many of the newest runs of each job.")
@click.option("--keep-days", type=_DAYS, help="Keep runs up to this age in days.")
@click.option("--keep-failures-days", type=_DAYS, help="Keep failed runs up to this age in days.")
@click.option("--keep-every", type=_COUNT, help="Keep one of this many families that would go.")
def set_command(
    scope: "Scope",
    name: str,
    keep_runs: int | None,
    keep_days: float | None,
    keep_failures_days: float | None,
    keep_every: int | None,
) -> None:
    """Set the policy of a job, a flow, a platform, or everything.

    A run stays while any of the options keeps it. Only the most specific policy of a run counts.
    """
    from headwater.store.retention import Policy, set_retention_policy

    if keep_runs is None and keep_days is None:
        raise click.UsageError("expected --keep-runs, --keep-days, or both")
    policy = Policy(scope, name, keep_runs, keep_days, keep_failures_days, keep_every)
    _set(policy, lambda connection: set_retention_policy(connection, policy))
    click.echo(_told(policy))


@retention_commands.command("unset")
@_of_scope
def unset_command(scope: "Scope", name: str) -> None:
    """Forget the policy of a job, a flow, a platform, or everything."""
    from headwater.store.retention import unset_retention_policy

    on_database(lambda connection: unset_retention_policy(connection, scope, name))
    click.echo("unset")


@retention_commands.command("list")
def list_command() -> None:
    """List the policies, the most specific first, the sampling, and the held runs."""
    from headwater.store.retention import held_runs, retention_policies
    from headwater.store.sampling import sampling_policies

    async def read(connection: "Connection") -> list[str]:
        return [
            *([*map(_told, await retention_policies(connection))] or ["no policies: all runs stay"]),
            *map(_told_sampling, await sampling_policies(connection)),
            *(f"held since {run.held_at:%Y-%m-%d}: {run.urn} ({run.reason})" for run in await held_runs(connection)),
        ]

    click.echo("\n".join(on_database(read)))


@retention_commands.command("sample")
@_of_scope
@click.option("--keep-every", type=_COUNT, required=True, help="Keep one of this many successful runs whole.")
def sample_command(scope: "Scope", name: str, keep_every: int) -> None:
    """Store fewer facets of most successful runs, from now on.

    Events of the other runs lose the facets that only describe, such as SQL and plans. States, times, parents,
    inputs, outputs, columns and amounts stay.
    """
    from headwater.store.sampling import SamplingPolicy, set_sampling_policy

    policy = SamplingPolicy(scope, name, keep_every)
    _set(policy, lambda connection: set_sampling_policy(connection, policy))
    click.echo(_told_sampling(policy))


@retention_commands.command("unsample")
@_of_scope
def unsample_command(scope: "Scope", name: str) -> None:
    """Forget the sampling of a job, a flow, a platform, or everything."""
    from headwater.store.sampling import unset_sampling_policy

    on_database(lambda connection: unset_sampling_policy(connection, scope, name))
    click.echo("unset")


@retention_commands.command("hold")
@click.argument("urn")
@click.option("--reason", required=True, help="The cause, such as the number of an incident.")
def hold_command(urn: str, reason: str) -> None:
    """Keep a run, with its family, whatever the policies say."""
    from headwater.store.retention import hold_run

    if not reason.strip():
        raise click.UsageError("--reason: expected a text")
    on_database(lambda connection: hold_run(connection, urn, reason.strip()), merges=True)
    click.echo("held")


@retention_commands.command("release")
@click.argument("urn")
def release_command(urn: str) -> None:
    """Let the policies decide on a held run again."""
    from headwater.store.retention import release_run

    on_database(lambda connection: release_run(connection, urn))
    click.echo("released")


def _set(policy: "Policy | SamplingPolicy", work: "Callable[[Connection], Awaitable[None]]") -> None:
    """Set a policy; warn if the store does not know the name in it."""
    from headwater.store.retention import is_scope_known

    async def is_known(connection: "Connection") -> bool:
        await work(connection)
        return await is_scope_known(connection, policy.scope, policy.name)

    if not on_database(is_known, makes_store=True):
        click.echo(f"no event has named {_named(policy)} yet: check its spelling", err=True)


def _told(policy: "Policy") -> str:
    kept = {
        "the newest {} runs of each job": policy.keep_runs,
        "runs of up to {:g} days": policy.keep_days,
        "failed runs of up to {:g} days": policy.keep_failures_days,
        "one family in {}": policy.keep_every,
    }
    parts = [words.format(value) for words, value in kept.items() if value is not None]
    return f"{_named(policy)}: keeps {', '.join(parts)}"


def _told_sampling(policy: "SamplingPolicy") -> str:
    return f"{_named(policy)}: keeps one successful run in {policy.keep_every} whole"


def _named(policy: "Policy | SamplingPolicy") -> str:
    from headwater.store.retention import in_words

    return in_words(policy.scope, policy.name)


@retention_commands.command("plan")
def plan_command() -> None:
    """Show what `apply` would remove now, and why the rest stays. Changes nothing."""
    from headwater.store.retention import plan_removal

    async def read(connection: "Connection") -> "list[Judged]":
        return await plan_removal(connection, datetime.now(UTC))

    judged = on_database(read)
    rows = [
        (one.template or "-", "go" if one.reason is None else "stay", f"{one.runs:,}", _why(one.reason))
        for one in judged
    ]
    going = sum(one.runs for one in judged if one.reason is None)
    click.echo(f"{going:,} of {sum(one.runs for one in judged):,} runs would go")
    if rows:
        click.echo(table(("JOB OF THE ROOT", "THEY", "RUNS", "WHY"), rows))


def _why(reason: str | None) -> str:
    return "no policy keeps them" if reason is None else _REASONS[reason]


@retention_commands.command("apply")
@click.option(
    "--runs-per-second", type=Number(1_000_000), default=500.0, show_default=True,
    help="The most runs to remove in a second.",
)  # fmt: skip
@click.option("--log", "drops_log", is_flag=True, help="Then drop the months of the log whose runs have all gone.")
def apply_command(runs_per_second: float, drops_log: bool) -> None:
    """Remove the runs that no policy keeps, in small steps, while ingestion continues.

    Each step is kept if the command is stopped; the next one continues.
    """
    from headwater.store.log_retention import drop_old_log
    from headwater.store.retention import remove_runs

    async def remove(connection: "Connection") -> "Removed":
        return await remove_runs(connection, datetime.now(UTC), runs_per_second, lambda _: None)

    done = on_database(remove, merges=True)
    click.echo(f"removed {done.runs:,} runs of {done.families:,} families; {done.looked_at:,} families were looked at")
    click.echo(f"removed {done.facets:,} facets that nothing else uses")
    if drops_log:
        months = on_database(lambda connection: drop_old_log(connection, datetime.now(UTC)))
        dropped = [f"{month.first_day:%Y-%m}" for month in months if month.reason is None]
        click.echo(f"dropped the log of {', '.join(dropped) or 'no month'}")
        for month in months:
            if month.reason is not None:
                click.echo(f"kept the log of {month.first_day:%Y-%m}: {month.reason}")
