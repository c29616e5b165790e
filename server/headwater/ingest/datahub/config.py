"""`/config`: DataHub's SDK reads it before any other request."""

from starlette.requests import Request
from starlette.responses import JSONResponse

from headwater import __version__

_CONFIG = {
    "models": {},
    "patchCapable": True,
    # The version of the implemented API decides which features the SDK uses, and names its cached GraphQL schema.
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
    """Return the features that make the SDK use OpenAPI, patches and traces."""
    return JSONResponse(_CONFIG)
