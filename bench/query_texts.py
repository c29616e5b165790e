"""The questions of bench/queries.py and bench/read.py in GraphQL, and SQL for them written by hand."""

SEED_QUERY = """query GetJobRuns($urn: String!) { dataJob(urn: $urn) { runs(start: 0, count: 20) { total runs {
urn created { time } properties { name type externalUrl customProperties { key value } }
relationships { parentTemplate parentInstance } inputs { urn type } outputs { urn type } } } } }"""

TEN_FIELDS = """{ runsConnection(first: 1000) { nodes { urn nativeId isStub isDerived trigger
currentState { status attempt startedAt endedAt durationMillis } } } }"""
"""Fields that the rows of the page already have."""

FAMILY = """query($urn: String!) { dataProcessInstance(urn: $urn) { urn nativeId currentState { status }
parentTemplate { urn } parentInstance { urn nativeId currentState { status } }
children(count: 20) { total runs { urn nativeId currentState { status } } } } }"""

LIST = """query($first: Int!, $after: String) { runsConnection(first: $first, after: $after) {
nodes { urn currentState { status } } pageInfo { endCursor hasNextPage } } }"""

CURSOR = """query($until: DateTime!) { runsConnection(first: 1, filter: {created: {until: $until}}) {
pageInfo { endCursor } } }"""

CREATED_SQL = """
    SELECT created_at FROM run WHERE $2::bigint IS NULL OR template_id = $2 ORDER BY created_at DESC OFFSET $1 LIMIT 1"""

JOB_LIST = """query($urn: String!, $after: String) { dataJob(urn: $urn) { runsConnection(first: 20, after: $after) {
nodes { urn currentState { status } } pageInfo { endCursor } } } }"""

JOB_RUNS = """query($urn: String!, $start: Int!) { dataJob(urn: $urn) { runs(start: $start, count: 20) {
runs { urn currentState { status } } } } }"""

SCROLL = """query($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) {
nextScrollId searchResults { entity { urn type } } } }"""

FILTERED = """query($filter: RunFilter, $order: RunOrder! = CREATED_DESC) {
runsConnection(first: 20, filter: $filter, orderBy: $order) { nodes { urn currentState { status } } } }"""

JOB_STATS = """query($urn: String!, $since: DateTime!, $until: DateTime!) { dataJob(urn: $urn) {
runStats(window: {since: $since, until: $until}, bucket: DAY) { total buckets { since total } } } }"""

JOB_SCHEDULE = """query($urn: String!, $since: DateTime!, $until: DateTime!) { dataJob(urn: $urn) {
runStats(window: {since: $since, until: $until}) { schedule { usualIntervalMillis missing } } } }"""

RELATED = """fragment related on EntityRelationshipsResult {
start count total relationships { type direction entity { urn type
... on Dataset { name platform { urn name } } ... on DataJob { jobId dataFlow { urn flowId cluster } } } } }"""

WEB_CLIENT = f"""query($urn: String!, $count: Int!) {{ dataJob(urn: $urn) {{ runs(start: 0, count: $count) {{
count start total runs {{ urn type created {{ time actor }} name externalUrl
state(startTimeMillis: null, endTimeMillis: null, limit: 1) {{
status attempt result {{ resultType nativeResultType }} timestampMillis durationMillis }}
inputs: relationships(input: {{types: ["Consumes"], direction: OUTGOING, start: 0, count: 20}}) {{ ...related }}
outputs: relationships(input: {{types: ["Produces"], direction: OUTGOING, start: 0, count: 20}}) {{ ...related }}
parentTemplate: relationships(input: {{types: ["InstanceOf"], direction: OUTGOING, start: 0, count: 20}}) {{ ...related }}
}} }} }} }} {RELATED}"""

RELATIONSHIPS = """query($urn: String!, $type: String!, $total: Boolean!) { entity(urn: $urn) {
relationships(input: {types: [$type], direction: INCOMING, count: 20}) {
total @include(if: $total) relationships { type entity { urn type } } } } }"""

STATS = """query($since: DateTime!, $until: DateTime!) { runStats(window: {since: $since, until: $until}) {
total success failure skipped successRate retried durations { count p50Millis p95Millis maxMillis } } }"""

STATS_SQL = """
    SELECT count(*), count(*) FILTER (WHERE result = 'SUCCESS'), count(*) FILTER (WHERE result = 'FAILURE'),
        count(*) FILTER (WHERE result = 'SKIPPED'), count(*) FILTER (WHERE attempt > 1),
        percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY ended_at - started_at) FILTER (WHERE result = 'SUCCESS'),
        max(ended_at - started_at) FILTER (WHERE result = 'SUCCESS')
    FROM run WHERE created_at >= $1 AND created_at < $2"""

BY_TEXT = "query($text: String!) { runsConnection(first: 20, filter: {text: $text}) { nodes { urn nativeId } } }"

# The text is part of the SQL: with a parameter, Postgres would not know if an index helps.
RUNS_LIKE_SQL = """
    SELECT e.urn, r.native_id FROM run r JOIN entity e ON e.id = r.id
    WHERE r.native_id LIKE '{}%' ORDER BY r.created_at DESC LIMIT 21"""

SEARCH = "query($text: String!) { search(text: $text, first: 20) { edges { name node { urn type } } } }"

NAMES_LIKE_SQL = "SELECT urn, kind, name FROM entity WHERE name LIKE '{}%' ORDER BY name LIMIT 21"

LIKE_INDEXES = (
    "CREATE INDEX IF NOT EXISTS bench_native_id_idx ON run (native_id text_pattern_ops)",
    "CREATE INDEX IF NOT EXISTS bench_name_idx ON entity (name text_pattern_ops)",
)
"""The indexes that make LIKE as fast as it can be."""

ANOMALIES = """query($urn: String!) { dataJob(urn: $urn) { anomalies(count: 20) {
checked total runs { run { urn } anomalies { reason sentence } } } } }"""

COMPARED_SQL = """
    SELECT r.*, g.* FROM (SELECT r.* FROM run r WHERE r.template_id = $1 ORDER BY r.created_at DESC LIMIT 550) r
    JOIN edge g ON g.run_id = r.id"""

PROPAGATION = """query($urn: String!) { dataProcessInstance(urn: $urn) { failurePropagation {
checked counts { total succeeded failed } failuresTotal failures(count: 20) { tookTotal run { urn } } } } }"""

TIMELINE = """query($urn: String!) { dataProcessInstance(urn: $urn) { timeline(count: 20) {
total entries { startedAt durationMillis run { urn } wait { durationMillis reason run { urn } } } } } }"""

MEMBERS_SQL = "SELECT r.*, e.urn FROM run r JOIN entity e ON e.id = r.id WHERE r.parent_id = $1 ORDER BY r.created_at"
