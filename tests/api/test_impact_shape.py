"""The shape of an answer: the critical path, the dominators, and the roots."""

from typing import Any

import pytest

from headwater.impact import outline
from headwater.urn import named_dataset_urn

from events import NAMESPACE, parent, parsed, run_event, uuid
from graphql_api import Api, stored, urn

FIELDS = """
  levels { depth runs versions }
  criticalPath { tooLarge durationMillis total steps { durationMillis run { urn } version { asset { urn } } } }
  dominators { tooLarge reached total dominators { dominated run { urn } version { asset { urn } } } }"""


def run(
    number: int, begin: str, end: str, inputs: list[str], outputs: list[Any], **facets: Any
) -> list[dict[str, Any]]:
    """Return a run of its own job on the morning of the day, between two times in minutes and seconds."""
    return [
        run_event(word, f"00:{at}", uuid(number), f"job{number}", inputs=inputs, outputs=outputs, **facets)
        for word, at in (("START", begin), ("COMPLETE", end))
    ]


DIAMOND = [
    *run(1, "00:00", "00:10", [], ["a"]),
    *run(2, "01:00", "01:30", ["a"], ["b"]),
    *run(3, "01:00", "01:05", ["a"], ["c"]),
    *run(4, "02:00", "02:20", ["b", "c"], ["d"]),
    *run(5, "03:00", "03:01", ["d"], ["e"]),
]


def names(steps: list[dict[str, Any]]) -> list[str]:
    """Return runs by their number, versions by the name of their asset."""
    return [
        str(int(step["run"]["urn"][-4:]))
        if step["run"]
        else step["version"]["asset"]["urn"].split(",")[1].rsplit(".")[-1]
        for step in steps
    ]


async def shape(api: Api, field: str, number: int, **arguments: Any) -> dict[str, Any]:
    more = "".join(f", {name}: {value}" for name, value in arguments.items())
    answer = await api(f'{{ {field}(urn: "{urn(number)}"{more}) {{ {FIELDS} }} }}')
    found: dict[str, Any] = answer[field]
    return found


async def test_the_way_whose_runs_took_longest(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*DIAMOND))
    found = (await shape(api, "impact", 1))["criticalPath"]
    assert names(found["steps"]) == ["1", "a", "2", "b", "4", "d", "5"]
    assert [step["durationMillis"] for step in found["steps"]] == [10_000, None, 30_000, None, 20_000, None, 1_000]
    assert (found["durationMillis"], found["total"], found["tooLarge"]) == (61_000, 7, False)
    up = (await shape(api, "provenance", 5))["criticalPath"]
    assert names(up["steps"]) == ["5", "d", "4", "b", "2", "a", "1"]
    near = await shape(api, "impact", 1, maxDepth=1)
    assert names(near["criticalPath"]["steps"]) == ["1", "a", "2"]


async def test_pages_of_the_way(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*DIAMOND))
    answer = await api(
        '{ impact(urn: "%s") { criticalPath(start: 2, count: 2) { total steps { run { urn } version { asset { urn } } } } } }'
        % urn(1)
    )
    assert answer["impact"]["criticalPath"]["total"] == 7
    assert names(answer["impact"]["criticalPath"]["steps"]) == ["2", "b"]


async def test_through_what_all_of_it_flows(api: Api, database_url: str) -> None:
    """Neither b nor c alone leads to run 4."""
    await stored(database_url, parsed(*DIAMOND))
    found = (await shape(api, "impact", 1))["dominators"]
    told = dict(zip(names(found["dominators"]), (one["dominated"] for one in found["dominators"]), strict=True))
    assert told == {"a": 8, "4": 3, "d": 2, "2": 1, "3": 1, "5": 1}
    assert (found["reached"], found["total"], found["tooLarge"]) == (9, 6, False)


async def test_a_run_counts_once_whatever_leads_to_it(api: Api, database_url: str) -> None:
    """Run 2 derives x from a and y from b: two separate paths reach it."""

    def made(name: str, origin: str) -> dict[str, Any]:
        source = {"namespace": "test", "name": origin, "field": "f"}
        return {
            "namespace": "test",
            "name": name,
            "facets": {"columnLineage": {"fields": {"f": {"inputFields": [source]}}}},
        }

    await stored(
        database_url,
        parsed(
            *run(1, "00:00", "00:10", [], ["a", "b"]),
            *run(2, "01:00", "01:30", ["a", "b"], [made("x", "a"), made("y", "b")]),
            *run(3, "02:00", "02:30", ["x", "y"], []),
        ),
    )
    found = (await shape(api, "impact", 1))["dominators"]
    assert found["reached"] == 6  # a, b, 2, x, y, 3
    told = dict(zip(names(found["dominators"]), (one["dominated"] for one in found["dominators"]), strict=True))
    assert told == {"2": 3}


