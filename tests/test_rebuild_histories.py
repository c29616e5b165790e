"""A rebuild restores the same store: for generated histories of all kinds, recorded ones, and the demo."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from asyncpg import Connection
from hypothesis import given
from hypothesis import strategies as st

from headwater.dialects import databand, gitlab
from headwater.dialects.datahub.proposal import Proposal, deletion, parse_proposal
from headwater.dialects.datahub.records import items_of
from headwater.dialects.datahub.registry import key_aspect
from headwater.dialects.documents import placed_records
from headwater.errors import HeadwaterError
from headwater.model.changes import Changes, Problem
from headwater.model.json import canonical_json
from headwater.model.write_mode import WriteMode
from headwater.store.aliases import NamespaceAlias, add_namespace_alias
from headwater.store.connections import connect_to_merge
from headwater.store.merge import Delivery, merge
from headwater.store.proposals import Submission, accept
from headwater.store.rebuild import rebuild
from headwater.store.write_modes import set_write_mode
from headwater.trace import new_trace
from headwater.urn import named_dataset_urn, parse_urn

from conftest import cloned_database, parse_files
from demo_store import demo_database
from events import NAMESPACE, parsed
from generated_events import events
from generated_histories import EXAMPLES, compared, histories
from gitlab_pipelines import job, pipeline
from gitlab_server import ADDRESS
from graphql_api import urn
from proposals import DATASET, RUN, event, item
from rebuilding import kept, rebuilt
from store_dump import difference
from two_stores import empty

Step = Callable[[Connection], Awaitable[Any]]

RUNS = [urn(1), urn(2), RUN]
DATASETS = [named_dataset_urn(NAMESPACE, "x"), named_dataset_urn(NAMESPACE, "y"), DATASET]
MODEL = "urn:li:mlModel:(urn:li:dataPlatform:mlflow,model,PROD)"
JOB = "urn:li:dataJob:(urn:li:dataFlow:(airflow,flow,prod),job)"
SOURCE = "3a8bc7f8-0c65-115f-98f6-aa662e60cbe7"


def of(*choices: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from(choices)


SOME_RUNS, SOME_DATASETS = (st.lists(of(*urns), max_size=2, unique=True) for urns in (RUNS, DATASETS))
STATUS = st.booleans().map(lambda is_removed: ("status", {"removed": is_removed}))
ASPECTS_OF_RUNS: st.SearchStrategy[tuple[str, Any]] = st.one_of(
    STATUS,
    st.integers(0, 2).map(lambda time: ("dataProcessInstanceProperties", {"name": "n", "created": {"time": time, "actor": "urn:li:corpuser:a"}})),
    SOME_DATASETS.map(lambda urns: ("dataProcessInstanceInput", {"inputs": urns})),
    SOME_DATASETS.map(lambda urns: ("dataProcessInstanceOutput", {"outputs": [], "outputEdges": [{"destinationUrn": one} for one in urns]})),
    st.builds(
        lambda upstreams, parent: ("dataProcessInstanceRelationships", {"upstreamInstances": upstreams, **parent}),
        SOME_RUNS,
        of({}, {"parentTemplate": JOB}, *({"parentInstance": one} for one in RUNS)),
    ),
    st.builds(
        lambda time, state: ("dataProcessInstanceRunEvent", event(1_767_225_600_000 + 60_000 * time, *state)),
        st.integers(0, 4), of(("STARTED",), ("COMPLETE", "SUCCESS"), ("COMPLETE", "FAILURE")),
    ),
)  # fmt: skip
ASPECTS_OF_MODELS = SOME_RUNS.map(lambda urns: ("mlModelProperties", {"trainingJobs": urns}))
ASPECTS_OF_DATASETS = STATUS | st.just(("subTypes", {"typeNames": ["a"]}))


@st.composite
def proposals(draw: st.DrawFn) -> Proposal:
    """Draw an aspect's change, often one that depends on the state, or a deletion of an entity or of run events."""
    one, aspects = draw(
        st.tuples(of(*RUNS), st.just(ASPECTS_OF_RUNS)) | st.tuples(of(*DATASETS), st.just(ASPECTS_OF_DATASETS))
        | st.just((MODEL, ASPECTS_OF_MODELS))
    )  # fmt: skip
    kind = parse_urn(one).kind
    name, value = draw(aspects)
    is_timeseries = name == "dataProcessInstanceRunEvent"
    match draw(of("set", "set", "set", "create", "take away", "delete")):
        case "delete":
            return deletion(kind, one, key_aspect(kind))
        case "take away":
            return deletion(kind, one, name)
        case "create" if not is_timeseries:
            headers = draw(of({}, {"If-None-Match": "*"}, {"If-Version-Match": "1"}))
            return parse_proposal(item(one, name, value, draw(of("CREATE", "CREATE_ENTITY"))) | {"headers": headers})
    return parse_proposal(item(one, name, value))


def merging(items: Sequence[Changes | Problem]) -> Step:
    """Return a transaction of one request: facts of several items get the trace of one of them."""
    return lambda connection: merge(connection, [Delivery(items, new_trace().trace_id)])


def accepting(requests: list[list[Proposal]]) -> Step:
    """Return a transaction of some requests; the store refuses some of them."""
    return lambda connection: accept(connection, [Submission(one, new_trace().trace_id, 0) for one in requests])


