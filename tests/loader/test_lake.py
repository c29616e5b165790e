"""`headwater export --parquet`: a row for each run, edge, version and reader, and impact by joins over them."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from pyspark.sql import SparkSession

from headwater.errors import BadRequestError
from headwater.loader.lake import SCHEMAS, export_lake, write_lake
from headwater.store.database import Database

from conftest import ROOT, cloned_database, fetch, merge_items
from events import parsed, run_event, uuid
from spark_impact import impact

Run = Callable[..., CompletedProcess[str]]
DAYS = 3


def url_of(number: int) -> str:
    return f"urn:li:dataProcessInstance:{uuid(number)}"


def derived(output: str, source: str) -> dict[str, object]:
    """Return an output with the facet that says from which input the run made it."""
    source_field = {"namespace": "test", "name": source, "field": "a"}
    facet = {"fields": {"a": {"inputFields": [source_field]}}}
    return {"namespace": "test", "name": output, "facets": {"columnLineage": facet}}


def history() -> list[dict[str, object]]:
    """Three days of a chain raw → clean → report, a run that keeps two inputs apart, and a run that failed."""
    events: list[dict[str, object]] = []
    for day in range(DAYS):
        at = f"{day + 1:02}"
        hour = iter(range(0, 20, 2))
        for job, inputs, outputs, word in (
            ("load", [], ["raw"], "COMPLETE"),
            ("clean", ["raw"], ["clean"], "COMPLETE"),
            ("apart", ["clean", "other"], [derived("of clean", "clean"), derived("of other", "other")], "COMPLETE"),
            ("report", ["of clean"], ["report"], "COMPLETE"),
            ("beside", ["of other"], ["aside"], "COMPLETE"),
            ("broken", ["report"], ["nothing"], "FAIL"),
            ("after", ["nothing", "report"], ["end"], "COMPLETE"),
        ):
            begin, number = next(hour), len(events) // 2
            for event, time in (("START", f"{begin:02}:00:00"), (word, f"{begin + 1:02}:00:00")):
                told = run_event(event, time, uuid(number), job, inputs=inputs, outputs=outputs)
                events.append(told | {"eventTime": f"2026-01-{at}T{time}Z"})
    return events


@pytest.fixture(scope="module")
def database_url(postgres_url: str, template: str) -> Iterator[str]:
    with cloned_database(postgres_url, template) as url:
        merge_items(url, parsed(*history()))
        yield url


@pytest.fixture(scope="module")
def lake(spark: SparkSession, database_url: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = str(tmp_path_factory.mktemp("lake"))
    rows = write_lake(spark, folder, Database(database_url))
    assert rows == {table: spark.read.parquet(f"{folder}/{table}").count() for table in SCHEMAS}
    return folder


def test_tables_have_a_row_each_by_day(spark: SparkSession, lake: str, database_url: str) -> None:
    runs = spark.read.parquet(f"{lake}/runs")
    assert runs.count() == 7 * DAYS
    assert sorted(path.name for path in Path(lake, "runs").glob("day=*")) == [f"day=2026-01-0{n}" for n in (1, 2, 3)]
    [first] = runs.where(f"urn = '{url_of(0)}'").collect()
    assert (first.status, first.result, str(first.ended_at)[11:]) == ("COMPLETE", "SUCCESS", "01:00:00")
    assert spark.read.parquet(f"{lake}/edges").count() == fetch(database_url, "SELECT count(*) FROM edge")[0][0]
    versions = spark.read.parquet(f"{lake}/versions")
    assert versions.where("asset_urn LIKE '%,nothing,%'").count() == 0
    assert versions.where("replaced_at IS NULL").count() < versions.count() == 7 * DAYS


@pytest.mark.parametrize("start", [0, 1, 2, 7, 19])
def test_impact_by_joins_is_that_of_the_command(
    start: int,
    spark: SparkSession,
    lake: str,
    database_url: str,
    run_headwater: Run,
) -> None:
    found = {(row.run, row.depth) for row in impact(spark, lake, url_of(start)).collect()}
    told = run_headwater("impact", url_of(start), "--format", "json", DATABASE_URL=database_url)
    answer = json.loads(told.stdout)
    assert found == {(one["run"]["urn"], one["depth"]) for one in answer["runs"]["runs"]}
    assert (len(found) > 1) == (start != 19)


def test_the_documentation_has_every_column() -> None:
    text = (ROOT / "docs" / "export.md").read_text()
    for table, schema in SCHEMAS.items():
        [documented] = re.findall(rf"^\| `{table}` \|.*$", text, re.MULTILINE)
        columns = {column.split()[0] for column in schema.split(", ")}
        assert columns - set(re.findall(r"`(\w+)`", documented)) - {"day"} == set(), table


def test_a_folder_with_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadRequestError, match="expected an empty or a new folder"):
        export_lake(str(tmp_path), Database("postgresql://nobody@127.0.0.1:1/none"))


def test_a_folder_that_cannot_be_made_is_told_before_spark_starts(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        export_lake(f"{tmp_path}/file/lake", Database("postgresql://nobody@127.0.0.1:1/none"))


def test_a_lake_may_have_a_url(tmp_path: Path, database_url: str, run_headwater: Run) -> None:
    folder = tmp_path / "lake"
    result = run_headwater("export", "--parquet", f"file://{folder}", DATABASE_URL=database_url)
    assert result.returncode == 0, result.stderr
    assert {path.name for path in folder.iterdir()} == SCHEMAS.keys()
