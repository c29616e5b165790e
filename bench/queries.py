"""Times GraphQL over HTTP at a million runs, each question beside its required maximum.

The same rounds time a deep page of a list and the first one; the page of DataHub's web client and its statements on
bare asyncpg; the relationships of entities with many and with few; figures and searches and SQL written by hand; and a
subscriber and a bare LISTEN. Client, server and Postgres share the machine, so only the ratios say much.

    .venv/bin/python bench/queries.py [--runs 1000000] [--rounds 11] [--quick]

The history (`impact_history.py`) is made once and kept, in the embedded Postgres of HEADWATER_DATA_DIR or on
DATABASE_URL's server; its user has to be a superuser.
"""

import argparse
import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import orjson
from asking import Database, Server, body_of, database
from known import Known, what_is_known
from query_texts import (
    ANOMALIES,
    BY_TEXT,
    COMPARED_SQL,
    CREATED_SQL,
    CURSOR,
    FILTERED,
    JOB_LIST,
    JOB_RUNS,
    JOB_SCHEDULE,
    JOB_STATS,
    LIKE_INDEXES,
    LIST,
    MEMBERS_SQL,
    NAMES_LIKE_SQL,
    PROPAGATION,
    RELATIONSHIPS,
    RUNS_LIKE_SQL,
    SCROLL,
    SEARCH,
    STATS,
    STATS_SQL,
    TIMELINE,
    WEB_CLIENT,
)
from rounds import Ask, in_turns
from subscribers import Delays, delays
from tables import compared, head, millis, row

from headwater.app.database import database_as_found, migrate_database
from headwater.graphql.documents import hash_of
from headwater.settings import load_settings

from impact_history import end_of, history
from servers import headwater, new_database

DEEP = 0.98
"""The part of a list before a deep page."""

QUICK_RUNS = 3000
SUBSCRIBERS = 200
COMMITS = 40


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--quick", action="store_true", help="as short as can be: to see that it works")
    arguments = parser.parse_args()
    runs, rounds = (QUICK_RUNS, 1) if arguments.quick else (arguments.runs, arguments.rounds)
    subscribers, commits = (10, 2) if arguments.quick else (SUBSCRIBERS, COMMITS)
    with database_as_found(load_settings()) as server_url:
        url = history(server_url, runs)
        with headwater(url) as running:
            asyncio.run(_compare(url, running.port, end_of(runs), rounds))
        with new_database(server_url, "headwater_bench_queries") as events_url:
            migrate_database(events_url)
            with headwater(events_url) as running:
                _report_delays(
                    {many: asyncio.run(delays(events_url, running.port, many, commits)) for many in (1, subscribers)}
                )


async def _compare(url: str, port: int, end: datetime, rounds: int) -> None:
    async with database(url) as postgres:
        server, known = Server(port), await what_is_known(postgres, end)
        for index in LIKE_INDEXES:
            await postgres.fetch(index)
        print(f"{known.runs:,} runs; milliseconds, medians of {rounds} rounds")
        await _deep_pages(server, postgres, known, rounds)
        await _filters(server, postgres, known, rounds)
        await _web_client(server, postgres, known, rounds)
        await _relationships(server, postgres, known, rounds)
        await _figures(server, postgres, known, rounds)
        await _documents(server, known, rounds)


