"""The names of the dialects, as the store and the command line have them."""

from typing import Final

OPENLINEAGE: Final = "openlineage"
DATAHUB: Final = "datahub"
DATABAND: Final = "databand"
GITLAB: Final = "gitlab"
