"""Strategies for events in which everything that can meet does so often."""

from typing import Any

from hypothesis import strategies as st

from headwater.urn import openlineage_run_key

from events import NAMESPACE, parent, run_event, uuid

COPIED = str(openlineage_run_key(NAMESPACE, "a", "manual-1"))
RUN_IDS = st.sampled_from([uuid(1), uuid(2), uuid(3).upper(), "manual-1", "manual-2", COPIED])
JOBS = st.sampled_from(["a", "a.b", "c"])
TIMES = st.integers(0, 4).map(lambda minute: f"00:0{minute}:00")
DATASETS = st.lists(st.sampled_from(["x", "y", "z"]), max_size=2, unique=True)
FACETS = st.sampled_from([{"v": 1}, {"v": 2}, {"_deleted": True}, {}, None])
SOURCES = DATASETS.map(lambda names: [{"namespace": NAMESPACE, "name": name, "type": "DATASET"} for name in names])
LINEAGE = st.none() | st.builds(lambda sources: {"inputs": sources}, SOURCES)
JOB_LINEAGE = st.none() | st.builds(
    lambda name, sources: {"entries": [{"namespace": NAMESPACE, "name": name, "type": "DATASET", "inputs": sources}]},
    st.sampled_from("xyz"),
    SOURCES,
)
COLUMNS = st.none() | st.builds(lambda sources: {"fields": {"c": {"inputFields": sources}}}, SOURCES)
SYMLINKS = st.none() | st.builds(lambda sources: {"identifiers": sources}, SOURCES)
STATES = st.none() | st.dictionaries(st.sampled_from("bc"), st.sampled_from(["skipped", "upstream_failed", "success"]))
BUCKET = st.sampled_from(["s3://bucket", "s3a://bucket", "s3n://bucket"]).map(
    lambda namespace: {"namespace": namespace, "name": "key"}
)


def events() -> st.SearchStrategy[dict[str, Any]]:
    """Events of all three kinds; most are of runs."""
    return run_events() | run_events() | run_events() | dataset_events() | job_events()


@st.composite
def dataset_events(draw: st.DrawFn) -> dict[str, Any]:
    """A DatasetEvent that may join names."""
    facets = {"symlinks": draw(SYMLINKS), "schema": draw(FACETS)}
    dataset = {"namespace": NAMESPACE, "name": draw(st.sampled_from("xyz")), "facets": facets}
    return {"eventTime": f"2026-01-01T{draw(TIMES)}Z", "dataset": dataset}


@st.composite
def job_events(draw: st.DrawFn) -> dict[str, Any]:
    """A JobEvent that may declare inputs and outputs."""
    job = {"namespace": NAMESPACE, "name": draw(JOBS), "facets": {"documentation": draw(FACETS)}}
    return {"eventTime": f"2026-01-01T{draw(TIMES)}Z", "job": job, "inputs": draw(SOURCES), "outputs": draw(SOURCES)}


@st.composite
def run_events(draw: st.DrawFn) -> dict[str, Any]:
    """A RunEvent in which runs, jobs, times and facets meet each other often."""
    facets: dict[str, Any] = {"custom": draw(FACETS)}
    if (states := draw(STATES)) is not None:
        facets["airflowState"] = {"tasksState": states}
    if draw(st.booleans()):
        facets["parent"] = parent(draw(RUN_IDS), draw(JOBS))
    if draw(st.booleans()):
        facets["airflow"] = {"taskInstance": {"try_number": draw(st.integers(1, 2))}}
    if draw(st.booleans()):
        job = {"namespace": NAMESPACE, "name": draw(JOBS)}
        side = draw(st.sampled_from(["upstream", "downstream"]))
        run = draw(st.none() | st.builds(lambda run_id: {"runId": run_id}, RUN_IDS))
        facets["jobDependencies"] = {side: [{"run": run, "job": job}]}
    event = run_event(
        draw(st.sampled_from(["START", "RUNNING", "COMPLETE", "FAIL", "ABORT", "OTHER", None, "strange"])),
        draw(TIMES), draw(RUN_IDS), draw(JOBS),
        inputs=draw(DATASETS), outputs=draw(DATASETS), **facets,
    )  # fmt: skip
    event["job"]["facets"] = {"documentation": draw(FACETS), "lineage": draw(JOB_LINEAGE)}
    if draw(st.booleans()):
        event["inputs"].append(draw(BUCKET))
    for dataset in event["outputs"]:
        version = {"datasetVersion": draw(st.sampled_from("123"))}
        dataset["facets"] = {
            "schema": draw(FACETS), "version": version, "lineage": draw(LINEAGE), "columnLineage": draw(COLUMNS)
        }  # fmt: skip
        dataset["outputFacets"] = {"outputStatistics": draw(FACETS)}
    return event
