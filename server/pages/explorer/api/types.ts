// Written by document-types.js (npm run types) from schema.graphql and the documents.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The kind of anomaly beside earlier runs of the job, the worst first. */
export type AnomalyReason =
  /** The run failed, and most earlier runs did not. */
  | 'FAILED'
  /** The run has been STARTED for longer than the earlier runs explain: `isHung`. */
  | 'HUNG'
  /** The run wrote or read far more or fewer rows. */
  | 'ROWS'
  /** The run wrote or read far more or fewer bytes, but not rows. */
  | 'SIZE'
  /** The run began longer after its predecessor than any earlier run did. */
  | 'LATE'
  /** The run took far longer or shorter. */
  | 'DURATION'
  /** The run took more attempts to succeed. */
  | 'RETRIED';

/** The assumed effect of writes that neither events nor the configuration describe. */
export type AssumeWrites =
  /** Writes replace all earlier versions. */
  | 'REPLACE'
  /** Writes append to the earlier versions. */
  | 'APPEND';

/** The result of a run. */
export type DataProcessInstanceRunResultType =
  /** The run succeeded. */
  | 'SUCCESS'
  /** The run ended with an error, or was stopped. */
  | 'FAILURE'
  /** The run was skipped. */
  | 'SKIPPED'
  /** The run failed, and another attempt follows. */
  | 'UP_FOR_RETRY';

/** The status of a run: open or ended. */
export type DataProcessRunStatus =
  /** The run has begun, and has not ended. */
  | 'STARTED'
  /** The run has ended, with success or not. */
  | 'COMPLETE';

/** The kind of dependency between two runs, the strongest first. */
export type DependencyReason =
  /** The run tries the other's failed work again. Only for waits. */
  | 'RETRY'
  /** One of the two runs names the other. */
  | 'RUN_REFERENCE'
  /** The run's job comes after the other's job within one parent. */
  | 'JOB_ORDER'
  /** The run contains the other, or is inside it. Never for waits. */
  | 'CONTAINED'
  /** The run reads an output of the other, or an output that the other should have written. */
  | 'DATA';

/** The format of a diagram. */
export type DiagramFormat =
  /** A Mermaid flowchart, from left to right. */
  | 'MERMAID'
  /** One SVG file without scripts, with time from left to right. */
  | 'SVG'
  /** Text for a terminal of 100 columns: runs, times, states and reasons. */
  | 'TEXT';

/** The direction of an edge: input or output. */
export type EdgeDirection =
  /** The run read it. */
  | 'INPUT'
  /** The run wrote it. */
  | 'OUTPUT';

/** The place of a facet in its event. */
export type FacetScope =
  /** Among the facets of the run, job or dataset itself. */
  | 'OWN'
  /** On a run: a facet of the job in the run's events. */
  | 'JOB'
  /** On an edge: in `facets`. */
  | 'DATASET'
  /** On an edge: in `inputFacets` or `outputFacets`. */
  | 'EDGE';

/** The runs and versions that share a node in the graph of an answer. */
export type ImpactGraphFolding =
  /** None. */
  | 'NONE'
  /** Runs of one job, or versions of one asset. */
  | 'JOB'
  /** Runs of several jobs of one flow, or the versions that they wrote. */
  | 'FLOW';

/** The kind of effect on a run or a version. */
export type ImpactKind =
  /** It saw data that the start wrote. */
  | 'CONTAMINATED'
  /** It saw old data that the failed start should have replaced. */
  | 'STALE';

/** The role of a node in the graph of an answer. */
export type ImpactNodeRole =
  /** A run of the start. */
  | 'START'
  /** Another run. */
  | 'RUN'
  /** A version of an asset. */
  | 'VERSION'
  /** A job that will read affected data next (AT_RISK), by its latest run. */
  | 'NEXT';

