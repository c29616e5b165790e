"""`headwater explain`: a query's plan, its cost, and its statements."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from headwater.urn import named_job_urn

from conftest import HEADWATER, merge_items
from events import NAMESPACE, parent, parsed, run_event, uuid

Run = Callable[..., CompletedProcess[str]]

AWAY = "postgresql://nobody@127.0.0.1:1/none"
"""An address without a server."""

SEED_QUERY = """query GetJobRuns($urn: String!) { dataJob(urn: $urn) { runs(start: 0, count: 10) { total runs { urn created { time }
properties { name type externalUrl customProperties { key value } } relationships { parentTemplate parentInstance }
inputs { urn type } outputs { urn type } } } } }"""
"""The query of DataHub's documentation on DataProcessInstance, with its URN as a variable."""

SEED_PLAN = """\
Runs by this plan.

FIELD                     TYPE                           STEP
dataJob                   DataJob                        coroutine
  runs                    DataProcessInstanceResult      call
    total                 Int                            coroutine
    runs                  [DataProcessInstance]          coroutine
      urn                 String!                        attribute
      created             AuditStamp                     for many objects
        time              Long!                          attribute
      properties          DataProcessInstanceProperties  for many objects
        name              String!                        attribute
        type              DataProcessType                attribute
        externalUrl       String                         attribute
        customProperties  [CustomPropertiesEntry!]       attribute
          key             String!                        attribute
          value           String                         attribute
      relationships       EntityRelationshipsResult      for many objects
        parentTemplate    String                         attribute
        parentInstance    String                         attribute
      inputs              [Entity]                       for many objects
        urn               String!                        attribute
        type              EntityType!                    attribute
      outputs             [Entity]                       for many objects
        urn               String!                        attribute
        type              EntityType!                    attribute

LIMITED  QUERY  AT MOST
cost     434    500,000
depth    5      15
aliases  0      50
"""


@pytest.fixture
def seed(tmp_path: Path) -> str:
    """The file of the seed query."""
    file = tmp_path / "seed.graphql"
    file.write_text(SEED_QUERY)
    return str(file)


def statements(printed: str) -> list[tuple[str, str, str]]:
    """Return the rows of the table of statements; each statement took some time."""
    _, _, rows = printed.partition("\nROUND ")
    told = [line.split() for line in rows.splitlines()[1:]]
    assert all(float(milliseconds) > 0 for *_, milliseconds in told)
    return [(sent_in, name, rows) for sent_in, name, rows, _ in told]


def test_the_plan_the_cost_and_the_statements_are_told(run_headwater: Run, database_url: str, seed: str) -> None:
    tasks = [
        run_event("START", f"00:0{n}:00", uuid(n), "flow.job", inputs=["in"], parent=parent(uuid(9), "flow"))
        for n in range(1, 4)
    ]
    merge_items(database_url, parsed(*tasks))
    variables = json.dumps({"urn": named_job_urn(NAMESPACE, "flow.job")})
    told = run_headwater("explain", seed, "--variables", variables, HEADWATER_DATABASE_URL=database_url)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith(SEED_PLAN)
    assert statements(told.stdout) == [
        ("1", "runs_of_templates", "3"),
        ("2", "assets_of_runs", "1"),
    ]


def test_without_a_database_the_statements_are_left_out(run_headwater: Run, seed: str) -> None:
    asked = ("explain", seed, "--variables", '{"urn": "any"}')
    told = run_headwater(*asked, "--no-database", HEADWATER_DATABASE_URL=AWAY)
    assert (told.returncode, told.stdout, told.stderr) == (0, SEED_PLAN, "")
    failed = run_headwater(*asked, HEADWATER_DATABASE_URL=AWAY)
    assert (failed.returncode, failed.stdout) == (3, SEED_PLAN)
    assert failed.stderr.startswith("headwater: the database does not answer at the address of HEADWATER_DATABASE_URL")


@pytest.mark.parametrize(
    ("document", "reason", "end"),
    [
        ("{ __schema { queryType { name } } }", "introspection", "No statement was sent."),
        (
            "mutation { replayQuarantine(ids: [1]) { merged } }",
            "mutation",
            "Not executed: only queries are, and this is a mutation.",
        ),
        (
            "subscription { runEvents { cursor } }",
            "subscription",
            "Not executed: only queries are, and this is a subscription.",
        ),
    ],
)
def test_a_query_without_a_plan_has_a_reason(document: str, reason: str, end: str, database_url: str) -> None:
    told = explained_from_input(document, database_url)
    assert told.returncode == 0, told.stderr
    assert told.stdout.splitlines()[0] == f"Runs by graphql-core: {reason}."
    assert told.stdout.splitlines()[-1] == end


