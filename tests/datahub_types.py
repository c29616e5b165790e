"""What DataHub's GraphQL schema says of runs and of what hangs on them: names, arguments, nullability.

From `entity.graphql` of DataHub (https://github.com/datahub-project/datahub), without what has nothing to do with runs;
what is left out of a type here is not compared.
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
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
}
type DataPlatformProperties { type: PlatformType! displayName: String datasetNameDelimiter: String! logoUrl: String }
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
  glossaryTerms: GlossaryTerms domain: DomainAssociation
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
  lineage(input: LineageInput!): EntityLineageResult
}
type DataJobProperties { name: String! description: String externalUrl: String customProperties: [CustomPropertiesEntry!] }
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
  dataPlatformInstance: DataPlatformInstance platform: DataPlatform! exists: Boolean
  glossaryTerms: GlossaryTerms domain: DomainAssociation
  runs(start: Int, count: Int): DataProcessInstanceResult
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
  lineage(input: LineageInput!): EntityLineageResult
}
type DataFlowProperties {
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
  siblings: SiblingProperties fineGrainedLineages: [FineGrainedLineage!]
  operations(startTimeMillis: Long, endTimeMillis: Long, limit: Int): [Operation!]
  runs(start: Int, count: Int, direction: RelationshipDirection!): DataProcessInstanceResult
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
  lineage(input: LineageInput!): EntityLineageResult
}
type DatasetProperties {
  name: String! qualifiedName: String origin: FabricType! description: String customProperties: [CustomPropertiesEntry!]
  externalUrl: String created: Long createdActor: String lastModified: AuditStamp!
}
type DatasetEditableProperties { description: String name: String }

type MLModel implements EntityWithRelationships & Entity {
  urn: String! type: EntityType! lastIngested: Long name: String! platform: DataPlatform! origin: FabricType!
  description: String properties: MLModelProperties ownership: Ownership tags: GlobalTags globalTags: GlobalTags
  status: Status deprecation: Deprecation dataPlatformInstance: DataPlatformInstance exists: Boolean
  institutionalMemory: InstitutionalMemory glossaryTerms: GlossaryTerms domain: DomainAssociation
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
  lineage(input: LineageInput!): EntityLineageResult
}
type MLModelProperties {
  name: String description: String date: Long created: AuditStamp lastModified: AuditStamp version: String type: String
  hyperParams: [MLHyperParam] trainingMetrics: [MLMetric] mlFeatures: [String!] tags: [String!] groups: [MLModelGroup]
  customProperties: [CustomPropertiesEntry!] externalUrl: String mlModelLineageInfo: MLModelLineageInfo
}
type MLModelLineageInfo { trainingJobs: [String!] downstreamJobs: [String!] }
type MLModelGroup implements EntityWithRelationships & Entity {
  urn: String! type: EntityType! lastIngested: Long name: String! platform: DataPlatform! origin: FabricType!
  description: String properties: MLModelGroupProperties ownership: Ownership tags: GlobalTags status: Status
  deprecation: Deprecation dataPlatformInstance: DataPlatformInstance exists: Boolean
  institutionalMemory: InstitutionalMemory glossaryTerms: GlossaryTerms domain: DomainAssociation
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
  lineage(input: LineageInput!): EntityLineageResult
}
type MLModelGroupProperties {
  name: String description: String createdAt: Long created: AuditStamp lastModified: AuditStamp
  customProperties: [CustomPropertiesEntry!] mlModelLineageInfo: MLModelLineageInfo
}

type Container implements Entity {
  urn: String! type: EntityType! lastIngested: Long exists: Boolean platform: DataPlatform! container: Container
  parentContainers: ParentContainersResult properties: ContainerProperties ownership: Ownership tags: GlobalTags
  institutionalMemory: InstitutionalMemory subTypes: SubTypes status: Status deprecation: Deprecation
  dataPlatformInstance: DataPlatformInstance glossaryTerms: GlossaryTerms domain: DomainAssociation
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
}
type ContainerProperties {
  name: String! description: String customProperties: [CustomPropertiesEntry!] externalUrl: String qualifiedName: String
}

type CorpUser implements Entity {
  urn: String! type: EntityType! username: String!
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
}
type CorpGroup implements Entity {
  urn: String! type: EntityType! name: String!
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
}
union OwnerType = CorpUser | CorpGroup
type Ownership { owners: [Owner!] lastModified: AuditStamp! }
type Owner { owner: OwnerType! type: OwnershipType ownershipType: OwnershipTypeEntity associatedUrn: String! }
enum OwnershipType {
  TECHNICAL_OWNER BUSINESS_OWNER DATA_STEWARD NONE CUSTOM DATAOWNER DEVELOPER DELEGATE PRODUCER STAKEHOLDER CONSUMER
}
type OwnershipTypeEntity implements Entity {
  urn: String! type: EntityType! info: OwnershipTypeInfo status: Status
  relationships(input: RelationshipsInput!): EntityRelationshipsResult
}
type OwnershipTypeInfo { name: String! description: String }
type Deprecation { deprecated: Boolean! decommissionTime: Long note: String actor: String }
type InstitutionalMemory { elements: [InstitutionalMemoryMetadata!]! }
type InstitutionalMemoryMetadata {
  url: String! label: String! author: CorpUser! created: AuditStamp! description: String! associatedUrn: String!
}
type GlobalTags { tags: [TagAssociation!] }
type TagAssociation { tag: Tag! associatedUrn: String! }
type Tag implements Entity {
  urn: String! type: EntityType! name: String! properties: TagProperties description: String
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

ABSENT = {
    "glossaryTerms": "no glossary is kept",
    "domain": "no domains are kept",
    "schemaMetadata": "columns are in OpenLineage's schema facet: openlineage { schema }",
    "siblings": "names of the same data are aliases",
    "operations": "runs say what was done: Dataset.runs",
    "lifecycleStage": "stages are a matter of DataHub's cloud",
    "lifecycleLastUpdated": "stages are a matter of DataHub's cloud",
}
"""Fields that Headwater's schema does not have, and why: everything in it has an answer."""

LOOSENED = {"relationships.input": "DataHub's documentation asks `relationships { parentTemplate parentInstance }`"}
"""Arguments that need not be given here."""
