"""DataHub's types of entities."""

from enum import Enum
from typing import Any

import strawberry

from headwater.dialects.datahub.type_names import TYPE_NAMES, type_name


def _by_urn(name: str) -> Any:
    return strawberry.enum_value(name, description="An entity with only URN and relationships.")


@strawberry.enum(
    description="DataHub's types of entities. A search for a type that Headwater does not have finds nothing."
)
class EntityType(Enum):
    DATASET = strawberry.enum_value("DATASET", description="A dataset.")
    DATA_FLOW = strawberry.enum_value("DATA_FLOW", description="A flow.")
    DATA_JOB = strawberry.enum_value("DATA_JOB", description="A job.")
    CONTAINER = strawberry.enum_value("CONTAINER", description="An experiment, a notebook, a database or a folder.")
    MLMODEL = strawberry.enum_value("MLMODEL", description="A machine-learning model.")
    MLMODEL_GROUP = strawberry.enum_value("MLMODEL_GROUP", description="The versions of a machine-learning model.")
    DATA_PROCESS_INSTANCE = strawberry.enum_value("DATA_PROCESS_INSTANCE", description="A run.")
    DATA_PLATFORM = strawberry.enum_value("DATA_PLATFORM", description="A platform.")
    DATA_PLATFORM_INSTANCE = strawberry.enum_value(
        "DATA_PLATFORM_INSTANCE", description="An installation of a platform."
    )
    CORP_USER = strawberry.enum_value("CORP_USER", description="A user.")
    CORP_GROUP = strawberry.enum_value("CORP_GROUP", description="A group of users.")
    TAG = strawberry.enum_value("TAG", description="A tag.")
    ACCESS_TOKEN = _by_urn("ACCESS_TOKEN")
    APPLICATION = _by_urn("APPLICATION")
    ASSERTION = _by_urn("ASSERTION")
    BUSINESS_ATTRIBUTE = _by_urn("BUSINESS_ATTRIBUTE")
    CHART = _by_urn("CHART")
    CUSTOM_OWNERSHIP_TYPE = strawberry.enum_value("CUSTOM_OWNERSHIP_TYPE", description="A way of owning.")
    DASHBOARD = _by_urn("DASHBOARD")
    DATAHUB_CONNECTION = _by_urn("DATAHUB_CONNECTION")
    DATAHUB_FILE = _by_urn("DATAHUB_FILE")
    DATAHUB_PAGE_MODULE = _by_urn("DATAHUB_PAGE_MODULE")
    DATAHUB_PAGE_TEMPLATE = _by_urn("DATAHUB_PAGE_TEMPLATE")
    DATAHUB_POLICY = _by_urn("DATAHUB_POLICY")
    DATAHUB_ROLE = _by_urn("DATAHUB_ROLE")
    DATAHUB_VIEW = _by_urn("DATAHUB_VIEW")
    DATA_CONTRACT = _by_urn("DATA_CONTRACT")
    DATA_PRODUCT = _by_urn("DATA_PRODUCT")
    DATA_TYPE = _by_urn("DATA_TYPE")
    DOCUMENT = _by_urn("DOCUMENT")
    DOMAIN = _by_urn("DOMAIN")
    ENTITY_TYPE = _by_urn("ENTITY_TYPE")
    ER_MODEL_RELATIONSHIP = _by_urn("ER_MODEL_RELATIONSHIP")
    EXECUTION_REQUEST = _by_urn("EXECUTION_REQUEST")
    FORM = _by_urn("FORM")
    GLOSSARY_NODE = _by_urn("GLOSSARY_NODE")
    GLOSSARY_TERM = _by_urn("GLOSSARY_TERM")
    INCIDENT = _by_urn("INCIDENT")
    INGESTION_SOURCE = _by_urn("INGESTION_SOURCE")
    METRIC = _by_urn("METRIC")
    MLFEATURE = _by_urn("MLFEATURE")
    MLFEATURE_TABLE = _by_urn("MLFEATURE_TABLE")
    MLPRIMARY_KEY = _by_urn("MLPRIMARY_KEY")
    NOTEBOOK = _by_urn("NOTEBOOK")
    POST = _by_urn("POST")
    QUERY = _by_urn("QUERY")
    RESTRICTED = _by_urn("RESTRICTED")
    ROLE = _by_urn("ROLE")
    SCHEMA_FIELD = _by_urn("SCHEMA_FIELD")
    SEMANTIC_MODEL = _by_urn("SEMANTIC_MODEL")
    STRUCTURED_PROPERTY = _by_urn("STRUCTURED_PROPERTY")
    TEST = _by_urn("TEST")
    VERSION_SET = _by_urn("VERSION_SET")
    OTHER = strawberry.enum_value("OTHER", description="A type without a value here; the URN has its word.")


_WORDS = {EntityType[name]: kind for kind, name in TYPE_NAMES.items()}


def type_of(kind: str) -> EntityType:
    """The type of a word in URNs, such as "dataJob"; OTHER if DataHub has no type for the word."""
    return EntityType[type_name(kind)]


def kind_of(entity_type: EntityType) -> str | None:
    """The word in URNs of a type; None for OTHER."""
    return _WORDS.get(entity_type)


OTHER_TYPE = "OtherEntity"
"""The GraphQL type of entities without a type of their own."""

GRAPHQL_TYPES = {
    "application": "Application",
    "chart": "Chart",
    "container": "Container",
    "corpGroup": "CorpGroup",
    "corpuser": "CorpUser",
    "dashboard": "Dashboard",
    "dataFlow": "DataFlow",
    "dataJob": "DataJob",
    "dataPlatform": "DataPlatform",
    "dataPlatformInstance": "DataPlatformInstance",
    "dataProcessInstance": "DataProcessInstance",
    "dataProduct": "DataProduct",
    "dataset": "Dataset",
    "document": "Document",
    "domain": "Domain",
    "glossaryNode": "GlossaryNode",
    "glossaryTerm": "GlossaryTerm",
    "mlFeature": "MLFeature",
    "mlFeatureTable": "MLFeatureTable",
    "mlModel": "MLModel",
    "mlModelGroup": "MLModelGroup",
    "mlPrimaryKey": "MLPrimaryKey",
    "ownershipType": "OwnershipTypeEntity",
    "schemaField": "SchemaFieldEntity",
    "structuredProperty": "StructuredPropertyEntity",
    "tag": "Tag",
}
"""The names of GraphQL types, by the word in URNs."""
