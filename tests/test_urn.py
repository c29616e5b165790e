"""Identities: DataHub's URNs and run GUIDs, and the URNs of OpenLineage names."""

import json
from itertools import pairwise, product
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from datahub.api.entities.dataprocess.dataprocess_instance import DataProcessInstance
from datahub.metadata.urns import DataFlowUrn, DataJobUrn, DatasetUrn
from datahub.utilities.urn_encoder import UrnEncoder
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import BadRequestError
from headwater.urn import (
    Urn,
    data_flow_urn,
    data_job_urn,
    datahub_run_urn,
    dataset_urn,
    escape,
    gitlab_job_name,
    gitlab_namespace,
    gitlab_pipeline_name,
    gitlab_stage_name,
    job_run_key,
    named_dataset_urn,
    named_flow_id,
    named_flow_urn,
    named_job_urn,
    parse_urn,
    run_uuid,
    text_key,
    unescape,
)

from conftest import fetch

VECTORS: dict[str, Any] = json.loads(
    Path(__file__).with_name("vectors").joinpath("openlineage_identities.json").read_text()
)

RESERVED = st.sampled_from([*",()%␟/", "%2C", "%28", "%29", "%25", "%2F", "%E2%90%9F", "%2", "25", "2C", "://", "//"])
TRICKY = st.lists(st.one_of(RESERVED, st.text(max_size=3)), min_size=1, max_size=6).map("".join).filter(bool)
WITHOUT_PERCENT = TRICKY.map(lambda text: text.replace("%", "")).filter(bool)
SCHEMES = ["s3", "s3a", "gs", "file", "postgres", "bigquery", "kafka"]
NAMESPACES = st.one_of(
    st.sampled_from(SCHEMES),
    st.builds("{}://{}".format, st.sampled_from(SCHEMES), st.one_of(st.just(""), TRICKY)),
    TRICKY,
)


def why(vector: Any) -> str:
    return f"{vector['why']}"


# OpenLineage's names


@pytest.mark.parametrize("vector", VECTORS["jobs"], ids=why)
def test_job_and_flow_of_a_vector(vector: dict[str, str]) -> None:
    assert named_job_urn(vector["namespace"], vector["name"]) == vector["urn"]
    assert named_flow_urn(vector["namespace"], vector["name"]) == vector["flow"]


@pytest.mark.parametrize("vector", VECTORS["datasets"], ids=why)
def test_dataset_of_a_vector(vector: dict[str, str]) -> None:
    assert named_dataset_urn(vector["namespace"], vector["name"]) == vector["urn"]


@pytest.mark.parametrize("vector", VECTORS["runs"], ids=why)
def test_run_key_of_a_vector(vector: dict[str, str]) -> None:
    assert str(job_run_key(vector["namespace"], vector["job"], vector["run_id"])) == vector["key"]


@pytest.mark.parametrize(("one", "other"), VECTORS["never_joined"])
def test_datasets_that_a_naive_mapping_would_join(one: list[str], other: list[str]) -> None:
    assert named_dataset_urn(*one) != named_dataset_urn(*other)


def original_dataset(urn: str) -> tuple[str, str]:
    """Return the namespace and name of a dataset's URN. If this inverse exists, no two names share a URN."""
    inner = urn.removeprefix("urn:li:dataset:(urn:li:dataPlatform:").removesuffix(",PROD)")
    platform, name = (unescape(part) for part in inner.split(","))
    if name.startswith("///"):
        return platform, name[3:]
    if name.startswith("//"):
        authority, _, rest = name[2:].partition("/")
        return f"{platform}://" + ("" if authority == "%" else unquote(authority)), rest
    if platform in ("s3", "s3a", "s3n", "gs"):
        bucket, _, key = name.partition("/")
        return f"{platform}://{bucket}", key
    return platform, name


@given(NAMESPACES, TRICKY)
def test_the_names_of_a_dataset_follow_from_its_urn(namespace: str, name: str) -> None:
    assert original_dataset(named_dataset_urn(namespace, name)) == (namespace, name)


@given(st.lists(st.tuples(NAMESPACES, TRICKY), min_size=2, unique=True))
def test_two_datasets_never_share_a_urn(names: list[tuple[str, str]]) -> None:
    assert len({named_dataset_urn(*pair) for pair in names}) == len(names)


def test_no_short_names_of_datasets_meet() -> None:
    """All short names: random tests above may miss collisions, such as an authority's end and a name's start."""
    parts = [
        "",
        "/",
        "//",
        "%",
        "%2F",
        "%25",
        "%252F",
        ",",
        "%2C",
        "(",
        "a",
        "a/",
        "/a",
        "//a",
        "a/b",
        "//a/b",
        "a%2Fb",
        "///a",
        "%/a",
    ]
    namespaces = [
        *(part for part in parts if part),
        *(f"{scheme}://{part}" for scheme in ("s3", "a") for part in parts),
        "s3",
    ]
    names = [(namespace, name) for namespace, name in product(namespaces, parts) if name]
    assert len({named_dataset_urn(*pair) for pair in names}) == len(names) > 1000


