"""GraphQL over HTTP: bad requests, statuses of answers, persisted and trusted documents, switches."""

import contextlib
import gzip
import hashlib
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from headwater.app import pages
from headwater.app.application import create_app
from headwater.errors import SettingsError
from headwater.graphql import documents
from headwater.graphql.documents import LearnedDocuments, TrustedDocuments, hash_of, load_trusted
from headwater.graphql.schema import build_schema
from headwater.graphql.validation import RULES
from headwater.settings import Settings

from conftest import ROOT, cloned_database

JSON = "application/json"
GRAPHQL_JSON = "application/graphql-response+json"
BAD_REQUEST = {"code": 400, "type": "BAD_REQUEST"}
TYPENAME = "{ __typename }"
MUTATION = "mutation { __typename }"
INTROSPECTION = "{ __schema { queryType { name } } }"


@contextlib.contextmanager
def client_of(database_url: str, **settings: Any) -> Iterator[TestClient]:
    """Open a client of an application in this process, with some settings."""
    app = create_app(Settings(**settings), database_url)
    with TestClient(app, "http://localhost", raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(params=["/graphql", "/api/graphql"])
def address(request: pytest.FixtureRequest) -> str:
    """Either address; both answer alike."""
    return str(request.param)


@pytest.fixture(scope="module")
def empty_store(postgres_url: str, template: str) -> Iterator[str]:
    """A database; no test here writes."""
    with cloned_database(postgres_url, template) as url:
        yield url


@pytest.fixture(scope="module")
def client(empty_store: str) -> Iterator[TestClient]:
    """A client of an application with the default settings."""
    with client_of(empty_store) as client:
        yield client


def refused(answer: Any, status: int, said: str) -> dict[str, Any]:
    """Return the code and the type of the errors in an answer that explains its refusal."""
    assert answer.status_code == status, answer.text
    content = answer.json()
    assert "data" not in content
    error = content["errors"][0]
    assert said.lower() in error["message"].lower()
    assert all(one["extensions"] == error["extensions"] for one in content["errors"])
    return dict(error["extensions"])


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "the body is empty"),
        (b"{", "not JSON"),
        (b"\xff", "not JSON"),
        (b"null", "expected a JSON object"),
        (b'"{ __typename }"', "expected a JSON object"),
        (b"[]", "send the requests one by one"),
        (b'[{"query": "{ __typename }"}]', "send the requests one by one"),
        (b"{}", "query: expected"),
        (b'{"query": ""}', "query: expected"),
        (b'{"query": 1}', "query: expected a string"),
        (b'{"query": "{ __typename }", "variables": []}', "variables: expected a JSON object"),
        (b'{"query": "{ __typename }", "variables": "{}"}', "variables: expected a JSON object"),
        (b'{"query": "{ __typename }", "operationName": 1}', "operationName: expected a string"),
        (b'{"query": "{ __typename }", "extensions": "x"}', "extensions: expected a JSON object"),
        (b'{"documentId": {}}', "documentId: expected a string"),
    ],
)
def test_a_body_that_is_no_request(body: bytes, said: str, address: str, client: TestClient) -> None:
    answer = client.post(address, content=body, headers={"content-type": JSON})
    assert refused(answer, 400, said) == BAD_REQUEST
    assert answer.headers["content-type"] == "application/json; charset=utf-8"


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({}, "query: expected"),
        ({"query": TYPENAME, "variables": "{"}, "variables: not JSON"),
        ({"query": TYPENAME, "variables": "[]"}, "variables: expected a JSON object"),
        ({"query": TYPENAME, "extensions": "1"}, "extensions: expected a JSON object"),
    ],
)
def test_an_address_that_is_no_request(parameters: dict[str, str], said: str, address: str, client: TestClient) -> None:
    assert refused(client.get(address, params=parameters), 400, said) == BAD_REQUEST


