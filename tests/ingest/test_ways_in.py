"""The central promise: every way, order, splitting and repetition of events leads to the same store."""

import asyncio
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openlineage.client import OpenLineageClient
from openlineage.client.transport.file import FileConfig, FileTransport
from openlineage.client.transport.http import HttpConfig, HttpTransport
from pyspark.sql import SparkSession
from structlog.testing import capture_logs

from headwater.dialects.openlineage import parse_document
from headwater.model.changes import Changes

from client_events import history
from conftest import CORPUS, cloned_database
from generated_events import events
from loads import load_paths
from property_cases import body_of, kept_cases, writes_its_case
from server_process import Server
from store_dump import difference, dump
from ways import Ways, open_ways

EXAMPLES = int(os.environ.get("HEADWATER_TEST_EXAMPLES", "200"))
JOINS = st.sampled_from([True, True, True, False])
FAST = ("one by one", "at once", "batch", "sessions")
RECORDED = {
    f"{folder}/{path.name}": [line for line in path.read_bytes().splitlines() if line.strip()]
    for folder in ("events", "quirks")
    for path in sorted(CORPUS.glob(f"openlineage/{folder}/*.ndjson"))
}


class Step(NamedTuple):
    """Events sent together, by their places in the history."""

    way: str
    events: list[int]


Delivery = tuple[list[dict[str, Any]], list[Step]]
RecordedDelivery = tuple[list[tuple[str, int]], list[Step]]
"""A delivery with events by their files and lines."""
Check = Callable[[Sequence[bytes], Sequence[Step]], None]


@st.composite
def deliveries(draw: st.DrawFn, event: st.SearchStrategy[Any]) -> tuple[list[Any], list[Step]]:
    """Draw a history, and the steps that send it: in any order, some events twice, by any ways.

    Each event carries its own times and ways, so a failing example shrinks event by event.
    """
    way = st.sampled_from(draw(st.sampled_from([FAST, FAST, (*FAST, "loader")])))  # a load takes longest
    sendings = st.lists(st.tuples(st.integers(0, 99), way, JOINS), min_size=1, max_size=2)
    history = draw(st.lists(st.tuples(event, sendings), min_size=1, max_size=8))
    steps: list[Step] = []
    for (_, way_in, joins), place in sorted(
        (sent, place) for place, (_, sent_at) in enumerate(history) for sent in sent_at
    ):
        if joins and steps:
            steps[-1].events.append(place)
        else:
            steps.append(Step(way_in, [place]))
    return [event for event, _ in history], steps


@st.composite
def recorded(draw: st.DrawFn) -> tuple[list[tuple[str, int]], list[Step]]:
    """Draw recorded events near each other, as (file, line)."""
    name = draw(st.sampled_from(sorted(RECORDED)))
    first = draw(st.integers(0, len(RECORDED[name]) - 1))
    line = st.integers(first, min(first + 11, len(RECORDED[name]) - 1))
    return draw(deliveries(st.tuples(st.just(name), line)))


@pytest.fixture(scope="module")
def check(
    spark: SparkSession, postgres_url: str, template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Check]:
    """Send bodies by steps, and fail if the store differs from one clean merge."""
    with (
        cloned_database(postgres_url, template) as mixed,
        cloned_database(postgres_url, template) as merged,
        asyncio.Runner() as runner,
        capture_logs(),
    ):
        opened = open_ways(spark, mixed, merged, tmp_path_factory.mktemp("loads"))
        ways = runner.run(opened.__aenter__())
        yield lambda bodies, steps: runner.run(compare(ways, bodies, steps))
        runner.run(opened.__aexit__(None, None, None))


async def compare(ways: Ways, bodies: Sequence[bytes], steps: Sequence[Step]) -> None:
    await ways.empty()
    copies: Counter[int] = Counter()
    for step in steps:
        copies.update(step.events)
        await ways.send(
            step.way, [respelled(bodies[place]) if copies[place] > 1 else bodies[place] for place in step.events]
        )
    assert difference(await ways.found(), await ways.expected(bodies)) == {}


def respelled(body: bytes) -> bytes:
    """Return the event as another client would write it: keys in another order, characters unescaped.

    A refused body stays unchanged: the quarantine keeps it byte for byte, so another spelling is another record.
    """

    def turned(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: turned(value[key]) for key in reversed(value)}
        return [turned(item) for item in value] if isinstance(value, list) else value

    if not all(isinstance(item, Changes) for item in parse_document(body, "test", 1)):
        return body
    try:
        return json.dumps(turned(json.loads(body)), ensure_ascii=False).encode()
    except ValueError:  # no JSON, or a lone surrogate, which has to be escaped
        return body


@settings(max_examples=EXAMPLES)
@given(case=deliveries(events()))
@writes_its_case(Delivery)
def test_any_way_in_gives_the_same_store(case: Delivery, check: Check) -> None:
    history, steps = case
    check([json.dumps(event).encode() for event in history], steps)


@pytest.mark.parametrize("case", kept_cases(test_any_way_in_gives_the_same_store, Delivery))
def test_any_way_in_gives_the_same_store_in_kept_cases(case: Delivery, check: Check) -> None:
    body_of(test_any_way_in_gives_the_same_store)(case=case, check=check)


@pytest.mark.skipif(not RECORDED, reason="the corpus of recorded payloads is not beside this checkout")
@settings(max_examples=max(1, EXAMPLES // 4))
@given(case=recorded())
@writes_its_case(RecordedDelivery)
def test_any_way_in_gives_the_same_store_of_recorded_events(case: RecordedDelivery, check: Check) -> None:
    history, steps = case
    check([RECORDED[name][line] for name, line in history], steps)


@pytest.mark.parametrize("append", [True, False])
def test_the_clients_files_give_the_store_that_its_requests_give(
    append: bool, spark: SparkSession, server: Server, postgres_url: str, template: str, tmp_path: Path
) -> None:
    """The file transport writes lines to one file, or a file for each event."""
    to_files = OpenLineageClient(transport=FileTransport(FileConfig(str(tmp_path / "events"), append=append)))
    by_http = OpenLineageClient(transport=HttpTransport(HttpConfig(url=server.url)))
    for event in history(5):
        to_files.emit(event)
        by_http.emit(event)
    assert len(list(tmp_path.iterdir())) == (1 if append else 10)
    with cloned_database(postgres_url, template) as loaded:
        summary = load_paths(spark, loaded, tmp_path)
        assert (summary.new, summary.duplicates, summary.quarantined) == (10, 0, 0)
        assert dump(loaded) == dump(server.database_url)
