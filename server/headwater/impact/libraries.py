"""The libraries of graphs, which are loaded when they are first used: together they take half as long as all else."""

from importlib import import_module


def load_libraries() -> None:
    """Load them now. Takes half a second of a core."""
    for name in ("scipy.sparse.csgraph", "networkx"):
        import_module(name)
