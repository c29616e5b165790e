"""A server for the tests of ingestion."""

from collections.abc import Iterator

import pytest

from conftest import cloned_database
from server_process import Server


@pytest.fixture
def server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server on an empty database."""
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        yield server


@pytest.fixture(scope="module")
def shared_server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server shared by the tests of a module, which do not depend on each other's data."""
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        yield server
