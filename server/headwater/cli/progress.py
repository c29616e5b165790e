"""One line of a terminal that says how far a command is."""

import sys

import click


def show_progress(text: str) -> None:
    """Keeps one line of a terminal up to date; a file gets nothing of it."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", nl=False, err=True)
