"""`headwater impact` and `headwater writes`, run as a user runs them."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from textwrap import wrap
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from headwater.cli.main import cli
from headwater.urn import named_dataset_urn, named_job_urn

from conftest import fetch, merge_items
from events import NAMESPACE, parent, parsed, run_event, uuid
from graphql_api import urn

Run = Callable[..., CompletedProcess[str]]

PRICES = named_dataset_urn(NAMESPACE, "prices")
ASSUMED = (
    f"headwater: no event says whether writes of {PRICES} replace or append; assumed: replace."
    " If they append, say so, and more is certain: headwater writes URN append\n"
)
MORE_IS_POSSIBLE = "headwater: more is possible: add --certainty possible\n"


@pytest.fixture
def loads(database_url: str) -> str:
    """Two loads of prices, at 0:10 and 0:30, each read by a report after it, at 0:20 and 0:40."""
    merge_items(
        database_url,
        parsed(
            run_event("COMPLETE", "00:10:00", uuid(1), "load", outputs=["prices"]),
            run_event("COMPLETE", "00:20:00", uuid(2), "report", inputs=["prices"], outputs=["report"]),
            run_event("COMPLETE", "00:30:00", uuid(3), "load", outputs=["prices"]),
            run_event("COMPLETE", "00:40:00", uuid(4), "report", inputs=["prices"], outputs=["report"]),
        ),
    )
    return database_url


@pytest.fixture
def headwater(loads: str) -> Run:
    """`headwater` on the loads, in this process."""

    def run(*arguments: str) -> CompletedProcess[str]:
        result = CliRunner(env={"HEADWATER_DATABASE_URL": loads}).invoke(cli, arguments, prog_name="headwater")
        return CompletedProcess(arguments, result.exit_code, result.stdout, result.stderr)

    return run


def printed(result: CompletedProcess[str], stderr: str = "") -> str:
    """Return the output of a successful command with exactly this on standard error."""
    assert result.returncode == 0
    assert result.stderr == stderr
    return result.stdout


def test_a_table_by_its_names_at_a_moment(loads: str, run_headwater: Run) -> None:
    arguments = ["impact", "--dataset", NAMESPACE, "prices", "--at", "2026-01-01T00:25Z"]
    assert printed(run_headwater(*arguments, DATABASE_URL=loads), ASSUMED + MORE_IS_POSSIBLE).splitlines() == [
        "Affected by prices",
        "1 run, 2 versions, no job AT_RISK.",
        "Times are UTC, 2026.",
        "",
        "WHEN         JOB                                                                STATE",
        "1 Jan 00:10  load                                                               SUCCESS",
        "             start: wrote prices",
        f"             {urn(1)}",
        "1 Jan 00:20  report                                                             SUCCESS",
        "             CONTAMINATED, 1 away: read prices; wrote report",
        f"             {urn(2)}",
    ]


def test_json_has_everything_by_stable_keys(headwater: Run) -> None:
    answer = json.loads(printed(headwater("impact", PRICES, "--made-by", urn(3), "--format", "json")))
    assert list(answer) == [
        "start", "direction", "startTotal", "startReads", "runsWithin", "assumedReplaced", "startPossiblyDestroyedBy", "total", "truncated", "possibleBeyond", "totalsByType", "totalsByTemplate", "levels",
        "runs", "versions", "columns", "atRisk", "roots", "historyRemovedBefore",
    ]  # fmt: skip
    assert answer["start"] == {"urn": PRICES, "type": "DATASET"}
    assert answer["runs"] == {
        "start": 0,
        "count": 1000,
        "total": 1,
        "runs": [
            {
                "run": {"urn": urn(4), "parentTemplate": {"urn": named_job_urn(NAMESPACE, "report")}},
                "kind": "CONTAMINATED",
                "certainty": "CERTAIN",
                "depth": 1,
                "reachedAt": "2026-01-01T00:40:00+00:00",
                "kinds": [
                    {
                        "kind": "CONTAMINATED",
                        "certainty": "CERTAIN",
                        "depth": 1,
                        "reachedAt": "2026-01-01T00:40:00+00:00",
                    }
                ],
                "state": {
                    "status": "COMPLETE",
                    "result": {"resultType": "SUCCESS"},
                    "attempt": 1,
                    "startedAt": None,
                    "endedAt": "2026-01-01T00:40:00+00:00",
                },
            }
        ],
    }
    assert [found["version"]["asset"]["urn"] for found in answer["versions"]["versions"]] == [
        PRICES, named_dataset_urn(NAMESPACE, "report")
    ]  # fmt: skip


def test_it_says_what_it_assumed(headwater: Run) -> None:
    assert headwater("impact", urn(1)).stderr == ASSUMED + MORE_IS_POSSIBLE
    assert headwater("impact", urn(1), "--certainty", "possible").stderr == ASSUMED
    assert headwater("impact", urn(3)).stderr == ""
    answer = json.loads(headwater("impact", urn(1), "--format", "json").stdout)
    assert answer["assumedReplaced"] == {"total": 1, "assets": [{"urn": PRICES}]}
    for mode in ("append", "replace"):
        headwater("writes", PRICES, mode)
        assert headwater("impact", urn(1)).stderr == ""


def test_it_says_that_it_starts_at_reads(headwater: Run, database_url: str) -> None:
    merge_items(
        database_url,
        parsed(run_event("COMPLETE", "00:05:00", uuid(5), "fetch", inputs=["feed"], outputs=["copy"])),
    )
    result = headwater("impact", "--dataset", NAMESPACE, "feed", "--at", "2026-01-01T00:01Z")
    assert "1 run, 1 version, from 1 read since 2026-01-01 00:01." in result.stdout
    assert result.stderr == (
        "headwater: no known run had written it at that time, so the answer starts at its reads since then: 1."
        " --at TIME asks about another time\n"
    )
    before = headwater("impact", "--dataset", NAMESPACE, "feed", "--known-at", "2026-01-01T00:01Z")
    assert before.stderr.endswith("; --known-at leaves out all that this store received later\n")
    upstream = headwater("impact", "--dataset", NAMESPACE, "feed", "--direction", "upstream")
    assert (
        upstream.stderr == "headwater: it shows no write of a known run at that time, so what went into it is unknown\n"
    )
    other = headwater("impact", "--dataset", NAMESPACE, "feed", "--made-by", urn(5))
    assert other.stderr == (
        "headwater: no write of it by the run of --made-by is known at that time, so the impact is unknown\n"
    )


def test_it_says_that_more_is_possible(headwater: Run, loads: str) -> None:
    """A third load fails, and hasty reads while it writes."""
    merge_items(
        loads,
        parsed(
            run_event("START", "00:50:00", uuid(5), "load", outputs=["prices"]),
            run_event("START", "00:52:00", uuid(6), "hasty", inputs=["prices"]),
            run_event("COMPLETE", "00:53:00", uuid(6), "hasty"),
            run_event("FAIL", "00:55:00", uuid(5), "load"),
        ),
    )
    failed = ["impact", urn(5)]
    assert "hasty" not in printed(headwater(*failed), MORE_IS_POSSIBLE)
    assert headwater(*failed, "--format", "json").stderr.endswith(
        f"written it: --dataset {NAMESPACE} prices.\n{MORE_IS_POSSIBLE}"
    )
    assert "hasty" in printed(headwater(*failed, "--certainty", "possible"))
    assert "hasty" in printed(headwater("impact", urn(3)))


def test_an_open_write_that_may_have_destroyed_the_start_is_named(headwater: Run, loads: str) -> None:
    truncate = {"lifecycleStateChange": {"lifecycleStateChange": "TRUNCATE"}}
    prices = {"namespace": NAMESPACE, "name": "prices", "facets": truncate}
    merge_items(
        loads,
        parsed(
            run_event("START", "00:50:00", uuid(5), "load", outputs=[prices]),
            run_event("FAIL", "00:55:00", uuid(5), "load"),
            run_event("START", "00:57:00", uuid(6), "load", outputs=[prices]),
        ),
    )
    early = headwater("impact", PRICES, "--at", "2026-01-01T00:45Z")
    assert early.stderr == ""
    late = headwater("impact", PRICES, "--at", "2026-01-01T01:00Z", "--format", "json")
    assert late.stderr.splitlines() == [
        f"headwater: the start may be gone: {urn(6)} began to replace it at 2026-01-01T00:57:00+00:00, and has not ended",
        f"headwater: the start may be gone: {urn(5)} began to replace it at 2026-01-01T00:50:00+00:00,"
        " and ended at 2026-01-01T00:55:00+00:00 without success",
    ]
    answer = json.loads(late.stdout)
    assert [write["run"]["urn"] for write in answer["startPossiblyDestroyedBy"]] == [urn(6), urn(5)]


@pytest.mark.parametrize(("state", "verb"), [("FAIL", "failed"), ("COMPLETE", None)])
def test_a_failure_without_readers_says_how_to_find_the_next_ones(
    state: str, verb: str | None, headwater: Run, loads: str
) -> None:
    merge_items(loads, parsed(run_event(state, "00:50:00", uuid(5), "load", outputs=["prices"])))
    result = headwater("impact", urn(5))
    head = " ".join(result.stdout.partition("\n\n")[0].split())
    assert head.startswith("Affected by load, run")
    assert (f"The run {verb}. No run is STALE:" in head) is (verb is not None)
    assert (f"if a later run has written it: --dataset {NAMESPACE} prices." in head) is (verb is not None)


def test_a_failed_test_names_the_table_that_it_read(headwater: Run, loads: str) -> None:
    """By default, and as a run in an outer one with a table of failures, as dbt's structured logs tell it."""
    assertions = {"dataQualityAssertions": {"assertions": [{"assertion": "not_null", "success": False}]}}
    tested = {"namespace": NAMESPACE, "name": "prices", "inputFacets": assertions}
    merge_items(loads, parsed(run_event("FAIL", "00:50:00", uuid(5), "prices.test", inputs=[tested])))
    head = " ".join(headwater("impact", urn(5)).stdout.partition("\n\n")[0].split())
    assert "The run failed. No run is STALE: no earlier success tells that somebody reads" in head
    named = f"next readers of what it tested are not listed. Ask for it: --dataset {NAMESPACE} prices."
    assert head.endswith(named)
    for shift, word in ((10, "COMPLETE"), (20, "FAIL")):
        outer = parent(uuid(shift), "dbt")
        merge_items(
            loads,
            parsed(
                run_event(
                    word, f"01:{shift}:00", uuid(shift + 1), "test", inputs=[tested], outputs=["audit"], parent=outer
                ),
                run_event(word, f"01:{shift + 1}:00", uuid(shift), "dbt"),
            ),
        )
    head = " ".join(headwater("impact", urn(20)).stdout.partition("\n\n")[0].split())
    assert named in head
    assert "audit" not in head


