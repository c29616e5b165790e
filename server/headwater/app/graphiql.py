"""GraphiQL from local files: the page and its assets, built when Headwater is installed."""

import html
import json
from pathlib import Path

from starlette.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

from headwater.guard import OPEN, GuardedMount

_BUILD = Path(__file__).resolve().parents[1] / "graphiql_dist"
_PLACEHOLDER = '{"defaultQuery":""}'

_PLAIN_PAGE = """<!doctype html><title>Headwater</title>
<p>This install has no GraphiQL (its build needs npm and was skipped). A plain query page instead:</p>
<form onsubmit="fetch('/graphql', {{method: 'POST', headers: {{'content-type': 'application/json'}},
  body: JSON.stringify({{query: this.query.value}})}}).then(r => r.json()).then(
  r => document.querySelector('pre').textContent = JSON.stringify(r, null, 2)); return false">
<textarea name="query" rows="20" cols="100">{query}</textarea><p><button>Run</button></form><pre></pre>
"""


def graphiql_mount() -> GuardedMount:
    """Where the page finds its scripts; empty where the build was skipped."""
    return GuardedMount("/graphiql", StaticFiles(directory=_BUILD, check_dir=False), needs=OPEN)


def graphiql_page(default_query: str) -> HTMLResponse:
    """The page, opening with this query; a plain form where GraphiQL was not built."""
    index = _BUILD / "index.html"
    if not index.is_file():
        return HTMLResponse(_PLAIN_PAGE.format(query=html.escape(default_query)))
    # "<" must not end the script element that holds the configuration.
    config = json.dumps({"defaultQuery": default_query}).replace("<", "\\u003c")
    return HTMLResponse(index.read_text(encoding="utf-8").replace(_PLACEHOLDER, config, 1))
