"""Asynchronous writes: acknowledged once they are durable, merged later, and traced until they count."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from datahub.configuration.common import TraceValidationError
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.emitter.rest_emitter import DatahubRestEmitter, EmitMode
from datahub.metadata.schema_classes import DatasetPropertiesClass, StatusClass

from headwater.model.bodies import pack_body, unpack_body

from conftest import cloned_database, fetch
from events import run_event, uuid
from graphql_api import urn
from proposals import DATASET, RUN, event, item
from server_process import BATCH, LINEAGE, Server, merges_held

STATUS = "status"
ENTITY = "/openapi/v3/entity/dataset"
PATIENCE_SECONDS = 30


@pytest.fixture(scope="module")
def idle_server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server that leaves its queue to others."""
    with cloned_database(postgres_url, template) as url, Server(url, drains_queue="false") as server:
        yield server


def propose(server: Server, *items: dict[str, Any], is_async: bool = True) -> str:
    """Send proposals in Rest.li's form; the trace."""
    body = {"proposals": list(items), "async": "true" if is_async else "false"}
    answer = httpx.post(f"{server.url}/aspects?action=ingestProposalBatch", json=body, timeout=60)
    assert answer.status_code == 200, answer.text
    return answer.headers["traceparent"].split("-")[1]


def status(removed: bool, **more: Any) -> dict[str, Any]:
    return item(DATASET, STATUS, {"removed": removed}) | more


def states(server: Server, trace_id: str, urn: str, *aspects: str) -> dict[str, Any]:
    """The states of some writes of a trace, with all details."""
    answer = httpx.post(
        f"{server.url}/openapi/v1/trace/write/{trace_id}",
        params={"onlyIncludeErrors": "false", "detailed": "true"},
        json={urn: list(aspects)},
        timeout=60,
    )
    assert answer.status_code == 200, answer.text
    return dict(answer.json()[urn])


def words(state: dict[str, Any]) -> tuple[bool, str, str]:
    """A state by its words: success, primary storage, search storage."""
    return state["success"], state["primaryStorage"]["writeStatus"], state["searchStorage"]["writeStatus"]


def state_of(server: Server, trace_id: str, urn: str = DATASET, aspect: str = STATUS) -> tuple[bool, str, str]:
    return words(states(server, trace_id, urn, aspect)[aspect])


