"""The names of the dialects, as the store and the command line have them."""

from typing import Final

OPENLINEAGE: Final = "openlineage"
DATAHUB: Final = "datahub"
DATABAND: Final = "databand"
GITLAB: Final = "gitlab"
FACETS: Final = OPENLINEAGE
"""The dialect that facets are kept under, whatever the dialect of their event: their names are OpenLineage's."""
