"""The part of DataHub's REST API that its SDK uses: writes by Rest.li and OpenAPI, and reads."""

from headwater.ingest.datahub.routes import datahub_routes

__all__ = ["datahub_routes"]
