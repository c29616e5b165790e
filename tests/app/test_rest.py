"""What schemathesis makes of the description: requests, good ones and bad ones, whose answers must be as described.

It runs against a server process. Nothing is left to chance (`derandomize`), so that a failure can be had again.
"""

from collections.abc import Iterator
from typing import Any

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

from headwater.app.application import create_app
from headwater.app.openapi import describe
from headwater.settings import Settings

from conftest import cloned_database
from server_process import Server

TOKEN = "operator"
EXAMPLES = 10
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
"""Not among them: that bad data is refused. Senders are read leniently on purpose, and some of theirs is quarantined."""

schema = schemathesis.openapi.from_dict(describe(create_app(Settings(), "postgresql://nowhere").routes))


@pytest.fixture(scope="module")
def server(postgres_url: str, template: str) -> Iterator[Server]:
    with cloned_database(postgres_url, template) as url, Server(url, token=TOKEN) as server:
        yield server


def test_the_description_is_valid() -> None:
    schema.validate()


@schema.parametrize()
@hypothesis.settings(max_examples=EXAMPLES, derandomize=True)
def test_answers_are_as_described(case: schemathesis.Case[Any], server: Server) -> None:
    case.call_and_validate(base_url=server.url, headers={"Authorization": f"Bearer {TOKEN}"}, checks=CHECKS)
