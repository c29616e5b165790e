"""Names of files for run ids, which may hold anything: a run id never becomes a path."""

from urllib.parse import quote

from headwater.registry.checksums import sha256

_LONGEST = 180
"""Bytes, so that a name with its ending fits into the 255 of a file system."""


def event_file_name(run_id: str) -> str:
    """Return the name of the file with a run's event. A long id is cut, with the checksum of the whole."""
    encoded = quote(run_id, safe="", errors="backslashreplace")
    if len(encoded) > _LONGEST:
        encoded = f"{encoded[: _LONGEST - 65]}-{sha256(run_id.encode('utf-8', 'backslashreplace'))}"
    return f"{encoded}__openlineage.json"
