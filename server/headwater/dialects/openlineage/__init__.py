"""OpenLineage: parse RunEvent, JobEvent and DatasetEvent into changes.

Source: OpenLineage 2-0-2 (`OpenLineage.json`) and its facets. The structure tells events apart, and (entity, key) tells
facets apart. `schemaURL` is ignored, because producers often send a wrong one.
"""

from headwater.dialects.openlineage.links import family_of
from headwater.dialects.openlineage.parser import DIALECT, parse_again, parse_document, parse_record

__all__ = ["DIALECT", "family_of", "parse_again", "parse_document", "parse_record"]
