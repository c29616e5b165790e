"""The names of the dialects, shared by the store and the command line."""

from typing import Final

OPENLINEAGE: Final = "openlineage"
DATAHUB: Final = "datahub"
DATABAND: Final = "databand"
GITLAB: Final = "gitlab"