def test_a_failure_whose_output_nobody_reads_names_no_table(headwater: Run, loads: str) -> None:
    failed = run_event("FAIL", "00:55:00", uuid(6), "fresh", inputs=["prices"], outputs=["fresh"])
    merge_items(loads, parsed(failed))
    head = " ".join(headwater("impact", urn(6)).stdout.partition("\n\n")[0].split())
    assert head.endswith("that it should have written: --dataset NAMESPACE NAME.")


def test_a_failure_is_told_at_its_time(headwater: Run, loads: str) -> None:
    """A moment before the run, one within it, and the failure of the run around one that reported no end."""
    inner = run_event("START", "00:51:00", uuid(6), "prices.test", parent=parent(uuid(5), "dbt"), inputs=["prices"])
    merge_items(
        loads,
        parsed(run_event("START", "00:50:00", uuid(5), "dbt"), inner, run_event("FAIL", "00:55:00", uuid(5), "dbt")),
    )
    before = headwater("impact", urn(5), "--as-of", "2026-01-01T00:49Z").stdout
    assert "No event of the run had happened and arrived by then." in before
    of_job = headwater("impact", named_job_urn(NAMESPACE, "load"), "--as-of", "2025-12-31T00:00Z").stderr
    assert "no run of it is known at that time, so the impact is unknown" in of_job
    assert "failed" not in headwater("impact", urn(5), "--as-of", "2026-01-01T00:52Z").stdout
    assert "The run failed. No run" in headwater("impact", urn(5), "--as-of", "2026-01-01T00:56Z").stdout
    assert "The run reported no end, and the run around it failed." in headwater("impact", urn(6)).stdout


