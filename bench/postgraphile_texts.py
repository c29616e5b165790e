"""The questions of bench/read.py to PostGraphile, which names fields after the tables of the store.

They leave out two parts that its fields cannot say: the properties of a run except its native id, and the minimum of
one event for a listed run. A URN is looked up by its key, which the client knows beforehand.
"""

INDEX = """
    CREATE INDEX IF NOT EXISTS bench_children_idx ON run (parent_id, created_at DESC, id) WHERE parent_id IS NOT NULL"""
"""The order of a run's children in PostGraphile; the store's own index has nulls last."""

_LISTED = "orderBy: [CREATED_AT_DESC], condition: {isSuperseded: false, isRemoved: false}"

SEED = f"""query($key: UUID!) {{ entityByUrnKey(urnKey: $key) {{ templateRuns(first: 20, {_LISTED}) {{ totalCount nodes {{
entity {{ urn }} createdAt nativeId template {{ urn }} parent {{ entity {{ urn }} }}
edges(condition: {{isCurrent: true}}) {{ nodes {{ direction asset {{ urn kind }} }} }} }} }} }} }}"""


def _side(direction: str) -> str:
    condition = f'{{isCurrent: true, direction: "{direction}"}}'
    return f"edges(first: 20, condition: {condition}) {{ totalCount nodes {{ asset {{ urn kind name namespace }} }} }}"


WEB_CLIENT = f"""query($key: UUID!) {{ entityByUrnKey(urnKey: $key) {{ templateRuns(first: 20, {_LISTED}) {{ totalCount nodes {{
entity {{ urn kind }} createdAt nativeId
events(first: 1, orderBy: [AT_DESC]) {{ nodes {{ status attempt result nativeState at durationMillis }} }}
inputs: {_side("INPUT")} outputs: {_side("OUTPUT")}
template {{ urn kind name flow {{ urn name namespace }} }} }} }} }} }}"""

TEN_FIELDS = f"""{{ allRuns(first: 1000, {_LISTED}) {{ nodes {{
entity {{ urn isStub }} nativeId isDerived trigger status attempt startedAt endedAt stateAt }} }} }}"""

FAMILY = f"""query($id: BigInt!) {{ runByRowId(rowId: $id) {{ entity {{ urn }} nativeId status
template {{ urn }} parent {{ entity {{ urn }} nativeId status }}
children(first: 20, {_LISTED}) {{ totalCount nodes {{ entity {{ urn }} nativeId status }} }} }} }}"""
