"""Run ids: made from names, so that a run has the same id in every generated history."""

from uuid import UUID, uuid5

_SHOP = UUID("6f1d3c58-0d0a-5b52-9c27-6a3c0f5d2e10")


def run_id(namespace: str, name: str, key: str) -> str:
    """Return the id of one run of a job; `key` tells its runs apart (the DAG run and the try)."""
    return str(uuid5(_SHOP, "\0".join((namespace, name, key))))
