"""The names of statements' spans: those of the queries in `sql/queries`."""

from contextlib import suppress

from opentelemetry.context import Context
from opentelemetry.sdk.trace import Span, SpanProcessor

from headwater.store.queries import name_of

_STATEMENTS = ("db.statement", "db.query.text")
"""The attribute of a statement: the older one, and that of the stable conventions (OTEL_SEMCONV_STABILITY_OPT_IN)."""


class StatementNames(SpanProcessor):
    """Names the span of a statement by its query, such as `merge_facts`. Others, such as COMMIT, keep their names."""

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        """Name a span that begins."""
        attributes = span.attributes or {}
        for attribute in _STATEMENTS:
            if attribute in attributes:
                with suppress(KeyError):
                    span.update_name(name_of(str(attributes[attribute])))
