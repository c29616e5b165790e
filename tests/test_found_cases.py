"""Histories with a wrong answer in an earlier version: recorded ones, and smaller ones of the same kinds."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from headwater.store.pool import read_pool
from headwater.urn import named_dataset_urn

from conftest import cloned_database, merge_items
from events import NAMESPACE, parent, parsed, run_event, uuid
from graphql_api import Api, urn
from two_stores import TwoStores, assert_any_order_gives_the_same_store, empty_stores, two_stores

Events = Sequence[dict[str, Any]]
VERSION = {"version": {"datasetVersion": "v2"}}
STREAMING = {"jobType": {"processingType": "STREAMING", "integration": "X"}}
TRUNCATE = {"lifecycleStateChange": {"lifecycleStateChange": "TRUNCATE"}}
SHOWN = "{ %s { versionAt(at: %s) { at run { urn } } } }"


@pytest.fixture(scope="module")
def store(postgres_url: str, template: str) -> Iterator[str]:
    with cloned_database(postgres_url, template) as url:
        yield url


@pytest.fixture(scope="module")
def stores(postgres_url: str, template: str) -> Iterator[TwoStores]:
    with two_stores(postgres_url, template) as stores:
        yield stores


def told(store: str, events: Events, query: str) -> dict[str, Any]:
    """Return the answer after the events arrived one by one at an empty store."""
    empty_stores(store)
    for event in events:
        merge_items(store, parsed(event))

    async def ask() -> dict[str, Any]:
        async with await read_pool(store, 1) as pool:
            return await Api(pool)(query)

    return asyncio.run(ask())


def recorded(corpus: Path, name: str) -> dict[str, Any]:
    """Return a recorded case; its queries use `vantage`, the former name of `pointInTime`."""
    text = (corpus / "found" / f"{name}.json").read_text().replace("vantage:", "pointInTime:")
    case: dict[str, Any] = json.loads(text)
    return case


def run_urn(event: dict[str, Any]) -> str:
    """Return the URN of an event's run."""
    return f"urn:li:dataProcessInstance:{event['run']['runId']}"


def named(name: str, **facets: Any) -> dict[str, Any]:
    """Return a dataset with facets."""
    return {"namespace": NAMESPACE, "name": name, "facets": facets}


def symlinked(name: str, other: str, **facets: Any) -> dict[str, Any]:
    """Return a dataset with a second name."""
    identifiers = [{"namespace": NAMESPACE, "name": other, "type": "TABLE"}]
    return named(name, symlinks={"identifiers": identifiers}, **facets)


def streaming(event: dict[str, Any]) -> dict[str, Any]:
    """Return the event with a streaming job."""
    return event | {"job": event["job"] | {"facets": STREAMING}}


def in_any_order(store: str, events: Events, query: str) -> Any:
    """Return the answer, the same in several orders of arrival: each event comes first once, and last once."""
    turned = [[*events[place:], *events[:place]] for place in range(len(events))]
    first, *others = [told(store, order, query) for order in (*turned, [*reversed(events)])]
    assert all(other == first for other in others)
    return first


# asOf and knownAt: versions as known at that time -------------------------------------------------


def test_a_read_by_version_id_is_found_whatever_its_writer_said_later(store: str, corpus: Path) -> None:
    case = recorded(corpus, "sem-vid-asof-later-event")
    [found] = told(store, case["events"], case["query"])["impact"]["runs"]["runs"]
    assert found["run"]["nativeId"] == case["events"][1]["run"]["runId"]


