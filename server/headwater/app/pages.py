"""The pages for browsers, from local files that are built when Headwater is installed: GraphiQL and Swagger UI."""

import html
import json
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from headwater.app.answer_headers import PLAIN_SCRIPT
from headwater.guard import OPEN, GuardedMount, GuardedRoute
from headwater.operations import HTML, Answer, Operation

_BUILD = Path(__file__).resolve().parents[1] / "pages_dist"
_PLACEHOLDER = '{"defaultQuery":""}'

_PLAIN_GRAPHIQL = """<!doctype html><title>Headwater</title>
<p>This install has no GraphiQL (its build needs npm and was skipped). A plain query page instead:</p>
<form><textarea name="query" rows="20" cols="100">{query}</textarea><p><button>Run</button></form><pre></pre>
<script>{script}</script>
"""

_PLAIN_SWAGGER = """<!doctype html><title>Headwater: REST</title>
<p>This install has no Swagger UI (its build needs npm and was skipped).
The description that it would show is <a href="openapi.json">openapi.json</a>.</p>
"""

GET_ROOT: Final = Operation("GET", "Server", "Leads browsers to GraphiQL", {307: Answer("To `/graphql`.")})

GET_DOCS: Final = Operation("GET", "Server", "This page: Swagger UI", {200: Answer("A page for browsers.", str, HTML)})


def page_routes() -> list[GuardedRoute | GuardedMount]:
    """The pages but for GraphiQL, which shares its address with GraphQL; and where all find their scripts."""
    return [
        GuardedRoute("/", _root, needs=OPEN, operations=[GET_ROOT]),
        GuardedRoute("/docs", _docs, needs=OPEN, operations=[GET_DOCS]),
        # Empty where the build was skipped.
        GuardedMount("/pages", StaticFiles(directory=_BUILD, check_dir=False), needs=OPEN),
    ]


def graphiql_page(default_query: str) -> HTMLResponse:
    """GraphiQL, opening with this query; a plain form where it was not built."""
    page = _BUILD / "graphiql.html"
    if not page.is_file():
        return HTMLResponse(_PLAIN_GRAPHIQL.format(query=html.escape(default_query), script=PLAIN_SCRIPT))
    # "<" must not end the script element that holds the configuration.
    config = json.dumps({"defaultQuery": default_query}).replace("<", "\\u003c")
    return HTMLResponse(page.read_text(encoding="utf-8").replace(_PLACEHOLDER, config, 1))


def no_graphiql_page() -> Response:
    """What stands where GraphiQL is switched off."""
    return PlainTextResponse("This server has no GraphiQL: it is switched off (HEADWATER_GRAPHIQL).", 404)


async def _root(request: Request) -> RedirectResponse:
    return RedirectResponse("/graphql")


async def _docs(request: Request) -> HTMLResponse:
    page = _BUILD / "swagger.html"
    return HTMLResponse(page.read_text(encoding="utf-8") if page.is_file() else _PLAIN_SWAGGER)