def test_variables_and_the_name_of_an_operation_in_an_address(address: str, client: TestClient) -> None:
    query = "query One { __typename } query Two($name: String!) { __type(name: $name) { name } }"
    asked = {"query": query, "operationName": "Two", "variables": '{"name": "Dataset"}', "extensions": ""}
    assert (client.get(address, params=asked)).json()["data"] == {"__type": {"name": "Dataset"}}
    first = client.get(address, params={"query": "query One { __typename }", "operationName": ""})
    assert first.json()["data"] == {"__typename": "Query"}


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        (None, JSON),
        ("*/*", JSON),
        ("application/*;q=0.5", JSON),
        ("application/json", JSON),
        ("text/html,application/xhtml+xml,*/*;q=0.8", JSON),
        (GRAPHQL_JSON, GRAPHQL_JSON),
        (f"{GRAPHQL_JSON}; charset=utf-8, {JSON}; charset=utf-8", GRAPHQL_JSON),
        (f"{JSON}, {GRAPHQL_JSON}", GRAPHQL_JSON),
        (f"{JSON};q=0.9,{GRAPHQL_JSON};q=0.8", JSON),
        (f"{GRAPHQL_JSON};q=nonsense", GRAPHQL_JSON),
        ("multipart/mixed, application/json", JSON),
        ("text/html", None),
        (f"{JSON};q=0", None),
    ],
)
def test_the_media_type_that_is_asked_for(
    accept: str | None, expected: str | None, address: str, client: TestClient
) -> None:
    request = client.build_request("POST", address, json={"query": TYPENAME}, headers={"accept": accept or ""})
    if accept is None:
        del request.headers["accept"]
    answer = client.send(request)
    if expected is None:
        assert refused(answer, 406, "Accept: expected") == BAD_REQUEST
    else:
        assert (answer.status_code, answer.headers["content-type"]) == (200, f"{expected}; charset=utf-8")


@pytest.mark.parametrize(
    ("content_type", "status"),
    [
        ("application/json", 200),
        ("application/json; charset=utf-8", 200),
        ('Application/JSON;charset="UTF-8"', 200),
        ("application/json; charset=latin-1", 415),
        ("text/plain", 415),
        ("application/graphql", 415),
        ("multipart/form-data; boundary=x", 415),
        (None, 415),
    ],
)
def test_bodies_are_json(content_type: str | None, status: int, address: str, client: TestClient) -> None:
    headers = {} if content_type is None else {"content-type": content_type}
    answer = client.post(address, content=json.dumps({"query": TYPENAME}), headers=headers)
    assert answer.status_code == status
    if status == 415:
        assert refused(answer, 415, "Content-Type: expected application/json") == BAD_REQUEST


@pytest.mark.parametrize(
    "body",
    [
        {"query": "{"},
        {"query": "{ nothingOfThisName }"},
        {"query": "query($urn: String!) { dataset(urn: $urn) { urn } }", "variables": {"urn": None}},
        {"query": "query One { __typename }", "operationName": "Two"},
        {"query": "query One { __typename } query Two { __typename }"},
        {"query": "query One { __typename } query Two { nothingOfThisName }", "operationName": ""},
        {"query": "query One { __typename } mutation Two { __typename }"},
        {"query": '{ dataset(urn: "x") { versionsAt(at: "yesterday") { attempt } } }'},
        {
            "query": 'query($at: DateTime!) { dataset(urn: "x") { versionsAt(at: $at) { attempt } } }',
            "variables": {"at": 5},
        },
        {"query": "fragment F on Query { __typename }"},
        {"query": "{ a " * 2000},
    ],
    ids=lambda body: str(body)[:40],
)
def test_documents_that_cannot_be_executed_are_refused(body: dict[str, Any], address: str, client: TestClient) -> None:
    answer = client.post(address, json=body)
    assert refused(answer, 200, "") == BAD_REQUEST
    answer = client.post(address, json=body, headers={"accept": GRAPHQL_JSON})
    assert refused(answer, 400, "") == BAD_REQUEST


def test_an_error_in_a_field_leaves_the_rest(address: str, client: TestClient) -> None:
    query = '{ __typename dataJob(urn: "nonsense") { urn } }'
    answer = client.post(address, json={"query": query}, headers={"accept": GRAPHQL_JSON})
    assert answer.status_code == 200
    assert answer.json()["data"] == {"__typename": "Query", "dataJob": None}
    [error] = answer.json()["errors"]
    assert (error["path"], error["extensions"]) == (["dataJob"], BAD_REQUEST)


def test_an_address_with_several_operations_needs_a_name(address: str, client: TestClient) -> None:
    query = "mutation One { __typename } query Two { __typename }"
    answer = client.get(address, params={"query": query}, headers={"accept": GRAPHQL_JSON})
    assert refused(answer, 400, "operationName: expected one of the 2 operations") == BAD_REQUEST
    named = client.get(address, params={"query": query, "operationName": "Two"})
    assert named.json()["data"] == {"__typename": "Query"}
    assert client.get(address, params={"query": query, "operationName": "One"}).status_code == 405


