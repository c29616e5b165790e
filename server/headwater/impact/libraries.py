"""The graph libraries, loaded on first use: together they take half as long to load as everything else."""

from importlib import import_module


def load_libraries() -> None:
    """Load them now. Takes half a second of a core."""
    for name in ("scipy.sparse.csgraph", "networkx"):
        import_module(name)