def drain(server: Server) -> None:
    """Wait until the queue is empty."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while server.count("queued_write"):
        assert time.monotonic() < deadline
        time.sleep(0.02)


# States --------------------------------------------------------------------------------------------


def test_a_write_is_pending_and_then_active(database_url: str) -> None:
    with Server(database_url) as server:
        with merges_held(database_url):
            trace_id = propose(
                server, status(removed=True), item(RUN, "dataProcessInstanceRunEvent", event(1, "STARTED"))
            )
            assert state_of(server, trace_id) == (True, "PENDING", "PENDING")
            run_event_state = state_of(server, trace_id, RUN, "dataProcessInstanceRunEvent")
            assert run_event_state == (True, "PENDING", "TRACE_NOT_IMPLEMENTED")
        drain(server)
        assert state_of(server, trace_id) == (True, "ACTIVE_STATE", "ACTIVE_STATE")
        run_event_state = state_of(server, trace_id, RUN, "dataProcessInstanceRunEvent")
        assert run_event_state == (True, "NO_OP", "TRACE_NOT_IMPLEMENTED")


def first(server: Server) -> str:
    return propose(server, status(removed=True))


def replaced(server: Server) -> str:
    trace_id = propose(server, status(removed=True))
    propose(server, status(removed=False))
    return trace_id


def repeated(server: Server) -> str:
    propose(server, status(removed=True))
    return propose(server, status(removed=True))


def refused(server: Server) -> str:
    return propose(server, status(removed=True, headers={"If-Version-Match": "-100000"}))


def of_another_aspect(server: Server) -> str:
    return propose(server, item(DATASET, "datasetProperties", {"name": "t"}))


@pytest.mark.parametrize(
    ("write", "expected"),
    [
        (first, (True, "ACTIVE_STATE", "ACTIVE_STATE")),
        (replaced, (True, "HISTORIC_STATE", "HISTORIC_STATE")),
        (repeated, (True, "NO_OP", "NO_OP")),
        (refused, (False, "ERROR", "ERROR")),
        (of_another_aspect, (False, "ERROR", "ERROR")),
    ],
)
def test_each_state_has_its_cause(
    write: Callable[[Server], str], expected: tuple[bool, str, str], database_url: str
) -> None:
    with Server(database_url) as server:
        trace_id = write(server)
        drain(server)
        assert state_of(server, trace_id) == expected


def test_a_refused_write_says_why(database_url: str) -> None:
    with Server(database_url) as server:
        trace_id = refused(server)
        drain(server)
        state = states(server, trace_id, DATASET, STATUS)[STATUS]
        assert state["primaryStorage"]["writeExceptions"] == [
            {
                "message": "Expected version -100000, actual version -1",
                "exceptionClass": "proposal.precondition",
                "stackTrace": [],
            }
        ]
        [row] = server.rows("SELECT code, message, trace_id FROM quarantine")
        assert (row["code"], row["trace_id"].hex) == ("proposal.precondition", trace_id)


def test_events_are_traced_like_proposals(database_url: str) -> None:
    with Server(database_url) as server:
        with merges_held(database_url):
            answer = server.post(run_event("START", "00:00:00", uuid(1)), LINEAGE + "?async=true")
            assert (answer.status_code, answer.json()["status"]) == (202, "queued")
            trace_id = answer.json()["traceId"]
            assert state_of(server, trace_id, urn(1), "dataProcessInstanceProperties")[1] == "PENDING"
        drain(server)
        assert state_of(server, trace_id, urn(1), "dataProcessInstanceProperties")[1] == "ACTIVE_STATE"
        assert state_of(server, trace_id, urn(2), "dataProcessInstanceProperties")[1] == "ERROR"
        bad = server.post(b"{", LINEAGE + "?async=true").json()["traceId"]
        drain(server)
        state = states(server, bad, urn(1), "dataProcessInstanceProperties")["dataProcessInstanceProperties"]
        assert state["primaryStorage"]["writeExceptions"][0]["exceptionClass"] == "json.invalid"


def test_an_id_without_a_time_is_looked_up_first(database_url: str) -> None:
    foreign = "f" * 32
    with Server(database_url) as server:
        address = f"{server.url}/openapi/v1/trace/write/{foreign}"
        refusal = httpx.post(address, json={DATASET: [STATUS]})
        assert (refusal.status_code, "carries no time" in refusal.text) == (400, True)
        server.post([status(removed=True)], f"{ENTITY}?x", traceparent=f"00-{foreign}-0123456789abcdef-01")
        body = [{"urn": DATASET, STATUS: {"value": {"removed": True}}}]
        server.post(body, f"{ENTITY}?async=true", traceparent=f"00-{foreign}-0123456789abcdef-01")
        drain(server)
        assert state_of(server, foreign)[1] == "ACTIVE_STATE"


# Order ---------------------------------------------------------------------------------------------


def test_a_synchronous_write_comes_after_what_was_queued_before(idle_server: Server) -> None:
    """The server leaves the queue alone, so only the synchronous write can have taken these out of it."""
    other = DATASET.replace(",t,", ",other,")
    propose(idle_server, status(removed=True), item(other, STATUS, {"removed": True}), status(removed=False))
    propose(idle_server, item(other, STATUS, {"removed": False}))
    propose(idle_server, status(removed=True), is_async=False)
    assert idle_server.count("queued_write") == 1
    read = httpx.get(f"{idle_server.url}{ENTITY}/{quote(DATASET, safe='')}/{STATUS}?systemMetadata=true").json()
    assert (read["value"], read["systemMetadata"]["version"]) == ({"removed": True}, "3")


def test_queued_proposals_are_accepted_each_by_itself(database_url: str) -> None:
    with Server(database_url) as server:
        good = item(DATASET, "datasetProperties", {"name": "t"})
        trace_id = propose(server, good, status(removed=True, headers={"If-Version-Match": "7"}))
        drain(server)
        assert state_of(server, trace_id, aspect="datasetProperties")[1] == "ACTIVE_STATE"
        assert state_of(server, trace_id)[1] == "ERROR"


def test_a_request_that_cannot_be_parsed_is_refused_whole(idle_server: Server) -> None:
    before = idle_server.count("queued_write")
    body = {"proposals": [status(removed=True), item(DATASET, "noSuchAspect", {})], "async": "true"}
    answer = httpx.post(f"{idle_server.url}/aspects?action=ingestProposalBatch", json=body)
    assert answer.status_code == 422
    assert idle_server.count("queued_write") == before


def test_the_metadata_tells_how_a_proposal_came(database_url: str) -> None:
    with Server(database_url) as server:
        body = [{"urn": DATASET, STATUS: {"value": {"removed": True}}}]
        answer = httpx.post(
            f"{server.url}{ENTITY}?async=true&systemMetadata=true", json=body, headers={"X-Enable-Trace-Log": "true"}
        )
        assert answer.status_code == 202
        trace_id, span_id = answer.headers["traceparent"].split("-")[1:3]
        drain(server)
        read = httpx.get(f"{server.url}{ENTITY}/{quote(DATASET, safe='')}/{STATUS}?systemMetadata=true").json()
        for shown in (answer.json()[0][STATUS], read):
            properties = shown["systemMetadata"]["properties"]
            enqueued_millis = int(properties.pop("telemetryEnqueuedAt"))
            assert abs(enqueued_millis / 1000 - time.time()) < PATIENCE_SECONDS
            assert properties == {
                "telemetryTraceId": trace_id,
                "telemetryQueueSpanId": span_id,
                "telemetryLog": "true",
            }


# Limits --------------------------------------------------------------------------------------------


def test_a_full_queue_answers_503(database_url: str) -> None:
    with Server(database_url, drains_queue="false", max_queued_writes="1") as server:
        started = run_event("START", "00:00:00", uuid(1))
        assert [server.post(started, LINEAGE + "?async=true").status_code for _ in range(2)] == [202, 202]
        time.sleep(1.1)
        refusal = server.post(started, LINEAGE + "?async=true")
        assert (refusal.status_code, refusal.headers["retry-after"]) == (503, "1")
        assert "async=false" in refusal.json()["message"]
        assert server.post(started, LINEAGE + "?async=false").status_code == 201


def test_the_setting_makes_events_asynchronous(database_url: str) -> None:
    with Server(database_url, **{"async": "true"}) as server:
        assert server.post(run_event("START", "00:00:00", uuid(1))).status_code == 202
        assert server.post([run_event("START", "00:00:00", uuid(2))], BATCH).status_code == 202
        assert server.post(run_event("START", "00:00:00", uuid(3)), LINEAGE + "?async=false").status_code == 201
        drain(server)
        assert server.count("run") == 3


def test_an_empty_body_is_refused_before_it_is_queued(idle_server: Server) -> None:
    assert idle_server.post(b" ", LINEAGE + "?async=true").status_code == 400


@pytest.mark.parametrize(("value", "status"), [("1", 202), ("True", 202), ("no", 201), ("maybe", 400), ("", 400)])
def test_async_is_a_word_for_true_or_false(value: str, status: int, idle_server: Server) -> None:
    answer = idle_server.post(run_event("START", "00:00:00", uuid(9)), f"{LINEAGE}?async={value}")
    assert answer.status_code == status
    assert ("async: expected true or false" in answer.text) == (status == 400)
    said = {202: "true", 201: "false", 400: "wrong"}[status]
    of_datahub = [idle_server.post([], f"{ENTITY}?async={word}").status_code for word in (value, said)]
    assert of_datahub[0] == of_datahub[1] == {202: 202, 201: 200, 400: 400}[status]


# Clients -------------------------------------------------------------------------------------------


def test_datahubs_sdk_waits_until_its_writes_can_be_read(database_url: str) -> None:
    """Over OpenAPI: over Rest.li the SDK itself waits for nothing."""
    with Server(database_url) as server:
        emitter = DatahubRestEmitter(server.url, openapi_ingestion=True)
        emitter.test_connection()
        properties = DatasetPropertiesClass(name="t")
        wrappers = [
            MetadataChangeProposalWrapper(entityUrn=DATASET, aspect=aspect)
            for aspect in (properties, StatusClass(removed=False))
        ]
        emitter.emit_mcp(wrappers[0], emit_mode=EmitMode.ASYNC_WAIT)
        emitter.emit_mcps(wrappers, emit_mode=EmitMode.ASYNC_WAIT)
        assert server.count("queued_write") == 0
        assert server.count("versioned_aspect WHERE name IN ('datasetProperties', 'status')") == 2
        bad = MetadataChangeProposalWrapper(
            entityUrn=DATASET, aspect=properties, headers={"If-Version-Match": "-100000"}
        )
        with pytest.raises(TraceValidationError, match="Persistence failure"):
            emitter.emit_mcp(bad, emit_mode=EmitMode.ASYNC_WAIT)


# Refusals by the database --------------------------------------------------------------------------

REFUSES_NAME = (
    "ALTER TABLE versioned_aspect ADD CONSTRAINT no_poison CHECK (value ->> 'description' IS DISTINCT FROM 'poison')"
)
"""A database that refuses the content of some proposals, each time."""


def tag(number: int, description: str) -> dict[str, Any]:
    return item(f"urn:li:tag:t{number}", "tagProperties", {"name": "t", "description": description})


def test_a_proposal_that_the_database_refuses_costs_the_others_nothing(database_url: str) -> None:
    fetch(database_url, REFUSES_NAME)
    with Server(database_url) as server:
        with merges_held(database_url):
            trace_id = propose(
                server, *(tag(number, "poison" if number in (3, 17) else "fine") for number in range(30))
            )
        drain(server)
        assert server.count("versioned_aspect WHERE name = 'tagProperties'") == 28
        refused = server.rows("SELECT code, convert_from(payload, 'UTF8') AS payload FROM quarantine ORDER BY position")
        assert [(row["code"], json.loads(row["payload"])["entityUrn"]) for row in refused] == [
            ("merge.failed", "urn:li:tag:t3"),
            ("merge.failed", "urn:li:tag:t17"),
        ]
        assert state_of(server, trace_id, "urn:li:tag:t3", "tagProperties")[1] == "ERROR"
        assert state_of(server, trace_id, "urn:li:tag:t4", "tagProperties")[1] == "ACTIVE_STATE"


def test_a_proposal_that_another_version_queued_holds_up_nothing(database_url: str) -> None:
    """This version may expect more of an aspect than the one that acknowledged the write."""
    with Server(database_url) as server:
        with merges_held(database_url):
            trace_id = propose(server, tag(1, "fine"), tag(2, "fine"))
            [row] = server.rows("SELECT seq, body FROM queued_write ORDER BY seq LIMIT 1")
            changed = pack_body(unpack_body(row["body"]).replace(b"tagProperties", b"noSuchAspect"))
            server.rows(f"UPDATE queued_write SET body = '\\x{changed.hex()}' WHERE seq = {row['seq']}")
        drain(server)
        assert state_of(server, trace_id, "urn:li:tag:t2", "tagProperties")[1] == "ACTIVE_STATE"
        assert [row["code"] for row in server.rows("SELECT code FROM quarantine")] == ["aspect.unknown"]


def test_a_refused_proposal_of_the_queue_is_not_the_fault_of_a_synchronous_one(database_url: str) -> None:
    fetch(database_url, REFUSES_NAME)
    with Server(database_url, drains_queue="false") as server:
        propose(server, tag(1, "poison"))
        trace_id = propose(server, tag(1, "fine"), is_async=False)
        assert state_of(server, trace_id, "urn:li:tag:t1", "tagProperties")[1] == "ACTIVE_STATE"
        assert server.count("quarantine WHERE code = 'merge.failed'") == 1


RAISES = """
    CREATE FUNCTION public.raise_for_poison() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF new::text LIKE '%poison%' THEN RAISE EXCEPTION 'no poison'; END IF;
        RETURN new;
    END $$;
    CREATE TRIGGER poison BEFORE INSERT OR UPDATE ON versioned_aspect FOR EACH ROW EXECUTE FUNCTION public.raise_for_poison();
    CREATE TRIGGER poison BEFORE INSERT OR UPDATE ON run FOR EACH ROW EXECUTE FUNCTION public.raise_for_poison()"""
"""A mistake of the server: an error that does not come from the content alone, for all that the driver tells."""


def test_a_write_that_fails_again_and_again_holds_up_nothing(database_url: str) -> None:
    for statement in RAISES.split(";\n    CREATE TRIGGER"):
        fetch(
            database_url,
            statement if statement.lstrip().startswith("CREATE FUNCTION") else f"CREATE TRIGGER{statement}",
        )
    with Server(database_url) as server:
        traces = [
            propose(server, tag(1, "poison")),
            server.post(run_event("START", "00:00:00", "poison"), LINEAGE + "?async=true").json()["traceId"],
        ]
        propose(server, tag(2, "fine"))
        server.post(run_event("START", "00:00:00", uuid(1)), LINEAGE + "?async=true")
        drain(server)
        refused = server.rows("SELECT code, trace_id FROM quarantine ORDER BY trace_id")
        assert [(row["code"], row["trace_id"].hex) for row in refused] == [("queue.failed", one) for one in traces]
        assert server.count("versioned_aspect WHERE name = 'tagProperties'") == 1
        assert server.count(f"run WHERE native_id = '{uuid(1)}'") == 1


@pytest.mark.parametrize(
    ("values", "expected"),
    [([True, False], ["HISTORIC_STATE", "ACTIVE_STATE"]), ([True, True], ["ACTIVE_STATE", "HISTORIC_STATE"])],
    ids=["replaced", "repeated"],
)
def test_writes_that_are_merged_together_have_their_own_states(
    values: list[bool], expected: list[str], database_url: str
) -> None:
    """The write that did not give the value looks like a replaced one: both came at one time."""
    with Server(database_url) as server:
        with merges_held(database_url):
            traces = [propose(server, status(removed=value)) for value in values]
        drain(server)
        assert [state_of(server, trace_id)[1] for trace_id in traces] == expected


def test_a_refused_record_of_any_form_is_traced(database_url: str) -> None:
    trace_id = "0006" + "1" * 28
    fetch(
        database_url,
        """INSERT INTO quarantine (key, dialect, source, position, code, message, payload, trace_id)
        VALUES (gen_random_uuid(), 'datahub', 'file', 1, 'proposal.invalid', 'no URN', '{"entityType": "dataset"}', $1)""",
        trace_id,
    )
    with Server(database_url) as server:
        state = states(server, trace_id, DATASET, STATUS)[STATUS]
        assert state["primaryStorage"]["writeExceptions"][0]["exceptionClass"] == "proposal.invalid"


def test_a_worker_outlives_the_loss_of_its_connections(database_url: str) -> None:
    with Server(database_url) as server:
        server.rows(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        trace_id = propose(server, tag(1, "fine"))
        drain(server)
        assert state_of(server, trace_id, "urn:li:tag:t1", "tagProperties")[1] == "ACTIVE_STATE"
