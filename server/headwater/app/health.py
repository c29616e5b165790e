"""For those who run the server: is it alive, can it answer."""

import asyncio
from typing import Final, Literal

from starlette.requests import Request
from starlette.responses import JSONResponse
from typing_extensions import TypedDict

from headwater.errors import OverloadedError
from headwater.guard import OPEN, GuardedRoute
from headwater.operations import Answer, Operation
from headwater.store.pool import UNREACHABLE

_TIMEOUT_SECONDS = 2.0


class Well(TypedDict):
    """All is well."""

    status: Literal["ok"]


class Unwell(TypedDict):
    """What is not well."""

    status: Literal["unavailable"]
    reason: str


GET_HEALTH: Final = Operation("GET", "Server", "Is the process alive?", {200: Answer("It is.", Well)})

GET_READY: Final = Operation(
    "GET",
    "Server",
    "Can queries be answered?",
    {200: Answer("They can.", Well), 503: Answer("The database does not answer.", Unwell)},
)


def health_routes() -> list[GuardedRoute]:
    """Open to everybody: they tell nothing of the data."""
    return [
        GuardedRoute("/health", health, needs=OPEN, operations=[GET_HEALTH], any_host=True),
        GuardedRoute("/ready", ready, needs=OPEN, operations=[GET_READY], any_host=True),
    ]


async def health(request: Request) -> JSONResponse:
    """The process is alive; says nothing of the database."""
    return JSONResponse({"status": "ok"})


async def ready(request: Request) -> JSONResponse:
    """Queries can be answered: 200, else 503 with the reason."""
    try:
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            await request.app.state.reader.ping()
    except (*UNREACHABLE, OverloadedError) as error:
        return JSONResponse(
            {"status": "unavailable", "reason": f"the database does not answer ({type(error).__name__})"},
            status_code=503,
            headers={"Retry-After": "1"},
        )
    return JSONResponse({"status": "ok"})
