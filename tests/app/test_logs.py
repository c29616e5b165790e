"""The contents of the logs, and data that must stay out of them."""

import json

import pytest
import structlog

from headwater.app.logs import configure_logs
from headwater.settings import Settings


@pytest.mark.parametrize("log_format", ["json", "text"])
def test_a_traceback_shows_no_values(log_format: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(Settings.model_validate({"log_format": log_format}))
    password = "s3cret" + "-of-the-database"
    try:
        raise OSError(len(password))
    except OSError:
        structlog.get_logger().exception("test.failed")
    printed = capsys.readouterr().err
    assert "test.failed" in printed
    assert "OSError" in printed
    assert password not in printed
    if log_format == "json":
        assert json.loads(printed)["event"] == "test.failed"
