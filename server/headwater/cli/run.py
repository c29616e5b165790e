"""`headwater run`: register, verify, show, export."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from headwater.cli.run_errors import RunCommands
from headwater.registry.defaults import DEFAULT_NAMESPACE, EVENT_TYPES

if TYPE_CHECKING:
    from headwater.evidence.client import RunRegistry
    from headwater.evidence.report import Report

API_KEY_VARIABLE = "OPENLINEAGE_API_KEY"

_URL = click.option(
    "--url",
    envvar="HEADWATER_URL",
    metavar="URL",
    help="Ask this server, with the token in HEADWATER_TOKEN. Default: HEADWATER_URL, else the database of the"
    " settings.",
)
_FORMAT = click.option("--format", "form", type=click.Choice(["text", "md", "json"]), default="text", show_default=True)
_NAMESPACE = click.option("--namespace", help="The namespace of the job, if jobs of several share the run id.")
_PROCESS = click.option("--process", help="The name of the job, if several share the run id.")
_REVISION = click.option("--revision", type=click.IntRange(1, 2**31 - 1), help="The revision. Default: the newest.")
_ROOT = click.option(
    "--root",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="The folder of the files; none outside of it is read. Default: the current one.",
)


@click.group("run", cls=RunCommands)
def run_commands() -> None:
    """Prove what a run left behind, by checksums of its files.

    Register the evidence, verify it, export the run as an OpenLineage event (docs/evidence.md).

    Exit codes: 0 green; 1 red, see the blockers; 2 wrong usage, or a file that cannot be read.

    Also 3 drift, a file is not what was registered; 4 the server failed, or a collector refused the event.
    """


@run_commands.command("register")
@click.option(
    "--result", required=True, type=click.Path(path_type=Path), metavar="FILE", help="The run's result, JSON."
)
@click.option("--artifact", "artifacts", multiple=True, metavar="NAME=PATH", help="A file of the run. Repeatable.")
@click.option("--require", multiple=True, metavar="NAME", help="An artifact that must be there. Repeatable.")
@click.option("--run-id", help="The run's id, if its result has none.")
@click.option("--namespace", default=DEFAULT_NAMESPACE, show_default=True, help="The namespace of the job.")
@_URL
@_FORMAT
def register_command(
    result: Path,
    artifacts: tuple[str, ...],
    require: tuple[str, ...],
    run_id: str | None,
    namespace: str,
    url: str | None,
    form: str,
) -> None:
    """Register a run's result and artifacts by their checksums, as a new revision. Files stay where they are."""
    _finish(_registry(url).register(result, _named_paths(artifacts), require, namespace=namespace, run_id=run_id), form)


@run_commands.command("verify")
@click.argument("run_id", required=False)
@click.option("--all", "everything", is_flag=True, help="The newest revision of every run.")
@click.option("--entry", type=click.Path(path_type=Path), metavar="FILE", help="dpone's registry entry, and its files.")
@click.option("--event", type=click.Path(path_type=Path), metavar="FILE", help="An exported event.")
@_NAMESPACE
@_PROCESS
@_REVISION
@_ROOT
@_URL
@_FORMAT
def verify_command(
    run_id: str | None,
    everything: bool,
    entry: Path | None,
    event: Path | None,
    namespace: str | None,
    process: str | None,
    revision: int | None,
    root: Path,
    url: str | None,
    form: str,
) -> None:
    """Read the files of a registration again, and compare their checksums.

    A run without drift exits as its registration: 0 green, 1 red.
    """
    if sum((run_id is not None, everything, entry is not None, event is not None)) != 1:
        raise click.UsageError("expected exactly one of: RUN_ID, --all, --entry, --event")
    registry = _registry(url)
    if everything:
        report = registry.verify_all(root=root)
    elif entry is not None:
        report = registry.verify_entry(entry, namespace=namespace or DEFAULT_NAMESPACE, root=root)
    elif event is not None:
        report = registry.verify_event(event, namespace=namespace)
    else:
        assert run_id is not None
        report = registry.verify(run_id, namespace=namespace, process=process, revision=revision, root=root)
    _finish(report, form)


@run_commands.command("show")
@click.argument("run_id")
@click.option("--history", is_flag=True, help="All revisions, newest first.")
@_NAMESPACE
@_PROCESS
@_REVISION
@_URL
@_FORMAT
def show_command(run_id: str, form: str, url: str | None, **named: Any) -> None:
    """Show the registered evidence of a run."""
    _finish(_registry(url).show(run_id, **named), form)


@run_commands.command("export")
@click.argument("run_id", required=False)
@click.option("--entry", type=click.Path(path_type=Path), metavar="FILE", help="dpone's registry entry, not RUN_ID.")
@click.option("--input", "inputs", multiple=True, metavar="NAMESPACE=NAME", help="An input dataset. Repeatable.")
@click.option("--output", "outputs", multiple=True, metavar="NAMESPACE=NAME", help="An output dataset. Repeatable.")
@click.option(
    "--event-type",
    type=click.Choice(EVENT_TYPES),
    default=EVENT_TYPES[0],
    show_default=True,
    help="auto: COMPLETE if green, else FAIL. COMPLETE and FAIL must agree with the registration.",
)
@click.option(
    "--output-dir",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="The folder of the file, RUN_ID__openlineage.json; the id is percent-encoded.",
)
@click.option(
    "--send", metavar="URL", help=f"Send the event to a collector, with the key in {API_KEY_VARIABLE}. The file stays."
)
@_NAMESPACE
@_PROCESS
@_REVISION
@_URL
@_FORMAT
def export_command(
    run_id: str | None,
    entry: Path | None,
    inputs: tuple[str, ...],
    outputs: tuple[str, ...],
    event_type: str,
    output_dir: Path,
    send: str | None,
    namespace: str | None,
    process: str | None,
    revision: int | None,
    url: str | None,
    form: str,
) -> None:
    """Write a registration as an OpenLineage event. A red run's event is written, too, and the exit code is 1."""
    from headwater.registry.export import read_dataset

    if (run_id is None) == (entry is None):
        raise click.UsageError("expected exactly one of: RUN_ID, --entry")
    report = _registry(url).export(
        run_id,
        output_dir,
        [read_dataset("--input", one) for one in inputs],
        [read_dataset("--output", one) for one in outputs],
        entry=entry,
        namespace=namespace,
        process=process,
        revision=revision,
        event_type=event_type,
        send=send,
        api_key=os.environ.get(API_KEY_VARIABLE),
    )
    _finish(report, form)


def _registry(url: str | None) -> "RunRegistry":
    from headwater.cli.settings import command_settings
    from headwater.evidence.asking import AskedServer, AskedStore
    from headwater.evidence.client import RunRegistry

    if url:
        return RunRegistry(asked=AskedServer(url, os.environ.get("HEADWATER_TOKEN")))
    return RunRegistry(asked=AskedStore(command_settings()))


def _named_paths(words: tuple[str, ...]) -> dict[str, str]:
    """Read NAME=PATH of each artifact."""
    found: dict[str, str] = {}
    for word in words:
        name, sign, path = word.partition("=")
        if not (name and sign and path):
            raise click.BadParameter(
                f"expected NAME=PATH, such as quality=quality.json, got {word!r}", param_hint="--artifact"
            )
        if name in found:
            raise click.BadParameter(f"expected each name once, got {name!r} twice", param_hint="--artifact")
        found[name] = path
    return found


def _finish(report: "Report", form: str) -> None:
    texts = {"text": report.to_text, "md": report.to_markdown, "json": report.to_json}
    click.echo(texts[form](), nl=False)
    raise SystemExit(report.exit_code)
