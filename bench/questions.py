"""The questions of bench/read.py in GraphQL and to PostGraphile, and their jobs and runs."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import postgraphile_texts
import query_texts
from asking import Database

Variables = Sequence[dict[str, Any]]
"""The variables of some requests; each request uses one item."""

SAMPLE = 20
"""The number of jobs or runs with recorded statements, by question."""

_JOBS = "SELECT id, urn, urn_key::text AS key FROM entity WHERE kind = 'dataJob' ORDER BY id"
_FAMILY = """
    (SELECT r.id, e.urn, '' AS key FROM run r JOIN entity e ON e.id = r.id
    WHERE r.parent_id IS NOT NULL ORDER BY text_key(r.id::text) LIMIT $1)
    UNION ALL
    SELECT p.id, e.urn, '' FROM (SELECT DISTINCT parent_id AS id FROM run WHERE parent_id IS NOT NULL) p
    JOIN entity e ON e.id = p.id, generate_series(1, $1 / 5)"""


class Question(NamedTuple):
    """One question and its variables; `theirs` are PostGraphile's."""

    name: str
    title: str
    query: str
    variables: Variables
    postgraphile: str
    theirs: Variables
    is_dependent: bool = False
    """A statement's arguments are rows of the one before, so the bare server asks step by step as Headwater does."""

    made_by: Sequence[str] = ()
    """The others that make its answer: "hand" (`by_hand.py`), "postgres" (`by_postgres.py`)."""

    is_json: bool = False
    """The rows of bare asyncpg become JSON."""


SEED, WEB_CLIENT, TEN_FIELDS, FAMILY = "seed", "web-client", "ten-fields", "family"


async def questions_of(postgres: Database) -> list[Question]:
    """Return the questions to a history of `impact_history.py`, and add the index that PostGraphile needs."""
    await postgres.fetch(postgraphile_texts.INDEX)
    jobs = await postgres.fetch(_JOBS)
    some = jobs[:: max(1, len(jobs) // SAMPLE)]
    family = await postgres.fetch(_FAMILY, SAMPLE)
    return [
        Question(
            SEED,
            "a job's 20 newest runs (the query of DataHub's documentation)",
            query_texts.SEED_QUERY,
            [{"urn": job["urn"]} for job in jobs],
            postgraphile_texts.SEED,
            [{"key": job["key"]} for job in jobs],
            is_dependent=True,
            made_by=("hand",),
        ),
        Question(
            WEB_CLIENT,
            "the page of DataHub's web client, 20 runs",
            query_texts.WEB_CLIENT,
            [{"urn": job["urn"], "count": 20} for job in some],
            postgraphile_texts.WEB_CLIENT,
            [{"key": job["key"]} for job in some],
            made_by=("hand", "postgres"),
        ),
        Question(
            TEN_FIELDS,
            "the 1,000 newest runs, 10 fields each",
            query_texts.TEN_FIELDS,
            [{}],
            postgraphile_texts.TEN_FIELDS,
            [{}],
            is_json=True,
        ),
        Question(
            FAMILY,
            "one run with its parent and children",
            query_texts.FAMILY,
            [{"urn": run["urn"]} for run in family],
            postgraphile_texts.FAMILY,
            [{"id": str(run["id"])} for run in family],
        ),
    ]