def test_a_later_word_of_the_writer_takes_no_reader_away(store: str) -> None:
    events = [
        run_event("COMPLETE", "02:00:00", uuid(1), "load", outputs=[named("x", **VERSION)]),
        run_event("COMPLETE", "02:30:00", uuid(3), "load", outputs=["x"]),
        run_event("COMPLETE", "03:00:00", uuid(2), "report", inputs=[named("x", **VERSION)]),
        run_event("OTHER", "05:00:00", uuid(1), "load"),
    ]
    query = (
        '{ impact(urn: "%s", pointInTime: { asOf: "2026-01-01T04:00Z" }) { runs { runs { run { urn } certainty } } } }'
    )
    answer = told(store, events, query % urn(1))["impact"]["runs"]["runs"]
    assert answer == [{"run": {"urn": urn(2)}, "certainty": "CERTAIN"}]
    upstream = '{ provenance(urn: "%s", pointInTime: { asOf: "2026-01-01T04:00Z" }) { runs { runs { run { urn } } } } }'
    assert told(store, events, upstream % urn(2))["provenance"]["runs"]["runs"] == [{"run": {"urn": urn(1)}}]


@pytest.mark.parametrize("word", ["COMPLETE", "FAIL"])
def test_versions_are_told_as_they_were_known(word: str, store: str, corpus: Path) -> None:
    case = recorded(corpus, f"sem-vantage-version-fields-{word}")
    answer = told(store, case["events"], case["query"])["impact"]
    version = {"at": "2026-03-01T02:00:00+00:00", "nativeVersion": "v1"}
    assert answer["versions"]["versions"] == [{"version": version | {"until": None}}]
    assert answer["atRisk"] == [{"version": version}]


def test_a_stream_went_on_then(store: str, corpus: Path) -> None:
    case = recorded(corpus, "sem-vantage-stream-until")
    [first, *_] = told(store, case["events"], case["query"])["impact"]["versions"]["versions"]
    assert first["version"] == {"at": "2026-03-01T01:00:00+00:00", "until": None}


def test_paths_pictures_and_differences_tell_versions_as_they_were_known(store: str) -> None:
    events = [
        run_event("COMPLETE", "01:00:00", uuid(1), "load", outputs=[named("x", version={"datasetVersion": "v1"})]),
        run_event("COMPLETE", "02:00:00", uuid(2), "report", inputs=["x"], outputs=["y"]),
        run_event("COMPLETE", "02:00:00", uuid(3), "other", inputs=["z"], outputs=["w"]),
        run_event("COMPLETE", "05:00:00", uuid(1), "load", outputs=[named("x", **VERSION)]),
    ]
    query = f"""{{
      impact(urn: "{urn(1)}", pointInTime: {{ asOf: "2026-01-01T03:00Z" }}) {{
        runs {{ runs {{ path {{ version {{ at nativeVersion }} }} }} }}
        dominators {{ dominators {{ version {{ at nativeVersion }} }} }}
        criticalPath {{ steps {{ version {{ at nativeVersion }} }} }}
        diagram(format: TEXT)
      }}
      lineageDiff(left: {{ urn: "{urn(2)}" }}, right: {{ urn: "{urn(3)}" }}, pointInTime: {{ asOf: "2026-01-01T03:00Z" }}) {{
        inputs {{ inputs {{ left {{ at nativeVersion }} }} }}
      }}
    }}"""
    answer = told(store, events, query)
    found = answer["impact"]
    steps = [*found["runs"]["runs"][0]["path"], *found["dominators"]["dominators"], *found["criticalPath"]["steps"]]
    versions = [step["version"] for step in steps if step["version"]]
    versions += [one for side in answer["lineageDiff"]["inputs"]["inputs"] for one in side["left"]]
    known = {"at": "2026-01-01T01:00:00+00:00", "nativeVersion": "v1"}
    assert versions == [known] * 3
    assert " 05:00 " not in found["diagram"]


# Kept and shown in any order of arrival -----------------------------------------------------------


def test_a_version_that_was_none_after_all_is_hidden_by_nothing(stores: TwoStores, corpus: Path) -> None:
    case = recorded(corpus, "convergence-hidden-at")
    assert_any_order_gives_the_same_store(stores, case["order_A"], parsed)


def test_no_open_write_keeps_when_it_was_hidden(stores: TwoStores) -> None:
    events = [
        run_event("COMPLETE", "00:01:00", uuid(1), "load", outputs=["x"]),
        run_event("ABORT", "00:01:00", uuid(1), "load"),
        run_event("COMPLETE", "00:13:00", uuid(2), "load", outputs=["x"]),
    ]
    assert_any_order_gives_the_same_store(stores, events, parsed)


