"""The named queries of `sql/queries/*.sql`.

A file is a list of blocks: a line `-- name --`, a comment of one sentence that says what the query is
for, and the SQL.
"""

import re
from functools import cache
from pathlib import Path

_HEADER = re.compile(r"^-- (\w+) --\n", re.MULTILINE)


def sql_folder() -> Path:
    """The folder of the SQL: inside the installed package, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "sql"
    return installed if installed.is_dir() else package.parents[1] / "sql"


@cache
def named_queries() -> dict[str, str]:
    """All queries by name. Raises ValueError where a name is used twice."""
    queries: dict[str, str] = {}
    for path in sorted((sql_folder() / "queries").glob("*.sql")):
        _, *blocks = _HEADER.split(path.read_text(encoding="utf-8"))
        for name, sql in zip(blocks[::2], blocks[1::2], strict=True):
            if name in queries:
                raise ValueError(f"query {name} is defined twice, the second time in {path.name}")
            queries[name] = sql.strip()
    return queries


def query(name: str) -> str:
    """The SQL of one named query. Raises KeyError."""
    return named_queries()[name]
