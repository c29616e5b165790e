"""The guard: check a route's scope before anything of a request is read.

A route is a GuardedRoute or GuardedMount. Its `needs` is a scope, a set of scopes of which one is enough, or OPEN. It
may also be a function of the request's method, address and headers, which returns one of these; ADMIN for an unknown
request. If the path has a `{source}`, a token bound to this source may pass; a bound token passes nowhere else.

A WebSocket is a GuardedSocket. Browsers cannot send a token with the request that opens one, so the token comes with
the first message. The endpoint has to check it before anything else.
"""

import hmac
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from asyncpg import Pool
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from headwater.errors import (
    ForbiddenError,
    ForeignPageError,
    HeadwaterError,
    OverloadedError,
    UnauthorizedError,
    UnavailableError,
    UnknownHostError,
)
from headwater.headers import header
from headwater.model import access
from headwater.operations import Operation, Refused
from headwater.store.tokens import find_grant, hash_of

OPEN: Final = None
"""The need of a route for everybody: no token."""

Needed = access.Scope | frozenset[access.Scope] | None
Needs = Needed | Callable[[HTTPConnection], Needed]

Endpoint = Callable[[Request], Awaitable[Response]]
"""Answers a request."""

Guarded = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]
"""An ASGI application behind the guard."""

Refusal = Callable[[HeadwaterError, int], Mapping[str, object]]
"""The body of a refusal, by the reason and the HTTP status."""

Admit = Callable[[str | None], Awaitable[access.Grant]]
"""Returns the rights of a caller, by the Authorization of a message, else by that of the request for the socket.

Raises UnauthorizedError, ForbiddenError, or OverloadedError if the database does not answer, or not in time.
"""

_ANSWERS: dict[type[HeadwaterError], tuple[int, dict[str, str]]] = {
    UnauthorizedError: (401, {"WWW-Authenticate": 'Bearer realm="headwater"'}),
    ForbiddenError: (403, {}),
    ForeignPageError: (403, {}),
    UnknownHostError: (421, {}),
    OverloadedError: (503, {"Retry-After": "1"}),
    UnavailableError: (503, {"Retry-After": "1"}),
}


def enough(needed: Needed) -> list[access.Scope]:
    """Return the scopes of which each is enough, sorted; none for OPEN."""
    if needed is OPEN:
        return []
    return [needed] if isinstance(needed, access.Scope) else sorted(needed)


class Guard:
    """Returns the rights of a token's bearer, from the tokens of the store and the operator's own."""

    def __init__(self, database: Pool, operator_token: str | None, *, is_required: bool) -> None:
        self._database = database
        # Without an operator token: random bytes, the hash of no known token.
        self._operator_hash = secrets.token_bytes(32) if operator_token is None else hash_of(operator_token)
        self._is_required = is_required

    async def grant(self, authorization: str | None) -> access.Grant:
        """Return the rights of a request with this Authorization header.

        Good and bad tokens cause the same comparison and the same statement, so that neither the answer nor its time
        tells why a token is refused. Raises UnauthorizedError, and OverloadedError if the database does not answer, or
        not in time.
        """
        if authorization is None:
            if self._is_required:
                raise UnauthorizedError
            return access.EVERYTHING
        scheme, _, secret = authorization.partition(" ")
        token_hash = hash_of(secret.strip() if scheme.lower() == "bearer" else "")
        is_operator = hmac.compare_digest(token_hash, self._operator_hash)
        found = await find_grant(self._database, token_hash)
        grant = access.EVERYTHING if is_operator else found
        if grant is None:
            raise UnauthorizedError
        return grant


def rest_refusal(error: HeadwaterError, status: int) -> Refused:
    """Return the body of a REST route's refusal; DataHub's SDK reads `message`."""
    return {"message": str(error), "status": status}


def refuse(error: HeadwaterError, refusal: Refusal) -> JSONResponse:
    """Return the answer to a refused request."""
    status, headers = _ANSWERS[type(error)]
    return JSONResponse(refusal(error, status), status, headers)


def no_such_operation(status: int, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return the answer to a request for an unknown address (404), or by a method that it does not take (405)."""
    refused: Refused = {"message": HTTPStatus(status).phrase, "status": status}
    return JSONResponse(refused, status, headers)


def guarded(app: ASGIApp, needs: Needs, refusal: Refusal = rest_refusal) -> Guarded:
    """Return the application behind the guard, which sets `request.state.grant`."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        needed = needs(HTTPConnection(scope)) if callable(needs) else needs
        if needed is not OPEN:
            try:
                grant = await _admitted(scope, needed, header(scope, b"authorization"))
                scope.setdefault("state", {})["grant"] = grant
            except HeadwaterError as error:
                answer = refuse(error, refusal) if scope["type"] == "http" else WebSocketClose()
                await answer(scope, receive, send)
                return
        await app(scope, receive, send)

    return serve


async def _admitted(scope: Scope, needed: Needed, authorization: str | None) -> access.Grant:
    guard: Guard = scope["app"].state.guard
    grant = await guard.grant(authorization)
    grant.require(*enough(needed))
    grant.require_source(scope.get("path_params", {}).get("source"))
    return grant


class GuardedRoute(Route):
    """A route with its scope, and the requests and answers of its operations."""

    def __init__(
        self,
        path: str,
        endpoint: Endpoint,
        *,
        needs: Needs,
        operations: Sequence[Operation],
        refusal: Refusal = rest_refusal,
        any_host: bool = False,
    ) -> None:
        """any_host: True if a request may use any host name, as probes do (app/site_check.py)."""
        super().__init__(path, endpoint, methods=[operation.method for operation in operations])
        assert self.methods is not None
        self._methods = self.methods
        self._endpoint = endpoint
        self.needs = needs
        self.operations = operations
        self.refusal = refusal
        self.any_host = any_host
        self._guarded = guarded(self._answer, needs, refusal)

    def handle(self, scope: Scope, receive: Receive, send: Send) -> Coroutine[Any, Any, None]:
        """Serve a permitted request; a refused one does not even learn the methods."""
        return self._guarded(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in self._methods:
            response = await self._endpoint(Request(scope, receive, send))
        else:
            response = no_such_operation(405, {"Allow": ", ".join(self._methods)})
        await response(scope, receive, send)


class GuardedMount(Mount):
    """Static files under a path, with their scope."""

    def __init__(self, path: str, app: ASGIApp, *, needs: Needs) -> None:
        super().__init__(path, app)
        self.needs = needs
        self._guarded = guarded(self._answer, needs)

    def handle(self, scope: Scope, receive: Receive, send: Send) -> Coroutine[Any, Any, None]:
        """Serve a permitted request."""
        return self._guarded(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().handle(scope, receive, send)
        except HTTPException as error:
            await no_such_operation(error.status_code, error.headers)(scope, receive, send)


class GuardedSocket(WebSocketRoute):
    """A WebSocket with its scope; its endpoint gets the grant from `request.state.admit`."""

    def __init__(self, path: str, endpoint: Callable[..., Any], *, needs: access.Scope) -> None:
        super().__init__(path, endpoint)
        self.needs = needs

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, with a check that the endpoint has to call."""
        scope.setdefault("state", {})["admit"] = self._check(scope)
        await super().handle(scope, receive, send)

    def _check(self, scope: Scope) -> Admit:
        async def admit(authorization: str | None) -> access.Grant:
            return await _admitted(scope, self.needs, authorization or header(scope, b"authorization"))

        return admit