async def _deep_pages(server: Server, postgres: Database, known: Known, rounds: int) -> None:
    """Compare a page after DEEP of a list with the first one."""
    job_id, job = known.many_runs
    [(job_runs,)] = await postgres.fetch("SELECT count(*) FROM run WHERE template_id = $1", job_id)
    cursor = await _deep_cursor(server, postgres, known.runs)
    job_cursor = await _deep_cursor(server, postgres, job_runs, job_id)
    every = {"query": "*", "types": ["DATA_PROCESS_INSTANCE"]}
    deep = {**every, "scrollId": await _deep_scroll(server, postgres, known.runs)}
    lists: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
        f"`runsConnection` of {known.runs:,} runs by cursor, 20": (LIST, {"first": 20}, {"first": 20, "after": cursor}),
        "the same, 1,000": (LIST, {"first": 1000}, {"first": 1000, "after": cursor}),
        f"`runsConnection` of a job's {job_runs:,} by cursor, 20": (
            JOB_LIST,
            {"urn": job},
            {"urn": job, "after": job_cursor},
        ),
        "its `runs` by offset, 20": (JOB_RUNS, {"urn": job, "start": 0}, {"urn": job, "start": int(job_runs * DEEP)}),
    }
    for count in (20, 5000):
        name = f"`scrollAcrossEntities` of {known.runs:,} runs, {count:,}"
        lists[name] = (SCROLL, {"input": {**every, "count": count}}, {"input": {**deep, "count": count}})
    head(
        f"page after {DEEP:.0%} of the list",
        "first",
        "deep",
        "deep ÷ first",
        "its statements: first",
        "deep",
        "deep ÷ first",
    )
    for name, (query, first, after) in lists.items():
        sides = [body_of(query, **one) for one in (first, after)]
        bare = [await postgres.statements_of(query, **one) for one in (first, after)]
        figures = await in_turns(
            {
                "first": partial(server.send, sides[0]),
                "deep": partial(server.send, sides[1]),
                "bare first": partial(postgres.repeat, bare[0]),
                "bare deep": partial(postgres.repeat, bare[1]),
            },
            rounds,
        )
        row(name, *compared(figures["deep"], figures["first"]), *compared(figures["bare deep"], figures["bare first"]))


async def _filters(server: Server, postgres: Database, known: Known, rounds: int) -> None:
    """Compare filtered and ordered lists, and figures of one job, with the plain list of all runs."""
    urn, month = known.many_runs[1], _window(known.end - timedelta(days=31), known.end)
    day = {"created": _window(known.end - timedelta(days=2), known.end - timedelta(days=1))}
    failed: dict[str, Any] = {"results": ["FAILURE"]}
    questions: dict[str, tuple[str, dict[str, Any]]] = {
        "the newest 20 of all": (FILTERED, {}),
        "the newest 20 that failed": (FILTERED, {"filter": failed}),
        "the same of one job": (FILTERED, {"filter": {**failed, "templates": [known.parent_job]}}),
        "by a word of the name of a job": (FILTERED, {"filter": {"text": "job12"}}),
        "the longest 20 of a day": (FILTERED, {"filter": day, "order": "DURATION_DESC"}),
        "`runStats` of a job by day over a month": (JOB_STATS, {"urn": urn, **month}),
        "its `schedule` too": (JOB_SCHEDULE, {"urn": urn, **month}),
    }
    head("lists and figures of runs", "GraphQL", "its statements", "statements ÷ those of the first line")
    first = 0.0
    for name, (query, variables) in questions.items():
        body, bare = body_of(query, **variables), await postgres.statements_of(query, **variables)
        candidates: dict[str, Ask] = {"graphql": partial(server.send, body), "bare": partial(postgres.repeat, bare)}
        figures = await in_turns(candidates, rounds)
        first = first or figures["bare"]
        row(name, millis(figures["graphql"]), millis(figures["bare"]), f"{figures['bare'] / first:.1f}")


def _window(since: datetime, until: datetime) -> dict[str, str]:
    """Return the variables of a TimeWindow."""
    return {"since": since.isoformat(), "until": until.isoformat()}


async def _deep_cursor(server: Server, postgres: Database, runs: int, job_id: int | None = None) -> str:
    """Return the cursor of a run after about DEEP of a list: a job's runs or all runs."""
    at = await _deep_time(postgres, runs, job_id)
    cursor: str = (await server.ask(CURSOR, until=at))["runsConnection"]["pageInfo"]["endCursor"]
    return cursor


