"""A later version may add a column to any table while this one serves: it merges and answers as before."""

import json
from pathlib import Path

from conftest import cloned_database, fetch
from proposals import DATASET, RUN, accept_items, event, item
from server_process import BATCH, Server
from store_dump import difference, dump

TABLES = """
    SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1"""

RUNS = "SELECT urn FROM entity WHERE kind = 'dataProcessInstance' ORDER BY urn COLLATE \"C\""

IMPACT = """query ($urn: String!) { entity(urn: $urn) { urn }
  down: impact(urn: $urn, certainty: POSSIBLE) { runs { runs { run { urn } } } versions { versions { version { at } } } }
  up: impact(urn: $urn, direction: UPSTREAM) { runs { runs { run { urn } } } } }"""

EDGES = {"inputEdges": [{"destinationUrn": DATASET}], "inputs": []}


def bodies(corpus: Path) -> tuple[bytes, bytes]:
    """Events of real pipelines, in two halves: the second goes on with the runs of the first."""
    folder = corpus / "openlineage" / "events"
    lines = [line for path in sorted(folder.glob("*.ndjson"))[:6] for line in path.read_bytes().splitlines()]
    first, second = (b"[" + b",".join(lines[start::2]) + b"]" for start in (0, 1))
    return first, second


def answers(server: Server) -> list[object]:
    """Return a server's answers about the impact of some runs."""
    found = []
    for row in server.rows(RUNS)[::7]:
        body = {"query": IMPACT, "variables": {"urn": row["urn"]}}
        answer = server.post(body, "/graphql", **{"content-type": "application/json"}).json()
        assert "errors" not in answer, json.dumps(answer)[:2000]
        found.append(answer["data"])
    return found


def test_a_column_that_is_added_breaks_no_function(corpus: Path, postgres_url: str, template: str) -> None:
    first, second = bodies(corpus)
    with cloned_database(postgres_url, template) as plain, cloned_database(postgres_url, template) as widened:
        told = []
        for url in (plain, widened):
            with Server(url) as server:
                assert server.post(first, BATCH).is_success
                accept_items(url, item(RUN, "dataProcessInstanceRunEvent", event(1_000, "STARTED")))
                answers(server)  # the server's connections now have plans of their statements
                if url is widened:
                    for row in fetch(url, TABLES):
                        fetch(url, f"ALTER TABLE public.{row['relname']} ADD COLUMN of_a_later_version text")
                assert server.post(second, BATCH).is_success
                told.append(answers(server))
            accept_items(url, item(RUN, "dataProcessInstanceInput", EDGES))
            accept_items(url, item(RUN, "dataProcessInstanceRunEvent", event(2_000, "COMPLETE", "SUCCESS")))
        assert told[0] == told[1]
        assert difference(dump(widened), dump(plain)) == {}
        assert len(told[0]) > 10
