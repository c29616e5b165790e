"""The entity types of DataHub's GraphQL API, by their words in URNs."""

from typing import Final

OTHER: Final = "OTHER"
"""The name of all types that DataHub's API does not name."""

TYPE_NAMES: Final = {
    "dataset": "DATASET",
    "dataFlow": "DATA_FLOW",
    "dataJob": "DATA_JOB",
    "container": "CONTAINER",
    "mlModel": "MLMODEL",
    "mlModelGroup": "MLMODEL_GROUP",
    "dataProcessInstance": "DATA_PROCESS_INSTANCE",
    "dataPlatform": "DATA_PLATFORM",
    "dataPlatformInstance": "DATA_PLATFORM_INSTANCE",
    "corpuser": "CORP_USER",
    "corpGroup": "CORP_GROUP",
    "tag": "TAG",
    "dataHubAccessToken": "ACCESS_TOKEN",
    "application": "APPLICATION",
    "assertion": "ASSERTION",
    "businessAttribute": "BUSINESS_ATTRIBUTE",
    "chart": "CHART",
    "ownershipType": "CUSTOM_OWNERSHIP_TYPE",
    "dashboard": "DASHBOARD",
    "dataHubConnection": "DATAHUB_CONNECTION",
    "dataHubFile": "DATAHUB_FILE",
    "dataHubPageModule": "DATAHUB_PAGE_MODULE",
    "dataHubPageTemplate": "DATAHUB_PAGE_TEMPLATE",
    "dataHubPolicy": "DATAHUB_POLICY",
    "dataHubRole": "DATAHUB_ROLE",
    "dataHubView": "DATAHUB_VIEW",
    "dataContract": "DATA_CONTRACT",
    "dataProduct": "DATA_PRODUCT",
    "dataType": "DATA_TYPE",
    "document": "DOCUMENT",
    "domain": "DOMAIN",
    "entityType": "ENTITY_TYPE",
    "erModelRelationship": "ER_MODEL_RELATIONSHIP",
    "dataHubExecutionRequest": "EXECUTION_REQUEST",
    "form": "FORM",
    "glossaryNode": "GLOSSARY_NODE",
    "glossaryTerm": "GLOSSARY_TERM",
    "incident": "INCIDENT",
    "dataHubIngestionSource": "INGESTION_SOURCE",
    "metric": "METRIC",
    "mlFeature": "MLFEATURE",
    "mlFeatureTable": "MLFEATURE_TABLE",
    "mlPrimaryKey": "MLPRIMARY_KEY",
    "notebook": "NOTEBOOK",
    "post": "POST",
    "query": "QUERY",
    "restricted": "RESTRICTED",
    "role": "ROLE",
    "schemaField": "SCHEMA_FIELD",
    "semanticModel": "SEMANTIC_MODEL",
    "structuredProperty": "STRUCTURED_PROPERTY",
    "test": "TEST",
    "versionSet": "VERSION_SET",
}


def type_name(kind: str) -> str:
    """Return a type's name by its word in URNs, such as "dataJob"; OTHER for a type without a name."""
    return TYPE_NAMES.get(kind, OTHER)