def test_the_same_of_two_names_of_one_write_is_kept(stores: TwoStores, corpus: Path) -> None:
    events = recorded(corpus, "convergence-two-names-one-write")["events"]
    at_once, one_by_one = stores.dumps([parsed(*events)], [parsed(event) for event in events])
    assert one_by_one == at_once
    assert stores.dumps([parsed(event) for event in reversed(events)]) == [at_once]


TWO_NAMES = [
    run_event("START", "00:00:00", uuid(1), "load", outputs=[symlinked("b/x", "a")]),
    run_event("RUNNING", "00:01:00", uuid(1), "load", outputs=["c", "a"]),
    run_event("COMPLETE", "00:02:00", uuid(1), "load", outputs=[symlinked("c", "a", **VERSION)]),
]


def test_one_write_by_three_names_is_kept_by_the_first(stores: TwoStores, store: str) -> None:
    assert_any_order_gives_the_same_store(stores, TWO_NAMES, parsed)
    query = '{ a: openlineageDataset(namespace: "test", name: "%s") { versionsAt(at: "2026-01-02T00:00Z") { nativeVersion asset { urn } } } }'
    for name in ("a", "b/x", "c"):
        [version] = told(store, TWO_NAMES, query % name)["a"]["versionsAt"]
        assert version == {"nativeVersion": "v2", "asset": {"urn": named_dataset_urn(NAMESPACE, "b/x")}}


def test_a_write_by_two_names_is_one_version_everywhere(store: str, corpus: Path) -> None:
    case = recorded(corpus, "sem-two-names-one-write")
    load, report = case["events"]
    shown = "versionsAt(at: %s) { at run { urn } }" % '"2026-03-01T04:00Z"'
    query = """{
      a: openlineageDataset(namespace: "NS", name: "db.x") { SHOWN }
      b: openlineageDataset(namespace: "NS", name: "path/x") { SHOWN }
      impact(urn: "LOAD") { levels { depth versions } }
      provenance(urn: "REPORT") { levels { depth versions } }
      entity(urn: "REPORT") { ... on DataProcessInstance { seenInputs { seen { version { at } } } } }
    }"""
    for key, value in {
        "NS": case["namespace"],
        "SHOWN": shown,
        "LOAD": run_urn(load),
        "REPORT": run_urn(report),
    }.items():
        query = query.replace(key, value)
    for events in ([load, report], [report, load]):
        answer = told(store, events, query)
        assert len(answer["a"]["versionsAt"]) == len(answer["b"]["versionsAt"]) == 1
        assert answer["impact"]["levels"] == [{"depth": 0, "versions": 1}, {"depth": 1, "versions": 1}]
        assert answer["provenance"]["levels"][-1]["versions"] == 1
        assert [len(read["seen"]) for read in answer["entity"]["seenInputs"]] == [1]


def test_the_newest_lifecycle_by_any_name_counts(stores: TwoStores, store: str, corpus: Path) -> None:
    events = recorded(corpus, "raw-D-106-seen")["events"]
    assert_any_order_gives_the_same_store(stores, events, parsed)
    query = '{ entity(urn: "%s") { ... on DataProcessInstance { seenInputs { seen { version { at } } } } } }'
    answer = told(store, events, query % run_urn(events[2]))
    assert answer["entity"]["seenInputs"] == [{"seen": []}]


def test_a_drop_by_one_name_is_of_all(stores: TwoStores, store: str) -> None:
    events = [
        run_event("RUNNING", "00:00:00", uuid(1), "load", outputs=[symlinked("x", "alias_x")]),
        run_event("COMPLETE", "00:01:00", uuid(1), "load",
                  outputs=[named("alias_x", lifecycleStateChange={"lifecycleStateChange": "DROP"})]),
    ]  # fmt: skip
    assert_any_order_gives_the_same_store(stores, events, parsed)
    query = SHOWN % ('openlineageDataset(namespace: "test", name: "x")', '"2026-01-02T00:00Z"')
    assert told(store, events, query)["openlineageDataset"] == {"versionAt": None}


