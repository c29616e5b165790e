"""OpenTelemetry, the optional extra `headwater[otel]` (docs/tracing.md). Nothing else imports its packages."""