/** The state of a run in the graph of an answer. */
export type ImpactNodeState =
  /** It succeeded. */
  | 'SUCCESS'
  /** It failed. */
  | 'FAILURE'
  /** It was skipped. */
  | 'SKIPPED'
  /** It failed and will be tried again. */
  | 'UP_FOR_RETRY'
  /** It has begun, and has not ended. */
  | 'STARTED'
  /** No event of the run is known. */
  | 'UNKNOWN';

/** The change of an input from left to right. */
export type InputChange =
  /** Both sides saw the input, in different versions. */
  | 'OTHER'
  /** Only the left side read the input. */
  | 'ONLY_LEFT'
  /** Only the right side read the input. */
  | 'ONLY_RIGHT'
  /** Both sides read the input, and its writer is unknown. */
  | 'UNKNOWN'
  /** Both sides saw the same versions. */
  | 'SAME';

/** The source of a link between two jobs. */
export type JobLinkOrigin =
  /** A run's jobDependencies facet. */
  | 'JOB_DEPENDENCIES'
  /** The order of tasks in an Airflow DAG. */
  | 'AIRFLOW'
  /** DataHub's dataJobInputOutput; its times are arrival times. */
  | 'DATAHUB'
  /** A lineage facet: data flows from one job to the other. */
  | 'LINEAGE';

/** The certainty of a statement about lineage. */
export type LineageCertainty =
  /** The rule says so. */
  | 'CERTAIN'
  /** It cannot be ruled out. */
  | 'POSSIBLE';

/** The direction of a question about lineage. */
export type LineageDirection =
  /** Everything affected by the start. */
  | 'DOWNSTREAM'
  /** Everything that the start was made from. */
  | 'UPSTREAM';

/** A run, or a dataset or model at a moment, or one run's version of a dataset or model. */
export type LineagePoint = {
  /** The URN of a run, a dataset or a model. */
  urn: string;
  /** The URN of the run that wrote the version of a dataset or model. Default: any run, by `at`. */
  madeBy?: string | null | undefined;
  /** The moment of a dataset or model. Default: asOf, else now. Not after asOf. */
  at?: string | null | undefined;
};

/** The point in time of a question. Default: now, with all that is known. */
export type PointInTimeInput = {
  /** Answer from all that had happened by this moment. With an offset, or UTC. Default: all events count, even those of a clock that is ahead. */
  asOf?: string | null | undefined;
  /** Answer from all that had arrived by this moment. With an offset, or UTC. Default: now. If a merge that began before this moment is still running, the answer is as of its start. `extensions.knownAt` has both moments. */
  knownAt?: string | null | undefined;
  /** A tolerance for different clocks: a read up to this many seconds before a write sees the write. Default: 0; at most 86400. */
  toleranceSeconds?: number;
  /** The assumed effect of writes on earlier versions, if nothing describes it. Default: REPLACE. */
  assumeWrites?: AssumeWrites;
};

/** The kind of difference between two runs. */
export type RunDifferenceKind =
  /** Different jobs or flows, given by URN. */
  | 'JOB'
  /** The result, or STARTED without a result. */
  | 'STATUS'
  /** The number of the attempt. */
  | 'ATTEMPT'
  /** The duration in milliseconds. */
  | 'DURATION'
  /** A whole facet of the run or, in the run's events, of its job. */
  | 'FACET';

/** A filter of run events. Events must meet every given condition, by one of its values. An empty list means no condition. */
export type RunEventFilter = {
  /** Events of runs with one of these jobs or flows as `parentTemplate`. At most 1000 URNs; unknown URNs match when they appear. */
  templates?: Array<string> | null | undefined;
  /** Events of runs of one of these flows as a whole, or of one of its jobs. At most 1000 URNs; unknown URNs match when they appear. */
  flows?: Array<string> | null | undefined;
  /** Events of runs that read or wrote one of these datasets or models under any of its names. Decided by the edges known at delivery. At most 1000 URNs; unknown URNs match when they appear. */
  assets?: Array<string> | null | undefined;
  /** Like assets, but only for runs that read one. */
  inputs?: Array<string> | null | undefined;
  /** Like assets, but only for runs that wrote one. */
  outputs?: Array<string> | null | undefined;
  /** Events of these runs. At most 1000 URNs; unknown URNs match when they appear. */
  runs?: Array<string> | null | undefined;
  /** Events of runs directly inside one of these runs. At most 1000 URNs; unknown URNs match when they appear. */
  parents?: Array<string> | null | undefined;
  /** Events with one of these states. */
  statuses?: Array<DataProcessRunStatus> | null | undefined;
  /** Events that end a run, or an attempt, with one of these results. */
  results?: Array<DataProcessInstanceRunResultType> | null | undefined;
};

