"""Strategies for events in which names, times and facets often collide."""

from typing import Any

from hypothesis import strategies as st

from headwater.urn import job_run_key

from events import NAMESPACE, parent, run_event, uuid

COPIED = str(job_run_key(NAMESPACE, "a", "manual-1"))
COPIED_OF_UUID = str(job_run_key(NAMESPACE, "a", uuid(1)))
RUN_IDS = st.sampled_from(
    [uuid(1), uuid(2), uuid(3).upper(), "manual-1", "manual-2", f"{uuid(1)}/b", COPIED, COPIED_OF_UUID]
)
JOBS = st.sampled_from(["a", "a.b", "c", "№1234567890123456789"])
TIMES = st.integers(0, 4).map(lambda minute: f"00:0{minute}:00")
DATASETS = st.lists(st.sampled_from(["x", "y", "z"]), max_size=2, unique=True)
FACETS = st.sampled_from([{"v": 1}, {"v": 2}, {"_deleted": True}, {}, None])
SOURCES = DATASETS.map(lambda names: [{"namespace": NAMESPACE, "name": name, "type": "DATASET"} for name in names])
LINEAGE = st.none() | st.builds(lambda sources: {"inputs": sources}, SOURCES)
JOB_SOURCE = JOBS.map(lambda name: {"namespace": NAMESPACE, "name": name, "type": "JOB", "runId": uuid(2)})
JOB_ENTRY = st.builds(
    lambda job, sources, source: job | {"inputs": [*sources, source]}, JOB_SOURCE, SOURCES, JOB_SOURCE
)
DATASET_ENTRY = st.builds(
    lambda name, sources, fields: {
        "namespace": NAMESPACE, "name": name, "type": "DATASET", "inputs": sources,
        "fields": {"c": {"inputs": fields}, "b": {"inputs": sources}},
    },
    st.sampled_from("xyz"), SOURCES, SOURCES,
)  # fmt: skip
JOB_LINEAGE = st.none() | st.builds(
    lambda entries, is_deleted: {"entries": entries, "_deleted": is_deleted},
    st.lists(JOB_ENTRY | DATASET_ENTRY, max_size=2),
    st.booleans(),
)
START_TIMES = st.none() | TIMES.map(lambda time: {"startTime": f"2026-01-01T{time}"})  # no zone, so parsing warns
COLUMNS = st.none() | st.builds(lambda sources: {"fields": {"c": {"inputFields": sources}}}, SOURCES)
SYMLINKS = st.none() | st.builds(lambda sources: {"identifiers": sources}, SOURCES)
STATES = st.none() | st.dictionaries(st.sampled_from("bc"), st.sampled_from(["skipped", "upstream_failed", "success"]))
BUCKET = st.sampled_from(["s3://bucket", "s3a://bucket", "s3n://bucket"]).map(
    lambda namespace: {"namespace": namespace, "name": "key"}
)


def events() -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for events of all three kinds; most are run events."""
    return run_events() | run_events() | run_events() | dataset_events() | job_events()


@st.composite
def dataset_events(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a DatasetEvent that may join names."""
    facets = {"symlinks": draw(SYMLINKS), "schema": draw(FACETS)}
    dataset = {"namespace": NAMESPACE, "name": draw(st.sampled_from("xyz")), "facets": facets}
    return {"eventTime": f"2026-01-01T{draw(TIMES)}Z", "dataset": dataset}


@st.composite
def job_events(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a JobEvent that may declare inputs and outputs."""
    facets = {"documentation": draw(FACETS), "lineage": draw(JOB_LINEAGE)}
    job = {"namespace": NAMESPACE, "name": draw(JOBS), "facets": facets}
    return {"eventTime": f"2026-01-01T{draw(TIMES)}Z", "job": job, "inputs": draw(SOURCES), "outputs": draw(SOURCES)}


@st.composite
def run_events(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a RunEvent; runs, jobs, times and facets often collide."""
    facets: dict[str, Any] = {"custom": draw(FACETS), "startTime": draw(START_TIMES)}
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
