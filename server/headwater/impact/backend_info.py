"""The description of the backend, which networkx reads while it is itself being imported: so this imports nothing."""


def get_info() -> dict[str, object]:
    """The algorithms that the backend `headwater` has of its own (entry point `networkx.backend_info`)."""
    return {
        "backend_name": "headwater",
        "project": "headwater",
        "short_summary": "Lineage graphs over arrays, walked by scipy's compiled search.",
        "functions": {"ancestors": {}, "descendants": {}},
    }