def test_a_failed_outer_run_counts_the_failed_runs_in_it(headwater: Run, loads: str) -> None:
    """A run of tests is the last success of the outer run's job. The model that was skipped sent nothing."""

    def within(outer: int, *rest: Any, **data: Any) -> dict[str, Any]:
        return run_event(*rest, **data, parent=parent(uuid(outer), "dbt"))

    merge_items(
        loads,
        parsed(
            run_event("START", "01:00:00", uuid(5), "dbt"),
            within(5, "COMPLETE", "01:05:00", uuid(6), "model", outputs=["revenue"]),
            within(5, "COMPLETE", "01:05:30", uuid(11), "margin", inputs=["revenue"], outputs=["margin"]),
            run_event("COMPLETE", "01:10:00", uuid(5), "dbt"),
            run_event("COMPLETE", "01:20:00", uuid(7), "dbt"),
            run_event("START", "01:30:00", uuid(8), "dbt"),
            within(8, "FAIL", "01:35:00", uuid(9), "model", outputs=["revenue"]),
            run_event("FAIL", "01:40:00", uuid(8), "dbt"),
            run_event("COMPLETE", "01:50:00", uuid(10), "tax", inputs=["revenue"]),
            run_event("COMPLETE", "01:55:00", uuid(12), "prizes", inputs=["margin"]),
        ),
    )
    outer = printed(headwater("impact", urn(8)))
    assert "Failed or skipped in it: model.\n" in outer
    assert "STALE, 1 away: read revenue, not replaced by dbt" in outer
    assert "STALE, 1 away: read margin, not replaced by dbt" in outer
    assert "no job AT_RISK" not in outer
    tables = f"--dataset {NAMESPACE} margin, --dataset {NAMESPACE} revenue."
    assert (
        f"should have written are not listed. Ask for it, with --as-of if a later run has written it: {tables}"
        in " ".join(outer.split())
    )


