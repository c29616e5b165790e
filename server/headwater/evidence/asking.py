"""Ask GraphQL of a server over HTTP, or of the database of the settings in this process."""

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from headwater.errors import BadRequestError, HeadwaterError
from headwater.texts import reason_of

if TYPE_CHECKING:
    from headwater.model.changes import Changes, Problem
    from headwater.settings import Settings
    from headwater.store.merge import Merged

Ask = Callable[[str, dict[str, Any]], dict[str, Any]]
"""Executes a document with variables, and returns its data. Raises BadRequestError or NoAnswerError."""

_SECONDS = 60
"""The longest wait for an answer."""

_MISTAKES = (400, 404)
"""The codes of errors in the question."""


class NoAnswerError(HeadwaterError):
    """The server cannot be asked, or refuses."""


class Asked(Protocol):
    """A server or a database that can be asked."""

    def session(self) -> Any:
        """Return a context manager with an Ask."""


class AskedServer:
    """A server by its address, such as https://headwater.example; the token may be None."""

    def __init__(self, url: str, token: str | None = None) -> None:
        if not url.startswith(("http://", "https://")):
            raise BadRequestError(
                f"--url: expected the address of a server, such as http://localhost:8080, got {url!r}"
            )
        self._address = url.rstrip("/") + "/graphql"
        self._token = token

    @contextmanager
    def session(self) -> Iterator[Ask]:
        """Yield an Ask; each question is a request."""
        yield self._ask

    def _ask(self, document: str, variables: dict[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        body = json.dumps({"query": document, "variables": variables}).encode()
        status, content = post(self._address, body, headers)
        try:
            answer = json.loads(content)
        except ValueError:
            answer = None
        if not isinstance(answer, dict) or not ({"data", "errors"} & answer.keys()):
            raise NoAnswerError(f"expected an answer of Headwater at {self._address}, got status {status}")
        return _data(answer.get("data"), answer.get("errors") or [])


class AskedStore:
    """The database of some settings: the embedded one without a database URL."""

    def __init__(self, settings: "Settings") -> None:
        self._settings = settings

    @contextmanager
    def session(self) -> Iterator[Ask]:
        """Yield an Ask; the embedded Postgres runs meanwhile."""
        # Here, since GraphQL and the driver take seconds.
        from headwater.app.database import database
        from headwater.graphql.schema import build_schema

        schema = build_schema(self._settings.query_limits)
        with database(self._settings) as url:
            yield lambda document, variables: asyncio.run(_executed(schema, url, document, variables))


async def _executed(schema: Any, url: str, document: str, variables: dict[str, Any]) -> dict[str, Any]:
    from headwater.graphql.schema import request_context
    from headwater.model.json import as_read
    from headwater.store.connections import connect_to_merge
    from headwater.store.pool import read_pool
    from headwater.store.quarantine import merging
    from headwater.store.reader import Reader
    from headwater.trace import new_trace

    async def merge_items(items: "Sequence[Changes | Problem]", leaving: Sequence[int]) -> "Merged":
        connection = await connect_to_merge(url)
        try:
            return await merging(connection, new_trace().trace_id)(items, leaving)
        finally:
            await connection.close()

    async with await read_pool(url, 1) as pool:
        context = request_context(Reader(pool), merge_items)
        result = await schema.execute(document, variables, context_value=context)
    return _data(as_read(result.data), [error.formatted for error in result.errors or []])


def _data(data: dict[str, Any] | None, errors: Sequence[Any]) -> dict[str, Any]:
    """Return the data of an answer. Raises BadRequestError for a mistake in the question, else NoAnswerError."""
    if not errors and data is not None:
        return data
    first = errors[0] if errors else {}
    message, code = first.get("message", "no data"), first.get("extensions", {}).get("code")
    if code in _MISTAKES:
        raise BadRequestError(message)
    raise NoAnswerError(message)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def post(url: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
    """Post bytes; return the status and the body of the answer. Raises NoAnswerError if nobody answers.

    A redirect is the answer: to follow it would send the token elsewhere, and drop the body.
    """
    request = urllib.request.Request(url, body, headers, method="POST")
    try:
        with _OPENER.open(request, timeout=_SECONDS) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()
    except (OSError, ValueError) as error:
        cause = error.reason if isinstance(error, urllib.error.URLError) else error
        reason = reason_of(cause) if isinstance(cause, OSError) else cause
        raise NoAnswerError(f"{url} does not answer: {reason}") from error
