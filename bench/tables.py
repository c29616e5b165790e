"""Tables in Markdown, of milliseconds and ratios."""


def compared(ours: float, theirs: float) -> tuple[str, str, str]:
    """Return three cells: theirs, ours and the ratio."""
    return millis(theirs), millis(ours), f"{ours / theirs:.2f}"


def millis(value: float) -> str:
    """Return a cell, with a decimal below 20."""
    return f"{value:,.0f}" if value >= 20 else f"{value:.1f}"


def head(*cells: str) -> None:
    """Print the head of a table."""
    print()
    row(*cells)
    print("|---" * len(cells) + "|")


def row(*cells: str) -> None:
    """Print a row of the table."""
    print("|", " | ".join(cells), "|", flush=True)