@pytest.mark.parametrize("accept", [JSON, GRAPHQL_JSON])
def test_mutations_are_posted(accept: str, address: str, client: TestClient) -> None:
    answer = client.get(address, params={"query": MUTATION}, headers={"accept": accept})
    assert refused(answer, 405, "expected POST") == BAD_REQUEST
    assert answer.headers["allow"] == "POST"
    assert (client.post(address, json={"query": MUTATION})).json()["data"] == {"__typename": "Mutation"}


def test_subscriptions_need_a_websocket(address: str, client: TestClient) -> None:
    query = "subscription { runEvents { cursor } }"
    for answer in (client.get(address, params={"query": query}), client.post(address, json={"query": query})):
        assert refused(answer, 400, "expected a WebSocket for a subscription") == BAD_REQUEST


def test_other_methods(address: str, client: TestClient) -> None:
    assert (client.put(address, json={"query": TYPENAME})).status_code == 405
    assert (client.head(address, params={"query": TYPENAME})).status_code == 405


def test_bodies_are_bounded_unpacked(address: str, empty_store: str) -> None:
    with client_of(empty_store, max_query_bytes=1000) as client:
        fits = gzip.compress(json.dumps({"query": TYPENAME}).encode())
        bomb = gzip.compress(json.dumps({"query": TYPENAME + " " * 1000}).encode())
        headers = {"content-type": JSON, "content-encoding": "gzip"}
        assert (client.post(address, content=fits, headers=headers)).status_code == 200
        assert refused(client.post(address, content=bomb, headers=headers), 413, "1000 bytes") == BAD_REQUEST
        assert len(bomb) < 1000
        large = client.post(address, json={"query": TYPENAME, "variables": {"x": "y" * 1000}})
        assert refused(large, 413, "1000 bytes") == BAD_REQUEST
        garbled = client.post(address, content=b"{}", headers=headers)
        assert refused(garbled, 400, "expected gzip") == BAD_REQUEST


def persisted(query: str, /, **more: Any) -> dict[str, Any]:
    """Return the body with which Apollo's clients name a query; with the query it registers the query."""
    extensions = {"persistedQuery": {"version": 1, "sha256Hash": hashlib.sha256(query.encode()).hexdigest()}}
    return {"extensions": extensions, **more}


def in_address(body: dict[str, Any]) -> dict[str, str]:
    """Return the parameters of the body for an address."""
    return {name: value if isinstance(value, str) else json.dumps(value) for name, value in body.items()}


def test_a_query_is_known_by_its_hash_once_it_was_brought(address: str, client: TestClient) -> None:
    query = f"query Named($name: String!) {{ __type(name: $name) {{ name }} }} # {address}"
    variables = {"variables": {"name": "Dataset"}}
    for accept, status in ((JSON, 200), (GRAPHQL_JSON, 400)):
        unknown = client.post(address, json=persisted(query, **variables), headers={"accept": accept})
        assert refused(unknown, status, "PersistedQueryNotFound") == {
            "code": "PERSISTED_QUERY_NOT_FOUND",
            "type": "NOT_FOUND",
        }
    brought = client.get(address, params=in_address(persisted(query, query=query, **variables)))
    known = client.post(address, json=persisted(query, **variables))
    by_address = client.get(address, params=in_address(persisted(query, **variables)))
    by_id = client.post(address, json={"documentId": f"sha256:{hash_of(query)}", **variables})
    for answer in (brought, known, by_address, by_id):
        assert answer.json()["data"] == {"__type": {"name": "Dataset"}}


def test_the_documented_requests_have_the_documented_answers(empty_store: str) -> None:
    text = (ROOT / "docs" / "limits.md").read_text()
    pairs = re.findall(r"^(curl .*)\n(.*)$", text, re.MULTILINE)
    assert len(pairs) == 3
    with client_of(empty_store) as client:
        for command, shown in pairs:
            _, url, _, header, _, body = shlex.split(command)
            headers = dict([header.split(": ")])
            answer = client.post(url.removeprefix("localhost:8080"), content=body, headers=headers)
            assert answer.text == shown


