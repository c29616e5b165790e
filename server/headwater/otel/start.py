"""Start tracing, if OpenTelemetry's variables ask for it."""

import os
from collections.abc import Mapping

import structlog

from headwater import spans

_log = structlog.get_logger()

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")


def is_wanted(variables: Mapping[str, str]) -> bool:
    """Return True if the variables name an exporter or an OTLP endpoint, and do not turn tracing off."""
    if variables.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return False
    exporter = variables.get("OTEL_TRACES_EXPORTER", "").strip().lower()
    return exporter != "none" if exporter else any(map(variables.get, _ENDPOINTS))


def start_tracing() -> None:
    """Make spans in this process from now on, if they are wanted and the extra is installed.

    Raises SettingsError for an exporter that is not installed.
    """
    if spans.active_tracer() is not None or not is_wanted(os.environ):
        return
    try:
        # Here, so that Python imports nothing of OpenTelemetry when it is off.
        from headwater.otel.provider import make_provider
        from headwater.otel.tracer import OpenTelemetryTracer
    except ModuleNotFoundError as error:
        _log.warning("traces.not_installed", missing=error.name, remedy="pip install 'headwater[otel]'")
        return
    spans.trace_by(OpenTelemetryTracer(make_provider()))
