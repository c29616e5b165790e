"""The named queries of `sql/queries/*.sql`.

A file is a list of blocks: a line `-- name --`, a comment of one sentence with the query's purpose, and the SQL.
"""

import re
from functools import cache
from importlib.resources import files
from operator import attrgetter
from pathlib import Path
from typing import cast

_HEADER = re.compile(r"^-- (\w+) --\n", re.MULTILINE)


def sql_folder() -> Path:
    """Return the folder of the SQL: inside the installed package, or at the top of a checkout.

    Spark hands the package to executors in a zip: then it has only the methods that `sql_texts` needs.
    """
    installed = files("headwater") / "sql"
    return cast(Path, installed) if installed.is_dir() else Path(__file__).resolve().parents[3] / "sql"


def sql_texts(folder: Path) -> dict[str, str]:
    """Return the texts of a folder's files by name, sorted."""
    return {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.iterdir(), key=attrgetter("name"))}


@cache
def named_queries() -> dict[str, str]:
    """Return all queries by name. Raises ValueError for a name that is used twice."""
    queries: dict[str, str] = {}
    for file, text in sql_texts(sql_folder() / "queries").items():
        _, *blocks = _HEADER.split(text)
        for name, sql in zip(blocks[::2], blocks[1::2], strict=True):
            if name in queries:
                raise ValueError(f"query {name} is defined twice, the second time in {file}")
            queries[name] = sql.strip()
    return queries


def query(name: str) -> str:
    """Return the SQL of one named query. Raises KeyError."""
    return named_queries()[name]


def name_of(sql: str) -> str:
    """Return the name of a query by its SQL, even filled with fragments. Raises KeyError for other SQL."""
    return _names_by_purpose()[sql.partition("\n")[0]]


@cache
def _names_by_purpose() -> dict[str, str]:
    """Return the names of all queries by the first line of their SQL, the purpose."""
    return {sql.partition("\n")[0]: name for name, sql in named_queries().items()}
