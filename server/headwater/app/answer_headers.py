"""Headers for browsers: no type guessing, no reading by pages of other sites, and a policy for pages."""

import base64
import hashlib
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

PLAIN_SCRIPT: Final = """
document.querySelector('form').addEventListener('submit', async event => {
  event.preventDefault()
  const answer = await fetch(location.pathname, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({query: document.querySelector('textarea').value}),
  })
  document.querySelector('pre').textContent = JSON.stringify(await answer.json(), null, 2)
})
"""
"""The script of the plain query page, for servers without a built GraphiQL; the only inline script."""

_PLAIN_SCRIPT_HASH = base64.b64encode(hashlib.sha256(PLAIN_SCRIPT.encode()).digest()).decode()


def _policy(*, scripts: str = "", styles: str = "") -> str:
    """Return a Content-Security-Policy: all from this server, with these further sources of scripts and of styles."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self'{scripts}",
            f"style-src 'self'{styles}",
            "img-src 'self' data:",
            "font-src 'self' data:",
            "connect-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


# Monaco, GraphiQL's editor, writes style elements.
PAGE_POLICY: Final = _policy(scripts=f" 'sha256-{_PLAIN_SCRIPT_HASH}'", styles=" 'unsafe-inline'")
"""The Content-Security-Policy of pages without one of their own."""

EXPLORER_POLICY: Final = _policy()
"""The Content-Security-Policy of the explorer, which has no inline script or style."""

POLICY_HEADER: Final = "content-security-policy"

_EVERYWHERE: Final = [(b"x-content-type-options", b"nosniff"), (b"cross-origin-resource-policy", b"same-origin")]
_PAGES: Final = [(POLICY_HEADER.encode(), PAGE_POLICY.encode())]


class AnswerHeaders:
    """ASGI middleware: adds these headers to answers, and the policy to pages without one of their own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                message = {**message, "headers": headers + _EVERYWHERE + (_PAGES if _needs_policy(headers) else [])}
            await send(message)

        await self._app(scope, receive, send_with_headers)


def _needs_policy(headers: list[tuple[bytes, bytes]]) -> bool:
    named = dict(headers)
    return named.get(b"content-type", b"").startswith(b"text/html") and POLICY_HEADER.encode() not in named
