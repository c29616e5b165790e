"""The relationships of aspects, against the classes of DataHub's SDK and its golden files."""

import json
import re
from pathlib import Path
from typing import Any

import datahub.metadata.schema_classes as sdk
import pytest

from headwater.dialects.datahub.graph import ENDS, Related, relationships
from headwater.dialects.datahub.registry import aspects_of, key_aspect, key_value, types
from headwater.store.queries import sql_folder

import datahub_model

JOB = "urn:li:dataJob:(urn:li:dataFlow:(airflow,sales,prod),load)"
RUN = "urn:li:dataProcessInstance:41ad0fb5612d4d4796d854042ccf418b"
OTHER_RUN = "urn:li:dataProcessInstance:bf25a4e55a3eda90e15643c578e314fd"
TABLE = "urn:li:dataset:(urn:li:dataPlatform:hive,sales.orders,PROD)"
OTHER_TABLE = "urn:li:dataset:(urn:li:dataPlatform:hive,sales.lines,PROD)"
CONTAINER = "urn:li:container:15c06b721b1be8b660e73dcd3a2f19ed"
QUERY = "urn:li:query:q1"
ANN, BEN = "urn:li:corpuser:ann", "urn:li:corpuser:ben"


def related(type_: str, urn: str, origin: str, lineage: str = "", **details: Any) -> Related:
    """Return a relationship; lineage is "", "up" or "down": the side of the destination."""
    empty: dict[str, Any] = dict.fromkeys(Related._fields[5:])
    return Related(type_, urn, origin, bool(lineage), lineage != "down", **{**empty, **details})


def stamp(time: int, actor: str) -> sdk.AuditStampClass:
    return sdk.AuditStampClass(time=time, actor=actor)


def test_are_as_the_installed_sdk_has_them() -> None:
    written = (datahub_model.TARGET / "relationships.json").read_text()
    assert json.loads(written) == datahub_model.relationships(), "run `make registry`"


def test_every_relationship_of_every_kind_has_its_ends() -> None:
    rules = datahub_model.relationships()
    pairs = {
        (rule["type"], kind, destination)
        for kind in types()
        for aspect in (key_aspect(kind), *aspects_of(kind))
        for rule in rules.get(aspect, [])
        for destination in rule["entityTypes"]
    }
    assert {name for name, _, _ in pairs} == ENDS.keys()
    for name, source, destination in pairs:
        assert source in ENDS[name].sources
        assert destination in ENDS[name].destinations


RUNS = {"dataProcessInstance"}
DATA = {"dataset", "mlModel"}
VIEWS = {
    "InstanceOf": (RUNS, {"dataJob", "dataFlow", "dataset"}),
    "ChildOf": (RUNS, RUNS | {"container"}),
    "Consumes": (RUNS, DATA),
    "DataProcessInstanceConsumes": (RUNS, DATA | RUNS),
    "Produces": (RUNS, DATA),
    "DataProcessInstanceProduces": (RUNS, DATA | RUNS),
    "IsPartOf": ({"dataJob"}, {"dataFlow"}),
    "UpstreamOf": (RUNS, RUNS),
}
"""The relationships that the views of DataHub's graph add to those of aspects."""


def test_relationships_of_views_have_their_ends() -> None:
    text = (sql_folder() / "functions" / "views.sql").read_text()
    views = re.findall(r"CREATE VIEW graph_.*?;", text, re.DOTALL)
    assert set(re.findall(r"'([A-Z]\w+)'", "".join(views))) == VIEWS.keys()
    for name, (sources, destinations) in VIEWS.items():
        assert sources <= ENDS[name].sources
        assert destinations <= ENDS[name].destinations


