"""Databand's custom integration: events in OpenLineage's shape, with meanings of their own (docs/databand.md).

Source: IBM's "Custom integration API" (schema and examples), and what its two documented examples send.
"""

from headwater.dialects.databand.parser import DIALECT, has_root_run, parse_again, parse_document

__all__ = ["DIALECT", "has_root_run", "parse_again", "parse_document"]
