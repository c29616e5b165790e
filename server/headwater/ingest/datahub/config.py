"""`/config`: what DataHub's SDK asks of a server before it trusts it."""

from starlette.requests import Request
from starlette.responses import JSONResponse

from headwater import __version__

_CONFIG = {
    "models": {},
    "patchCapable": True,
    # The version whose API this is, by which the SDK decides what it may use, and what it keeps the GraphQL schema by.
    "versions": {"acryldata/datahub": {"version": "v1.7.0", "commit": f"headwater-{__version__}"}},
    "managedIngestion": {"enabled": False},
    "statefulIngestionCapable": True,
    "supportsImpactAnalysis": False,
    "timeZone": "UTC",
    "telemetry": {"enabledCli": False, "enabledIngestion": False},
    "datasetUrnNameCasing": False,
    "retention": "false",
    "datahub": {"serverType": "headwater", "serverEnv": "core"},
    "noCode": "true",
}


async def config(request: Request) -> JSONResponse:
    """The answer that makes the SDK use OpenAPI, patches and traces."""
    return JSONResponse(_CONFIG)
