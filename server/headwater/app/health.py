"""Health checks for operators: is the server alive, and can it answer?"""

import asyncio
from typing import Final, Literal, NotRequired

from starlette.requests import Request
from starlette.responses import JSONResponse
from typing_extensions import TypedDict

from headwater.embedded.keeper import Watch
from headwater.errors import OverloadedError
from headwater.guard import OPEN, GuardedRoute
from headwater.operations import Answer, Operation

_TIMEOUT_SECONDS = 2.0


class Well(TypedDict):
    """No problem."""

    status: Literal["ok"]


class Unwell(TypedDict):
    """A problem, with its reason."""

    status: Literal["unavailable"]
    reason: str


class Alive(TypedDict):
    """The process is alive. `embeddedPostgres`: only if the server has a Postgres of its own."""

    status: Literal["ok"]
    embeddedPostgres: NotRequired[Well | Unwell]


GET_HEALTH: Final = Operation("GET", "Server", "Is the process alive?", {200: Answer("The process is alive.", Alive)})

GET_READY: Final = Operation(
    "GET",
    "Server",
    "Can queries be answered?",
    {200: Answer("Queries can be answered.", Well), 503: Answer("The database does not answer.", Unwell)},
)


def health_routes() -> list[GuardedRoute]:
    """Return the health routes; open, since they show no data."""
    return [
        GuardedRoute("/health", health, needs=OPEN, operations=[GET_HEALTH], any_host=True),
        GuardedRoute("/ready", ready, needs=OPEN, operations=[GET_READY], any_host=True),
    ]


async def health(request: Request) -> JSONResponse:
    """Answer that the process is alive, whatever the state of the database; the body tells of the embedded Postgres."""
    alive: Alive = {"status": "ok"}
    watch: Watch | None = request.app.state.watch
    if watch is not None:
        trouble = watch.trouble
        alive["embeddedPostgres"] = {"status": "ok"} if trouble is None else _unwell(trouble)
    return JSONResponse(alive)


async def ready(request: Request) -> JSONResponse:
    """Answer 200 if queries can be answered, else 503 with the reason."""
    try:
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            await request.app.state.reader.ping()
    except (OverloadedError, TimeoutError) as error:
        cause = error.__cause__ or error
        return JSONResponse(
            _unwell(f"the database does not answer ({type(cause).__name__}){_of_embedded(request)}"),
            status_code=503,
            headers={"Retry-After": "1"},
        )
    return JSONResponse({"status": "ok"})


def _of_embedded(request: Request) -> str:
    watch: Watch | None = request.app.state.watch
    return "" if watch is None or watch.trouble is None else f"; the embedded Postgres: {watch.trouble}"


def _unwell(reason: str) -> Unwell:
    return {"status": "unavailable", "reason": reason}
