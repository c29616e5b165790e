"""Queries in the shape of DataHub's web client about runs, with the fields that the client selects."""

PLATFORM = """
fragment platform on DataPlatform {
  urn type lastIngested name displayName
  properties { type displayName datasetNameDelimiter logoUrl } info { type displayName datasetNameDelimiter logoUrl }
}
fragment instance on DataPlatformInstance { urn type platform { ...platform } instanceId }
"""

OWNERSHIP = """
fragment ownership on Ownership {
  owners {
    owner {
      ... on CorpUser {
        urn type username info { ...user } editableProperties { displayName title pictureLink email }
        properties { active displayName title email firstName lastName fullName }
      }
      ... on CorpGroup {
        urn type name properties { displayName email }
        info { displayName email groups admins { ...member } members { ...member } }
      }
    }
    type ownershipType { urn type info { name description } status { removed } } associatedUrn
  }
  lastModified { time }
}
fragment user on CorpUserInfo { active displayName title email firstName lastName fullName }
fragment member on CorpUser { urn username info { ...user } editableInfo { pictureLink teams skills } }
"""

RELATED = """
fragment flow on DataFlow {
  urn type orchestrator flowId cluster
  properties { name description project externalUrl customProperties { key value } }
  editableProperties { description } ownership { ...ownership } platform { ...platform }
  deprecation { actor deprecated note decommissionTime }
}
fragment dataset on Dataset {
  name properties { name description qualifiedName } editableProperties { description } platform { ...platform }
  subTypes { typeNames } status { removed }
}
fragment job on DataJob {
  urn type dataFlow { ...flow } jobId
  properties { name description externalUrl customProperties { key value } }
  deprecation { actor deprecated note decommissionTime } dataPlatformInstance { ...instance } subTypes { typeNames }
  editableProperties { description } status { removed }
}
fragment related on EntityRelationshipsResult {
  start count total relationships { type direction entity { urn type ...dataset ...job } }
}
"""

STATE = """
fragment event on DataProcessRunEvent {
  status attempt result { resultType nativeResultType } timestampMillis durationMillis
}
"""

PAGE = """
fragment page on DataProcessInstanceResult {
  count start total
  runs {
    urn type created { time actor } name externalUrl
    state(startTimeMillis: null, endTimeMillis: null, limit: 1) { ...event }
    inputs: relationships(input: { types: ["Consumes"], direction: OUTGOING, start: 0, count: 20 }) { ...related }
    outputs: relationships(input: { types: ["Produces"], direction: OUTGOING, start: 0, count: 20 }) { ...related }
    parentTemplate: relationships(input: { types: ["InstanceOf"], direction: OUTGOING, start: 0, count: 1 }) {
      ...related
    }
  }
}
"""

_SHARED = PLATFORM + OWNERSHIP + RELATED + STATE

EXECUTION_RUNS = (
    """
query getExecutionRuns($urn: String!, $start: Int!, $count: Int!) {
  entity(urn: $urn) { ... on HasExecutionRuns { runs(start: $start, count: $count) { ...page } } }
}
"""
    + PAGE
    + _SHARED
)
"""The runs of a job or a flow."""

DATASET_RUNS = (
    """
query getDatasetRuns($urn: String!, $start: Int!, $count: Int!, $direction: RelationshipDirection!) {
  dataset(urn: $urn) { urn runs(start: $start, count: $count, direction: $direction) { ...page } }
}
"""
    + PAGE
    + _SHARED
)
"""The runs that read or wrote a dataset."""

PROCESS_INSTANCE = (
    """
query getDataProcessInstance($urn: String!) {
  dataProcessInstance(urn: $urn) {
    urn type exists status { removed }
    parentContainers { count containers { urn properties { name } subTypes { typeNames } } }
    container { urn platform { ...platform } properties { name } subTypes { typeNames } deprecation { note } }
    subTypes { typeNames }
    properties { name created { time actor } customProperties { key value } externalUrl }
    mlTrainingRunProperties {
      id outputUrls trainingMetrics { name description value } hyperParams { name description value }
    }
    optionalPlatform: platform { ...platform }
    dataPlatformInstance { ...instance }
    state(startTimeMillis: null, endTimeMillis: null, limit: 1) { ...event }
    parentTemplate { urn type ...dataset ...job }
    relationships(input: { types: ["InstanceOf", "Consumes", "Produces"], direction: OUTGOING, start: 0, count: 50 }) {
      ...related
    }
  }
}
"""
    + _SHARED
)
"""The page of a run."""
