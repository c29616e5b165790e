"""The site check keeps other sites' pages out, before it reads the request's body or looks up its token.

A browser sends the requests of any page, even to servers that only this machine reaches. It names the page in `Origin`
and `Sec-Fetch-Site`, which scripts cannot forge. If the page's host name was rebound to this machine (DNS rebinding),
the browser sees no other site, and only `Host` tells (docs/browsers.md).
"""

from collections.abc import Awaitable, Collection, Sequence

from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from headwater.errors import ForeignPageError, HeadwaterError, UnknownHostError
from headwater.guard import OPEN, GuardedMount, GuardedRoute, refuse, rest_refusal
from headwater.origins import Authority, authority_of, origin_of
from headwater.texts import shown

_READ = frozenset({b"host", b"authorization", b"origin", b"sec-fetch-site", b"sec-fetch-mode"})

_OWN_SITES = ("same-origin", "none")
"""The values of `Sec-Fetch-Site` for the server's own pages, and for typed addresses."""

_DENIAL = "websocket.http.response"
"""The ASGI extension for refusing a WebSocket with an answer."""


class SiteCheck:
    """ASGI middleware: refuses requests by other sites' pages, and requests to an unknown host name.

    A request with a token may use any host name: its token is checked, and a page has no token of an unknown server.
    """

    def __init__(
        self,
        app: ASGIApp,
        routes: Sequence[BaseRoute],
        hosts: Collection[str] | None,
        origins: Collection[str],
    ) -> None:
        """hosts: names beside those of loopback, None: any; origins: in browsers' spelling."""
        self._app = app
        self._routes = routes
        self._hosts = hosts
        self._origins = origins

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Serve the request, or refuse it."""
        error = self._objection(scope) if scope["type"] in ("http", "websocket") else None
        if error is None:
            return self._app(scope, receive, send)
        if scope["type"] == "websocket" and _DENIAL not in scope.get("extensions", {}):
            return WebSocketClose()(scope, receive, send)
        route = self._route(scope)
        refusal = route.refusal if isinstance(route, GuardedRoute) else rest_refusal
        return refuse(error, refusal)(scope, receive, send)

    def _objection(self, scope: Scope) -> HeadwaterError | None:
        said: dict[bytes, list[str]] = {}
        for name, value in scope["headers"]:
            if name in _READ:
                said.setdefault(name, []).append(value.decode("latin-1"))
        hosts = said.get(b"host", [])
        host = authority_of(hosts[0]) if len(hosts) == 1 else None
        if not self._is_known(host) and not said.get(b"authorization") and not self._takes_any_host(scope):
            return UnknownHostError(
                "Host: expected localhost, 127.0.0.1, [::1] or a name in HEADWATER_ALLOWED_HOSTS,"
                f" got {shown(', '.join(hosts)) if hosts else 'none'}"
            )
        origins, sites = said.get(b"origin", []), said.get(b"sec-fetch-site", [])
        if not origins and not sites:
            return None  # from no page
        is_navigation = said.get(b"sec-fetch-mode") == ["navigate"]
        return self._objection_to_page(scope, host, origins, sites, is_navigation=is_navigation)

    def _is_known(self, host: Authority | None) -> bool:
        return self._hosts is None or (host is not None and (host.is_loopback or host.name in self._hosts))

    def _takes_any_host(self, scope: Scope) -> bool:
        route = self._route(scope)
        return isinstance(route, GuardedRoute) and route.any_host

    def _objection_to_page(
        self, scope: Scope, host: Authority | None, origins: list[str], sites: list[str], *, is_navigation: bool
    ) -> HeadwaterError | None:
        if len(origins) == 1 and origins[0] in self._origins:
            return None
        if not all(_is_own(origin, host) for origin in origins):
            return ForeignPageError(
                "Origin: expected the server's own, which is that of Host, or one in HEADWATER_ALLOWED_ORIGINS,"
                f" got {shown(', '.join(origins))}"
            )
        if all(site in _OWN_SITES for site in sites):
            return None
        if is_navigation and self._is_visit(scope):
            return None
        return ForeignPageError(
            "Sec-Fetch-Site: expected same-origin or none, or an Origin in HEADWATER_ALLOWED_ORIGINS,"
            f" got {shown(', '.join(sites))}"
        )

    def _is_visit(self, scope: Scope) -> bool:
        """Return True for a link to a page that is the same for everybody."""
        if scope["type"] != "http" or scope["method"] != "GET":
            return False
        route = self._route(scope)
        if not isinstance(route, GuardedRoute | GuardedMount):
            return False
        return (route.needs(HTTPConnection(scope)) if callable(route.needs) else route.needs) is OPEN

    def _route(self, scope: Scope) -> BaseRoute | None:
        return next((route for route in self._routes if route.matches(scope)[0] is Match.FULL), None)


def _is_own(origin: str, host: Authority | None) -> bool:
    page = origin_of(origin)
    return page is not None and host is not None and page.is_at(host)
