"""Events with too many names, or a slow merge: they fail alone, without the others."""

import asyncio
import json
from typing import Any
from uuid import uuid4

import pytest
import structlog

from headwater.dialects.datahub.proposal import parse_proposal
from headwater.dialects.openlineage import parse_document
from headwater.errors import OverloadedError
from headwater.ingest.event_gatherer import EventGatherer
from headwater.ingest.proposal_gatherer import ProposalGatherer
from headwater.loader.families import Ended, read_items
from headwater.loader.job import Job
from headwater.loader.partition import load_partition
from headwater.loader.progress import Count
from headwater.loader.step import Step
from headwater.model.changes import Changes, Problem
from headwater.store.connections import connect, connect_to_merge
from headwater.store.merge import Delivery
from headwater.store.proposals import Submission
from headwater.store.quarantine import Quarantine, merging

from conftest import cloned_database, fetch
from events import NAMESPACE, parent, parsed, run_event, uuid
from loads import opened
from proposals import DATASET, item
from server_process import BATCH, LINEAGE, Server

MOST = 4

SLOW = (
    """CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.native_id = 'slow' THEN PERFORM pg_sleep(60); END IF;
        RETURN NEW;
    END $$""",
    "CREATE TRIGGER run_slow BEFORE INSERT ON run FOR EACH ROW EXECUTE FUNCTION be_slow()",
)

_NAMES = [f"table{number}" for number in range(MOST)]
_DATASETS = [{"type": "DATASET", "namespace": NAMESPACE, "name": name} for name in _NAMES]
_COLUMNS = {"fields": {name: {"inputFields": [{**_DATASETS[0], "name": name, "field": "a"}]} for name in _NAMES}}
_BEFORE = [{"job": {"namespace": NAMESPACE, "name": name}} for name in _NAMES]


def be_slow(database_url: str) -> None:
    """Make the merge of the run `slow` take a minute from now on."""
    for statement in SLOW:
        fetch(database_url, statement)


def of_dataset(**facets: Any) -> dict[str, Any]:
    return {"namespace": NAMESPACE, "name": "out", "facets": facets}


WIDE: dict[str, dict[str, Any]] = {
    "inputs": {"inputs": _NAMES},
    "outputs": {"outputs": _NAMES},
    "symlinks": {"inputs": [of_dataset(symlinks={"identifiers": _DATASETS})]},
    "columnLineage": {"outputs": [of_dataset(columnLineage=_COLUMNS)]},
    "lineage": {"outputs": [of_dataset(lineage={"inputs": _DATASETS})]},
    "jobDependencies": {"jobDependencies": {"upstream": _BEFORE}},
    "parent": {"inputs": _NAMES[1:], "parent": parent(uuid(9))},
    "tasksState": {"airflowState": {"tasksState": dict.fromkeys(_NAMES, "skipped")}},
}
"""Events with more names than MOST, their run's included."""


@pytest.mark.parametrize("part", WIDE)
def test_the_names_of_an_event_are_limited(part: str) -> None:
    body = json.dumps(run_event("START", "00:00:00", uuid(1), **WIDE[part])).encode()
    [refused] = parse_document(body, "here", 7, max_names=MOST)
    assert isinstance(refused, Problem)
    assert (refused.code, refused.source, refused.position) == ("event.too_wide", "here", 7)
    assert f"at most {MOST} (HEADWATER_MAX_EVENT_NAMES)" in refused.message
    assert isinstance(parse_document(body, "here", 7, max_names=4 * MOST)[0], Changes)


def test_a_wide_event_goes_to_quarantine_and_its_batch_does_not(postgres_url: str, template: str) -> None:
    wide = run_event("START", "00:00:00", uuid(1), inputs=_NAMES)
    events = [run_event("START", "00:00:00", uuid(2), inputs=_NAMES[1:]), wide]
    with cloned_database(postgres_url, template) as url, Server(url, max_event_names=str(MOST)) as server:
        answer = server.post(events, BATCH).json()
        assert [(f["index"], f["reason"].split(":")[0]) for f in answer["failed_events"]] == [(1, "event.too_wide")]
        alone = server.post(wide, LINEAGE)
        assert (alone.status_code, alone.json()["code"]) == (422, "event.too_wide")
        assert server.count("run") == 1
        assert json.loads(fetch(url, "SELECT payload FROM quarantine LIMIT 1")[0][0]) == wide


