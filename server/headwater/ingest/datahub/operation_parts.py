"""Common parts of DataHub's operations: parameters, refusals, examples."""

from typing import Final

from headwater.ingest.datahub.shapes import DataHubRefused, Urn
from headwater.operations import Answer, Parameter

TAG: Final = "DataHub"

DATASET: Final = "urn:li:dataset:(urn:li:dataPlatform:s3,example/orders.csv,PROD)"
SNAPSHOT_RECORD: Final = "com.linkedin.pegasus2avro.metadata.snapshot.DatasetSnapshot"
DESCRIPTION: Final = {"description": "Orders, as the shop sends them"}

UNUSABLE: Final = {400: Answer("The request has another form than expected. Nothing was stored.", DataHubRefused)}
UNUSABLE_BODY: Final = {**UNUSABLE, 413: Answer("The body is too large. Nothing was stored.", DataHubRefused)}
NOT_FOUND: Final = {404: Answer("The entity, aspect or type does not exist.", DataHubRefused)}
UNUSABLE_PROPOSAL: Final = {
    422: Answer("DataHub refuses such a proposal, too (docs/codes.md). Nothing was stored.", DataHubRefused)
}
WRITE_REFUSALS: Final = {
    **UNUSABLE_BODY,
    412: Answer("An aspect differs from what the headers of its proposal expect. Nothing was stored.", DataHubRefused),
    **UNUSABLE_PROPOSAL,
    503: Answer("The server or its database cannot take the request now: send it again in a moment.", DataHubRefused),
}

URN: Final = Parameter("urn", "The URN of the entity.", Urn, "path", example=DATASET)
KIND: Final = Parameter("kind", "The entity type.", place="path", example="dataset")
ASPECT: Final = Parameter("aspect", "The name of the aspect.", place="path", example="datasetProperties")
ASPECTS: Final = Parameter(
    "aspects",
    "Names of aspects: repeated, separated by commas, or as Rest.li's `List(a,b)`. Default: all.",
    list[str],
)
SYSTEM_METADATA: Final = Parameter("systemMetadata", "Add system metadata to the values.", bool, default=False)
ASYNC_TEXT: Final = (
    "True: the writes are durable in the queue, and each is accepted by itself. Left out: the writes are stored before"
    " the answer, whatever its status."
)
IS_ASYNC: Final = Parameter("async", ASYNC_TEXT, bool, default=True)
IS_ASPECT_ASYNC: Final = Parameter("async", ASYNC_TEXT, bool, default=False)
CREATE: Final = (
    Parameter("createIfNotExists", "Refuse an aspect that exists.", bool, default=False),
    Parameter("createEntityIfNotExists", "Refuse an entity that exists.", bool, default=False),
)