/** A filter of runs. Runs must meet every given condition. An empty list means no condition. */
export type RunFilter = {
  /** Runs with any of these statuses, by the latest state. Runs without a reported status have none. */
  statuses?: Array<DataProcessRunStatus> | null | undefined;
  /** Runs with any of these results, by the latest state. Open runs have none. */
  results?: Array<DataProcessInstanceRunResultType> | null | undefined;
  /** Runs created within this window. Default: any time. */
  created?: TimeWindow | null | undefined;
  /** Runs whose first event arrived within this window. `until` leaves out runs that were unknown then. Default: any time. */
  arrived?: TimeWindow | null | undefined;
  /** Runs in exactly this attempt; 1 or more. */
  attempt?: number | null | undefined;
  /** Runs in this attempt or a later one: 2 finds repeated runs. 1 or more. */
  minAttempt?: number | null | undefined;
  /** True: only runs inside another run. False: only whole pipelines, such as the runs of DAGs. */
  isContained?: boolean | null | undefined;
  /** Runs with any of these triggers, such as `manual`. Case-insensitive. At most 100. */
  triggers?: Array<string> | null | undefined;
  /** Runs with one of these jobs or flows as `parentTemplate`, by URN. At most 100. */
  templates?: Array<string> | null | undefined;
  /** Runs of one of these flows as a whole, or of one of its jobs, by URN. At most 100. */
  flows?: Array<string> | null | undefined;
  /** The complete native id, as the producer gave it. */
  nativeId?: string | null | undefined;
  /** The beginning of the native id, of the run's `name`, or of a word in the job's name. Case-insensitive. Several words must follow each other. 3 to 100 characters. */
  text?: string | null | undefined;
};

/** A window of time, including its start and excluding its end. */
export type TimeWindow = {
  /** The start, included; UTC if it has no offset. Default: as the argument says. */
  since?: string | null | undefined;
  /** The end, excluded; UTC if it has no offset. Default: as the argument says. */
  until?: string | null | undefined;
};

export type CompareQueryVariables = Exact<{
  urn: string;
  left: LineagePoint;
  right: LineagePoint;
  isChosen: boolean;
  point: PointInTimeInput;
  seen: RunFilter;
}>;


export type CompareQuery = { choices:
    | { urn: string }
    | { urn: string }
    | { urn: string, runsConnection: { nodes: Array<RunOnStripFragment> } | null }
    | (
      { urn: string, parentTemplate: { runsConnection: { nodes: Array<RunOnStripFragment> } | null } | null }
      & RunNameFragment
    )
    | { urn: string, writers: { nodes: Array<RunOnStripFragment> } | null }
   | null, lineageDiff?: { truncated: boolean, inputs: { total: number, inputs: Array<{ change: InputChange, depth: number, asset:
          | { urn: string }
          | { urn: string }
        , left: Array<{ at: string | null, run: RunNameFragment }> | null, right: Array<{ at: string | null, run: RunNameFragment }> | null }> } | null, runs: { left: RunRowFragment, right: RunRowFragment, differences: Array<{ kind: RunDifferenceKind, facet: string | null, left: unknown, right: unknown }>, outputs: Array<{ asset:
          | { urn: string }
          | { urn: string }
        , left: { rowCount: number | null, size: number | null } | null, right: { rowCount: number | null, size: number | null } | null }> } | null } | null };

