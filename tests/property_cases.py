"""Cases of property tests as JSON: a failing case becomes a file, and each later run repeats the kept cases."""

import functools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from pydantic import TypeAdapter

KEPT = Path(__file__).resolve().parent / "property_cases"
FAILED = Path(os.environ.get("HEADWATER_TEST_FAILED_CASES", ".hypothesis/failed"))
"""The folder of failing cases: the newest file of a test is its smallest case."""

Test = Callable[..., None]


def writes_its_case(case_type: Any) -> Callable[[Test], Test]:
    """Make a failing test write its argument `case` to a file, and name the file in the failure.

    The decorator stands below `@given`. Hypothesis runs the smallest case last, so the file holds the smallest one.
    """
    adapter = TypeAdapter(case_type)

    def decorated(test: Test) -> Test:
        @functools.wraps(test)
        def asked(case: Any, **fixtures: Any) -> None:
            try:
                test(case=case, **fixtures)
            except Exception as error:
                FAILED.mkdir(parents=True, exist_ok=True)
                path = FAILED / f"{test.__name__}.json"
                path.write_bytes(adapter.dump_json(case, indent=1))
                error.add_note(f"The case is in {path}; keep it by a copy in {KEPT.name}/{test.__name__}/.")
                raise

        return asked

    return decorated


def kept_cases(test: Test, case_type: Any) -> list[Any]:
    """Return the kept cases of a property test, as parameters named by their files."""
    adapter = TypeAdapter(case_type)
    return [
        pytest.param(adapter.validate_json(path.read_bytes()), id=path.stem)
        for path in sorted((KEPT / test.__name__).glob("*.json"))
    ]


def body_of(test: Test) -> Test:
    """Return the undecorated test: for one case, without hypothesis."""
    return cast(Any, test).hypothesis.inner_test  # type: ignore[no-any-return]