def test_a_run_with_others_within_says_what_it_leaves_out(headwater: Run, loads: str) -> None:
    night = parent(uuid(10), "night")
    merge_items(
        loads,
        parsed(
            run_event("COMPLETE", "01:05:00", uuid(11), "night.first", outputs=["middle"], parent=night),
            run_event(
                "COMPLETE", "01:15:00", uuid(12), "night.second", inputs=["middle"], outputs=["late"], parent=night
            ),
            run_event("COMPLETE", "01:20:00", uuid(10), "night"),
            run_event("COMPLETE", "01:30:00", uuid(13), "reader", inputs=["late"]),
        ),
    )
    for start in (urn(10), named_job_urn(NAMESPACE, "night")):
        alone = printed(headwater("impact", start))
        assert "2 runs directly within the start are left out: --containment adds all within it." in alone
        assert "reader" not in alone
        whole = headwater("impact", start, "--containment").stdout
        assert "left out" not in whole
        assert "CONTAMINATED, 1 away: read late" in whole
    assert (
        "A run directly within the start is left out: --containment"
        in headwater("impact", urn(10), "--as-of", "2026-01-01T01:10Z").stdout
    )
    assert "left out" not in headwater("impact", urn(11)).stdout


def test_stale_is_told_only_of_what_was_asked(headwater: Run, loads: str) -> None:
    """The second of three loads failed, and the third came before the next report."""
    failed = run_event("FAIL", "00:50:00", uuid(5), "load", outputs=["prices"])
    merge_items(loads, parsed(failed, run_event("COMPLETE", "00:52:00", uuid(6), "report", inputs=["prices"])))
    assert "No run is STALE" not in headwater("impact", urn(5), "--kinds", "contaminated").stdout
    merge_items(
        loads,
        parsed(
            run_event("FAIL", "01:00:00", uuid(7), "load", outputs=["prices"]),
            run_event("COMPLETE", "01:10:00", uuid(8), "load", outputs=["prices"]),
            run_event("COMPLETE", "01:20:00", uuid(9), "report", inputs=["prices"]),
        ),
    )
    told = " ".join(headwater("impact", urn(7)).stdout.split())
    assert "No run is STALE: no run has certainly read old data in place of what it should have written." in told


