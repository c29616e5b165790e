"""Headwater: run-level data lineage, answered by GraphQL from Postgres."""

__version__ = "0.2.0"
