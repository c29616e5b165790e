"""Entities of DataHub's catalog: only URN and name are known; all other fields are null (docs/datahub.md).

DataHub's web client selects these types in its queries for runs. Names and nullability follow DataHub's
`entity.graphql`: GraphQL refuses fragments that give a field of one name different nullability.
"""

from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.cost.price import absent
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.entity_type import EntityType, type_of
from headwater.graphql.entities.governance import Deprecable, Documented, GlobalTags, global_tags
from headwater.graphql.entities.ownership import MetadataAttribution, Owned, Removable
from headwater.graphql.entities.people import CorpUser
from headwater.graphql.entities.properties import CustomPropertiesEntry
from headwater.graphql.offset_paging import stored_page
from headwater.urn import parse_urn

if TYPE_CHECKING:
    from headwater.graphql.search.entities import ContainerEntitiesInput, SearchResults

LazyResults = Annotated["SearchResults", strawberry.lazy("headwater.graphql.search.entities")]
LazyInput = Annotated["ContainerEntitiesInput", strawberry.lazy("headwater.graphql.search.entities")]


def _none(description: str) -> Any:
    """A field that is always null and costs nothing."""
    return strawberry.field(default=None, description=f"{description} Always null.", metadata=absent())


@strawberry.enum(description="Libraries of icons.")
class IconLibrary(Enum):
    MATERIAL = strawberry.enum_value("MATERIAL", description="Material icons.")


@strawberry.type(description="An icon.")
class IconProperties:
    icon_library: IconLibrary | None = strawberry.field(description="The library.")
    name: str | None = strawberry.field(description="The name in the library.")
    style: str | None = strawberry.field(description="The style, such as outlined.")


@strawberry.type(description="Colour and icon in DataHub's pages.")
class DisplayProperties:
    color_hex: str | None = strawberry.field(description="The colour, such as `#ff0000`.")
    icon: IconProperties | None = strawberry.field(description="The icon.")


@strawberry.type(description="Name and description of a domain.")
class DomainProperties:
    name: str = strawberry.field(description="The name to show.")
    description: str | None = strawberry.field(description="The description.")


@strawberry.type(description="The domains above a domain.")
class ParentDomainsResult:
    count: int = strawberry.field(description="The number of domains.")
    domains: list[Entity] = strawberry.field(description="The nearest first.")


@strawberry.type(description="A domain of DataHub's catalog.")
class Domain(Deprecable):
    properties: DomainProperties | None = _none("Name and description.")
    parent_domains: ParentDomainsResult | None = _none("The domains above.")
    display_properties: DisplayProperties | None = _none("Colour and icon.")

    @strawberry.field(description="The entities of the domain. Always null.", metadata=absent())
    def entities(
        self,
        input: Annotated[LazyInput | None, strawberry.argument(description="A search. Default: all.")] = None,
    ) -> LazyResults | None:
        if input is not None:
            stored_page(input.start, input.count)  # raises the errors of every search
        return None


@strawberry.type(description="An entity's place in a domain.")
class DomainAssociation:
    domain: Domain = strawberry.field(description="The domain.")
    associated_urn: str = strawberry.field(description="The URN of the entity.")
    attribution: MetadataAttribution | None = strawberry.field(description="The actor, the time and the source.")


@strawberry.type(description="Name and description of a node of the glossary.")
class GlossaryNodeProperties:
    name: str = strawberry.field(description="The name to show.")
    description: str | None = strawberry.field(description="The description.")


@strawberry.type(description="The nodes above a term or a node of the glossary.")
class ParentNodesResult:
    count: int = strawberry.field(description="The number of nodes.")
    nodes: list["GlossaryNode"] = strawberry.field(description="The nearest first.")


@strawberry.type(description="A node of DataHub's glossary.")
class GlossaryNode(Entity):
    properties: GlossaryNodeProperties | None = _none("Name and description.")
    parent_nodes: ParentNodesResult | None = _none("The nodes above.")
    display_properties: DisplayProperties | None = _none("Colour and icon.")