def test_a_dropped_table_is_no_table_without_a_writer(headwater: Run, loads: str) -> None:
    dropped = {
        "namespace": NAMESPACE,
        "name": "prices",
        "facets": {"lifecycleStateChange": {"lifecycleStateChange": "DROP"}},
    }
    merge_items(loads, parsed(run_event("COMPLETE", "02:00:00", uuid(5), "drop", outputs=[dropped])))
    of_prices = ["impact", "--dataset", NAMESPACE, "prices"]
    said = "headwater: a run had dropped or renamed it by that time: --at TIME asks about an earlier one\n"
    assert printed(headwater(*of_prices), said)
    assert json.loads(headwater(*of_prices, "--format", "json").stdout)["startTotal"] == 0
    assert said not in headwater(*of_prices, "--at", "2026-01-01T01:00Z").stderr


def test_what_is_only_possible_says_so(headwater: Run, loads: str) -> None:
    """A third load has begun to write prices; a report read them meanwhile, and a mail read the report before."""
    merge_items(
        loads,
        parsed(
            run_event("COMPLETE", "00:45:00", uuid(7), "mail", inputs=["report"]),
            run_event("START", "00:50:00", uuid(5), "load", outputs=["prices"]),
            run_event("COMPLETE", "00:55:00", uuid(6), "report", inputs=["prices"], outputs=["report"]),
        ),
    )
    lines = headwater("impact", urn(5), "--certainty", "possible").stdout.splitlines()
    assert lines[1] == "1 run, 1 version, 1 open write, with what is only possible."
    said = [line.strip() for line in lines]
    assert "start: may have written prices (open)" in said
    assert "possibly CONTAMINATED, 1 away: read prices; wrote report" in said
    assert "possibly AT_RISK: would read report" in said
    answer = json.loads(headwater("impact", urn(5), "--certainty", "possible", "--format", "json").stdout)
    assert [job["certainty"] for job in answer["atRisk"]] == ["POSSIBLE"]
    upstream = headwater("impact", urn(6), "--direction", "upstream", "--certainty", "possible").stdout
    assert "possibly a source, 1 away" in upstream


def test_upstream_ends_at_data_without_a_known_writer(headwater: Run, loads: str) -> None:
    merge_items(
        loads,
        parsed(run_event("COMPLETE", "00:50:00", uuid(5), "load", inputs=["feed"], outputs=["prices"])),
    )
    upstream = ["impact", PRICES, "--direction", "upstream"]
    assert f"Also read, without a known writer: --dataset {NAMESPACE} feed." in headwater(*upstream).stdout
    [outside] = json.loads(headwater(*upstream, "--format", "json").stdout)["roots"]["inputs"]["inputs"]
    assert outside["asset"] == {"urn": named_dataset_urn(NAMESPACE, "feed")}
    assert outside["nearestReader"] == {"urn": urn(5)}
    assert "without a known writer" not in headwater(*upstream, "--at", "2026-01-01T00:45Z").stdout