export type RunOnStripFragment = { urn: string, created: { time: number } | null, parentTemplate:
    | { urn: string }
    | { urn: string }
   | null, currentState: { status: DataProcessRunStatus, startedAt: string | null, endedAt: string | null, result: { resultType: DataProcessInstanceRunResultType | null } | null } | null };

export type RunNameFragment = { urn: string, created: { time: number } | null, parentTemplate:
    | { urn: string }
    | { urn: string }
   | null };

export type RunRowFragment = { urn: string, created: { time: number } | null, parentTemplate:
    | { urn: string }
    | { urn: string }
   | null, stateAt: { status: DataProcessRunStatus, attempt: number, startedAt: string | null, endedAt: string | null, durationMillis: number | null, result: { resultType: DataProcessInstanceRunResultType | null } | null } | null };

export type CursorQueryVariables = Exact<{ [key: string]: never; }>;


export type CursorQuery = { runEventCursor: string };

export type DatasetPageQueryVariables = Exact<{
  urn: string;
  at: string;
  point: PointInTimeInput;
  seen: RunFilter;
  later: RunFilter;
  withMarks: boolean;
}>;


export type DatasetPageQuery = { dataset: { urn: string, exists: boolean | null, isStub: boolean, openlineage: { documentation: { description: string | null } | null, owners: Array<{ name: string | null }>, schemaFields: Array<{ name: string | null, type: string | null, description: string | null }> } | null, properties: { description: string | null } | null, aliases: Array<
      | { urn: string }
      | { urn: string }
    >, shown: { at: string | null, until: string | null, attempt: number, nativeVersion: string | null, run: (
        { anomalies: Array<{ reason: AnomalyReason, sentence: string }> }
        & RunRowFragment
      ), inputs: Array<SeenPartsFragment>, possiblyDestroyedBy: Array<{ at: string | null, run: RunNameFragment }> | null, quality: Array<QualityPartsFragment> | null } | null, writers: { totalCount: number, nodes: Array<WriteFragment> } | null, later: { totalCount: number, nodes: Array<WriteFragment> } | null, marks?: { nodes: Array<RunOnStripFragment> } | null, readers: { totalCount: number, nodes: Array<RunRowFragment> } | null, writingJobs: { total: number | null, relationships: Array<{ entity:
          | { urn: string }
          | { urn: string }
         | null }> } | null, readingJobs: { total: number | null, relationships: Array<{ entity:
          | { urn: string }
          | { urn: string }
         | null }> } | null } | null, impact: (
    { startTotal: number }
    & EffectPartsFragment
  ) | null };

export type SeenPartsFragment = { attempt: number, since: string, until: string | null, asset:
    | { urn: string }
    | { urn: string }
  , seen: Array<{ certainty: LineageCertainty, version: { at: string | null, isOpen: boolean, run: RunNameFragment } }> };

export type QualityPartsFragment = { time: string | null, direction: EdgeDirection, rowCount: number | null, passed: number, failed: number, assertions: Array<{ assertion: string | null, success: boolean | null, column: string | null, expected: string | null, actual: string | null }>, tests: Array<{ name: string | null, status: string | null }>, run: RunNameFragment };

export type WriteFragment = (
  { outputEdges: Array<{ entity:
      | { urn: string }
      | { urn: string }
     | null, statistics: { rowCount: number | null, size: number | null } | null }> }
  & RunOnStripFragment
);

export type EffectPartsFragment = { total: number, truncated: boolean, levels: Array<{ depth: number, runs: number, versions: number }>, totalsByTemplate: Array<{ total: number, template:
      | { urn: string }
      | { urn: string }
     }> | null, atRisk: Array<{ hasRunSince: boolean, template:
      | { urn: string }
      | { urn: string }
    , asset:
      | { urn: string }
      | { urn: string }
    , latestRun: RunNameFragment }> | null };

