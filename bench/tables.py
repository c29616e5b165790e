"""Tables in Markdown, of milliseconds and ratios."""


def compared(ours: float, theirs: float) -> tuple[str, str, str]:
    """The cells: theirs, ours and the ratio."""
    return millis(theirs), millis(ours), f"{ours / theirs:.2f}"


def millis(value: float) -> str:
    """A cell: with a digit behind the point where that says something."""
    return f"{value:,.0f}" if value >= 20 else f"{value:.1f}"


def head(*cells: str) -> None:
    """Begin a table."""
    print()
    row(*cells)
    print("|---" * len(cells) + "|")


def row(*cells: str) -> None:
    """A row of it."""
    print("|", " | ".join(cells), "|", flush=True)
