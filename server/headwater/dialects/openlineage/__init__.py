"""OpenLineage: RunEvent, JobEvent and DatasetEvent to changes.

Source: OpenLineage 2-0-2 (`OpenLineage.json`) and its facets. Events are told apart by structure and
facets by (entity, key), never by `schemaURL`, which is often wrong in the wild.
"""

from headwater.dialects.openlineage.parser import DIALECT, parse_again, parse_document, parse_record

__all__ = ["DIALECT", "parse_again", "parse_document", "parse_record"]
