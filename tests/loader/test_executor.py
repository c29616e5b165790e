"""An executor's session: kept from part to part, and replaced once it is cut, or after an error."""

import pytest

from headwater.errors import HeadwaterError
from headwater.loader.executor import executor_session

from conftest import fetch


def backend(database_url: str) -> int:
    """Return the process of Postgres that serves the executor's session."""
    with executor_session(database_url) as session:
        found: int = session.connection.get_server_pid()
        return found


def test_a_session_is_kept_for_one_database(database_url: str) -> None:
    assert backend(database_url) == backend(database_url)


def test_a_session_that_was_cut_is_replaced(database_url: str) -> None:
    cut = backend(database_url)
    assert fetch(database_url, "SELECT pg_terminate_backend($1, 5000) AS is_gone", cut)[0]["is_gone"]
    assert backend(database_url) != cut


def test_a_session_is_replaced_after_an_error_which_is_told_as_a_sentence(database_url: str) -> None:
    before = backend(database_url)
    with (
        pytest.raises(HeadwaterError, match=r"^the database refused a statement: division by zero$"),
        executor_session(database_url) as session,
    ):
        session.run(session.connection.execute("SELECT 1 / 0"))
    assert backend(database_url) != before