def test_a_mutation_is_not_run_by_get_because_it_is_known(address: str, client: TestClient) -> None:
    assert (client.post(address, json=persisted(MUTATION, query=MUTATION))).status_code == 200
    refused(client.get(address, params=in_address(persisted(MUTATION))), 405, "expected POST")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (persisted(TYPENAME, query=MUTATION), "expected the SHA-256 of the query"),
        ({"extensions": {"persistedQuery": {"version": 2, "sha256Hash": "x"}}}, "persistedQuery: expected"),
        ({"extensions": {"persistedQuery": {"version": 1, "sha256Hash": 1}}}, "persistedQuery: expected"),
        ({"extensions": {"persistedQuery": "x"}}, "persistedQuery: expected"),
    ],
)
def test_a_hash_that_is_none(body: dict[str, Any], said: str, address: str, client: TestClient) -> None:
    assert refused(client.post(address, json=body), 400, said) == BAD_REQUEST


def test_parsed_documents_are_kept_up_to_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MOST_READ", 3)
    monkeypatch.setattr(documents, "MOST_READ_LETTERS", 100)
    read = documents.ReadDocuments(5000, RULES).read
    small = [f"{{ a{n}: __typename }}" for n in range(4)]
    first, second, *_ = [read(text) for text in small[:3]]
    assert read(small[0]) is first
    read(small[3])
    assert read(small[0]) is first
    assert read(small[1]) is not second  # the least recently used of four
    read(f"{{ {'a' * 90}: __typename }}")  # as large as all that may be kept
    assert read(small[0]) is not first


def test_the_least_recently_used_document_is_forgotten() -> None:
    few = LearnedDocuments(most_documents=2)
    for text in ("{ a }", "{ b }"):
        few.learn(hash_of(text), text)
    few.find(hash_of("{ a }"))
    few.learn(hash_of("{ c }"), "{ c }")
    assert few.find(hash_of("{ a }")) == "{ a }"
    with pytest.raises(Exception, match="PersistedQueryNotFound"):
        few.find(hash_of("{ b }"))


def test_bytes_are_bounded_too() -> None:
    small = LearnedDocuments(most_bytes=10)
    for text in ("{ abc }", "{ abc }", "{ ä }", "{ much longer than that }"):
        small.learn(hash_of(text), text)
        assert small._bytes == sum(len(one.encode()) for one in small._texts.values()) <= 10
    assert not small._texts


TRUSTED = {"of its own": "{ __typename }", "named": 'query Named { __type(name: "Dataset") { name } }'}


def as_folder(path: Path) -> Path:
    for name, text in TRUSTED.items():
        (path / f"{name}.graphql").write_text(text)
    (path / "README.md").write_text("{ hungRuns { total } }")
    return path


def as_file(path: Path, content: Any) -> Path:
    (path / "documents.json").write_text(json.dumps(content))
    return path / "documents.json"


def as_manifest(path: Path) -> Path:
    operations = [{"id": name, "name": "x", "type": "query", "body": text} for name, text in TRUSTED.items()]
    return as_file(path, {"format": "apollo-persisted-query-manifest", "version": 1, "operations": operations})


@pytest.mark.parametrize("kind", ["folder", "file", "manifest"])
def test_only_trusted_documents_are_run(kind: str, address: str, empty_store: str, tmp_path: Path) -> None:
    path = {"folder": as_folder, "file": lambda path: as_file(path, TRUSTED), "manifest": as_manifest}[kind](tmp_path)
    text = TRUSTED["named"]
    name = hash_of(text) if kind == "folder" else "named"
    with client_of(empty_store, trusted_documents=path) as client:
        for body in (
            {"documentId": name},
            {"extensions": {"persistedQuery": {"version": 1, "sha256Hash": name}}},
            {"query": text},
        ):
            assert (client.post(address, json=body)).json()["data"] == {"__type": {"name": "Dataset"}}
        for accept, status in ((JSON, 200), (GRAPHQL_JSON, 400)):
            headers = {"accept": accept}
            other = "{ hungRuns { total } }"
            for body in ({"query": other}, persisted(other, query=other), {"query": text + " "}):
                answer = client.post(address, json=body, headers=headers)
                assert refused(answer, status, "only trusted documents") == BAD_REQUEST
            unknown = client.post(address, json=persisted(other), headers=headers)
            assert refused(unknown, status, "PersistedQueryNotFound")["code"] == "PERSISTED_QUERY_NOT_FOUND"


