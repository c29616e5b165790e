"""A text that is erased is in no table afterwards, and the store is that of events which never had it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from asyncpg import Connection

from headwater.dialects.erasing import erase_text
from headwater.dialects.openlineage import parse_document
from headwater.store.erasing import Erasure, erase, find_text, tables_with_text
from headwater.store.merge import Merged
from headwater.store.pool import connect_to_merge

from conftest import cloned_database, fetch, merge_items
from events import parsed, run_event, uuid
from proposals import DATASET, accept_items, item
from rebuilding import rebuilt
from store_dump import difference, dump

NAME = "Zoë Müller"
OTHER = "[erased]"


def on(url: str, work: Callable[[Connection], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        connection = await connect_to_merge(url)
        try:
            return await work(connection)
        finally:
            await connection.close()

    return asyncio.run(run())


def erased(url: str, text: str = NAME) -> Erasure:
    found: Erasure = on(url, lambda connection: find_text(connection, text, OTHER))
    done: Erasure = on(url, lambda connection: erase(connection, text, OTHER))
    assert done == found
    return done


def left(url: str, text: str = NAME) -> dict[str, int]:
    found: dict[str, int] = on(url, lambda connection: tables_with_text(connection, text))
    return found


def facet(**members: Any) -> dict[str, Any]:
    return {"_producer": "https://example.com", "_schemaURL": "https://example.com", **members}


def story(name: str, job: str = "load") -> list[dict[str, Any]]:
    """Two runs: the name is in facets of a run, a job, a dataset, an input and an output."""
    events = []
    for number, hour in ((1, 1), (2, 2)):
        owner = facet(owners=[{"name": f"person:{name}", "type": "MAINTAINER"}])
        read = {
            "namespace": "test",
            "name": "x",
            "facets": {"ownership": owner},
            "inputFacets": {"note": facet(by=name)},
        }
        event = run_event(
            "COMPLETE", f"0{hour}:00:00", uuid(number), job, inputs=[read], outputs=["y"],
            airflow=facet(task={"owner": name, name: "yes"}),
        )  # fmt: skip
        event["job"]["facets"] = {"documentation": facet(description=f'Ask {name}, or "his" team')}
        events.append(event)
    return [*events, run_event("COMPLETE", "03:00:00", uuid(3), "other", inputs=["y"])]


def test_the_store_is_that_of_events_without_the_name(database_url: str, postgres_url: str, template: str) -> None:
    merge_items(database_url, parsed(*story(NAME)))
    assert left(database_url)["content"] > 0
    done = erased(database_url)
    assert (done.events, done.found, done.kept_events, done.kept) == (3, 2, 0, [])
    rebuilt(database_url)
    assert left(database_url) == {}
    assert on(database_url, lambda connection: find_text(connection, NAME, OTHER)) == Erasure(3)
    with cloned_database(postgres_url, template) as url:
        merge_items(url, parsed(*story(OTHER)))
        assert difference(dump(database_url), dump(url)).keys() == {"erased_event"}


def test_a_copy_of_an_erased_event_stores_nothing(database_url: str) -> None:
    merge_items(database_url, parsed(*story(NAME)))
    erased(database_url)
    rebuilt(database_url)
    before = dump(database_url)
    copies = parsed(*story(NAME))
    assert merge_items(database_url, copies[:1]) == Merged(0, 1, 0)
    assert merge_items(database_url, copies) == Merged(0, 3, 0)
    assert dump(database_url) == before


def test_names_of_jobs_keep_the_text_and_are_told(database_url: str) -> None:
    job = f"etl.{NAME}"
    merge_items(database_url, parsed(*story(NAME, job)))
    done = erased(database_url)
    assert (done.found, done.kept_events, done.kept) == (2, 2, [job])
    rebuilt(database_url)
    assert left(database_url) == {"entity": 1}
    [row] = fetch(database_url, "SELECT count(*) FROM run")
    assert row["count"] == 3


@pytest.mark.parametrize("spelled", ["Zoë Müller", "Zo\\u00eb M\\u00fcller", "Zo\\u00EB M\u00fcller"])
def test_every_spelling_is_found(spelled: str) -> None:
    body = json.dumps(run_event("COMPLETE", "01:00:00", uuid(1), note=facet(by="HERE"))).replace("HERE", spelled)
    found = erase_text("openlineage", "", body.encode(), NAME, OTHER)
    assert found is not None
    assert found.kept == []
    assert json.loads(found.body)["run"]["facets"]["note"]["by"] == OTHER


def test_other_bytes_of_a_body_stay() -> None:
    event = run_event("COMPLETE", "01:00:00", uuid(1), note=facet(by=NAME, size="SIZE"))
    body = json.dumps(event, indent=3).replace('"SIZE"', "12345678901234567890.50").encode()
    found = erase_text("openlineage", "", body, "Müller", "")
    assert found is not None
    assert found.body == body.replace(b"Zo\\u00eb M\\u00fcller", "Zoë ".encode())
    assert erase_text("openlineage", "", body, "Nobody", "") is None


def test_events_that_become_equal_are_one(database_url: str) -> None:
    events = [run_event("COMPLETE", "01:00:00", uuid(1), note=facet(by=name)) for name in (NAME, OTHER)]
    merge_items(database_url, parsed(*events))
    assert erased(database_url).found == 1
    assert len(fetch(database_url, "SELECT FROM event")) == 1
    assert merge_items(database_url, parsed(*events)) == Merged(0, 2, 0)


def test_proposals_lose_texts_and_keep_urns(database_url: str) -> None:
    """DataHub's own deletions remove owners."""
    accept_items(
        database_url,
        item(DATASET, "datasetProperties", {"description": f"Made by {NAME}."}),
        item(DATASET, "ownership", {"owners": [{"owner": f"urn:li:corpuser:{NAME}", "type": "DATAOWNER"}]}),
    )
    done = erased(database_url)
    assert (done.found, done.kept_events, done.kept) == (2, 1, [f"urn:li:corpuser:{NAME}"])
    rebuilt(database_url)
    [row] = fetch(database_url, "SELECT value FROM versioned_aspect WHERE name = 'datasetProperties'")
    assert json.loads(row["value"]) == {"description": f"Made by {OTHER}."}


def test_registered_evidence_keeps_the_text(corpus_entry: bytes, database_url: str) -> None:
    """Its checksum is of all of its bytes."""
    items = parse_document(corpus_entry, "entry", 1)
    merge_items(database_url, items)
    assert erased(database_url, "daily_orders").kept_events == 1
    rebuilt(database_url)
    [row] = fetch(database_url, "SELECT document ->> 'process' AS process FROM run_registration")
    assert row["process"] == "daily_orders"


@pytest.fixture
def corpus_entry() -> bytes:
    entry = {
        "schema": "dpone.run_registry.v1", "run_id": "run_01", "process": "daily_orders", "passed": True, "status": "success",
        "recorded_at": "2026-01-01T00:00:00Z", "manifest": "m.yml", "run_result_path": "r.json",
        "run_result_sha256": "0" * 64, "artifacts": [], "blockers": [], "warnings": [],
    }  # fmt: skip
    return json.dumps(entry).encode()


def test_quarantined_records_with_the_text_are_dropped(database_url: str) -> None:
    bad = [{"eventType": "COMPLETE", "note": name} for name in (NAME, OTHER)]
    merge_items(
        database_url, [item for one in bad for item in parse_document(json.dumps(one).encode(), one["note"], 1)]
    )
    assert erased(database_url).quarantined == 1
    assert len(fetch(database_url, "SELECT FROM quarantine")) == 1
