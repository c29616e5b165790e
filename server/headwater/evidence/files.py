"""The files of a run: read as bytes, and written whole or not at all."""

import os
import tempfile
from pathlib import Path

from headwater.errors import BadRequestError
from headwater.texts import reason_of


def read_file(path: Path) -> bytes | None:
    """Return the bytes of a file; None if there is none. Raises BadRequestError if it cannot be read."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise BadRequestError(f"{path}: expected a file that can be read: {reason_of(error)}") from error
    except ValueError as error:
        raise BadRequestError(f"{path}: expected a file that can be read: {error}") from error


def write_file(path: Path, content: bytes) -> None:
    """Write a file, and make its folder. Readers see the old file or the new one. Raises BadRequestError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".headwater-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BadRequestError(f"{path}: expected a folder that can be written: {reason_of(error)}") from error
