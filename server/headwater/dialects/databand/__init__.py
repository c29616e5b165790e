"""Databand's custom integration: OpenLineage's events with different meanings (docs/databand.md).

Source: IBM's "Custom integration API" (schema and examples), and the payloads of its two documented examples.
"""

from headwater.dialects.databand.parser import DIALECT, has_root_run, parse_again, parse_document, parse_record

__all__ = ["DIALECT", "has_root_run", "parse_again", "parse_document", "parse_record"]
