"""DataHub's REST API as its SDK uses it: writes by Rest.li and OpenAPI, and the reads that it makes."""

from headwater.ingest.datahub.routes import datahub_routes

__all__ = ["datahub_routes"]