ASPECTS = [
    (sdk.DataProcessInstanceInputClass(inputs=[TABLE]), [related("Consumes", TABLE, "inputs")]),
    (
        sdk.DataProcessInstanceOutputClass(
            outputs=[TABLE],
            outputEdges=[
                sdk.EdgeClass(
                    destinationUrn=OTHER_RUN,
                    created=stamp(1, ANN),
                    lastModified=stamp(2, BEN),
                    properties={"source": "UI"},
                )
            ],
        ),
        [
            related("Produces", TABLE, "outputs"),
            related(
                "DataProcessInstanceProduces",
                OTHER_RUN,
                "outputEdges",
                "down",
                created_at_millis=1,
                created_actor=ANN,
                updated_at_millis=2,
                updated_actor=BEN,
                properties={"source": "UI"},
            ),
        ],
    ),
    (
        sdk.DataProcessInstanceRelationshipsClass(
            parentTemplate=JOB, parentInstance=RUN, upstreamInstances=[OTHER_RUN, OTHER_RUN]
        ),
        [
            related("InstanceOf", JOB, "parentTemplate"),
            related("ChildOf", RUN, "parentInstance"),
            related("UpstreamOf", OTHER_RUN, "upstreamInstances"),
        ],
    ),
    (sdk.ContainerClass(container=CONTAINER), [related("IsPartOf", CONTAINER, "container")]),
    (
        sdk.MLModelPropertiesClass(trainingJobs=[RUN], downstreamJobs=[JOB]),
        [related("TrainedBy", RUN, "trainingJobs", "up"), related("UsedBy", JOB, "downstreamJobs", "down")],
    ),
    (
        sdk.MLModelGroupPropertiesClass(trainingJobs=[RUN]),
        [related("TrainedBy", RUN, "trainingJobs", "up")],
    ),
    (
        sdk.DataJobInputOutputClass(
            inputDatasets=[TABLE],
            outputDatasets=[OTHER_TABLE],
            inputDatajobs=[JOB],
            inputDatasetEdges=[sdk.EdgeClass(destinationUrn=TABLE, created=stamp(3, ANN))],
        ),
        [
            related("Consumes", TABLE, "inputDatasets", "up"),
            related("Consumes", TABLE, "inputDatasetEdges", "up", created_at_millis=3, created_actor=ANN),
            related("Produces", OTHER_TABLE, "outputDatasets", "down"),
            related("DownstreamOf", JOB, "inputDatajobs", "up"),
        ],
    ),
    (
        sdk.UpstreamLineageClass(
            upstreams=[
                sdk.UpstreamClass(dataset=OTHER_TABLE, type="COPY", auditStamp=stamp(7, BEN)),
                sdk.UpstreamClass(
                    dataset=TABLE, type="VIEW", auditStamp=stamp(8, BEN), query=QUERY, created=stamp(6, ANN)
                ),
            ]
        ),
        [
            related("DownstreamOf", OTHER_TABLE, "upstreams", "up", updated_at_millis=7, updated_actor=BEN),
            related(
                "DownstreamOf",
                TABLE,
                "upstreams",
                "up",
                created_at_millis=6,
                created_actor=ANN,
                updated_at_millis=8,
                updated_actor=BEN,
                via=QUERY,
            ),
        ],
    ),
    (
        sdk.EditableSchemaMetadataClass(
            editableSchemaFieldInfo=[
                sdk.EditableSchemaFieldInfoClass(
                    fieldPath="a", globalTags=sdk.GlobalTagsClass(tags=[sdk.TagAssociationClass(tag="urn:li:tag:pii")])
                )
            ]
        ),
        [related("EditableSchemaFieldTaggedWith", "urn:li:tag:pii", "editableSchemaFieldInfo")],
    ),
    (
        sdk.ChartInfoClass("t", "d", sdk.ChangeAuditStampsClass(), inputs=[TABLE]),
        [related("Consumes", TABLE, "inputs", "up")],
    ),
    (sdk.StatusClass(removed=True), []),
]


@pytest.mark.parametrize(("aspect", "expected"), ASPECTS, ids=lambda value: getattr(value, "ASPECT_NAME", ""))
def test_relationships_of_the_sdks_aspects(aspect: Any, expected: list[Related]) -> None:
    assert relationships(aspect.ASPECT_NAME, aspect.to_obj()) == expected


def test_relationships_of_key_aspects() -> None:
    assert relationships(key_aspect("dataJob"), key_value(JOB)) == [
        related("IsPartOf", "urn:li:dataFlow:(airflow,sales,prod)", "flow")
    ]
    assert relationships(key_aspect("dataset"), key_value(TABLE)) == []


def test_a_member_of_a_union_is_a_destination() -> None:
    assert relationships("chartInfo", {"inputs": [{"string": TABLE}]}) == [related("Consumes", TABLE, "inputs", "up")]


def test_values_that_are_no_urn_are_left_out() -> None:
    values: list[Any] = [
        "orders",
        "",
        None,
        3,
        [TABLE],
        {"urn": TABLE},
        "urn:li:dataset",
        "urn:li:dataset:(a,\ud800)",
        TABLE,
    ]
    assert relationships("dataProcessInstanceInput", {"inputs": values}) == [related("Consumes", TABLE, "inputs")]
    unusable: list[Any] = [None, TABLE, {"a": TABLE}, []]
    for inputs in unusable:
        assert relationships("dataProcessInstanceInput", {"inputs": inputs, "inputEdges": [TABLE, None, {}]}) == []
    edge = {"destinationUrn": TABLE, "created": "now", "lastModified": {"time": "x", "actor": "ann"}, "properties": []}
    assert relationships("dataProcessInstanceInput", {"inputEdges": [edge]}) == [
        related("DataProcessInstanceConsumes", TABLE, "inputEdges", "up")
    ]


def test_an_aspect_that_nobody_knows_has_none() -> None:
    assert relationships("somethingElse", {"inputs": [TABLE]}) == []


def test_the_runs_of_the_golden_files(corpus: Path) -> None:
    seen = 0
    for path in sorted(corpus.glob("datahub/golden/*.json")):
        for item in json.loads(path.read_text()):
            name = item.get("aspectName")
            if name not in ("dataProcessInstanceInput", "dataProcessInstanceOutput") or "json" not in item["aspect"]:
                continue
            value = item["aspect"]["json"]
            side = "inputs" if name.endswith("Input") else "outputs"
            edges = f"{side[:-1]}Edges"
            found = [(one.origin, one.destination_urn) for one in relationships(name, value)]
            expected = [(side, urn) for urn in value[side]]
            expected += [(edges, edge["destinationUrn"]) for edge in value.get(edges) or []]
            assert found == list(dict.fromkeys(expected))
            seen += len(found)
    assert seen > 20