def test_files_and_the_other_questions(headwater: Run, tmp_path: Path) -> None:
    file = tmp_path / "it.svg"
    said = printed(headwater("impact", urn(1), "--format", "svg", "--output", str(file)), ASSUMED + MORE_IS_POSSIBLE)
    assert said == ""
    refused = headwater("impact", urn(1), "--output", f"{tmp_path}/missing/it.txt")
    assert refused.returncode == 3
    assert f"Could not open file '{tmp_path}/missing/it.txt': No such file or directory" in refused.stderr
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    upstream = ["impact", urn(4), "--direction", "upstream", "--certainty", "possible", "--kinds", "contaminated"]
    said = printed(headwater(*upstream, "--format", "mermaid", "--known-at", "2100-01-01"), ASSUMED)
    assert said.startswith("flowchart LR\n  %% What went into report, run ")
    assert "known at 2100-01-01 00:00" in said
    early = printed(headwater("impact", urn(1), "--as-of", "2026-01-01 00:15:30"))
    assert "0 runs, 1 version, no job AT_RISK, as of 2026-01-01 00:15:30." in early


def test_a_start_that_nobody_chose_is_named(headwater: Run) -> None:
    """The latest write is rarely the bad one, and its readers are called CONTAMINATED all the same."""
    start = f"Starts at the latest write: 2026-01-01 00:30:00 UTC, by load, run {urn(3)}."
    meaning = "CONTAMINATED: worked on data from this start, whether that is good or bad."
    by_name = ["impact", "--dataset", NAMESPACE, "prices"]
    assert printed(headwater(*by_name)).splitlines()[:7] == [
        "Affected by prices",
        "1 run, 2 versions.",
        "Times are UTC, 2026.",
        *wrap(start, 100, break_on_hyphens=False),
        "--at TIME starts at an earlier write.",
        meaning,
    ]
    assert meaning not in headwater(*by_name, "--direction", "upstream").stdout
    beside = f"headwater: {start}\nheadwater: --at TIME starts at an earlier write.\nheadwater: {meaning}\n"
    assert headwater(*by_name, "--format", "json").stderr == beside
    for chosen in (["--at", "2026-01-01T00:35Z"], ["--as-of", "2026-01-01T00:35Z"], ["--made-by", urn(3)]):
        result = headwater("impact", PRICES, *chosen)
        assert "Starts at" not in result.stdout + result.stderr
    headwater("writes", PRICES, "append")
    assert "Starts also at the older writes that the data still shows: 1." in headwater(*by_name).stdout


@pytest.mark.parametrize(
    ("names", "close"),
    [
        ([NAMESPACE, "price"], ["prices"]),
        ([NAMESPACE, "shop.pricse"], ["prices"]),
        (["elsewhere", "prices"], ["prices"]),
        ([NAMESPACE, "xyz"], []),
    ],
)
def test_a_mistyped_dataset_is_told_the_closest_names(names: list[str], close: list[str], headwater: Run) -> None:
    result = headwater("impact", "--dataset", *names)
    assert result.returncode == 2
    said, *lines = result.stderr.splitlines()
    assert said == f"headwater: --dataset: no such dataset is known: {named_dataset_urn(*names)}"
    known = ["Closest known names:", *(f"  --dataset {NAMESPACE} {name}" for name in close)] if close else []
    assert lines == [
        *known,
        'List all datasets by GraphQL (docs/searching.md): { searchAcrossEntities(input: {query: "*", types: [DATASET]})'
        " { searchResults { entity { urn } } } }",
        "Asked: the store of HEADWATER_DATABASE_URL.",
    ]


def test_a_mistyped_job_is_told_the_closest_names(headwater: Run) -> None:
    said = headwater("impact", named_job_urn(NAMESPACE, "loda")).stderr
    assert "no such job is known" in said
    assert "types: [DATA_JOB]" in said
    assert (
        f"\n  '{named_job_urn(NAMESPACE, 'load')}'\n" in headwater("impact", named_job_urn(NAMESPACE, "loadd")).stderr
    )


def test_a_store_without_datasets_says_so(database_url: str, run_headwater: Run) -> None:
    result = run_headwater("impact", "--dataset", "a", "b", DATABASE_URL=database_url)
    assert result.returncode == 2
    assert "\nThe store has no datasets at all.\n" in result.stderr


