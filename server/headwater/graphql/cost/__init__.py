"""The cost of queries (docs/limits.md): prices of fields, the measure of an operation, the limits for it."""