export type DrawingQueryVariables = Exact<{
  urn: string;
  madeBy?: string | null | undefined;
  at?: string | null | undefined;
  columns?: Array<string> | string | null | undefined;
  direction: LineageDirection;
  point: PointInTimeInput;
  certainty: LineageCertainty;
  containment: boolean;
  format: DiagramFormat;
}>;


export type DrawingQuery = { impact: { diagram: string | null } | null };

export type FacetsPageQueryVariables = Exact<{
  urn: string;
}>;


export type FacetsPageQuery = { entity:
    | { urn: string }
    | { urn: string, facets: Array<{ name: string, scope: FacetScope, time: string, value: unknown }> | null }
    | (
      { urn: string, runFacets: Array<{ name: string, scope: FacetScope, time: string, value: unknown }> | null }
      & RunNameFragment
    )
   | null };

export type FindQueryVariables = Exact<{
  text: string;
  point: PointInTimeInput;
}>;


export type FindQuery = { datasets: FoundFragment | null, jobs: FoundFragment | null, flows: FoundFragment | null, models: FoundFragment | null, runs: FoundFragment | null };

export type FoundFragment = { totalCount: number, nodes: Array<
    | { urn: string }
    | { urn: string }
    | (
      { urn: string }
      & RunRowFragment
    )
  > };

export type FlowPageQueryVariables = Exact<{
  urn: string;
  point: PointInTimeInput;
  seen: RunFilter;
  later: RunFilter;
  withMarks: boolean;
  isPast: boolean;
}>;


export type FlowPageQuery = { dataFlow: { urn: string, exists: boolean | null, isStub: boolean, properties: { description: string | null } | null, marks?: { nodes: Array<RunOnStripFragment> } | null, later?: { nodes: Array<RunOnStripFragment> } | null, runsConnection: { totalCount: number, nodes: Array<(
        RunRowFragment
        & RunOnStripFragment
      )> } | null, jobs: { total: number | null, relationships: Array<{ entity:
          | { urn: string }
          | { urn: string }
         | null }> } | null } | null };

export type FrontQueryVariables = Exact<{
  point: PointInTimeInput;
  failed: RunFilter;
  seen: RunFilter;
}>;


export type FrontQuery = { hung: { total: number | null, runs: Array<(
      { usualDurationMillis: number | null }
      & RunRowFragment
    ) | null> | null } | null, failed: { nodes: Array<(
      { error: { message: string | null } | null }
      & RunRowFragment
    )> } | null, newest: { nodes: Array<(
      { outputs: Array<
        | { urn: string }
        | { urn: string }
       | null> | null }
      & RunRowFragment
      & RunOnStripFragment
    )> } | null };

export type GraphQueryVariables = Exact<{
  urn: string;
  madeBy?: string | null | undefined;
  at?: string | null | undefined;
  columns?: Array<string> | string | null | undefined;
  point: PointInTimeInput;
  certainty: LineageCertainty;
  containment: boolean;
  up: number;
  down: number;
  withUp: boolean;
  withDown: boolean;
  maxNodes: number;
  unfold?: Array<string> | string | null | undefined;
  folding: ImpactGraphFolding;
}>;


export type GraphQuery = { strip:
    | { urn: string }
    | { urn: string }
    | (
      { urn: string }
      & FlowRunsFragment
    )
    | (
      { urn: string }
      & JobRunsFragment
    )
    | (
      { urn: string }
      & RunNameFragment
    )
    | (
      { urn: string }
      & WriterRunsFragment
    )
   | null, upstream?: GraphPartsFragment | null, downstream?: GraphPartsFragment | null };

export type WriterRunsFragment = { openlineage: { schemaFields: Array<{ name: string | null }> } | null, writers: { nodes: Array<RunOnStripFragment> } | null };

export type JobRunsFragment = { runsConnection: { nodes: Array<RunOnStripFragment> } | null };

export type FlowRunsFragment = { runsConnection: { nodes: Array<RunOnStripFragment> } | null };