def configuring(urn: str, mode: WriteMode) -> Step:
    """Return a step that sets the mode of an asset, if the store knows the asset by then."""

    async def configure(connection: Connection) -> None:
        with suppress(HeadwaterError):
            await set_write_mode(connection, urn, mode)

    return configure


STEPS: st.SearchStrategy[list[Step]] = st.lists(
    st.one_of(
        st.lists(events(), min_size=1, max_size=3).map(lambda chosen: merging(parsed(*chosen))),
        st.lists(st.lists(proposals(), min_size=1, max_size=3), min_size=1, max_size=2).map(accepting),
        st.builds(configuring, of(*DATASETS), of(*WriteMode)),
        of(NAMESPACE, "s3://bucket").map(
            lambda name: (
                lambda connection: add_namespace_alias(
                    connection, NamespaceAlias(*sorted((name, "other"))), new_trace().trace_id
                )
            )
        ),
    ),
    min_size=1,
    max_size=8,
)


@dataclass
class Store:
    """A store that many checks fill, rebuild and empty."""

    url: str
    runner: asyncio.Runner
    connection: Connection

    def check(self, *steps: Step, arrivals: list[Any] | None = None) -> None:
        """Take the steps, then rebuild the store."""
        self.runner.run(self._check(steps, arrivals or [None] * len(steps)))

    async def _check(self, steps: tuple[Step, ...], arrivals: list[Any]) -> None:
        await empty(self.connection)
        for step, at in zip(steps, arrivals, strict=True):
            if at is not None:
                await self.connection.execute("SELECT set_config('headwater.arrived_at', $1, false)", at.isoformat())
            await step(self.connection)
        await self.connection.execute("RESET headwater.arrived_at")
        before = await kept(self.url)
        assert (await rebuild(self.url, lambda _: None)).unusable == 0
        after = await kept(self.url)
        assert difference(after, before) == {}


@pytest.fixture(scope="module")
def store(postgres_url: str, template: str) -> Iterator[Store]:
    with cloned_database(postgres_url, template) as url, asyncio.Runner() as runner:
        connection = runner.run(connect_to_merge(url))
        yield Store(url, runner, connection)
        runner.run(connection.close())


some = compared(EXAMPLES // 2)


@some
@given(steps=STEPS)
def test_a_rebuild_gives_the_store_that_was_there(steps: list[Step], store: Store) -> None:
    store.check(*steps)


@some
@given(history=histories())
def test_a_rebuild_keeps_when_what_arrived(history: Any, store: Store) -> None:
    """Questions by knownAt keep their answers. No two transactions arrive at one time."""
    arrivals = [one.arrived_at + timedelta(microseconds=number) for number, one in enumerate(history.events)]
    store.check(*(merging(parsed(one.event)) for one in history.events), arrivals=arrivals)


def recorded_events(corpus: Path) -> Iterator[Changes | Problem]:
    """Yield all recorded events of producers with a dialect."""
    for path in sorted((corpus / "openlineage").rglob("*.ndjson")):
        yield from parse_files(path)
    for path in sorted((corpus / "databand").rglob("*.json")):
        yield from databand.parse_document(path.read_bytes(), path.name, 1, SOURCE)


def recorded_proposals(corpus: Path) -> Iterator[Proposal]:
    """Yield all records of DataHub's files; then delete one run and one dataset."""
    found: dict[str, Proposal] = {}
    for path in sorted((corpus / "datahub").glob("*/*.json")):
        for _, record in placed_records(path.read_bytes(), path.name):
            for one in items_of(record):
                if isinstance(one.parsed, Proposal):
                    found[one.parsed.kind] = one.parsed
                    yield one.parsed
    for kind in ("dataProcessInstance", "dataset"):
        yield deletion(kind, found[kind].urn, key_aspect(kind))


def test_recorded_histories(corpus: Path, store: Store) -> None:
    """Events and proposals take turns, together with two states of a GitLab pipeline."""
    recorded, proposed = list(recorded_events(corpus)), list(recorded_proposals(corpus))
    shown = [
        pipeline(1, "running", "10:01:00", None, job(1, "build", "success", "10:01:00", "10:01:30")),
        pipeline(1, "success", "10:01:00", "10:02:00", job(1, "build", "success", "10:01:00", "10:01:30")),
    ]
    documents = [gitlab_document(one) for one in shown]
    steps: list[Step] = [merging(documents[:1]), merging(documents[1:])]
    for begin in range(0, max(len(recorded), len(proposed)), 7):
        steps.append(merging(recorded[begin : begin + 7]))
        steps.append(accepting([[one] for one in proposed[begin : begin + 7]]))
    store.check(*steps)


def gitlab_document(shown: dict[str, Any]) -> Changes | Problem:
    """Return a pipeline as the synchronisation reads it."""
    document = gitlab.pipeline_document(ADDRESS, "acme/shop", shown["pipeline"], shown["jobs"], [])
    return gitlab.parse_document(canonical_json(document), "test", 1)


def test_the_demo(postgres_url: str, template: str) -> None:
    with demo_database(postgres_url, template) as url:
        before = asyncio.run(kept(url))
        rebuilt(url)
        assert difference(asyncio.run(kept(url)), before) == {}
