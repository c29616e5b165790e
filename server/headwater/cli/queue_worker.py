"""`headwater worker`."""

import asyncio
import signal
from typing import TYPE_CHECKING

import click

from headwater.cli.settings import command_settings

if TYPE_CHECKING:
    from headwater.settings import Settings
    from headwater.store.database import Database


@click.command("worker")
@click.option(
    "--metrics-port",
    type=click.IntRange(1, 65535),
    help="The port on 127.0.0.1 at which Prometheus may scrape this worker. Default: none.",
)
def worker_command(metrics_port: int | None) -> None:
    """Merge queued writes until Ctrl-C or SIGTERM.

    Any number of workers may run, beside servers or in their place (HEADWATER_DRAINS_QUEUE=false). A worker that is
    killed loses nothing: what it had claimed stays in the queue
    (docs/asynchronous-writes.md).
    """
    from headwater import metrics
    from headwater.app.database import pooled_database
    from headwater.otel.start import start_tracing

    settings = command_settings()
    start_tracing()
    if metrics_port is not None:
        metrics.serve_on_loopback(metrics_port)
    with pooled_database(settings, makes_store=True) as database:
        asyncio.run(_work(settings, database))


async def _work(settings: "Settings", database: "Database") -> None:
    from headwater.garbage import collect_rarely
    from headwater.ingest.event_gatherer import EventGatherer
    from headwater.ingest.queue_worker import QueueWorker
    from headwater.store.heartbeat import heartbeat

    stopped = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, stopped.set)
    async with (
        EventGatherer(database, *settings.event_limits) as events,
        heartbeat(database),
        QueueWorker(database, events),
    ):
        click.echo("Headwater merges queued writes; Ctrl-C ends it.", err=True)
        with collect_rarely():
            await stopped.wait()