async def _deep_scroll(server: Server, postgres: Database, runs: int) -> str:
    """Return the scroll id after about DEEP of all runs."""
    millis_since_1970 = int((await _deep_time(postgres, runs)).timestamp() * 1000)
    before = {"field": "created", "condition": "LESS_THAN", "values": [str(millis_since_1970)]}
    first = {"query": "*", "types": ["DATA_PROCESS_INSTANCE"], "count": 1, "orFilters": [{"and": [before]}]}
    scroll_id: str = (await server.ask(SCROLL, input=first))["scrollAcrossEntities"]["nextScrollId"]
    return scroll_id


async def _deep_time(postgres: Database, runs: int, job_id: int | None = None) -> datetime:
    """Return the creation time of the run after DEEP of so many runs."""
    [row] = await postgres.fetch(CREATED_SQL, int(runs * DEEP), job_id)
    at: datetime = row["created_at"]
    return at


async def _web_client(server: Server, postgres: Database, known: Known, rounds: int) -> None:
    """Compare pages as DataHub's web client asks for them with their statements on a bare connection."""
    head(
        "DataHub's web client asks for a page of", "GraphQL", "statements", "the same on bare asyncpg", "GraphQL ÷ bare"
    )
    pages = (2, 20)
    bodies = {count: body_of(WEB_CLIENT, urn=known.many_runs[1], count=count) for count in pages}
    bare = {count: await postgres.statements_of(WEB_CLIENT, urn=known.many_runs[1], count=count) for count in pages}
    candidates: dict[str, Ask] = {}
    for count in pages:
        candidates[f"graphql {count}"] = partial(server.send, bodies[count])
        candidates[f"bare {count}"] = partial(postgres.repeat, bare[count])
    figures = await in_turns(candidates, rounds)
    for count in pages:
        ours, theirs = figures[f"graphql {count}"], figures[f"bare {count}"]
        row(f"{count} runs", millis(ours), str(len(bare[count])), millis(theirs), f"{ours / theirs:.1f}")
    growth = [figures[f"{side} {pages[1]}"] / figures[f"{side} {pages[0]}"] for side in ("graphql", "bare")]
    row(f"{pages[1]} ÷ {pages[0]}", f"{growth[0]:.1f}", f"{len(bare[20]) / len(bare[2]):.1f}", f"{growth[1]:.1f}", "")


async def _relationships(server: Server, postgres: Database, known: Known, rounds: int) -> None:
    """Time the first 20 incoming relationships of an entity, with and without their total."""
    hubs = {
        "`Consumes` of a dataset": ("Consumes", known.many_readers[1], known.few_readers[1]),
        "`InstanceOf` of a job": ("InstanceOf", known.many_runs[1], known.few_runs[1]),
        "`ChildOf` of a run": ("ChildOf", known.parent[1], known.lonely[1]),
    }
    head("first 20 relationships", "many have", "few", "many", "many ÷ few", "with `total`: few", "many", "many ÷ few")
    for name, (kind, many, few) in hubs.items():
        candidates: dict[str, Ask] = {}
        for side, urn in (("many", many), ("few", few)):
            for total in (False, True):
                body = body_of(RELATIONSHIPS, urn=urn, type=kind, total=total)
                candidates[f"{side} {total}"] = partial(server.send, body)
        figures = await in_turns(candidates, rounds)
        answers = [await server.ask(RELATIONSHIPS, urn=urn, type=kind, total=True) for urn in (many, few)]
        totals = " / ".join(f"{one['entity']['relationships']['total']:,}" for one in answers)
        row(
            name,
            totals,
            *compared(figures["many False"], figures["few False"]),
            *compared(figures["many True"], figures["few True"]),
        )