def explained_from_input(document: str, database_url: str) -> CompletedProcess[str]:
    """Return the result of the command for a document on its standard input."""
    return subprocess.run(
        [*HEADWATER, "explain", "-"],
        input=document,
        env=os.environ | {"HEADWATER_DATABASE_URL": database_url},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("document", "options", "said"),
    [
        (b"{ hungRuns {", (), ":1:13: Syntax Error: Expected Name, found <EOF>."),
        (b"{ nothing }", (), ":1:3: Cannot query field 'nothing' on type 'Query'."),
        (b"\xff", (), ": expected text in UTF-8: "),
        (SEED_QUERY.encode(), (), "--variables: Variable '$urn' has invalid value: "),
        (SEED_QUERY.encode(), ("--variables", "[1]"), "'--variables': expected a JSON object such as "),
        (SEED_QUERY.encode(), ("--variables", "{urn}"), "'--variables': expected a JSON object"),
        (b"query A { __typename } query B { __typename }", (), "--operation: expected one of the operations of "),
        (b"{ __typename }", ("--operation", "A"), ": one without a name"),
        (b"{ dataJob(urn: 1) { urn } }", (), ":1:16: urn: "),
        (b"{ %s }" % (b"hungRuns { total } " * 300), (), ": The query is too intricate to be checked: "),
    ],
)
def test_an_input_that_cannot_be_used_is_named(
    document: bytes, options: tuple[str, ...], said: str, run_headwater: Run, tmp_path: Path
) -> None:
    (tmp_path / "q.graphql").write_bytes(document)
    told = run_headwater("explain", str(tmp_path / "q.graphql"), *options, "--no-database")
    assert (told.returncode, told.stdout) == (2, "")
    assert said in told.stderr


def test_an_expensive_query_is_told(run_headwater: Run, tmp_path: Path) -> None:
    (tmp_path / "q.graphql").write_text("{ hungRuns(count: 1000) { runs { inputs { urn } } } }")
    told = run_headwater("explain", str(tmp_path / "q.graphql"), "--no-database")
    assert (told.returncode, told.stdout.splitlines()[-1]) == (0, "Expensive: waits for a slot.")


def test_a_file_that_is_not_there_is_named(run_headwater: Run) -> None:
    told = run_headwater("explain", "/no/such.graphql")
    assert told.returncode == 2
    assert "'/no/such.graphql': No such file or directory" in told.stderr


def test_the_limits_are_those_of_the_settings(run_headwater: Run, seed: str, database_url: str) -> None:
    asked = ("explain", seed, "--variables", '{"urn": "urn:li:dataJob:(a,b,c)"}')
    deep = run_headwater(*asked, "--no-database", HEADWATER_MAX_QUERY_DEPTH="4")
    assert (deep.returncode, deep.stdout) == (2, "")
    assert deep.stderr == "headwater: the query is too deep: expected at most 4 levels of fields below the first\n"
    for way in ((), ("--no-database",)):
        costly = run_headwater(*asked, *way, HEADWATER_MAX_QUERY_COST="9", HEADWATER_DATABASE_URL=database_url)
        assert costly.returncode == 2
        assert costly.stdout.endswith("\ncost     434    9\ndepth    5      15\naliases  0      50\n")
        assert costly.stderr.startswith("headwater: the query costs 434: expected at most 9;")


def test_an_answer_with_errors_is_told_after_its_statements(database_url: str) -> None:
    told = explained_from_input('{ hungRuns { total } impact(urn: "none") { total } }', database_url)
    assert told.returncode == 3
    assert statements(told.stdout) == [("1", "watched_runs", "0")]
    assert told.stderr.startswith("headwater: the answer has errors: impact: ")


def test_the_operation_is_chosen_by_its_name(run_headwater: Run, tmp_path: Path) -> None:
    (tmp_path / "two.graphql").write_text("query A { a: __typename } query B { b: __typename }")
    told = run_headwater("explain", str(tmp_path / "two.graphql"), "--operation", "B", "--no-database")
    assert told.stdout.splitlines()[3].split() == ["b:", "__typename", "String!", "typename"]