export type GraphPartsFragment = { total: number, truncated: boolean, runsBeyond: number, runsWithin: number, startTotal: number, startReads: number | null, graph: { folding: ImpactGraphFolding, total: number, omitted: number, omittedEdges: number, nodes: Array<{ key: string, role: ImpactNodeRole, folding: ImpactGraphFolding, name: string, urn: string, template: string | null, madeBy: string | null, count: number, members: number, certainty: LineageCertainty, depth: number, hasRunSince: boolean | null, from: string | null, until: string | null, states: Array<{ state: ImpactNodeState, total: number }>, kinds: Array<{ kind: ImpactKind, certainty: LineageCertainty }> }>, edges: Array<{ from: string, to: string, count: number, certainty: LineageCertainty }> } | null };

export type JobPageQueryVariables = Exact<{
  urn: string;
  asOf?: string | null | undefined;
  point: PointInTimeInput;
  seen: RunFilter;
  later: RunFilter;
  withMarks: boolean;
  isPast: boolean;
}>;


export type JobPageQuery = { dataJob: { urn: string, exists: boolean | null, isStub: boolean, dataFlow: { urn: string } | null, openlineage: { documentation: { description: string | null } | null, owners: Array<{ name: string | null }>, sql: { query: string | null, dialect: string | null } | null, jobType: { integration: string | null, jobType: string | null, processingType: string | null } | null, sourceCodeLocation: { url: string | null, repoUrl: string | null, path: string | null, version: string | null } | null } | null, properties: { description: string | null } | null, marks?: { nodes: Array<RunOnStripFragment> } | null, later?: { nodes: Array<RunOnStripFragment> } | null, runsConnection: { totalCount: number, nodes: Array<(
        RunRowFragment
        & RunOnStripFragment
      )> } | null, anomalies: { checked: number, total: number, runs: Array<{ anomalies: Array<{ reason: AnomalyReason, sentence: string }>, run: RunRowFragment }> } | null, upstreamJobs: Array<{ origin: JobLinkOrigin, job: { urn: string } }>, downstreamJobs: Array<{ origin: JobLinkOrigin, job: { urn: string } }>, before: { total: number | null, relationships: Array<{ entity:
          | { urn: string }
          | { urn: string }
         | null }> } | null, after: { total: number | null, relationships: Array<{ entity:
          | { urn: string }
          | { urn: string }
         | null }> } | null } | null };