async def _figures(server: Server, postgres: Database, known: Known, rounds: int) -> None:
    """Compare figures and searches with SQL written by hand."""
    year, month = known.end - timedelta(days=400), known.end - timedelta(days=31)

    prefix = (await postgres.fetch("SELECT left(native_id, 3) FROM run ORDER BY id LIMIT 1"))[0][0]
    questions: dict[str, tuple[str, dict[str, Any], str, Sequence[Any]]] = {
        "`runStats` of all runs of a month ÷ one aggregate": (
            STATS,
            _window(month, known.end),
            STATS_SQL,
            (month, known.end),
        ),
        "`runStats` of all ÷ one aggregate": (STATS, _window(year, known.end), STATS_SQL, (year, known.end)),
        "`runsConnection`, ids that begin so ÷ `LIKE`": (BY_TEXT, {"text": prefix}, RUNS_LIKE_SQL.format(prefix), ()),
        "`search`, ids that begin so ÷ `LIKE`": (SEARCH, {"text": prefix}, RUNS_LIKE_SQL.format(prefix), ()),
        "`search`, names that begin so ÷ `LIKE`": (SEARCH, {"text": "job1"}, NAMES_LIKE_SQL.format("job1"), ()),
        "`anomalies` of a job's newest 500 runs ÷ their rows": (
            ANOMALIES,
            {"urn": known.many_runs[1]},
            COMPARED_SQL,
            (known.many_runs[0],),
        ),
        "`failurePropagation` in the largest run ÷ its runs' rows": (
            PROPAGATION,
            {"urn": known.parent[1]},
            MEMBERS_SQL,
            (known.parent[0],),
        ),
        "`timeline` of the same, 20 ÷ its runs' rows": (
            TIMELINE,
            {"urn": known.parent[1]},
            MEMBERS_SQL,
            (known.parent[0],),
        ),
    }
    head("question ÷ SQL by hand", "GraphQL", "its statements", "SQL by hand", "GraphQL ÷ SQL", "statements ÷ SQL")
    for name, (query, variables, sql, arguments) in questions.items():
        body, bare = body_of(query, **variables), await postgres.statements_of(query, **variables)
        figures = await in_turns(
            {
                "graphql": partial(server.send, body),
                "bare": partial(postgres.repeat, bare),
                "sql": partial(postgres.fetch, sql, *arguments),
            },
            rounds,
        )
        ours, statements, theirs = figures["graphql"], figures["bare"], figures["sql"]
        row(
            name,
            millis(ours),
            millis(statements),
            millis(theirs),
            f"{ours / theirs:.1f}",
            f"{statements / theirs:.1f}",
        )


async def _documents(server: Server, known: Known, rounds: int) -> None:
    """Compare a document sent as text with the same document named by its hash."""
    variables = {"urn": known.many_runs[1], "count": 2}
    kept = {"persistedQuery": {"version": 1, "sha256Hash": hash_of(WEB_CLIENT)}}
    await server.send(orjson.dumps({"query": WEB_CLIENT, "variables": variables, "extensions": kept}))
    by_text, by_hash = body_of(WEB_CLIENT, **variables), orjson.dumps({"variables": variables, "extensions": kept})
    figures = await in_turns({"text": partial(server.send, by_text), "hash": partial(server.send, by_hash)}, rounds * 4)
    head("web client's page of 2 runs", "by text", "by hash", "hash ÷ text")
    row(f"{len(by_text):,} and {len(by_hash):,} bytes", *compared(figures["hash"], figures["text"]))


def _report_delays(found: dict[int, Delays]) -> None:
    head("`runEvents`: from a commit to", "median", "p99", "÷ LISTEN: median", "p99")
    for many, one in found.items():
        row("a bare LISTEN beside them", millis(one.bare.median), millis(one.bare.p99), "", "")
        ratios = f"{one.told.median / one.bare.median:.1f}", f"{one.told.p99 / one.bare.p99:.1f}"
        row(f"the message to {many} subscribers", millis(one.told.median), millis(one.told.p99), *ratios)


if __name__ == "__main__":
    main()