@pytest.mark.parametrize("name", ["tie-batch-equal-time", "tie-two-streams"])
def test_the_choice_in_a_tie_does_not_depend_on_arrival(name: str, store: str, corpus: Path) -> None:
    case = recorded(corpus, name)
    found = in_any_order(store, case["events"], f"{{ {case['query']} }}")["openlineageDataset"]["versionAt"]
    newest = (
        case["events"][1]["run"]["runId"]
        if name == "tie-two-streams"
        else min(event["run"]["runId"] for event in case["events"])
    )
    assert found["run"]["nativeId"] == newest


def test_the_newest_of_open_streams_is_shown(store: str) -> None:
    events = [
        streaming(run_event("START", "02:30:00", uuid(1), "a", outputs=["x"])),
        streaming(run_event("START", "02:00:00", uuid(2), "b", outputs=["x"])),
        streaming(run_event("START", "02:30:00", uuid(3), "c", outputs=["x"])),
    ]
    query = SHOWN % ('openlineageDataset(namespace: "test", name: "x")', '"2026-01-01T03:00Z"')
    found = in_any_order(store, events, query)["openlineageDataset"]["versionAt"]
    assert found == {"at": "2026-01-01T02:30:00+00:00", "run": {"urn": urn(1)}}


def test_pages_and_paths_are_by_time_then_urn(store: str) -> None:
    events = [
        run_event("COMPLETE", "00:00:00", uuid(9), "load", outputs=["x"]),
        run_event("COMPLETE", "00:10:00", uuid(3), "one", inputs=["x"], outputs=["y"]),
        run_event("COMPLETE", "00:10:00", uuid(2), "two", inputs=["x"], outputs=["z"]),
        run_event("COMPLETE", "00:20:00", uuid(1), "both", inputs=["y", "z"]),
    ]
    query = """{ impact(urn: "%s") {
      runs { runs { run { urn } path { run { urn } version { run { urn } } } } }
      versions { versions { version { run { urn } } } }
      dominators { dominators { run { urn } dominated } }
      diagram
    } }"""
    found = in_any_order(store, events, query % urn(9))["impact"]
    assert [one["run"]["urn"] for one in found["runs"]["runs"]] == [urn(2), urn(3), urn(1)]
    assert [one["version"]["run"]["urn"] for one in found["versions"]["versions"]] == [urn(9), urn(2), urn(3)]
    path = found["runs"]["runs"][2]["path"]
    assert [(step["run"] or step["version"]["run"])["urn"] for step in path] == [urn(9), urn(9), urn(2), urn(2), urn(1)]


def test_versions_that_children_made_at_one_moment_are_by_urn(store: str) -> None:
    within = parent(uuid(1), "task")
    events = [
        run_event("COMPLETE", "01:20:00", uuid(1), "task", outputs=["same"]),
        run_event("COMPLETE", "01:10:00", uuid(30), "a", outputs=["same"], parent=within),
        run_event("COMPLETE", "01:10:00", uuid(20), "b", outputs=["same"], parent=within),
        run_event("COMPLETE", "02:00:00", uuid(2), "report", inputs=["same"]),
    ]
    query = '{ impact(urn: "%s") { versions { versions { version { run { urn } } } } } }'
    found = in_any_order(store, events, query % urn(1))["impact"]["versions"]["versions"]
    assert [one["version"]["run"]["urn"] for one in found] == [urn(20), urn(30)]


