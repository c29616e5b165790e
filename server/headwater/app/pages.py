"""The pages for browsers from local files, built at Headwater's installation: the explorer, GraphiQL and Swagger UI."""

import html
import json
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

from headwater.app.answer_headers import EXPLORER_POLICY, PLAIN_SCRIPT, POLICY_HEADER
from headwater.guard import OPEN, GuardedMount, GuardedRoute
from headwater.operations import HTML, Answer, Operation

_BUILD = Path(__file__).resolve().parents[1] / "pages_dist"
_PLACEHOLDER = '{"defaultQuery":""}'

_PLAIN_GRAPHIQL = """<!doctype html><title>Headwater</title>
<p>This install has no GraphiQL, since its build was skipped (it needs npm). A plain query page instead:</p>
<form><textarea name="query" rows="20" cols="100">{query}</textarea><p><button>Run</button></form><pre></pre>
<script>{script}</script>
"""

_PLAIN_EXPLORER = """<!doctype html><title>Headwater</title>
<p>This install has no explorer, since its build was skipped (it needs npm).
GraphQL answers at <a href="graphql">graphql</a>, and <a href="docs">docs</a> describes REST.</p>
"""

_PLAIN_SWAGGER = """<!doctype html><title>Headwater: REST</title>
<p>This install has no Swagger UI, since its build was skipped (it needs npm).
The description of all routes is <a href="openapi.json">openapi.json</a>.</p>
"""

GET_ROOT: Final = Operation(
    "GET", "Server", "The explorer of runs and lineage", {200: Answer("A page for browsers.", str, HTML)}
)

GET_DOCS: Final = Operation("GET", "Server", "This page: Swagger UI", {200: Answer("A page for browsers.", str, HTML)})


def page_routes() -> list[GuardedRoute | GuardedMount]:
    """Return the routes of the pages and their scripts, without GraphiQL, which shares its address with GraphQL.

    A page names its files without a leading "/", so that it also works below a prefix.
    """
    return [
        GuardedRoute("/", _root, needs=OPEN, operations=[GET_ROOT]),
        GuardedRoute("/docs", _docs, needs=OPEN, operations=[GET_DOCS]),
        # Empty without a build.
        GuardedMount("/pages", StaticFiles(directory=_BUILD, check_dir=False), needs=OPEN),
    ]


def graphiql_page(default_query: str) -> HTMLResponse:
    """Return GraphiQL, opening with this query; a plain form if GraphiQL was not built."""
    page = _BUILD / "graphiql.html"
    if not page.is_file():
        return HTMLResponse(_PLAIN_GRAPHIQL.format(query=html.escape(default_query), script=PLAIN_SCRIPT))
    # "<" must not end the script element of the configuration.
    config = json.dumps({"defaultQuery": default_query}).replace("<", "\\u003c")
    return HTMLResponse(page.read_text(encoding="utf-8").replace(_PLACEHOLDER, config, 1))


def explorer_documents() -> dict[str, str]:
    """Return the GraphQL documents of the explorer by their SHA-256; none without a build."""
    path = _BUILD / "explorer-documents.json"
    return TypeAdapter(dict[str, str]).validate_json(path.read_bytes()) if path.is_file() else {}


def no_graphiql_page() -> Response:
    """Return the answer of a server without GraphiQL."""
    return PlainTextResponse("This server has no GraphiQL: it is switched off (HEADWATER_GRAPHIQL).", 404)


async def _root(request: Request) -> HTMLResponse:
    return HTMLResponse(_page("explorer", _PLAIN_EXPLORER), headers={POLICY_HEADER: EXPLORER_POLICY})


async def _docs(request: Request) -> HTMLResponse:
    return HTMLResponse(_page("swagger", _PLAIN_SWAGGER))


def _page(name: str, plain: str) -> str:
    """Return a built page; without its build the plain one."""
    page = _BUILD / f"{name}.html"
    return page.read_text(encoding="utf-8") if page.is_file() else plain