@given(st.lists(st.tuples(TRICKY, TRICKY), min_size=2, unique=True))
def test_two_jobs_never_share_a_urn(names: list[tuple[str, str]]) -> None:
    assert len({named_job_urn(*pair) for pair in names}) == len(names)


def test_the_parts_of_a_run_key_do_not_run_into_each_other() -> None:
    keys = [job_run_key(*parts) for parts in (("a", "b", "cd"), ("a", "bc", "d"), ("ab", "c", "d"))]
    assert all(one != other for one, other in pairwise(sorted(keys)))


@pytest.mark.parametrize(
    "text", ["", "run_01", "0f8fad5bd9cb469fa16570867728950e", "{0f8fad5b-d9cb-469f-a165-70867728950e}",
             "urn:uuid:0f8fad5b-d9cb-469f-a165-70867728950e", "0f8fad5b-d9cb-469f-a165-70867728950e\n",
             "0f8fad5bd9-cb-469f-a165-70867728950e", "0f8fad5b-d9cb-469f-a165-7086772895\u0660e"],
)  # fmt: skip
def test_only_8_4_4_4_12_is_a_uuid(text: str) -> None:
    assert run_uuid(text) is None


# DataHub's run GUID


def test_datahub_run_urn_of_the_recorded_vectors(corpus: Path) -> None:
    vectors = json.loads((corpus / "datahub" / "guid_vectors.json").read_text())
    assert len(vectors) == 8
    for vector in vectors:
        assert datahub_run_urn(vector["id"], vector["orchestrator"], vector["cluster"]) == vector["urn"], vector[
            "label"
        ]


def test_datahub_run_urn_of_the_recorded_names_is_the_sdks(corpus: Path) -> None:
    for vector in json.loads((corpus / "datahub" / "guid_vectors.json").read_text()):
        names = (vector["id"], vector["orchestrator"], vector["cluster"])
        assert datahub_run_urn(*names) == str(DataProcessInstance(*names).urn), vector["label"]


@pytest.mark.parametrize("cluster", [None, "", "prod", "PROD"])
@pytest.mark.parametrize("run_id", ["scheduled__2024-01-15T10:00:00+00:00", 'läuft_日本_"q"\\', "tab\there 🍎", ""])
def test_datahub_run_urn_is_the_sdks(run_id: str, cluster: str | None) -> None:
    instance = DataProcessInstance(id=run_id, orchestrator="airflow", cluster=cluster)
    assert datahub_run_urn(run_id, "airflow", cluster) == str(instance.urn)


# Escaping


@given(st.one_of(st.text(), TRICKY))
def test_unescape_gives_back_what_escape_was_given(text: str) -> None:
    assert unescape(escape(text)) == text
    assert not UrnEncoder.contains_reserved_char(escape(text))


@given(WITHOUT_PERCENT)
def test_escape_is_datahubs_where_there_is_no_percent_sign(text: str) -> None:
    assert escape(text) == UrnEncoder.encode_string(text)


# Parsing


@given(WITHOUT_PERCENT, WITHOUT_PERCENT)
def test_datahub_and_we_parse_our_dataset_urns(platform: str, name: str) -> None:
    urn = dataset_urn(platform, name)
    theirs = DatasetUrn.from_string(urn)
    assert (theirs.platform, unquote(theirs.name), theirs.env) == (
        f"urn:li:dataPlatform:{escape(platform)}",
        name,
        "PROD",
    )
    assert str(theirs) == urn
    assert parse_urn(urn) == Urn("dataset", (f"urn:li:dataPlatform:{escape(platform)}", name, "PROD"))


@given(WITHOUT_PERCENT, WITHOUT_PERCENT, WITHOUT_PERCENT)
def test_datahub_and_we_parse_our_job_urns(flow_id: str, cluster: str, job_id: str) -> None:
    flow = data_flow_urn("openlineage", flow_id, cluster)
    urn = data_job_urn(flow, job_id)
    theirs = DataJobUrn.from_string(urn)
    their_flow = DataFlowUrn.from_string(theirs.flow)
    assert (unquote(theirs.job_id), theirs.flow) == (job_id, flow)
    assert (their_flow.orchestrator, unquote(their_flow.flow_id), unquote(their_flow.cluster)) == (
        "openlineage",
        flow_id,
        cluster,
    )
    assert parse_urn(urn) == Urn("dataJob", (flow, job_id))
    assert parse_urn(flow) == Urn("dataFlow", ("openlineage", flow_id, cluster))