@strawberry.type(description="Name and definition of a term of the glossary.")
class GlossaryTermProperties:
    name: str = strawberry.field(description="The name to show.")
    description: str | None = strawberry.field(description="The description.")
    definition: str = strawberry.field(description="The definition.")
    term_source: str = strawberry.field(description="INTERNAL or EXTERNAL.")
    custom_properties: list[CustomPropertiesEntry] | None = strawberry.field(description="Other properties, by key.")


@strawberry.type(description="A term of DataHub's glossary.")
class GlossaryTerm(Owned):
    name: str = strawberry.field(description="The name in the URN.")
    hierarchical_name: str = strawberry.field(description="The name in the URN.")
    properties: GlossaryTermProperties | None = _none("Name and definition.")
    parent_nodes: ParentNodesResult | None = _none("The nodes above.")
    display_properties: DisplayProperties | None = _none("Colour and icon.")


@strawberry.type(description="A term of an entity.")
class GlossaryTermAssociation:
    term: GlossaryTerm = strawberry.field(description="The term.")
    actor: CorpUser | None = strawberry.field(description="The user who added the term.")
    associated_urn: str = strawberry.field(description="The URN of the entity.")
    attribution: MetadataAttribution | None = strawberry.field(description="The actor, the time and the source.")


@strawberry.type(description="The terms of an entity.")
class GlossaryTerms:
    terms: list[GlossaryTermAssociation] | None = strawberry.field(description="The terms, in the order of the aspect.")


@strawberry.type(description="Name and description of an application.")
class ApplicationProperties:
    name: str = strawberry.field(description="The name to show.")
    description: str | None = strawberry.field(description="The description.")
    external_url: str | None = strawberry.field(description="A page about the application.")


@strawberry.type(description="An application of DataHub's catalog.")
class Application(Owned):
    properties: ApplicationProperties | None = _none("Name and description.")
    tags: GlobalTags | None = _none("Tags.")
    glossary_terms: GlossaryTerms | None = _none("Terms of the glossary.")
    domain: DomainAssociation | None = _none("The domain.")


@strawberry.type(description="An entity's place in an application.")
class ApplicationAssociation:
    application: Application = strawberry.field(description="The application.")
    associated_urn: str = strawberry.field(description="The URN of the entity.")


@strawberry.type(description="Name and description of a data product.")
class DataProductProperties:
    name: str = strawberry.field(description="The name to show.")
    description: str | None = strawberry.field(description="The description.")


@strawberry.type(description="A data product of DataHub's catalog.")
class DataProduct(Deprecable):
    properties: DataProductProperties | None = _none("Name and description.")
    domain: DomainAssociation | None = _none("The domain.")


@strawberry.type(description="Name of a dashboard.")
class DashboardProperties:
    name: str = strawberry.field(description="The name to show.")


@strawberry.type(description="A dashboard of DataHub's catalog.")
class Dashboard(Entity):
    dashboard_id: str = strawberry.field(description="The name in the URN.")
    properties: DashboardProperties | None = _none("The name.")


@strawberry.type(description="Name of a chart.")
class ChartProperties:
    name: str = strawberry.field(description="The name to show.")


@strawberry.type(description="A chart of DataHub's catalog.")
class Chart(Entity):
    chart_id: str = strawberry.field(description="The name in the URN.")
    properties: ChartProperties | None = _none("The name.")


@strawberry.type(description="A table of features for machine learning.")
class MLFeatureTable(Entity):
    name: str = strawberry.field(description="The name in the URN.")


@strawberry.type(description="A feature for machine learning.")
class MLFeature(Entity):
    name: str = strawberry.field(description="The name in the URN.")


@strawberry.type(description="A primary key of features for machine learning.")
class MLPrimaryKey(Entity):
    name: str = strawberry.field(description="The name in the URN.")


@strawberry.type(description="A text.")
class StringValue:
    string_value: str = strawberry.field(description="The text.")


@strawberry.type(description="A number.")
class NumberValue:
    number_value: float = strawberry.field(description="The number.")


PropertyValue = Annotated[
    StringValue | NumberValue, strawberry.union("PropertyValue", description="A value of a structured property.")
]


@strawberry.type(description="A value that a structured property allows.")
class AllowedValue:
    value: PropertyValue = strawberry.field(description="The value.")
    description: str | None = strawberry.field(description="The description.")


