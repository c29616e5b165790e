"""A client of the part of GitLab's REST API that shows pipelines.

Source: GitLab's documentation of its REST API: projects, pipelines, jobs, pagination, rate limits.
"""

import asyncio
import time
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import Any, NamedTuple, Self
from urllib.parse import parse_qsl, quote, urlsplit

import httpx

import headwater
from headwater.dialects.gitlab import pipeline_document
from headwater.errors import BadRequestError, HeadwaterError
from headwater.model.loose_json import whole_number
from headwater.model.times import parse_time

PAGE_SIZE = 100
"""GitLab's largest page."""

TRIES = 5
FIRST_WAIT_SECONDS = 1.0
MAX_WAIT_SECONDS = 300.0
"""The number of tries, the wait before the second one (doubled each time), and the longest wait that GitLab may set."""

TIMEOUT_SECONDS = 30.0

_MAY_PASS = frozenset({408, 429, 500, 502, 503, 504})
_REFUSALS = frozenset({401, 403, 404})
_MILLISECOND = timedelta(milliseconds=1)

Object = dict[str, Any]


class GitLabError(HeadwaterError):
    """GitLab's answer has another form than its API's."""


class GitLabRefusedError(GitLabError):
    """GitLab refuses the request."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class GitLabDownError(GitLabError):
    """GitLab does not answer."""


class Project(NamedTuple):
    """A project: its number, GitLab's own address (clients may use another one), and its path."""

    id: int
    address: str
    path: str


class Listed(NamedTuple):
    """A pipeline in a list, and the time of its last change, by GitLab's clock."""

    id: int
    updated_at: datetime