def test_the_earlier_of_two_ways_is_the_reason(store: str) -> None:
    events = [
        run_event("COMPLETE", "00:00:00", uuid(9), "load", outputs=["x"]),
        run_event("COMPLETE", "00:10:00", uuid(3), "one", inputs=["x"], outputs=["y"]),
        run_event("COMPLETE", "00:11:00", uuid(2), "two", inputs=["x"], outputs=["z"]),
        run_event("COMPLETE", "00:20:00", uuid(1), "both", inputs=["y", "z"]),
    ]
    query = '{ impact(urn: "%s") { runs { runs { path { run { urn } } } } } }'
    path = in_any_order(store, events, query % urn(9))["impact"]["runs"]["runs"][2]["path"]
    assert [step["run"]["urn"] for step in path if step["run"]] == [urn(9), urn(3), urn(1)]


def test_the_same_of_two_latest_runs_is_named(store: str) -> None:
    events = [
        run_event("COMPLETE", "00:01:00", uuid(2), "report", inputs=["x"]),
        run_event("COMPLETE", "00:01:00", uuid(1), "report", inputs=["x"]),
        run_event("COMPLETE", "00:02:00", uuid(3), "load", outputs=["x"]),
    ]
    query = '{ impact(urn: "%s") { atRisk { latestRun { urn } } } }'
    assert in_any_order(store, events, query % urn(3))["impact"]["atRisk"] == [{"latestRun": {"urn": urn(1)}}]


# Open writes --------------------------------------------------------------------------------------

FAILED_TRUNCATE = [
    run_event("COMPLETE", "02:10:00", uuid(1), "load", outputs=["prices"]),
    run_event("START", "03:00:00", uuid(2), "load", outputs=[named("prices", **TRUNCATE)]),
    run_event("FAIL", "03:10:00", uuid(2), "load"),
    run_event("COMPLETE", "04:00:00", uuid(3), "report", inputs=["prices"], outputs=["report"]),
]
DESTROYED = """openlineageDataset(namespace: "%s", name: "prices") {
  versionAt(at: "%s") { run { urn } possiblyDestroyedBy { isOpen at until run { urn } } }
}"""


def test_an_open_write_since_may_have_destroyed_what_is_shown(store: str, corpus: Path) -> None:
    case = recorded(corpus, "sem-failed-truncate")
    load, failed = run_urn(case["events"][0]), run_urn(case["events"][2])
    [before, since] = [
        told(store, case["events"], f"{{ {DESTROYED % (case['namespace'], at)} }}")["openlineageDataset"]["versionAt"]
        for at in ("2026-03-02T01:00Z", "2026-03-02T02:30Z")
    ]
    assert before == {"run": {"urn": load}, "possiblyDestroyedBy": []}
    assert since == {
        "run": {"urn": load},
        "possiblyDestroyedBy": [
            {
                "isOpen": True,
                "at": "2026-03-02T02:00:00+00:00",
                "until": "2026-03-02T02:10:00+00:00",
                "run": {"urn": failed},
            }
        ],
    }


def test_both_kinds_are_told_where_both_hold(store: str, corpus: Path) -> None:
    case = recorded(corpus, "sem-failed-truncate")
    failed, report = (run_urn(case["events"][place]) for place in (2, 4))
    query = """{ impact(urn: "%s", certainty: POSSIBLE) {
      runs { runs { run { urn } kind certainty kinds { kind certainty depth path { run { urn } } } } }
      contaminated: runs(filter: { kinds: [CONTAMINATED] }) { total }
      stale: runs(filter: { kinds: [STALE] }) { total }
      text: diagram(format: TEXT)
      mermaid: diagram
    } }"""
    answer = told(store, case["events"], query % failed)["impact"]
    [found] = answer["runs"]["runs"]
    assert (found["run"]["urn"], found["kind"], found["certainty"]) == (report, "STALE", "CERTAIN")
    assert [(one["kind"], one["certainty"], one["depth"]) for one in found["kinds"]] == [
        ("STALE", "CERTAIN", 1),
        ("CONTAMINATED", "POSSIBLE", 1),
    ]
    assert [[step["run"]["urn"] for step in one["path"] if step["run"]][-1] for one in found["kinds"]] == [report] * 2
    assert answer["contaminated"] == answer["stale"] == {"total": 1}
    assert "STALE, possibly CONTAMINATED, 1 away" in answer["text"]
    assert "CONTAMINATED, POSSIBLE" in answer["mermaid"]


