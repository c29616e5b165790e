"""For those who run the server: is it alive, can it answer."""

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse

from headwater.store.pool import UNREACHABLE

_TIMEOUT_SECONDS = 2.0


async def health(request: Request) -> JSONResponse:
    """The process is alive; says nothing of the database."""
    return JSONResponse({"status": "ok"})


async def ready(request: Request) -> JSONResponse:
    """Queries can be answered: 200, else 503 with the reason."""
    try:
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            await request.app.state.reader.ping()
    except UNREACHABLE as error:
        return JSONResponse(
            {"status": "unavailable", "reason": f"the database does not answer ({type(error).__name__})"},
            status_code=503,
            headers={"Retry-After": "1"},
        )
    return JSONResponse({"status": "ok"})
