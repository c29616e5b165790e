"""The Python examples of DataHub's documentation of process instances, run as written there.

Our copy of the document has lost its line breaks: they are restored mechanically, before each statement. One example
has an error of its own (it makes a dataset's URN from a model's URN); replacing one word fixes it.
"""

import ast
import re
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import CORPUS

SEED = CORPUS.parent / "seeds" / "datahub-data-process-instance.txt"

EXAMPLES = ("simple", "with_retry", "from_dataflow", "hierarchical", "ml_training")
"""The examples, in the order of the document."""

JOB = "urn:li:dataJob:(urn:li:dataFlow:(airflow,sales_pipeline,prod),process_sales_data)"
"""The job of the simple example and of the document's queries."""

_sleep = time.sleep
_IMPORT = "from datahub.utilities.urns.dataset_urn import DatasetUrn"
_LONGEST_STATEMENT_WORDS = 120


def _seed() -> str:
    if not SEED.is_file():
        pytest.skip("the document with the examples is not beside this checkout")
    return SEED.read_text()


def example(name: str) -> str:
    """Return the source of an example, one statement a line."""
    blocks = [block for block in re.findall(r"```python(.*?)```", _seed(), re.DOTALL) if "emit_process_start(" in block]
    return "\n".join(_statements(blocks[EXAMPLES.index(name)]))


def documented_query() -> str:
    """Return the document's GraphQL query for the runs of JOB."""
    [query] = re.findall(r"```graphql query (.*?)```", _seed(), re.DOTALL)
    return f"query {query}"


def documented_relationships_path() -> str:
    """Return the address, without the host, from which the document reads the runs of JOB."""
    [address] = re.findall(r"'http://localhost:8080(/relationships\?.*?)'", _seed(), re.DOTALL)
    return re.sub(r"\s", "", address)


def run_example(name: str, url: str, monkeypatch: pytest.MonkeyPatch, **emitter: Any) -> None:
    """Run an example against a server, with more arguments for its emitter; its sleeps are a hundred times shorter."""
    monkeypatch.setattr(time, "sleep", lambda seconds: _sleep(seconds / 100))
    arguments = "".join(f", {key}={value!r}" for key, value in emitter.items())
    source = example(name).replace('gms_server="http://localhost:8080"', f"gms_server={url!r}{arguments}")
    if name == "ml_training":
        source = source.replace(
            'DatasetUrn.create_from_string( "urn:li:mlModel', 'MlModelUrn.create_from_string( "urn:li:mlModel'
        )
        source = source.replace(_IMPORT, f"{_IMPORT}\nfrom datahub.metadata.urns import MlModelUrn")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the examples are older than the SDK
        exec(compile(source, f"{name} of {Path(SEED).name}", "exec"), {})


def _statements(block: str) -> Iterator[str]:
    """Yield the statements of a block; words that begin no statement belong to a comment, and are left out."""
    words = block.split()
    while words:
        length = next(
            (n for n in range(min(len(words), _LONGEST_STATEMENT_WORDS), 0, -1) if _is_statement(words[:n])), 0
        )
        if length:
            yield " ".join(words[:length])
        words = words[length or 1 :]


def _is_statement(words: list[str]) -> bool:
    """Return true for one import, one assignment, or one call, except a call of a bare name other than print."""
    try:
        body = ast.parse(" ".join(words)).body
    except SyntaxError:
        return False
    if len(body) != 1 or "#" in words:
        return False
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Call):
        called = body[0].value.func
        return isinstance(called, ast.Attribute) or ast.unparse(called) == "print"
    return isinstance(body[0], ast.Import | ast.ImportFrom | ast.Assign)
