"""Run ids: made from names, so that the same run has the same id in every history that is made."""

from uuid import UUID, uuid5

_SHOP = UUID("6f1d3c58-0d0a-5b52-9c27-6a3c0f5d2e10")


def run_id(namespace: str, name: str, key: str) -> str:
    """The id of one run of a job; `key` tells its runs apart (the DAG run and the try)."""
    return str(uuid5(_SHOP, "\0".join((namespace, name, key))))
