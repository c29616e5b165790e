"""The graphs of jobs and of assets are projections of the graph of runs: compared run by run, on recorded events."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from headwater.model.questions import Direction
from headwater.store.pool import read_pool
from headwater.store.projections import Projections, Window

from conftest import cloned_database, fetch, merge_items, parse_files

WHO = "JOIN run {run} ON {run}.id = {alias}.run_id LEFT JOIN entity {entity} ON {entity}.id = {run}.template_id"
JOB = "CASE WHEN {entity}.kind IN ('dataJob', 'dataFlow') THEN {entity}.id ELSE {run}.id END"

JOBS = f"""
    SELECT DISTINCT {JOB.format(entity="wt", run="wr")} AS upstream, {JOB.format(entity="rt", run="rr")} AS downstream
    FROM read_row r
    CROSS JOIN LATERAL materialised_seen(r) w
    CROSS JOIN LATERAL (SELECT w.run_id UNION ALL SELECT s.run_id FROM sharers_of(w) s) m
    {WHO.format(run="rr", alias="r", entity="rt")}
    {WHO.format(run="wr", alias="m", entity="wt")}"""

DATA = """
    SELECT DISTINCT r.class_id AS upstream, w.class_id AS downstream
    FROM read_row r
    JOIN asset_write w ON w.run_id = r.run_id AND w.attempt = r.attempt AND w.kind IN ('VERSION', 'SHARED')
    WHERE r.class_id <> w.class_id AND coalesce(r.output_id, w.class_id) = w.class_id
        AND (NOT r.narrows OR is_made_from(r.run_id, w.class_id, r.class_id, 'infinity', 'infinity'))"""


@pytest.fixture(scope="module")
def recorded(postgres_url: str, template: str, corpus: Path) -> Iterator[str]:
    """A store of recorded events."""
    with cloned_database(postgres_url, template) as url:
        merge_items(url, parse_files(*sorted((corpus / "openlineage" / "events").glob("*.ndjson"))))
        yield url


def pairs(url: str, sql: str) -> set[tuple[int, int]]:
    return {(row["upstream"], row["downstream"]) for row in fetch(url, sql) if row["upstream"] != row["downstream"]}


def hops(url: str, kinds: list[str], direction: Direction) -> set[tuple[int, int]]:
    """Return the edges that runs have shown among all entities of some kinds, as upstream and downstream."""

    async def read() -> list[asyncpg.Record]:
        async with await read_pool(url, 1) as pool:
            ids = [row["id"] for row in await pool.fetch("SELECT id FROM entity WHERE kind = ANY ($1)", kinds)]
            return await Projections(pool).hops_of_entities(ids, direction, Window())

    rows = [row for row in asyncio.run(read()) if row["type"] == "DownstreamOf" and not row["is_declared"]]
    found = {(row["from_id"], row["other_id"]) for row in rows if row["kind"] in kinds}
    return found if direction is Direction.DOWNSTREAM else {(up, down) for down, up in found}


@pytest.mark.parametrize("direction", Direction)
def test_jobs_whose_runs_saw_what_others_wrote(recorded: str, direction: Direction) -> None:
    expected = pairs(recorded, JOBS)
    assert len(expected) > 10
    declared = pairs(recorded, "SELECT upstream_id AS upstream, downstream_id AS downstream FROM declared_lineage")
    assert hops(recorded, ["dataJob", "dataFlow", "dataProcessInstance"], direction) == expected - declared


@pytest.mark.parametrize("direction", Direction)
def test_data_that_runs_made_from_other_data(recorded: str, direction: Direction) -> None:
    expected = pairs(recorded, DATA)
    assert len(expected) > 10
    assert hops(recorded, ["dataset", "mlModel"], direction) == expected