def test_a_run_is_found_by_an_id_that_is_no_uuid(database_url: str, run_headwater: Run) -> None:
    merge_items(database_url, parsed(run_event("COMPLETE", "00:01:00", "nightly-7", "load", outputs=["a"])))
    [[known]] = fetch(database_url, "SELECT urn FROM entity WHERE kind = 'dataProcessInstance'")
    by_urn, by_id = (
        run_headwater("impact", name, DATABASE_URL=database_url)
        for name in (known, "urn:li:dataProcessInstance:nightly-7")
    )
    assert known != "urn:li:dataProcessInstance:nightly-7"
    assert (by_id.returncode, by_id.stdout) == (0, by_urn.stdout)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["impact"], "by URN or by --dataset NAMESPACE NAME: neither was given"),
        (["impact", urn(1), "--dataset", "a", "b"], "by URN or by --dataset NAMESPACE NAME: both were given"),
        (["impact", "nonsense"], "headwater: URN: expected urn:li:<type>:<id>, got 'nonsense'"),
        (["impact", uuid(1)], f"got '{uuid(1)}'; did you mean {urn(1)}?"),
        (["impact", "reports/finance"], "got 'reports/finance'; a dataset by its name: --dataset"),
        (["impact", "nightly-7"], "NAME; a run by its id: urn:li:dataProcessInstance:<runId>"),
        (["impact", PRICES, "--made-by", uuid(1)], f"got '{uuid(1)}'; did you mean {urn(1)}?"),
        (["impact", urn(9)], f"headwater: URN: no such run is known: {urn(9)}\nA run is known by its URN"),
        (["impact", "--dataset", NAMESPACE, "none"], "headwater: --dataset: no such dataset is known: urn:li:dataset:"),
        (["impact", PRICES, "--made-by", urn(9)], f"headwater: --made-by: no such run is known: {urn(9)}"),
        (["impact", PRICES, "--made-by", urn(1), "--at", "2026-01-01"], "--made-by, --at: expected one of the two"),
        (["impact", PRICES, "--at", "yesterday"], "'--at': expected a time such as 2026-11-21T03:00:00Z"),
        (["impact", urn(1), "--at", "2026-01-01"], "expected only with the URN of a dataset or a model"),
        (
            ["impact", PRICES, "--at", "2026-01-02", "--as-of", "2026-01-01"],
            "headwater: --at: expected a time not after --as-of, got",
        ),
        (["writes", PRICES], "expected one of: append, replace, --unset"),
        (["writes", "--unset"], "--unset: expected the URN of a dataset or model"),
        (["writes", PRICES, "--unset"], f"headwater: URN: no mode is declared for {PRICES}; `headwater writes`"),
        (
            ["writes", "urn:li:dataset:none", "append"],
            "headwater: URN: no such dataset or model is known: urn:li:dataset:none",
        ),
        (["writes", urn(1), "append"], "headwater: URN: expected the URN of a dataset or a model"),
    ],
)
def test_wrong_use_is_named(arguments: list[str], said: str, headwater: Run) -> None:
    result = headwater(*arguments)
    assert result.returncode == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_writes_that_append_leave_what_was_there(headwater: Run, database_url: str) -> None:
    def affected(stderr: str = "") -> list[str]:
        listed = printed(headwater("impact", urn(1)), stderr).partition("\nran ")[0]
        return re.findall(r"urn:\S+", listed)[1:]

    assert printed(headwater("writes")) == "no modes are declared: writes replace\n"
    assert affected(ASSUMED + MORE_IS_POSSIBLE) == [urn(2)]
    assert printed(headwater("writes", PRICES, "append")) == "writes append\n"
    assert affected() == [urn(2), urn(4)]
    assert printed(headwater("writes")).split() == ["URN", "WRITES", PRICES, "append"]
    assert printed(headwater("writes", PRICES, "replace")) == "writes replace\n"
    assert affected() == [urn(2)]
    assert printed(headwater("writes", PRICES, "append")) == "writes append\n"
    assert printed(headwater("writes", PRICES, "--unset")) == "unset\n"
    assert affected(ASSUMED + MORE_IS_POSSIBLE) == [urn(2)]
    assert fetch(database_url, "SELECT count(*) FROM write_mode")[0][0] == 0
