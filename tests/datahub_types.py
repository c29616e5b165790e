"""DataHub's GraphQL schema of runs and of their neighbours: names, arguments, nullability.

The source is `entity.graphql`, `search.graphql`, `lineage.graphql`, `runs.graphql` and `common.graphql` of DataHub
(https://github.com/datahub-project/datahub), without the parts that have nothing to do with runs. Parts left out of a
type here are not compared.
"""

SDL = """
interface Entity { urn: String! type: EntityType! relationships(input: RelationshipsInput!): EntityRelationshipsResult }
interface EntityWithRelationships implements Entity {
  urn: String! type: EntityType! relationships(input: RelationshipsInput!): EntityRelationshipsResult
  lineage(input: LineageInput!): EntityLineageResult
}
interface HasExecutionRuns { runs(start: Int, count: Int): DataProcessInstanceResult }
interface TimeSeriesAspect { timestampMillis: Long! }

type Query {
  dataProcessInstance(urn: String!): DataProcessInstance
  dataJob(urn: String!): DataJob
  dataFlow(urn: String!): DataFlow
  dataset(urn: String!): Dataset
  mlModel(urn: String!): MLModel
  mlModelGroup(urn: String!): MLModelGroup
  container(urn: String!): Container
  entity(urn: String!): Entity
  entities(urns: [String!]!, checkForExistence: Boolean): [Entity]
  entityExists(urn: String!): Boolean
  dataPlatform(urn: String!): DataPlatform
  dataPlatformInstance(urn: String!): DataPlatformInstance
  tag(urn: String!): Tag
  corpUser(urn: String!): CorpUser
  corpGroup(urn: String!): CorpGroup
  searchAcrossEntities(input: SearchAcrossEntitiesInput!): SearchResults
  scrollAcrossEntities(input: ScrollAcrossEntitiesInput!): ScrollResults
  searchAcrossLineage(input: SearchAcrossLineageInput!): SearchAcrossLineageResults
  scrollAcrossLineage(input: ScrollAcrossLineageInput!): ScrollAcrossLineageResults
}

input SearchAcrossEntitiesInput {
  types: [EntityType!] query: String! start: Int count: Int filters: [FacetFilterInput!] orFilters: [AndFilterInput!]
  viewUrn: String searchFlags: SearchFlags sortInput: SearchSortInput
}
input ScrollAcrossEntitiesInput {
  types: [EntityType!] query: String! scrollId: String keepAlive: String count: Int orFilters: [AndFilterInput!]
  viewUrn: String searchFlags: SearchFlags sortInput: SearchSortInput
}
input SearchAcrossLineageInput {
  urn: String direction: LineageDirection! types: [EntityType!] query: String start: Int count: Int
  filters: [FacetFilterInput!] orFilters: [AndFilterInput!] startTimeMillis: Long endTimeMillis: Long
  searchFlags: SearchFlags lineageFlags: LineageFlags viewUrn: String sortInput: SearchSortInput
}
input ScrollAcrossLineageInput {
  urn: String direction: LineageDirection! types: [EntityType!] query: String scrollId: String keepAlive: String
  count: Int orFilters: [AndFilterInput!] startTimeMillis: Long endTimeMillis: Long searchFlags: SearchFlags
  lineageFlags: LineageFlags
}
input ContainerEntitiesInput { query: String start: Int count: Int filters: [FacetFilterInput!] }
input LineageFlags {
  entitiesExploredPerHopLimit: Int startTimeMillis: Long endTimeMillis: Long ignoreAsHops: [EntityTypeToPlatforms!]
}
input SearchFlags {
  skipCache: Boolean maxAggValues: Int fulltext: Boolean skipHighlighting: Boolean skipAggregates: Boolean
  getSuggestions: Boolean groupingSpec: GroupingSpec includeSoftDeleted: Boolean includeRestricted: Boolean
  customHighlightingFields: [String!] includeStructuredPropertyFacets: Boolean filterNonLatestVersions: Boolean
  includeExplain: Boolean searchType: String minScore: Float
}
input GroupingSpec { groupingCriteria: [GroupingCriterion!] }
input GroupingCriterion { baseEntityType: EntityType groupingEntityType: EntityType! }
input AndFilterInput { and: [FacetFilterInput!] }
input FacetFilterInput { field: String! values: [String!] negated: Boolean condition: FilterOperator }
enum FilterOperator {
  CONTAIN EQUAL IEQUAL IN EXISTS GREATER_THAN GREATER_THAN_OR_EQUAL_TO LESS_THAN LESS_THAN_OR_EQUAL_TO START_WITH END_WITH
  DESCENDANTS_INCL ANCESTORS_INCL RELATED_INCL
}
input SearchSortInput { sortCriterion: SortCriterion sortCriteria: [SortCriterion!] }
input SortCriterion { field: String! sortOrder: SortOrder! }
enum SortOrder { ASCENDING DESCENDING }

type SearchResults {
  start: Int! count: Int! total: Int! searchResults: [SearchResult!]! facets: [FacetMetadata!]
  suggestions: [SearchSuggestion!]
}
type ScrollResults {
  nextScrollId: String count: Int! total: Int! searchResults: [SearchResult!]! facets: [FacetMetadata!]
}
type SearchResult {
  entity: Entity! insights: [SearchInsight!] matchedFields: [MatchedField!]! extraProperties: [ExtraProperty!]
}
type ExtraProperty { name: String! value: String! }
type MatchedField { name: String! value: String! entity: Entity }
type FacetMetadata { field: String! displayName: String entity: Entity aggregations: [AggregationMetadata!]! }
type AggregationMetadata { value: String! count: Long! entity: Entity displayName: String }
type SearchAcrossLineageResults {
  start: Int! count: Int! total: Int! searchResults: [SearchAcrossLineageResult!]! facets: [FacetMetadata!]
  freshness: FreshnessStats lineageSearchPath: LineageSearchPath isPartial: Boolean
}
type ScrollAcrossLineageResults {
  nextScrollId: String count: Int! total: Int! searchResults: [SearchAcrossLineageResult!]! facets: [FacetMetadata!]
  freshness: FreshnessStats isPartial: Boolean
}
type SearchAcrossLineageResult {
  entity: Entity! insights: [SearchInsight!] matchedFields: [MatchedField!]! paths: [EntityPath] degree: Int!
  degrees: [Int!] explored: Boolean! truncatedChildren: Boolean! ignoredAsHop: Boolean!
}

type DataProcessInstance implements EntityWithRelationships & Entity {
  urn: String! type: EntityType! exists: Boolean status: Status
  state(startTimeMillis: Long, endTimeMillis: Long, limit: Int): [DataProcessRunEvent]
  created: AuditStamp name: String externalUrl: String
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
  lineage(input: LineageInput!): EntityLineageResult
  properties: DataProcessInstanceProperties dataPlatformInstance: DataPlatformInstance platform: DataPlatform
  subTypes: SubTypes container: Container parentContainers: ParentContainersResult
  mlTrainingRunProperties: MLTrainingRunProperties parentTemplate: Entity
}
type DataProcessInstanceResult { count: Int start: Int total: Int runs: [DataProcessInstance] }
type DataProcessInstanceProperties {
  name: String! externalUrl: String created: AuditStamp! customProperties: [CustomPropertiesEntry!]
}
type DataProcessRunEvent implements TimeSeriesAspect {
  status: DataProcessRunStatus attempt: Int result: DataProcessInstanceRunResult timestampMillis: Long! durationMillis: Long
}
type DataProcessInstanceRunResult { resultType: DataProcessInstanceRunResultType nativeResultType: String }
enum DataProcessRunStatus { STARTED COMPLETE }
enum DataProcessInstanceRunResultType { SUCCESS FAILURE SKIPPED UP_FOR_RETRY }
type MLTrainingRunProperties { id: String outputUrls: [String] hyperParams: [MLHyperParam] trainingMetrics: [MLMetric] }
type MLHyperParam { name: String description: String value: String createdAt: Long }
type MLMetric { name: String description: String value: String createdAt: Long }
type AuditStamp { time: Long! actor: String }
type CustomPropertiesEntry { key: String! value: String associatedUrn: String! }
type Status { removed: Boolean! lifecycleStage: Entity lifecycleLastUpdated: AuditStamp }
type SubTypes { typeNames: [String!] }
type ParentContainersResult { count: Int! containers: [Container!]! }

input RelationshipsInput {
  types: [String!]! direction: RelationshipDirection! start: Int count: Int includeSoftDelete: Boolean = true
  relatedEntityTypes: [String!]
}
enum RelationshipDirection { INCOMING OUTGOING }
type EntityRelationshipsResult { start: Int count: Int total: Int relationships: [EntityRelationship!]! }
type EntityRelationship { type: String! direction: RelationshipDirection! entity: Entity created: AuditStamp }

input LineageInput {
  direction: LineageDirection! start: Int count: Int separateSiblings: Boolean startTimeMillis: Long endTimeMillis: Long
  includeGhostEntities: Boolean = false
}
enum LineageDirection { UPSTREAM DOWNSTREAM }
type EntityLineageResult { start: Int count: Int total: Int filtered: Int relationships: [LineageRelationship!]! }
type LineageRelationship {
  type: String! entity: Entity degree: Int! createdOn: Long createdActor: Entity updatedOn: Long updatedActor: Entity
  isManual: Boolean paths: [EntityPath]
}
type EntityPath { path: [Entity]! }

type DataPlatform implements Entity {
  urn: String! type: EntityType! lastIngested: Long name: String! properties: DataPlatformProperties displayName: String
  info: DataPlatformInfo relationships(input: RelationshipsInput!): EntityRelationshipsResult
}
type DataPlatformInfo { type: PlatformType! displayName: String datasetNameDelimiter: String! logoUrl: String }
type DataPlatformProperties {
  type: PlatformType! displayName: String datasetNameDelimiter: String! logoUrl: String logical: Boolean
}
enum PlatformType {
  FILE_SYSTEM KEY_VALUE_STORE MESSAGE_BROKER OBJECT_STORE OLAP_DATASTORE OTHERS QUERY_ENGINE RELATIONAL_DB SEARCH_ENGINE
}
type DataPlatformInstance implements Entity {
  urn: String! type: EntityType! platform: DataPlatform! instanceId: String! properties: DataPlatformInstanceProperties
  ownership: Ownership institutionalMemory: InstitutionalMemory tags: GlobalTags deprecation: Deprecation status: Status
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
}
type DataPlatformInstanceProperties {
  name: String description: String customProperties: [CustomPropertiesEntry!] externalUrl: String
}

type DataJob implements EntityWithRelationships & Entity & HasExecutionRuns {
  urn: String! type: EntityType! subTypes: SubTypes lastIngested: Long dataFlow: DataFlow jobId: String!
  properties: DataJobProperties dataPlatformInstance: DataPlatformInstance editableProperties: DataJobEditableProperties
  tags: GlobalTags ownership: Ownership status: Status deprecation: Deprecation institutionalMemory: InstitutionalMemory
  container: Container parentContainers: ParentContainersResult platform: DataPlatform exists: Boolean
  globalTags: GlobalTags inputOutput: DataJobInputOutput runs(start: Int, count: Int): DataProcessInstanceResult
  glossaryTerms: GlossaryTerms domain: DomainAssociation info: DataJobInfo dataTransformLogic: DataTransformLogic
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
  lineage(input: LineageInput!): EntityLineageResult
}
type DataJobProperties { name: String! description: String externalUrl: String customProperties: [CustomPropertiesEntry!] }
type DataJobInfo { name: String! description: String externalUrl: String customProperties: [CustomPropertiesEntry!] }
type DataJobEditableProperties { description: String }
type DataJobInputOutput {
  inputDatasets: [Dataset!] outputDatasets: [Dataset!] inputDatajobs: [DataJob!] fineGrainedLineages: [FineGrainedLineage!]
}
type FineGrainedLineage {
  upstreams: [SchemaFieldRef!] downstreams: [SchemaFieldRef!] query: String transformOperation: String
}
type SchemaFieldRef { urn: String! path: String! }

type DataFlow implements EntityWithRelationships & Entity & HasExecutionRuns {
  urn: String! type: EntityType! lastIngested: Long orchestrator: String! flowId: String! cluster: String!
  properties: DataFlowProperties editableProperties: DataFlowEditableProperties ownership: Ownership tags: GlobalTags
  status: Status deprecation: Deprecation institutionalMemory: InstitutionalMemory globalTags: GlobalTags
  dataPlatformInstance: DataPlatformInstance platform: DataPlatform! exists: Boolean subTypes: SubTypes
  container: Container parentContainers: ParentContainersResult info: DataFlowInfo
  dataJobs: DataFlowDataJobsRelationships glossaryTerms: GlossaryTerms domain: DomainAssociation
  runs(start: Int, count: Int): DataProcessInstanceResult
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
  lineage(input: LineageInput!): EntityLineageResult
}
type DataFlowProperties {
  name: String! description: String project: String externalUrl: String customProperties: [CustomPropertiesEntry!]
}
type DataFlowInfo {
  name: String! description: String project: String externalUrl: String customProperties: [CustomPropertiesEntry!]
}
type DataFlowEditableProperties { description: String }

type Dataset implements EntityWithRelationships & Entity {
  urn: String! type: EntityType! lastIngested: Long platform: DataPlatform! container: Container
  parentContainers: ParentContainersResult name: String! properties: DatasetProperties
  editableProperties: DatasetEditableProperties ownership: Ownership deprecation: Deprecation
  institutionalMemory: InstitutionalMemory status: Status tags: GlobalTags globalTags: GlobalTags
  dataPlatformInstance: DataPlatformInstance origin: FabricType! subTypes: SubTypes exists: Boolean
  glossaryTerms: GlossaryTerms domain: DomainAssociation schemaMetadata(version: Long): SchemaMetadata
  siblings: SiblingProperties fineGrainedLineages: [FineGrainedLineage!] externalUrl: String description: String
  uri: String platformNativeType: PlatformNativeType
  operations(startTimeMillis: Long, endTimeMillis: Long, limit: Int): [Operation!]
  runs(start: Int, count: Int, direction: RelationshipDirection!): DataProcessInstanceResult
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
  lineage(input: LineageInput!): EntityLineageResult
}
type DatasetProperties {
  name: String! qualifiedName: String origin: FabricType! description: String customProperties: [CustomPropertiesEntry!]
  externalUrl: String created: Long createdActor: String lastModified: AuditStamp! lastModifiedActor: String
}
type DatasetEditableProperties { description: String name: String }

type MLModel implements EntityWithRelationships & Entity {
  urn: String! type: EntityType! lastIngested: Long name: String! platform: DataPlatform! origin: FabricType!
  description: String properties: MLModelProperties ownership: Ownership tags: GlobalTags globalTags: GlobalTags
  status: Status deprecation: Deprecation dataPlatformInstance: DataPlatformInstance exists: Boolean
  institutionalMemory: InstitutionalMemory glossaryTerms: GlossaryTerms domain: DomainAssociation
  editableProperties: MLModelEditableProperties intendedUse: IntendedUse factorPrompts: MLModelFactorPrompts
  metrics: Metrics evaluationData: [BaseData!] trainingData: [BaseData!] quantitativeAnalyses: QuantitativeAnalyses
  ethicalConsiderations: EthicalConsiderations caveatsAndRecommendations: CaveatsAndRecommendations
  sourceCode: SourceCode cost: Cost
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
  lineage(input: LineageInput!): EntityLineageResult
}
type MLModelEditableProperties { description: String }
type MLModelProperties {
  name: String description: String date: Long created: AuditStamp lastModified: AuditStamp version: String type: String
  hyperParams: [MLHyperParam] trainingMetrics: [MLMetric] mlFeatures: [String!] tags: [String!] groups: [MLModelGroup]
  customProperties: [CustomPropertiesEntry!] externalUrl: String mlModelLineageInfo: MLModelLineageInfo
  hyperParameters: HyperParameterMap
}
type MLModelLineageInfo { trainingJobs: [String!] downstreamJobs: [String!] }
type MLModelGroup implements EntityWithRelationships & Entity {
  urn: String! type: EntityType! lastIngested: Long name: String! platform: DataPlatform! origin: FabricType!
  description: String properties: MLModelGroupProperties ownership: Ownership tags: GlobalTags status: Status
  deprecation: Deprecation dataPlatformInstance: DataPlatformInstance exists: Boolean
  institutionalMemory: InstitutionalMemory glossaryTerms: GlossaryTerms domain: DomainAssociation
  editableProperties: MLModelGroupEditableProperties
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
  lineage(input: LineageInput!): EntityLineageResult
}
type MLModelGroupEditableProperties { description: String }
type VersionTag { versionTag: String }
type MLModelGroupProperties {
  name: String description: String createdAt: Long created: AuditStamp lastModified: AuditStamp
  customProperties: [CustomPropertiesEntry!] mlModelLineageInfo: MLModelLineageInfo externalUrl: String
  version: VersionTag
}

type Container implements Entity {
  urn: String! type: EntityType! lastIngested: Long exists: Boolean platform: DataPlatform! container: Container
  parentContainers: ParentContainersResult properties: ContainerProperties ownership: Ownership tags: GlobalTags
  institutionalMemory: InstitutionalMemory subTypes: SubTypes status: Status deprecation: Deprecation
  dataPlatformInstance: DataPlatformInstance glossaryTerms: GlossaryTerms domain: DomainAssociation
  editableProperties: ContainerEditableProperties entities(input: ContainerEntitiesInput): SearchResults
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
}
type ContainerEditableProperties { description: String }
type ContainerProperties {
  name: String! description: String customProperties: [CustomPropertiesEntry!] externalUrl: String qualifiedName: String
}

type CorpUser implements Entity {
  urn: String! type: EntityType! username: String! properties: CorpUserProperties info: CorpUserInfo
  editableProperties: CorpUserEditableProperties editableInfo: CorpUserEditableInfo exists: Boolean
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
}
type CorpUserProperties {
  active: Boolean! displayName: String email: String title: String manager: CorpUser departmentId: Long
  departmentName: String firstName: String lastName: String fullName: String countryCode: String
  customProperties: [CustomPropertiesEntry!]
}
type CorpUserInfo {
  active: Boolean! displayName: String email: String title: String manager: CorpUser departmentId: Long
  departmentName: String firstName: String lastName: String fullName: String countryCode: String
  customProperties: [CustomPropertiesEntry!]
}
type CorpUserEditableInfo {
  displayName: String title: String aboutMe: String teams: [String!] skills: [String!] pictureLink: String
}
type CorpUserEditableProperties {
  displayName: String title: String aboutMe: String teams: [String!] skills: [String!] pictureLink: String slack: String
  phone: String email: String
}
type CorpGroup implements Entity {
  urn: String! type: EntityType! name: String! properties: CorpGroupProperties info: CorpGroupInfo
  editableProperties: CorpGroupEditableProperties exists: Boolean
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
}
type CorpGroupProperties { displayName: String description: String email: String slack: String }
type CorpGroupInfo {
  displayName: String description: String email: String admins: [CorpUser!] members: [CorpUser!] groups: [String!]
}
type CorpGroupEditableProperties { description: String slack: String email: String pictureLink: String }
union OwnerType = CorpUser | CorpGroup
union ResolvedActor = CorpUser | CorpGroup
type StringMapEntry { key: String! value: String }
type MetadataAttribution { time: Long! actor: Entity! source: Entity sourceDetail: [StringMapEntry!] }
type Ownership { owners: [Owner!] lastModified: AuditStamp! }
type Owner {
  owner: OwnerType! type: OwnershipType ownershipType: OwnershipTypeEntity source: OwnershipSource associatedUrn: String!
  attribution: MetadataAttribution
}
type OwnershipSource { type: OwnershipSourceType! url: String }
enum OwnershipSourceType { AUDIT DATABASE FILE_SYSTEM ISSUE_TRACKING_SYSTEM MANUAL SERVICE SOURCE_CONTROL OTHER }
enum OwnershipType {
  TECHNICAL_OWNER BUSINESS_OWNER DATA_STEWARD NONE CUSTOM DATAOWNER DEVELOPER DELEGATE PRODUCER STAKEHOLDER CONSUMER
}
type OwnershipTypeEntity implements Entity {
  urn: String! type: EntityType! info: OwnershipTypeInfo status: Status
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
}
type OwnershipTypeInfo { name: String! description: String created: AuditStamp lastModified: AuditStamp }
type Deprecation {
  deprecated: Boolean! decommissionTime: Long note: String actor: String actorEntity: Entity replacement: Entity
}
type InstitutionalMemory { elements: [InstitutionalMemoryMetadata!]! }
type InstitutionalMemoryMetadata {
  url: String! label: String! author: CorpUser! actor: ResolvedActor! created: AuditStamp! updated: AuditStamp
  description: String! associatedUrn: String! settings: InstitutionalMemoryMetadataSettings
}
type InstitutionalMemoryMetadataSettings { showInAssetPreview: Boolean! }
type GlobalTags { tags: [TagAssociation!] }
type TagAssociation { tag: Tag! associatedUrn: String! context: String attribution: MetadataAttribution }
type Tag implements Entity {
  urn: String! type: EntityType! name: String! properties: TagProperties description: String ownership: Ownership
  deprecation: Deprecation editableProperties: EditableTagProperties
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
}
type TagProperties { name: String! description: String colorHex: String }

enum EntityType {
  DOMAIN DATASET CORP_USER CORP_GROUP DATA_PLATFORM ER_MODEL_RELATIONSHIP DASHBOARD NOTEBOOK CHART DATA_FLOW DATA_JOB TAG
  GLOSSARY_TERM GLOSSARY_NODE CONTAINER MLMODEL MLMODEL_GROUP MLFEATURE_TABLE MLFEATURE MLPRIMARY_KEY INGESTION_SOURCE
  EXECUTION_REQUEST ASSERTION DATA_PROCESS_INSTANCE DATA_PLATFORM_INSTANCE ACCESS_TOKEN TEST DATAHUB_POLICY DATAHUB_ROLE
  POST SCHEMA_FIELD DATAHUB_VIEW QUERY DATA_PRODUCT CUSTOM_OWNERSHIP_TYPE DATAHUB_CONNECTION INCIDENT ROLE DATA_CONTRACT
  STRUCTURED_PROPERTY FORM DATA_TYPE ENTITY_TYPE RESTRICTED OTHER BUSINESS_ATTRIBUTE VERSION_SET APPLICATION DOCUMENT
  DATAHUB_PAGE_TEMPLATE DATAHUB_PAGE_MODULE DATAHUB_FILE METRIC SEMANTIC_MODEL
}
"""

