"""Headers of a request, from the ASGI scope.

Starlette's view of the headers is an object more for each request, and encodes the name again for each look-up.
"""

from starlette.types import Scope


def header(scope: Scope, name: bytes) -> str | None:
    """Return the first header of a name in lower case; None if the request has none."""
    for known, value in scope["headers"]:
        if known == name:
            text: str = value.decode("latin-1")
            return text
    return None