class GitLab:
    """A GitLab at an address such as `https://gitlab.com`.

    The token goes to this address only: redirects are refused, and of a link to the next page only the parameters are
    used. Raises BadRequestError for an invalid address.
    """

    def __init__(
        self, url: str, token: str, *, tries: int = TRIES, first_wait_seconds: float = FIRST_WAIT_SECONDS
    ) -> None:
        self._address = _checked_address(url)
        self._tries = tries
        self._first_wait_seconds = first_wait_seconds
        self._client = httpx.AsyncClient(
            headers={"PRIVATE-TOKEN": token, "User-Agent": f"headwater/{headwater.__version__}"},
            timeout=TIMEOUT_SECONDS,
            follow_redirects=False,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._client.aclose()

    async def project(self, name: str) -> Project:
        """Return the project with a path or number. Raises GitLabError."""
        found = await self._object(f"projects/{quote(name, safe='')}")
        project_id, path, web_url = (found.get(field) for field in ("id", "path_with_namespace", "web_url"))
        if not isinstance(project_id, int) or not isinstance(path, str):
            raise GitLabError("GitLab's answer is no project: expected id and path_with_namespace")
        is_page = isinstance(web_url, str) and web_url.endswith(f"/{path}")
        return Project(project_id, str(web_url).removesuffix(f"/{path}") if is_page else self._address, path)

    async def changed_pipelines(self, project: Project, since: datetime) -> AsyncGenerator[Listed, None]:
        """Yield the pipelines that changed since a time, child pipelines last. Raises GitLabError.

        A pipeline that changes meanwhile moves to the end of the list, so the next page would skip another one.
        Therefore the list restarts from the last change seen, and is paged only if a page shows one time only.
        """
        for source in ({}, {"source": "parent_pipeline"}):
            async for listed in self._changed_pipelines(project, since, source):
                yield listed

    async def _changed_pipelines(
        self, project: Project, since: datetime, source: dict[str, str]
    ) -> AsyncGenerator[Listed, None]:
        path = f"projects/{project.id}/pipelines"
        seen: set[Listed] = set()
        parameters: dict[str, str] | None = {}
        while parameters is not None:
            order = {"updated_after": _written(since), "order_by": "updated_at", "sort": "asc", **source}
            page, parameters = await self._page(path, order | parameters)
            found = [_listed(item) for item in page]
            for listed in found:
                if listed not in seen:
                    seen.add(listed)
                    yield listed
            # The parameter may be exclusive, and listed times are cut to milliseconds.
            last = max((listed.updated_at - _MILLISECOND for listed in found), default=since)
            if parameters is not None and last > since:
                since, parameters = last, {}

    async def document(self, project: Project, pipeline_id: int) -> Object:
        """Return the current document of a pipeline. Raises GitLabError; GitLabRefusedError with 404 if it is gone."""
        path = f"projects/{project.id}/pipelines/{pipeline_id}"
        # The pipeline first: newer jobs do no harm, since the pipeline is then listed or read again.
        pipeline = await self._object(path)
        jobs = await self._items(f"{path}/jobs", {"include_retried": "true"})
        # The parameter is undocumented here, but works as for jobs.
        bridges = await self._items(f"{path}/bridges", {"include_retried": "true"})
        return pipeline_document(project.address, project.path, pipeline, jobs, bridges)

    async def _items(self, path: str, parameters: dict[str, str]) -> list[Object]:
        """Return all pages of a list sorted by descending id; additions during the reading can only repeat an item."""
        items: dict[object, Object] = {}
        following: dict[str, str] | None = {}
        while following is not None:
            page, following = await self._page(path, parameters | following)
            items |= {item.get("id"): item for item in page}
        return list(items.values())

    async def _page(self, path: str, parameters: dict[str, str]) -> tuple[list[Object], dict[str, str] | None]:
        """Return a page of a list, and the parameters of the next one, if any."""
        response = await self._get(path, {"per_page": str(PAGE_SIZE)} | parameters)
        page = _json(response, path)
        if not isinstance(page, list) or not all(isinstance(item, dict) for item in page):
            raise GitLabError(f"{path}: expected a list of objects")
        return page, _next_page(response)

    async def _object(self, path: str) -> Object:
        found = _json(await self._get(path, {}), path)
        if not isinstance(found, dict):
            raise GitLabError(f"{path}: expected an object")
        return found

    async def _get(self, path: str, parameters: dict[str, str]) -> httpx.Response:
        """Send a request, and retry if it may help, after the wait that GitLab asks for."""
        for number in range(self._tries):
            wait_seconds = self._first_wait_seconds * 2**number
            try:
                response = await self._client.get(f"{self._address}/api/v4/{path}", params=parameters)
            except httpx.TransportError as error:
                reason = f"{type(error).__name__} {error}".strip()
            else:
                if response.is_success:
                    return response
                reason = f"{response.status_code} {response.reason_phrase}"
                if response.status_code not in _MAY_PASS:
                    raise _refusal(path, response, reason)
                wait_seconds = _told_wait_seconds(response) or wait_seconds
            if wait_seconds > MAX_WAIT_SECONDS:
                raise GitLabDownError(f"{path}: {reason}; GitLab says to wait for {wait_seconds:.0f} s")
            if number + 1 < self._tries:
                await asyncio.sleep(wait_seconds)
        raise GitLabDownError(f"{self._address}, {path}: {reason}, {self._tries} times")


def _checked_address(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query or parts.fragment:
        raise BadRequestError("--url: expected the address of a GitLab, such as https://gitlab.com")
    return url.rstrip("/")


def _refusal(path: str, response: httpx.Response, reason: str) -> GitLabError:
    if response.is_redirect:
        return GitLabError(f"{path}: GitLab redirects to {response.headers['location']}: use the current URL or path")
    if response.status_code in _REFUSALS:
        hint = {401: " (the token is not valid)", 403: " (the token needs the scope read_api)"}
        text = f"{path}: {reason}{hint.get(response.status_code, ' (or the token may not see it)')}"
        return GitLabRefusedError(text, response.status_code)
    return GitLabError(f"{path}: {reason}")


def _json(response: httpx.Response, path: str) -> Any:
    try:
        return response.json()
    except ValueError as error:
        raise GitLabError(f"{path}: the answer is not JSON") from error


def _next_page(response: httpx.Response) -> dict[str, str] | None:
    """Read the Link header; some proxies leave only x-next-page."""
    if url := response.links.get("next", {}).get("url"):
        return dict(parse_qsl(urlsplit(url).query))
    page = response.headers.get("x-next-page")
    return {"page": page} if page else None


def _told_wait_seconds(response: httpx.Response) -> float | None:
    """Return the wait that GitLab asks for: Retry-After (seconds or a date); for 429 also RateLimit-Reset."""
    told = response.headers.get("retry-after", "")
    if told.isdecimal():
        return float(told)
    try:
        until = parsedate_to_datetime(told).timestamp()
    except ValueError:
        reset = response.headers.get("ratelimit-reset", "")
        if response.status_code != httpx.codes.TOO_MANY_REQUESTS or not reset.isdecimal():
            return None
        until = float(reset)
    return max(until - _now(response), 0.0)


def _now(response: httpx.Response) -> float:
    """Return the time by GitLab's clock, if the response has it: ours may differ."""
    try:
        return parsedate_to_datetime(response.headers.get("date", "")).timestamp()
    except ValueError:
        return time.time()


def _written(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _listed(item: Object) -> Listed:
    pipeline_id = whole_number(item, "id")
    if pipeline_id is None:
        raise GitLabError("pipelines: expected each to have a whole number as its id")
    try:
        return Listed(pipeline_id, parse_time(item.get("updated_at"))[0])
    except ValueError as error:
        raise GitLabError(f"pipelines: pipeline {pipeline_id}: updated_at: {error}") from error
