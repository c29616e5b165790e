"""Parts that DataHub's operations share: parameters, refusals, examples."""

from typing import Final

from headwater.ingest.datahub.shapes import DataHubRefused, Urn
from headwater.operations import Answer, Parameter

TAG: Final = "DataHub"

DATASET: Final = "urn:li:dataset:(urn:li:dataPlatform:s3,example/orders.csv,PROD)"
SNAPSHOT_RECORD: Final = "com.linkedin.pegasus2avro.metadata.snapshot.DatasetSnapshot"
DESCRIPTION: Final = {"description": "Orders, as the shop sends them"}

UNUSABLE: Final = {400: Answer("The request is not what was expected; nothing was kept.", DataHubRefused)}
UNUSABLE_BODY: Final = {**UNUSABLE, 413: Answer("The body is too large; nothing was kept.", DataHubRefused)}
NOT_FOUND: Final = {404: Answer("It is not there.", DataHubRefused)}
UNUSABLE_PROPOSAL: Final = {
    422: Answer("A proposal that DataHub would refuse too (docs/codes.md); nothing was kept.", DataHubRefused)
}
WRITE_REFUSALS: Final = {
    **UNUSABLE_BODY,
    412: Answer("An aspect is not as the headers of its proposal expect; nothing was kept.", DataHubRefused),
    **UNUSABLE_PROPOSAL,
    503: Answer("The server or its database cannot take it now: send it again in a moment.", DataHubRefused),
}

URN: Final = Parameter("urn", "The entity.", Urn, "path", example=DATASET)
KIND: Final = Parameter("kind", "The type of the entities.", place="path", example="dataset")
ASPECT: Final = Parameter("aspect", "The aspect's name.", place="path", example="datasetProperties")
ASPECTS: Final = Parameter(
    "aspects",
    "The aspects that are asked for, by default all: repeated, or separated by commas, or in Rest.li's `List(a,b)`.",
    list[str],
)
SYSTEM_METADATA: Final = Parameter("systemMetadata", "Show the metadata of values, too.", bool, default=False)
ASYNC_TEXT: Final = "Decides the status alone, 202 or 200: what is answered is always stored."
IS_ASYNC: Final = Parameter("async", ASYNC_TEXT, bool, default=True)
IS_ASPECT_ASYNC: Final = Parameter("async", ASYNC_TEXT, bool, default=False)
CREATE: Final = (
    Parameter("createIfNotExists", "Write only aspects that are not there.", bool, default=False),
    Parameter("createEntityIfNotExists", "Write only where the entity is not there.", bool, default=False),
)