export type LiveSubscriptionVariables = Exact<{
  filter?: RunEventFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type LiveSubscription = { runEvents: { cursor: string, run: { urn: string } } };

export type ModelPageQueryVariables = Exact<{
  urn: string;
  at: string;
  point: PointInTimeInput;
}>;


export type ModelPageQuery = { mlModel: { urn: string, exists: boolean | null, isStub: boolean, properties: { description: string | null, version: string | null, type: string | null } | null, shown: { at: string | null, attempt: number, run: RunRowFragment, inputs: Array<SeenPartsFragment> } | null, versions: Array<{ at: string | null, run: RunOnStripFragment }> | null, writingJobs: { total: number | null, relationships: Array<{ entity:
          | { urn: string }
          | { urn: string }
         | null }> } | null, readingJobs: { total: number | null, relationships: Array<{ entity:
          | { urn: string }
          | { urn: string }
         | null }> } | null } | null, impact: (
    { startTotal: number }
    & EffectPartsFragment
  ) | null };

export type PathQueryVariables = Exact<{
  urn: string;
  from: LineagePoint;
  to: LineagePoint;
  certainty: LineageCertainty;
  point: PointInTimeInput;
  containment: boolean;
}>;


export type PathQuery = { strip:
    | { urn: string }
    | { urn: string }
    | (
      { urn: string }
      & FlowRunsFragment
    )
    | (
      { urn: string }
      & JobRunsFragment
    )
    | (
      { urn: string }
      & RunNameFragment
    )
    | (
      { urn: string }
      & WriterRunsFragment
    )
   | null, pathBetween: { isAffected: boolean | null, possibleBeyond: boolean, kind: ImpactKind | null, certainty: LineageCertainty | null, length: number, path: Array<{ run: RunRowFragment | null, version: { at: string | null, isOpen: boolean, asset:
          | { urn: string }
          | { urn: string }
         } | null }> | null } | null };

export type RunPageQueryVariables = Exact<{
  urn: string;
  point: PointInTimeInput;
  endTimeMillis?: number | null | undefined;
}>;


export type RunPageQuery = { dataProcessInstance: (
    { exists: boolean | null, isStub: boolean, isHung: boolean, usualDurationMillis: number | null, nativeId: string | null, trigger: string | null, externalUrl: string | null, warnings: Array<string>, nominalTime: { start: string | null, end: string | null } | null, error: { message: string | null, stackTrace: string | null } | null, log: { body: string | null, url: string | null } | null, processingEngine: { name: string | null, version: string | null } | null, externalQuery: { id: string | null, source: string | null } | null, state: Array<{ timestampMillis: number, status: DataProcessRunStatus | null, attempt: number | null, durationMillis: number | null, result: { resultType: DataProcessInstanceRunResultType | null, nativeResultType: string | null } | null } | null> | null, anomalies: Array<{ reason: AnomalyReason, sentence: string, asset:
        | { urn: string }
        | { urn: string }
       | null }>, parentChain: Array<RunNameFragment>, seenInputs: Array<SeenPartsFragment> | null, outputEdges: Array<{ firstNamedAt: string | null, entity:
        | { urn: string }
        | { urn: string }
       | null, statistics: { rowCount: number | null, size: number | null } | null, lifecycleStateChange: { change: string | null } | null }>, sql: { value: unknown } | null, timeline: { startedAt: string | null, endedAt: string | null, total: number, entries: Array<{ startedAt: string | null, endedAt: string | null, durationMillis: number | null, isOpen: boolean, run: (
          RunRowFragment
          & RunOnStripFragment
        ), wait: { durationMillis: number, reason: DependencyReason | null, run: RunNameFragment | null } | null, attempts: Array<{ attempt: number, startedAt: string | null, endedAt: string | null, resultType: DataProcessInstanceRunResultType | null }> }> } | null, failurePropagation: { counts: { total: number, succeeded: number, failed: number, skipped: number, unfinished: number }, firstFailure: { failedAt: string, message: string | null, tookTotal: number, run: RunNameFragment, took: Array<{ reason: DependencyReason, run: RunNameFragment }> | null } | null } | null }
    & RunRowFragment
    & RunOnStripFragment
  ) | null, impact: (
    { startTotal: number, runsWithin: number }
    & EffectPartsFragment
  ) | null };

export type TableQueryVariables = Exact<{
  urn: string;
  madeBy?: string | null | undefined;
  at?: string | null | undefined;
  columns?: Array<string> | string | null | undefined;
  direction: LineageDirection;
  point: PointInTimeInput;
  certainty: LineageCertainty;
  containment: boolean;
}>;


export type TableQuery = { strip:
    | { urn: string }
    | { urn: string }
    | (
      { urn: string }
      & FlowRunsFragment
    )
    | (
      { urn: string }
      & JobRunsFragment
    )
    | (
      { urn: string }
      & RunNameFragment
    )
    | (
      { urn: string }
      & WriterRunsFragment
    )
   | null, impact: { total: number, truncated: boolean, possibleBeyond: boolean, runsWithin: number, startTotal: number, startReads: number | null, runs: { total: number, runs: Array<{ depth: number, certainty: LineageCertainty, kinds: Array<{ kind: ImpactKind, certainty: LineageCertainty }>, run: RunRowFragment }> } | null, atRisk: Array<{ hasRunSince: boolean, template:
        | { urn: string }
        | { urn: string }
      , asset:
        | { urn: string }
        | { urn: string }
      , latestRun: RunNameFragment }> | null } | null };