async def test_a_shape_too_large_says_so(api: Api, database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await stored(database_url, parsed(*DIAMOND))
    monkeypatch.setattr(outline, "MAX_OUTLINE", 3)
    found = await shape(api, "impact", 1)
    assert found["criticalPath"] == {"tooLarge": True, "durationMillis": 0, "total": 0, "steps": []}
    assert found["dominators"] == {"tooLarge": True, "reached": 0, "total": 0, "dominators": []}


async def test_nothing_has_no_shape(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*run(1, "00:00", "00:10", ["feed"], [])))
    found = (await api('{ impact(urn: "%s") { %s } }' % (named_dataset_urn(NAMESPACE, "feed"), FIELDS)))["impact"]
    assert found["criticalPath"] == {"tooLarge": False, "durationMillis": 0, "total": 0, "steps": []}
    assert found["dominators"] == {"tooLarge": False, "reached": 0, "total": 0, "dominators": []}
    assert found["levels"] == []


async def test_references_are_ways_too(api: Api, database_url: str) -> None:
    upstream = {"upstream": [{"job": {"namespace": "test", "name": "job1"}, "run": {"runId": uuid(1)}}]}
    await stored(
        database_url,
        parsed(*run(1, "00:00", "00:10", [], []), *run(2, "01:00", "01:10", [], ["b"], jobDependencies=upstream)),
    )
    found = await shape(api, "impact", 1)
    assert names(found["criticalPath"]["steps"]) == ["1", "2"]
    assert found["dominators"]["reached"] == 2
    roots = await api('{ provenance(urn: "%s") { roots { runs { runs { depth run { urn } } } } } }' % urn(2))
    assert roots["provenance"]["roots"]["runs"]["runs"] == [{"depth": 1, "run": {"urn": urn(1)}}]


ROOTS = """{ provenance(urn: "%s") { roots {
  inputs { start count total inputs { asset { urn } depth readers nearestReader { urn } firstReadAt lastReadAt } }
  runs { start count total runs { depth run { urn } } } } } }"""


async def test_roots_are_the_ends_of_the_paths(api: Api, database_url: str) -> None:
    """Nobody wrote an input of runs 2 and 3; run 1 reads nothing."""
    await stored(
        database_url,
        parsed(
            *run(1, "00:00", "00:10", [], ["a"]),
            *run(2, "01:00", "01:10", ["a", "feed"], ["b"]),
            *run(3, "02:00", "02:10", ["b", "feed"], ["c"]),
        ),
    )
    roots = (await api(ROOTS % urn(3)))["provenance"]["roots"]
    [feed] = roots["inputs"]["inputs"]
    assert feed["asset"]["urn"].split(",")[1].endswith("feed")
    assert (feed["depth"], feed["readers"], feed["nearestReader"]["urn"]) == (0, 2, urn(3))
    assert (feed["firstReadAt"], feed["lastReadAt"]) == ("2026-01-01T00:01:00+00:00", "2026-01-01T00:02:00+00:00")
    assert roots["runs"] == {"start": 0, "count": 20, "total": 1, "runs": [{"depth": 2, "run": {"urn": urn(1)}}]}
    alone = (await api(ROOTS % urn(1)))["provenance"]["roots"]
    assert alone["runs"]["runs"] == [{"depth": 0, "run": {"urn": urn(1)}}]


async def test_a_task_whose_child_reads_is_no_root(api: Api, database_url: str) -> None:
    child = parent(uuid(1), "job1")
    await stored(
        database_url,
        parsed(
            *run(1, "00:00", "00:50", [], ["a"]),
            *run(2, "00:10", "00:40", ["feed"], ["a"], parent=child),
            *run(3, "01:00", "01:10", ["a"], ["b"]),
        ),
    )
    roots = (await api(ROOTS % urn(3)))["provenance"]["roots"]
    assert (roots["inputs"]["total"], roots["runs"]["total"]) == (1, 0)


async def test_inputs_of_another_output_are_no_roots(api: Api, database_url: str) -> None:
    lineage = {"fields": {"f": {"inputFields": [{"namespace": "test", "name": "one", "field": "f"}]}}}
    x = {"namespace": "test", "name": "x", "facets": {"columnLineage": lineage}}
    await stored(
        database_url,
        parsed(*run(1, "00:00", "00:10", ["one", "two"], [x, "y"]), *run(2, "01:00", "01:10", ["x"], [])),
    )
    roots = (await api(ROOTS % urn(2)))["provenance"]["roots"]
    assert [one["asset"]["urn"].split(",")[1].rsplit(".")[-1] for one in roots["inputs"]["inputs"]] == ["one"]


@pytest.mark.parametrize(
    ("field", "statements"),
    [
        ("criticalPath { steps { run { urn } version { asset { urn } } } }", 6),
        ("dominators(count: 1000) { dominators { run { urn } version { asset { urn } } } }", 5),
    ],
)
async def test_statements_do_not_grow_with_the_way(field: str, statements: int, api: Api, database_url: str) -> None:
    """The URN, the run, its missing outputs; the walk; durations; the runs, the versions, their assets."""
    chain = [
        event
        for n in range(1, 40)
        for event in run(n, f"{n:02}:00", f"{n:02}:10", [f"t{n - 1}"] if n > 1 else [], [f"t{n}"])
    ]
    await stored(database_url, parsed(*chain))
    for number in (1, 36):
        await api('{ impact(urn: "%s") { %s } }' % (urn(number), field))
        assert api.statements == statements