def test_a_load_holds_the_same_bound(database_url: str) -> None:
    lines = [json.dumps(run_event("START", "00:00:00", uuid(n), inputs=_NAMES[n:])).encode() for n in (0, 1)]
    job, counted = Job(database_url, uuid4(), max_event_names=MOST), list[Count]()
    items = [item for _, item in read_items(job, [opened(b"\n".join(lines))])]
    [step, ended] = load_partition(job, counted.append, items)
    assert counted == [(2, len(b"\n".join(lines)), 1)]
    assert isinstance(ended, Ended)
    assert isinstance(step, Step)
    assert step.merged == (1, 0, 1, 0)
    assert step.codes == {"event.too_wide": 1}
    assert step.seconds > 0


async def test_a_replay_with_a_higher_bound_merges_it(database_url: str) -> None:
    body = json.dumps(run_event("START", "00:00:00", uuid(1), inputs=_NAMES)).encode()
    async with EventGatherer(database_url, 100) as gatherer:
        await gatherer.gather(Delivery(parse_document(body, "here", 1, max_names=MOST), uuid4()))
    connection = await connect_to_merge(database_url)
    merge_items = merging(connection, uuid4())
    for most, became in ((MOST, (0, 0, 1, 0)), (MOST + 1, (1, 0, 0, 0))):
        quarantine = Quarantine(connection, most)
        assert [m async for m in quarantine.replay(merge_items, await quarantine.find_of_code(None))] == [became]
    await connection.close()


async def test_an_event_that_alone_is_too_slow_goes_to_quarantine_alone(database_url: str) -> None:
    await asyncio.to_thread(be_slow, database_url)
    slow = Delivery(parsed(*(run_event("START", "00:00:00", run_id) for run_id in (uuid(1), "slow", uuid(2)))), uuid4())
    others = [Delivery(parsed(run_event("START", "00:00:00", uuid(n))), uuid4()) for n in (3, 4)]
    with structlog.testing.capture_logs():
        async with EventGatherer(database_url, 100, 0.5) as gatherer:
            written, *rest = await asyncio.gather(*(gatherer.gather(delivery) for delivery in (slow, *others)))
    assert [one.merged for one in (written, *rest)] == [(2, 0, 1, 0), (1, 0, 0, 0), (1, 0, 0, 0)]
    assert [type(item) for item in written.items] == [Changes, Problem, Changes]
    [row] = await asyncio.to_thread(fetch, database_url, "SELECT code, message, payload FROM quarantine")
    assert (row["code"], "0.5 s (HEADWATER_MAX_MERGE_SECONDS)" in row["message"]) == ("merge.too_slow", True)
    assert json.loads(row["payload"])["run"]["runId"] == "slow"


async def test_a_wait_for_other_merges_is_overload_and_no_fault_of_the_event(database_url: str) -> None:
    deliveries = [Delivery(parsed(run_event("START", "00:00:00", uuid(n))), uuid4()) for n in (1, 2)]
    with structlog.testing.capture_logs():
        async with EventGatherer(database_url, 100, 0.5) as gatherer:
            await gatherer.gather(deliveries[0])
            other = await connect(database_url)
            await other.execute("SELECT pg_advisory_lock(hashtext('headwater.merge'))")
            with pytest.raises(OverloadedError):
                await gatherer.gather(deliveries[1])
            await other.close()
            assert (await gatherer.gather(deliveries[1])).merged == (1, 0, 0, 0)
    assert await asyncio.to_thread(fetch, database_url, "SELECT FROM quarantine") == []


async def test_a_proposal_that_alone_is_too_slow_is_overload(database_url: str) -> None:
    await asyncio.to_thread(be_slow, database_url)
    named = {"name": "one", "created": {"time": 1, "actor": "urn:li:corpuser:me"}}
    slow = item("urn:li:dataProcessInstance:slow", "dataProcessInstanceProperties", named)
    quick = item(DATASET, "status", {"removed": False})
    with structlog.testing.capture_logs():
        async with ProposalGatherer(database_url, 100, 0.5) as gatherer:
            refused, accepted = await asyncio.gather(
                *(gatherer.gather(Submission([parse_proposal(one)], uuid4(), 0)) for one in (slow, quick)),
                return_exceptions=True,
            )
    assert isinstance(refused, OverloadedError)
    assert not isinstance(accepted, BaseException)
