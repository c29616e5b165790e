"""A server for the tests of evidence."""

from collections.abc import Iterator

import pytest

from conftest import cloned_database
from server_process import Server


@pytest.fixture
def server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server on an empty database."""
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        yield server