_JSON = "no matter of runs; the aspect is read at /openapi/v3/entity"
_NEVER = "DataHub answers null"
_INDEX = "a matter of DataHub's search index"
_WALK = "a matter of how DataHub walks its graph"

ABSENT = {
    "Dataset.schemaMetadata": "columns are in OpenLineage's schema facet: openlineage { schema }",
    "Dataset.siblings": "names of the same data are aliases",
    "Dataset.operations": "runs say what was done: Dataset.runs",
    "Dataset.platformNativeType": _NEVER,
    "Status.lifecycleStage": "stages are a matter of DataHub's cloud",
    "Status.lifecycleLastUpdated": "stages are a matter of DataHub's cloud",
    "DataJob.dataTransformLogic": "openlineage { sql } has the statement",
    "DataFlow.dataJobs": _NEVER,
    "Tag.editableProperties": _NEVER,
    "MLModel.intendedUse": _JSON,
    "MLModel.factorPrompts": _JSON,
    "MLModel.metrics": _JSON,
    "MLModel.evaluationData": _JSON,
    "MLModel.trainingData": _JSON,
    "MLModel.quantitativeAnalyses": _JSON,
    "MLModel.ethicalConsiderations": _JSON,
    "MLModel.caveatsAndRecommendations": _JSON,
    "MLModel.sourceCode": _JSON,
    "MLModel.cost": _JSON,
    "MLModelProperties.hyperParameters": "hyperParams has them",
    "SearchFlags.includeExplain": _INDEX,
    "SearchFlags.searchType": _INDEX,
    "SearchFlags.minScore": _INDEX,
    "SearchResults.suggestions": _INDEX,
    "SearchResult.insights": _INDEX,
    "AggregationMetadata.displayName": "values are shown as they are",
    "FilterOperator.DESCENDANTS_INCL": "the field browsePathV2 has containers of containers",
    "FilterOperator.ANCESTORS_INCL": "the field browsePathV2 has containers of containers",
    "FilterOperator.RELATED_INCL": "the field browsePathV2 has containers of containers",
    "LineageFlags.entitiesExploredPerHopLimit": _WALK,
    "LineageFlags.ignoreAsHops": _WALK,
    "SearchAcrossLineageResults.lineageSearchPath": _WALK,
    "SearchAcrossLineageResult.insights": _INDEX,
    "SearchAcrossLineageResult.degrees": _WALK,
    "SearchAcrossLineageResult.truncatedChildren": _WALK,
    "freshness": "there is no cache",
}
"""Fields and enumeration values that Headwater's schema lacks, of one type or of all, with the reasons.

The schema has no field without an answer.
"""

LOOSENED = {"relationships.input": "DataHub's documentation asks `relationships { parentTemplate parentInstance }`"}
"""Arguments that are required in DataHub, but optional here."""
