"""The bearer token: with one in the settings, nothing but the health checks and the page answers without it."""

import hmac

from pydantic import SecretStr
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

UNAUTHORIZED = "A valid bearer token is needed."
_OPEN = ("/", "/health", "/ready")


class BearerToken:
    """ASGI middleware that answers 401 to what does not bring the token."""

    def __init__(self, app: ASGIApp, token: SecretStr | None) -> None:
        self._app = app
        self._expected = None if token is None else token.get_secret_value().encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may pass."""
        if self._expected is None or scope["type"] == "lifespan" or self._may_pass(Request(scope), self._expected):
            await self._app(scope, receive, send)
            return
        answer = JSONResponse(
            {"errors": [{"message": UNAUTHORIZED, "extensions": {"code": 403, "type": "UNAUTHORIZED"}}]},
            status_code=401,
            headers={"WWW-Authenticate": 'Bearer realm="headwater"'},
        )
        await answer(scope, receive, send)

    @staticmethod
    def _may_pass(request: Request, expected: bytes) -> bool:
        path = request.scope["path"]
        if request.scope.get("method") in ("GET", "HEAD"):
            if path in _OPEN or path.startswith("/graphiql/"):
                return True
            if path == "/graphql" and not request.query_params:
                return True  # the page itself; what it asks for needs the token
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        return scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), expected)
