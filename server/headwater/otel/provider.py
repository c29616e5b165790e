"""OpenTelemetry's SDK, set up by its standard variables."""

import os
from collections.abc import Sequence
from importlib.metadata import entry_points

from opentelemetry.context import Context
from opentelemetry.instrumentation.asyncpg import AsyncPGInstrumentor
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.sdk.trace.sampling import Decision, Sampler, SamplingResult
from opentelemetry.trace import Link, SpanKind, TraceState, get_current_span
from opentelemetry.util.types import Attributes

import headwater
from headwater.errors import SettingsError
from headwater.otel.statement_names import StatementNames
from headwater.otel.trace_log import TraceLogProcessor, current_log
from headwater.trace import new_trace

_EXPORTERS = "opentelemetry_traces_exporter"
"""The entry points by which packages bring exporters."""

_PROTOCOLS = {"http/protobuf": "otlp_proto_http", "grpc": "otlp_proto_grpc"}


def make_provider() -> TracerProvider:
    """Return the provider of this process's spans, and have the database driver make spans by it.

    Raises SettingsError for an exporter that is not installed.
    """
    service = {"service.name": "headwater", "service.version": headwater.__version__}
    resource = Resource.create(service).merge(OTELResourceDetector().detect())  # the variables win
    provider = TracerProvider(id_generator=_DataHubIds(), resource=resource)
    provider.sampler = RequestSampler(provider.sampler)
    provider.add_span_processor(StatementNames())
    provider.add_span_processor(TraceLogProcessor())
    for name in (os.environ.get("OTEL_TRACES_EXPORTER") or "otlp").split(","):
        provider.add_span_processor(BatchSpanProcessor(_exporter(name.strip())))
    AsyncPGInstrumentor().instrument(tracer_provider=provider)  # type: ignore[no-untyped-call]
    return provider


def _exporter(name: str) -> SpanExporter:
    if name == "otlp":
        protocol = "http/protobuf"
        for variable in ("OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"):
            protocol = os.environ.get(variable) or protocol
        name = _PROTOCOLS.get(protocol, protocol)
    found = [*entry_points(group=_EXPORTERS, name=name)]
    if not found:
        known = ", ".join(sorted(entry_points(group=_EXPORTERS).names))
        raise SettingsError(f"OTEL_TRACES_EXPORTER: expected an installed exporter (otlp, {known}), got {name!r}")
    exporter: SpanExporter = found[0].load()()
    return exporter


class _DataHubIds(RandomIdGenerator):
    """Trace ids of DataHub's form, which begin with the time; the other half is random."""

    def generate_trace_id(self) -> int:
        return new_trace().trace_id.int


class RequestSampler(Sampler):
    """The sampler of the standard variables, for requests and commands.

    Statements outside of them, such as the worker's look at an empty queue, have no spans. The spans of a logged
    request are always recorded, but exported only if they are sampled.
    """

    def __init__(self, sampler: Sampler) -> None:
        self._sampler = sampler

    def should_sample(
        self,
        parent_context: Context | None,
        trace_id: int,
        name: str,
        kind: SpanKind | None = None,
        attributes: Attributes = None,
        links: Sequence[Link] | None = None,
        trace_state: TraceState | None = None,
    ) -> SamplingResult:
        """Decide on a span that begins."""
        if kind is SpanKind.CLIENT and not get_current_span(parent_context).get_span_context().is_valid:
            return SamplingResult(Decision.DROP)
        result = self._sampler.should_sample(parent_context, trace_id, name, kind, attributes, links, trace_state)
        if result.decision is Decision.DROP and current_log() is not None:
            return SamplingResult(Decision.RECORD_ONLY, attributes, result.trace_state)
        return result

    def get_description(self) -> str:
        """Return the name of the sampler."""
        return f"RequestSampler({self._sampler.get_description()})"