def test_the_documents_of_the_explorer_are_always_trusted(
    address: str, empty_store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "_BUILD", tmp_path)
    page, mine = "query Find { hungRuns { total } }", "{ __typename }"
    (tmp_path / "explorer-documents.json").write_text(json.dumps({hash_of(page): page}))
    restricted = {"trusted_documents": as_file(tmp_path, {"mine": mine}), "introspection": False, "graphiql": False}
    for settings in ({}, restricted):
        with client_of(empty_store, **settings) as client:
            assert client.post(address, json=persisted(page)).json()["data"] == {"hungRuns": {"total": 0}}
    with client_of(empty_store, **restricted) as client:
        assert client.post(address, json={"documentId": "mine"}).json()["data"] == {"__typename": "Query"}
        refused(client.post(address, json={"query": page + " "}), 200, "only trusted documents")
    with client_of(empty_store, **restricted, max_query_cost=1) as client:
        refused(client.post(address, json=persisted(page)), 200, "cost")


def test_the_documents_of_the_built_explorer_fit_the_schema() -> None:
    documents = pages.explorer_documents()
    assert all(hash_of(text) == name for name, text in documents.items())
    TrustedDocuments(documents).check(build_schema()._schema)


@pytest.mark.parametrize("content", [None, "x", {}, {"a": 1}, {"operations": [{"id": "a"}]}])
def test_trusted_documents_that_are_none(content: Any, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="trusted_documents: "):
        load_trusted(tmp_path / "missing.json" if content is None else as_file(tmp_path, content))


@pytest.mark.parametrize(("text", "said"), [("{ nope", "Syntax Error"), ("{ gone }", "Cannot query field 'gone'")])
def test_trusted_documents_that_cannot_be_run_are_noticed_at_the_start(
    text: str, said: str, empty_store: str, tmp_path: Path
) -> None:
    with (
        pytest.raises(SettingsError, match=f"trusted_documents: mine: {said}"),
        client_of(empty_store, trusted_documents=as_file(tmp_path, {"mine": text})),
    ):
        pass


def test_a_folder_without_a_document_is_none(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="expected at least one GraphQL document"):
        load_trusted(tmp_path)


NEARLY_RIGHT: list[dict[str, Any]] = [
    {"query": "{ hungRun { total } }"},
    {"query": "{ hungRuns }"},
    {"query": "{ runsConnection(firs: 1) { totalCount } }"},
    {"query": "{ runsConnection(orderBy: CREATED_DES) { totalCount } }"},
    {"query": "{ runsConnection(filter: {statuse: STARTED}) { totalCount } }"},
    {"query": '{ entity(urn: "x") { ... on Datase { urn } } }'},
    {
        "query": "query($by: RunOrder!) { runsConnection(orderBy: $by) { totalCount } }",
        "variables": {"by": "CREATED_DES"},
    },
    {
        "query": "query($of: RunFilter) { runsConnection(filter: $of) { totalCount } }",
        "variables": {"of": {"statuse": 1}},
    },
]
"""Requests with a typing error; graphql-core suggests the right name for each."""


def test_slips_are_told_what_was_meant(address: str, client: TestClient) -> None:
    for near in NEARLY_RIGHT:
        assert "Did you mean" in client.post(address, json=near).text


def test_the_schema_can_be_kept_secret(address: str, empty_store: str) -> None:
    with client_of(empty_store, introspection=False) as client:
        for query in (INTROSPECTION, '{ __type(name: "Dataset") { name } }'):
            answer = client.post(address, json={"query": query})
            assert refused(answer, 200, "introspection has been disabled") == BAD_REQUEST
        assert (client.post(address, json={"query": TYPENAME})).json()["data"] == {"__typename": "Query"}
        for near in NEARLY_RIGHT:
            answer = client.post(address, json=near)
            assert "errors" in answer.json()
            assert "Did you mean" not in answer.text
    with client_of(empty_store) as client:
        assert "errors" not in (client.post(address, json={"query": INTROSPECTION})).json()


def test_graphiql_can_be_switched_off(empty_store: str) -> None:
    browser = {"accept": "text/html,*/*;q=0.8"}
    with client_of(empty_store, graphiql=False) as client:
        page = client.get("/graphql", headers=browser)
        assert (page.status_code, "HEADWATER_GRAPHIQL" in page.text) == (404, True)
        answer = client.get("/graphql", params={"query": TYPENAME}, headers=browser)
        assert answer.json()["data"] == {"__typename": "Query"}
    with client_of(empty_store) as client:
        assert (client.get("/graphql", headers=browser)).status_code == 200
        hashed = client.get("/graphql", params=in_address(persisted(TYPENAME)), headers=browser)
        assert refused(hashed, 200, "PersistedQueryNotFound")
