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


@st.composite
def events(draw: st.DrawFn) -> dict[str, Any]:
    """A RunEvent in which runs, jobs, times and facets meet each other often."""
    facets: dict[str, Any] = {"custom": draw(FACETS)}
    if draw(st.booleans()):
        facets["parent"] = parent(draw(RUN_IDS), draw(JOBS))
    if draw(st.booleans()):
        facets["airflow"] = {"taskInstance": {"try_number": draw(st.integers(1, 2))}}
    if draw(st.booleans()):
        job = {"namespace": NAMESPACE, "name": draw(JOBS)}
        side = draw(st.sampled_from(["upstream", "downstream"]))
        facets["jobDependencies"] = {side: [{"run": {"runId": draw(RUN_IDS)}, "job": job}]}
    event = run_event(
        draw(st.sampled_from(["START", "RUNNING", "COMPLETE", "FAIL", "ABORT", "OTHER", None, "strange"])),
        draw(TIMES), draw(RUN_IDS), draw(JOBS),
        inputs=draw(DATASETS), outputs=draw(DATASETS), **facets,
    )  # fmt: skip
    event["job"]["facets"] = {"documentation": draw(FACETS)}
    for dataset in event["outputs"]:
        dataset["facets"] = {"schema": draw(FACETS), "version": {"datasetVersion": draw(st.sampled_from("123"))}}
        dataset["outputFacets"] = {"outputStatistics": draw(FACETS)}
    return event