@pytest.mark.parametrize("vector", [*VECTORS["jobs"], *VECTORS["datasets"]], ids=why)
def test_parse_urn_gives_back_the_name_of_a_vector(vector: dict[str, str]) -> None:
    parsed = parse_urn(vector["urn"])
    assert vector["urn"].startswith(f"urn:li:{parsed.kind}:")
    if parsed.kind == "dataJob":
        assert parsed.parts == (vector["flow"], vector["name"])
    else:
        assert parsed.parts[1].endswith(vector["name"])


def test_a_name_that_looks_like_a_urn_is_parsed_as_any_other() -> None:
    assert parse_urn(dataset_urn("hive", "urn:li:a,b")).parts[1] == "urn:li:a,b"


def test_parse_urn_of_a_plain_id() -> None:
    assert parse_urn("urn:li:dataProcessInstance:a:b/c") == Urn("dataProcessInstance", ("a:b/c",))


@pytest.mark.parametrize(
    "text",
    ["", "urn", "urn:li:", "urn:li:dataset", "urn:li:dataset:", "urn:li::x", "URN:LI:dataset:x", " urn:li:dataset:x",
     "xurn:li:dataset:x", "urn:ly:dataset:x", "dataset:(a,b)", "urn:li:dataset:(", "urn:li:dataset:()", "urn:li:dataset:(a",
     "urn:li:dataset:(a,b", "urn:li:dataset:(a,b))", "urn:li:dataset:((a,b)", "urn:li:dataset:(a,,b)", "urn:li:dataset:(a,)",
     "urn:li:dataset:(,a)", "urn:li:dataset:(a)b", "urn:li:dataset:(a),b", "urn:li:dataset:(a),(b)", "urn:li:dataset:a\ud800", "urn:li:dataset:(a,\udfff)",
     "urn:li:dataJob:(urn:li:dataFlow:(airflow,dag,prod),task", "urn:li:dataJob:(urn:li:dataFlow:(airflow,dag,prod,task)"],
)  # fmt: skip
def test_a_malformed_urn_is_refused(text: str) -> None:
    with pytest.raises(BadRequestError, match=r"^urn: "):
        parse_urn(text)


def test_a_refusal_does_not_repeat_a_long_text_whole() -> None:
    with pytest.raises(BadRequestError) as refused:
        parse_urn("x" * 100_000)
    assert len(str(refused.value)) < 400


@given(st.one_of(TRICKY, TRICKY.map("urn:li:dataset:({}".format), TRICKY.map("urn:li:x:{}".format)))
def test_parse_urn_raises_nothing_else(text: str) -> None:
    try:
        parsed = parse_urn(text)
    except BadRequestError:
        return
    assert parsed.kind
    assert all(parsed.parts)


# Keys in SQL


def test_text_key_is_the_same_in_sql(database_url: str) -> None:
    texts = [
        "",
        "a",
        "urn:li:dataset:(urn:li:dataPlatform:hive,a%2Cb,PROD)",
        "é",
        "e\u0301",
        "🍎",
        "\n\t\\",
        "x" * 1_000_000,
    ]
    rows = fetch(database_url, "SELECT t, text_key(t) AS key FROM unnest($1::text[]) t", texts)
    assert {row["t"]: row["key"] for row in rows} == {text: text_key(text) for text in texts}


@pytest.mark.parametrize(
    ("address", "namespace"),
    [
        ("https://gitlab.com", "gitlab://gitlab.com/acme/Shop"),
        ("http://GitLab.Example.com:8443", "gitlab://gitlab.example.com:8443/acme/Shop"),
        ("https://example.com/GitLab", "gitlab://example.com/GitLab/acme/Shop"),
    ],
)
def test_gitlab_namespace(address: str, namespace: str) -> None:
    assert gitlab_namespace(address, "acme/Shop") == namespace


def test_gitlab_names_tell_pipelines_stages_and_jobs_apart() -> None:
    projects, stages, jobs = ("a/x", "a/x.y", "a/x%2Ey"), ("y", "y.z", "child"), ("z", "z.y", "y/z")
    pipelines = [gitlab_pipeline_name(path, is_child=is_child) for path in projects for is_child in (False, True)]
    in_stages = [gitlab_stage_name(name, stage) for name in pipelines for stage in stages]
    in_jobs = [gitlab_job_name(name, job) for name in in_stages for job in jobs]
    names = [*pipelines, *in_stages, *in_jobs]
    assert len(set(names)) == len(names) == 6 + 18 + 54
    assert {named_flow_id(name) for name in names} == set(pipelines)


def test_short_urns_are_remembered_and_long_ones_are_not() -> None:
    short, long = (f"urn:li:dataset:(urn:li:dataPlatform:hive,{'x' * length},PROD)" for length in (10, 10_000))
    assert parse_urn(short) is parse_urn(short)
    assert parse_urn(long) == parse_urn(long)
    assert parse_urn(long) is not parse_urn(long)
