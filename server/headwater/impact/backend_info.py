"""The description of the backend. networkx reads it while it is being imported, so this module imports nothing."""


def get_info() -> dict[str, object]:
    """Return the backend's own algorithms (entry point `networkx.backend_info`)."""
    return {
        "backend_name": "headwater",
        "project": "headwater",
        "short_summary": "Lineage graphs over arrays, walked by scipy's compiled search.",
        "functions": {"ancestors": {}, "descendants": {}},
    }
