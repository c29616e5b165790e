"""`headwater impact --column`, run as a user runs it."""

import json
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from column_runs import FIVE_HOPS
from headwater.cli.main import cli

from conftest import merge_items
from events import NAMESPACE, parsed

Run = Callable[..., Result]


@pytest.fixture
def impact(database_url: str) -> Run:
    """`headwater impact` of the prices, in this process."""
    merge_items(database_url, parsed(*FIVE_HOPS))

    def run(*arguments: str) -> Result:
        words = ["impact", "--dataset", NAMESPACE, "prices", *arguments]
        return CliRunner(env={"HEADWATER_DATABASE_URL": database_url}).invoke(cli, words, prog_name="headwater")

    return run


def test_the_text_names_columns_and_only_jobs_that_use_them(impact: Run) -> None:
    text = impact("--column", "price").stdout
    assert text.startswith("Affected by prices [price]\n")
    assert "read prices [price]; wrote euros [amount]" in text
    assert "check" not in text, "it used the note alone"
    assert [line.split()[4] for line in text.splitlines() if line.startswith("ran ")] == [
        "convert",
        "sum",
        "report",
        "copy",
    ]


def test_two_columns(impact: Run) -> None:
    text = impact("--column", "price", "--column", "note").stdout
    assert "read prices [note]; wrote checked [ok]" in text or "wrote checked [ok]" in text
    assert "wrote euros [amount]" in text


def test_what_is_possible(impact: Run) -> None:
    result = impact("--column", "price", "--certainty", "possible", "--format", "json")
    columns = json.loads(result.stdout)["columns"]["columns"]
    assert [(one["column"], one["certainty"], one["direct"]) for one in columns][-2:] == [
        ("turnover", "CERTAIN", True),
        (None, "POSSIBLE", True),
    ]


def test_whole_data_have_no_columns(impact: Run) -> None:
    assert json.loads(impact("--format", "json").stdout)["columns"] is None


def test_a_picture(impact: Run) -> None:
    assert "euros [amount]" in impact("--column", "price", "--format", "svg").stdout


def test_an_unknown_column(impact: Run) -> None:
    result = impact("--column", "prise")
    assert result.exit_code == 2
    assert (
        "--column: no column 'prise' is known of the start then; known are currency, note, price, product"
        in result.stderr
    )