def test_open_writes_are_seen_listed_and_started_from(store: str) -> None:
    prices = named_dataset_urn(NAMESPACE, "prices")
    query = f"""query ($certainty: LineageCertainty!) {{
      seen: entity(urn: "{urn(3)}") {{ ... on DataProcessInstance {{
        seenInputs(certainty: $certainty) {{ seen {{ certainty version {{ isOpen run {{ urn }} }} }} }} }} }}
      impact(urn: "{prices}", madeBy: "{urn(2)}", certainty: $certainty) {{
        startTotal possibleBeyond
        runs {{ runs {{ run {{ urn }} certainty }} }}
        versions {{ versions {{ certainty depth version {{ isOpen at until run {{ urn }} }} }} }}
      }}
      provenance(urn: "{prices}", madeBy: "{urn(2)}", certainty: $certainty) {{
        startTotal
        runs {{ runs {{ run {{ urn }} certainty }} }}
        versions {{ versions {{ certainty version {{ isOpen }} }} }}
      }}
    }}"""
    events = [*FAILED_TRUNCATE, run_event("START", "03:00:00", uuid(2), "load", inputs=["feed"])]
    events.append(run_event("COMPLETE", "01:00:00", uuid(4), "fetch", outputs=["feed"]))
    possible = told(
        store, events, query.replace("$certainty: LineageCertainty!", "$certainty: LineageCertainty! = POSSIBLE")
    )
    certain = told(
        store, events, query.replace("$certainty: LineageCertainty!", "$certainty: LineageCertainty! = CERTAIN")
    )
    sights = possible["seen"]["seenInputs"][0]["seen"]
    assert [(one["version"]["run"]["urn"], one["version"]["isOpen"], one["certainty"]) for one in sights] == [
        (urn(2), True, "POSSIBLE"),
        (urn(1), False, "CERTAIN"),
    ]
    assert [one["version"]["isOpen"] for one in certain["seen"]["seenInputs"][0]["seen"]] == [False]
    found = possible["impact"]
    assert found["runs"]["runs"] == [{"run": {"urn": urn(3)}, "certainty": "POSSIBLE"}]
    assert found["versions"]["versions"][0] == {
        "certainty": "POSSIBLE",
        "depth": 0,
        "version": {
            "isOpen": True,
            "at": "2026-01-01T03:00:00+00:00",
            "until": "2026-01-01T03:10:00+00:00",
            "run": {"urn": urn(2)},
        },
    }
    assert certain["impact"] == {
        "startTotal": 1,
        "possibleBeyond": True,
        "runs": {"runs": []},
        "versions": {"versions": []},
    }
    assert [one["certainty"] for one in possible["provenance"]["runs"]["runs"]] == ["POSSIBLE"] * 2
    assert {one["certainty"] for one in possible["provenance"]["versions"]["versions"]} == {"POSSIBLE"}
    assert certain["provenance"] == {"startTotal": 1, "runs": {"runs": []}, "versions": {"versions": []}}


def test_a_version_that_two_families_replaced_at_once_keeps_its_readers(store: str) -> None:
    """Another run was going on at the moment of the question."""
    events = [
        run_event("COMPLETE", "01:00:00", uuid(1), "load", outputs=["prices"]),
        run_event("COMPLETE", "01:30:00", uuid(2), "report", inputs=["prices"]),
        *(run_event("COMPLETE", "02:00:00", uuid(number), f"load{number}", outputs=["prices"]) for number in (3, 4)),
        run_event("START", "00:30:00", uuid(5), "long"),
        run_event("COMPLETE", "04:00:00", uuid(5), "long"),
    ]
    query = f"""{{
      impact(urn: "{urn(1)}", pointInTime: {{asOf: "2026-01-01T03:00:00Z"}}) {{ runs {{ runs {{ run {{ urn }} }} }} }}
    }}"""
    assert told(store, events, query)["impact"]["runs"]["runs"] == [{"run": {"urn": urn(2)}}]