@strawberry.type(description="The types of entities that a structured property names.")
class TypeQualifier:
    allowed_types: list[Entity] | None = strawberry.field(description="The types, as entities.")


@strawberry.type(description="The definition of a structured property.")
class StructuredPropertyDefinition:
    qualified_name: str = strawberry.field(description="The full name.")
    display_name: str | None = strawberry.field(description="The name to show.")
    value_type: Entity = strawberry.field(description="The type of the values, as an entity.")
    allowed_values: list[AllowedValue] | None = strawberry.field(description="The allowed values.")
    type_qualifier: TypeQualifier | None = strawberry.field(description="The types of entities that values may name.")


@strawberry.type(description="A structured property of DataHub's catalog.")
class StructuredPropertyEntity(Entity):
    definition: StructuredPropertyDefinition | None = _none("The definition.")


@strawberry.type(description="A column of a dataset as an entity.")
class SchemaFieldEntity(Entity):
    field_path: str = strawberry.field(description="The path of the column in the URN.")


@strawberry.type(description="Title of a document.")
class DocumentInfo:
    title: str | None = strawberry.field(description="The title.")


@strawberry.type(description="The documents above a document.")
class ParentDocumentsResult:
    count: int = strawberry.field(description="The number of documents.")
    documents: list["Document"] = strawberry.field(description="The nearest first.")


@strawberry.type(description="A document of DataHub's catalog.")
class Document(Entity):
    info: DocumentInfo | None = _none("The title.")
    parent_documents: ParentDocumentsResult | None = _none("The documents above.")


@strawberry.type
class Catalogued(Entity):
    """An entity with places in the catalog."""

    domain: DomainAssociation | None = _none("The domain.")
    glossary_terms: GlossaryTerms | None = _none("Terms of the glossary.")
    applications: list[ApplicationAssociation] | None = _none("The applications.")


@strawberry.type
class Governed(Removable, Owned, Deprecable, Documented, Catalogued):
    """An entity with owners, tags, documents and places in the catalog."""

    @strawberry.field(description="DataHub's tags (globalTags); null without the aspect.")
    async def tags(self, info: Info) -> GlobalTags | None:
        return global_tags(self.urn, await self.value_of(info, "globalTags"))

    @strawberry.field(description="The same as `tags`.", deprecation_reason="Use `tags`.")
    async def global_tags(self, info: Info) -> GlobalTags | None:
        return global_tags(self.urn, await self.value_of(info, "globalTags"))


_UNNAMED: dict[str, type[Entity]] = {
    "application": Application,
    "dataProduct": DataProduct,
    "document": Document,
    "domain": Domain,
    "glossaryNode": GlossaryNode,
    "structuredProperty": StructuredPropertyEntity,
}
_NAMED: dict[str, tuple[type[Entity], tuple[str, ...]]] = {
    "chart": (Chart, ("chart_id",)),
    "dashboard": (Dashboard, ("dashboard_id",)),
    "glossaryTerm": (GlossaryTerm, ("name", "hierarchical_name")),
    "mlFeature": (MLFeature, ("name",)),
    "mlFeatureTable": (MLFeatureTable, ("name",)),
    "mlPrimaryKey": (MLPrimaryKey, ("name",)),
    "schemaField": (SchemaFieldEntity, ("field_path",)),
}
"""Types with fields that repeat the last part of the URN, by the word in the URN."""

CATALOG_TYPES: tuple[type[Entity], ...] = (*_UNNAMED.values(), *(kind for kind, _ in _NAMED.values()))
CATALOG_KINDS = frozenset({*_UNNAMED, *_NAMED})
"""The words of URNs for these types, such as "domain"."""


def catalog_entity_of(urn: str) -> Entity:
    """The entity with a URN whose kind is one of CATALOG_KINDS."""
    parsed = parse_urn(urn)
    entity_type: EntityType = type_of(parsed.kind)
    if parsed.kind in _UNNAMED:
        return _UNNAMED[parsed.kind](urn=urn, type=entity_type)
    graphql_type, fields = _NAMED[parsed.kind]
    return graphql_type(urn=urn, type=entity_type, **dict.fromkeys(fields, parsed.parts[-1]))
