"""Requests built from the description, to a server process: its own examples, and requests by schemathesis.

schemathesis makes good and bad requests, and their answers must be as described. Examples are fixed (`derandomize`), so
a failure can be repeated.
"""

from collections.abc import Iterator
from typing import Any

import httpx
import hypothesis
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from headwater.ingest.databand_operations import EXAMPLE_SOURCE

from conftest import cloned_database, fetch
from rest_examples import document, examples
from server_process import Server

HEADERS = {"Authorization": "Bearer operator"}
EXAMPLES = 20
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
"""Left out: the refusal of bad data. The server reads senders leniently on purpose, and quarantines some data."""

schema = schemathesis.openapi.from_dict(document)


@pytest.fixture(scope="module")
def server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server with the source of Databand's example."""
    with cloned_database(postgres_url, template) as url, Server(url, token="operator") as server:
        fetch(url, "INSERT INTO source (id, name) VALUES ($1, 'example')", EXAMPLE_SOURCE)
        yield server


def test_the_description_is_valid() -> None:
    schema.validate()


def test_every_example_works(server: Server) -> None:
    # Examples write before they read, and read before they delete.
    order = ["POST", "PATCH", "GET", "DELETE"]
    with httpx.Client(base_url=server.url, headers=HEADERS) as client:
        for method, path, query, body in sorted(
            examples(), key=lambda one: ("delete" in one[2].values(), order.index(one[0]))
        ):
            answer = client.request(method, path, params=query, json=body)
            assert answer.status_code < 400, (method, path, query, answer.text)


OPERATIONS = [(path, method) for path, item in document["paths"].items() for method in item]


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_answers_are_as_described(path: str, method: str, server: Server) -> None:
    """Each operation is a test with its own name: schemathesis would take equal names for a parallel run."""

    @hypothesis.settings(max_examples=EXAMPLES, derandomize=True)
    @hypothesis.given(case=schema[path][method].as_strategy())
    def answers(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(base_url=server.url, headers=HEADERS, checks=CHECKS)

    answers()
