"""A text that is erased is in no table afterwards, and the store is that of events which never had it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asyncpg import Connection

from connections import on
from headwater.dialects import erasing
from headwater.dialects.erased_words import Words
from headwater.dialects.erasing import Erased, erase_text
from headwater.dialects.openlineage import parse_document
from headwater.dialects.replay import parse_logged
from headwater.errors import MigrationError
from headwater.model.bodies import pack_body
from headwater.model.changes import Changes, Problem
from headwater.store import erasing as store_erasing
from headwater.store.erasing import Erasure, erase, find_text, tables_with_text
from headwater.store.merge import Merged

from conftest import cloned_database, fetch, merge_items
from events import parsed, run_event, uuid
from proposals import DATASET, accept_items, item
from rebuilding import rebuilt
from store_dump import difference, dump

NAME = "Zoë Müller"
OTHER = "[erased]"


def erased(url: str, text: str = NAME) -> Erasure:
    found: Erasure = on(url, lambda connection: find_text(connection, text, OTHER))
    done: Erasure = on(url, lambda connection: erase(connection, text, OTHER))
    assert done == found
    return done


def left(url: str, text: str = NAME) -> dict[str, int]:
    found: dict[str, int] = on(url, lambda connection: tables_with_text(connection, text))
    return found


def without(body: bytes, text: str, replacement: str) -> Erased | None:
    return erase_text("openlineage", "", body, Words(text), replacement)


def body_with(**run_facets: Any) -> bytes:
    return json.dumps(run_event("COMPLETE", "01:00:00", uuid(1), **run_facets)).encode()


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
            airflow=facet(task={"owner": name, "mail": f"{name}@example.com"}),
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
    found = without(body.encode(), NAME, OTHER)
    assert found is not None
    assert found.kept == []
    assert json.loads(found.body)["run"]["facets"]["note"]["by"] == OTHER


def test_other_bytes_of_a_body_stay() -> None:
    event = run_event("COMPLETE", "01:00:00", uuid(1), note=facet(by=NAME, size="SIZE"))
    body = json.dumps(event, indent=3).replace('"SIZE"', "12345678901234567890.50").encode()
    found = without(body, "Müller", "")
    assert found is not None
    assert found.body == body.replace(b"Zo\\u00eb M\\u00fcller", "Zoë ".encode())
    assert without(body, "Nobody", "") is None


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


@pytest.mark.parametrize("text", ["Tim", "Type", "owner"])
def test_member_names_and_parts_of_words_stay(text: str) -> None:
    body = body_with(nominalTime=facet(nominalStartTime="2026-01-01T00:00:00Z", by="Timo, processingType, owners"))
    assert without(body, text, OTHER) is None


def test_a_member_name_with_the_text_is_told() -> None:
    found = without(body_with(note=facet(**{f"by {NAME}": NAME})), NAME, OTHER)
    assert found is not None
    assert (found.kept, found.changed) == ([f"by {NAME}"], [NAME])
    assert json.loads(found.body)["run"]["facets"]["note"][f"by {NAME}"] == OTHER


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("Tim", "Tim, tim_Tim Timo 1Tim ÖTim Tim7", "[erased], tim_[erased] Timo 1Tim ÖTim Tim7"),
        ("@tim", "x@tim @timo", "x[erased] @timo"),
        ("Tim (", "Tim (x) aTim (", "[erased]x) aTim ("),
        ("Zoe", "Zoe\u0308 Zoe", "Zoe\u0308 [erased]"),
        ("Tim", json.dumps({"a": "x\nTim"}), '{"a": "x\\n[erased]"}'),
    ],
)
def test_whole_words_go(text: str, before: str, after: str) -> None:
    found = without(body_with(note=facet(by=before)), text, OTHER)
    assert found is not None
    assert json.loads(found.body)["run"]["facets"]["note"]["by"] == after


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("name", [NAME, 'Zoë "Z" Müller'])
def test_json_within_strings_is_searched(depth: int, name: str) -> None:
    inner = {"by": name}
    text = json.dumps(inner) if depth == 1 else json.dumps([json.dumps(inner)])
    found = without(body_with(note=facet(dumped=text)), name, OTHER)
    assert found is not None
    dumped = json.loads(json.loads(found.body)["run"]["facets"]["note"]["dumped"])
    assert (dumped if depth == 1 else json.loads(dumped[0])) == {"by": OTHER}


def part(name: str) -> dict[str, Any]:
    return {"inputCondition": {"type": "partition", "partitions": [{"dimensions": {"customer": name}}]}}


@pytest.mark.parametrize(
    ("facets", "text"),
    [
        ({"subset": facet(**part(NAME))}, NAME),
        ({"lifecycleStateChange": facet(lifecycleStateChange="DROP")}, "DROP"),
        ({"symlinks": facet(identifiers=[{"namespace": "n", "name": NAME, "type": "TABLE"}])}, NAME),
        ({"version": facet(datasetVersion=NAME)}, NAME),
        ({"schema": facet(fields=[{"name": NAME, "type": "text"}])}, NAME),
    ],
)
def test_facets_that_decide_lineage_keep_it(facets: dict[str, Any], text: str) -> None:
    read = {"namespace": "test", "name": "x", "facets": facets}
    body = json.dumps(run_event("COMPLETE", "01:00:00", uuid(1), inputs=[read], note=facet(by=text))).encode()
    found = without(body, text, OTHER)
    assert found is not None
    assert found.kept == [text]
    assert json.loads(found.body)["inputs"][0] == read
    assert json.loads(found.body)["run"]["facets"]["note"]["by"] == OTHER


def test_the_type_of_a_job_keeps_it() -> None:
    event = run_event("COMPLETE", "01:00:00", uuid(1))
    event["job"]["facets"] = {"jobType": facet(processingType="STREAMING", integration="SPARK", jobType="x")}
    found = without(json.dumps(event).encode(), "STREAMING", OTHER)
    assert found is not None
    assert (found.kept, json.loads(found.body)) == (["STREAMING"], event)


def test_descriptions_in_facets_that_decide_lineage_go() -> None:
    schema = facet(fields=[{"name": "description", "type": "text", "description": NAME}])
    event = run_event(
        "COMPLETE", "01:00:00", uuid(1), inputs=[{"namespace": "test", "name": "x", "facets": {"schema": schema}}]
    )
    found = without(json.dumps(event).encode(), NAME, OTHER)
    assert found is not None
    assert found.kept == []


def test_an_event_is_parsed_twice_in_the_usual_case(monkeypatch: pytest.MonkeyPatch) -> None:
    parses: list[str] = []

    def counted(dialect: str, source: str, body: bytes, position: int) -> Changes | Problem:
        parses.append(dialect)
        return parse_logged(dialect, source, body, position)

    monkeypatch.setattr(erasing, "parse_logged", counted)
    found = without(body_with(note=facet(all=[f"{NAME} {n}" for n in range(1_000)])), NAME, OTHER)
    assert found is not None
    assert NAME not in json.dumps(json.loads(found.body), ensure_ascii=False)
    assert len(parses) == 2


def test_the_strings_to_change_are_shown(database_url: str) -> None:
    notes = [f"{NAME} {number}" for number in range(30)]
    merge_items(
        database_url, parsed(*[run_event("COMPLETE", "01:00:00", uuid(n), note=facet(by=notes)) for n in (1, 2)])
    )
    assert erased(database_url).changed == notes[:20]


@pytest.mark.parametrize(
    "spelled", ['"Zo\\u00EB M\\u00FCller"', '"{\\"by\\": \\"Zo\\\\u00eb Müller\\"}"', '"Zoë Müller']
)
def test_every_spelling_in_quarantine_is_found(spelled: str, database_url: str) -> None:
    merge_items(database_url, parse_document(f'{{"note": {spelled}}}'.encode(), "file", 1))
    merge_items(database_url, parse_document(b'{"note": 1}', f"{NAME}.json", 1))
    assert erased(database_url).quarantined == 2


def test_a_queue_with_the_text_refuses(database_url: str) -> None:
    fetch(
        database_url,
        "INSERT INTO queued_write (dialect, source, tenant, body, trace_id, span_id, is_logged, enqueued_at)"
        " VALUES ('openlineage', 'request', '', $1, $2, '', false, now())",
        pack_body(body_with(note=facet(by=NAME))), uuid(9),
    )  # fmt: skip
    assert on(database_url, lambda connection: find_text(connection, NAME, OTHER)).queued == 1
    with pytest.raises(MigrationError, match="queue"):
        on(database_url, lambda connection: erase(connection, NAME, OTHER))


def test_kinds_in_proposals_stay(database_url: str) -> None:
    owners = {"owners": [{"owner": "urn:li:corpuser:x", "type": "DATAOWNER"}]}
    accept_items(database_url, item(DATASET, "ownership", owners))
    assert erased(database_url, "DATAOWNER").kept == ["DATAOWNER"]
    assert erased(database_url, "owner").kept_events == 1
    rebuilt(database_url)
    [row] = fetch(database_url, "SELECT value FROM versioned_aspect WHERE name = 'ownership'")
    assert json.loads(row["value"]) == owners


def test_parts_of_words_in_tables_are_not_told(database_url: str) -> None:
    merge_items(database_url, parsed(run_event("COMPLETE", "01:00:00", uuid(1), note=facet(by="Timo\nTim"))))
    assert left(database_url, "Tim") == {"content": 1}
    assert left(database_url, "Ti") == {}


def test_events_that_arrive_meanwhile_are_erased(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are merged between the first look and the last, which holds merges."""
    first, second, _ = parsed(*story(NAME))
    merge_items(database_url, [first])
    hold = store_erasing._merges_held

    @asynccontextmanager
    async def arrive_and_hold(connection: Connection) -> AsyncIterator[None]:
        await asyncio.to_thread(merge_items, database_url, [second])
        async with hold(connection):
            yield

    monkeypatch.setattr(store_erasing, "_merges_held", arrive_and_hold)
    assert on(database_url, lambda connection: erase(connection, NAME, OTHER)).found == 2
    assert on(database_url, lambda connection: find_text(connection, NAME, OTHER)).found == 0


def test_disjoint_subsets_stay_disjoint(database_url: str) -> None:
    """Two writes of different customers: neither hides the other after a rebuild."""
    customers = (NAME, "Tim Other")
    writes = [
        {
            "namespace": "test",
            "name": "y",
            "outputFacets": {"subset": facet(outputCondition=part(name)["inputCondition"])},
        }
        for name in customers
    ]
    events = [run_event("COMPLETE", f"0{n}:00:00", uuid(n), f"j{n}", outputs=[w]) for n, w in enumerate(writes, 1)]
    merge_items(database_url, parsed(*events, run_event("COMPLETE", "03:00:00", uuid(3), "reader", inputs=["y"])))
    before = dump(database_url)
    assert [erased(database_url, name).kept for name in customers] == [[name] for name in customers]
    rebuilt(database_url)
    assert dump(database_url) == before
