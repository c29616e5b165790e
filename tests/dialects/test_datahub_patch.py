"""Patches by the builders of DataHub's SDK, read back with its classes; and the rules of JSON Patch."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import datahub.metadata.schema_classes as sdk
import pytest
from datahub.emitter.mcp_patch_builder import MetadataPatchProposal
from datahub.emitter.serialization_helper import post_json_transform, pre_json_transform
from datahub.specific.api import ApiPatchBuilder
from datahub.specific.chart import ChartPatchBuilder
from datahub.specific.dashboard import DashboardPatchBuilder
from datahub.specific.datajob import DataJobPatchBuilder
from datahub.specific.dataproduct import DataProductPatchBuilder
from datahub.specific.dataset import DatasetPatchBuilder
from datahub.specific.form import FormPatchBuilder
from datahub.specific.status import StatusPatchBuilder
from datahub.specific.structured_property import StructuredPropertyPatchBuilder

from headwater.dialects.datahub.aspects import check_aspect
from headwater.dialects.datahub.patch import check_patch, patched
from headwater.dialects.problems import UnusableError

JOB = "urn:li:dataJob:(urn:li:dataFlow:(airflow,sales,prod),load)"
JOB_2 = "urn:li:dataJob:(urn:li:dataFlow:(airflow,sales,prod),clean)"
TABLE = "urn:li:dataset:(urn:li:dataPlatform:hive,sales/orders~1,PROD)"
TABLE_2 = "urn:li:dataset:(urn:li:dataPlatform:hive,lines,PROD)"
FIELD = f"urn:li:schemaField:({TABLE},a)"
FIELD_2 = f"urn:li:schemaField:({TABLE_2},b)"
FIELD_3 = f"urn:li:schemaField:({TABLE_2},c)"
CHART, CHART_2 = "urn:li:chart:(looker,a)", "urn:li:chart:(looker,b)"
DASHBOARD, DASHBOARD_2 = "urn:li:dashboard:(looker,a)", "urn:li:dashboard:(looker,b)"
ANN, BEN = "urn:li:corpuser:ann", "urn:li:corpuser:ben"
GROUP = "urn:li:corpGroup:ops"
PII, GOLD = "urn:li:tag:pii", "urn:li:tag:gold"
TERM, TERM_2 = "urn:li:glossaryTerm:a", "urn:li:glossaryTerm:b"
DOMAIN, DOMAIN_2 = "urn:li:domain:a", "urn:li:domain:b"
PROPERTY, PROPERTY_2 = "urn:li:structuredProperty:a", "urn:li:structuredProperty:b"
OWNERSHIP_TYPE = "urn:li:ownershipType:steward"
STAMP = sdk.AuditStampClass(time=5, actor=ANN)
CHANGES = sdk.ChangeAuditStampsClass(created=STAMP, lastModified=STAMP)
ROBOT = sdk.MetadataAttributionClass(time=9, actor=BEN, source="urn:li:dataHubAction:robot")


def edge(urn: str) -> sdk.EdgeClass:
    return sdk.EdgeClass(destinationUrn=urn, created=STAMP, properties={"source": "UI"})


def plain_edge(urn: str) -> sdk.EdgeClass:
    return sdk.EdgeClass(destinationUrn=urn)


def owner(urn: str, type_: str, type_urn: str | None = None) -> sdk.OwnerClass:
    return sdk.OwnerClass(owner=urn, type=type_, typeUrn=type_urn)


def tag(urn: str, attribution: sdk.MetadataAttributionClass | None = None) -> sdk.TagAssociationClass:
    return sdk.TagAssociationClass(tag=urn, attribution=attribution)


def term(urn: str, attribution: sdk.MetadataAttributionClass | None = None) -> sdk.GlossaryTermAssociationClass:
    return sdk.GlossaryTermAssociationClass(urn=urn, attribution=attribution)


def domain(urn: str, attribution: sdk.MetadataAttributionClass | None = None) -> sdk.DomainAssociationClass:
    return sdk.DomainAssociationClass(domain=urn, attribution=attribution)


def lineage(
    upstreams: list[str], score: float = 1.0, query: str | None = None, operation: str = "NONE"
) -> sdk.FineGrainedLineageClass:
    return sdk.FineGrainedLineageClass(
        upstreamType="FIELD_SET",
        upstreams=upstreams,
        downstreamType="FIELD",
        downstreams=[FIELD],
        transformOperation=operation,
        confidenceScore=score,
        query=query,
    )


def documentation(
    text: str, attribution: sdk.MetadataAttributionClass | None = None
) -> sdk.DocumentationAssociationClass:
    return sdk.DocumentationAssociationClass(documentation=text, attribution=attribution)


def upstream(urn: str, kind: str = "COPY") -> sdk.UpstreamClass:
    return sdk.UpstreamClass(dataset=urn, type=kind, auditStamp=STAMP)


def assignment(urn: str, *values: str | float) -> sdk.StructuredPropertyValueAssignmentClass:
    return sdk.StructuredPropertyValueAssignmentClass(propertyUrn=urn, values=list(values))


def prompt(name: str) -> sdk.FormPromptClass:
    return sdk.FormPromptClass(id=name, title=name, type="FIELDS_STRUCTURED_PROPERTY")


def link(url: str) -> sdk.InstitutionalMemoryMetadataClass:
    return sdk.InstitutionalMemoryMetadataClass(url=url, description="d", createStamp=STAMP)


def applied(builder: MetadataPatchProposal, start: list[Any]) -> dict[str, Any]:
    """Return the aspects after all patches of a builder, starting with some aspects of the SDK."""
    state: dict[str, Any] = {aspect.ASPECT_NAME: pre_json_transform(aspect.to_obj()) for aspect in start}
    for proposal in builder.build():
        assert proposal.aspect is not None
        name = str(proposal.aspectName)
        state[name] = patched(name, state.get(name), json.loads(proposal.aspect.value))
    return state


SYSTEM = sdk.AuditStampClass(time=0, actor="urn:li:corpuser:__datahub_system")
SYSTEM_CHANGES = sdk.ChangeAuditStampsClass(created=SYSTEM, lastModified=SYSTEM)
Step = tuple[str, tuple[Any, ...]]
CASES: list[tuple[type[Any], str, list[Any], list[Step], list[Any]]] = [
    # Methods of all builders.
    (
        DatasetPatchBuilder,
        TABLE,
        [],
        [
            ("add_owner", (owner(ANN, "DATAOWNER"),)),
            ("add_owner", (owner(ANN, "CUSTOM", OWNERSHIP_TYPE),)),
            ("add_owner", (owner(BEN, "DATAOWNER"),)),
            ("add_owner", (owner(BEN, "DATAOWNER"),)),
        ],
        [
            sdk.OwnershipClass(
                owners=[owner(ANN, "DATAOWNER"), owner(ANN, "CUSTOM", OWNERSHIP_TYPE), owner(BEN, "DATAOWNER")],
                lastModified=SYSTEM,
            )
        ],
    ),
    (
        DataJobPatchBuilder,
        JOB,
        [
            sdk.OwnershipClass(
                owners=[owner(ANN, "DATAOWNER"), owner(BEN, "DEVELOPER"), owner(ANN, "PRODUCER")], lastModified=STAMP
            )
        ],
        [("remove_owner", (ANN, "PRODUCER")), ("remove_owner", (BEN,)), ("remove_owner", (GROUP,))],
        [sdk.OwnershipClass(owners=[owner(ANN, "DATAOWNER")], lastModified=STAMP)],
    ),
    (
        DataJobPatchBuilder,
        JOB,
        [sdk.OwnershipClass(owners=[owner(ANN, "DATAOWNER")], lastModified=STAMP)],
        [("set_owners", ([owner(BEN, "DEVELOPER")],))],
        [sdk.OwnershipClass(owners=[owner(BEN, "DEVELOPER")], lastModified=STAMP)],
    ),
    (
        DatasetPatchBuilder,
        TABLE,
        [sdk.GlobalTagsClass(tags=[tag(PII)])],
        [
            ("add_tag", (tag(GOLD),)),
            ("add_tag", (tag(PII, ROBOT),)),
            ("add_term", (term(TERM),)),
            ("add_domain", (domain(DOMAIN),)),
        ],
        [
            sdk.GlobalTagsClass(tags=[tag(PII), tag(GOLD), tag(PII, ROBOT)]),
            sdk.GlossaryTermsClass(terms=[term(TERM)], auditStamp=SYSTEM),
            sdk.DomainsClass(domains=[], domainAssociations=[domain(DOMAIN)]),
        ],
    ),
    (
        DataJobPatchBuilder,
        JOB,
        [
            sdk.GlobalTagsClass(tags=[tag(PII), tag(PII, ROBOT), tag(GOLD), tag(GOLD, ROBOT)]),
            sdk.GlossaryTermsClass(terms=[term(TERM), term(TERM_2, ROBOT), term(TERM_2)], auditStamp=STAMP),
            sdk.DomainsClass(domains=[], domainAssociations=[domain(DOMAIN, ROBOT), domain(DOMAIN_2)]),
        ],
        [
            ("remove_tag", (PII,)),
            ("remove_tag", (GOLD, ROBOT.source)),
            ("remove_term", (TERM,)),
            ("remove_term", (TERM_2, ROBOT.source)),
            ("remove_domain", (DOMAIN,)),
        ],
        [
            sdk.GlobalTagsClass(tags=[tag(GOLD)]),
            sdk.GlossaryTermsClass(terms=[term(TERM_2)], auditStamp=STAMP),
            sdk.DomainsClass(domains=[], domainAssociations=[domain(DOMAIN_2)]),
        ],
    ),
    (
        DatasetPatchBuilder,
        TABLE,
        [sdk.DatasetPropertiesClass(customProperties={"kept": "1", "gone": "2"})],
        [
            ("add_custom_property", ("a/b", "~1")),
            ("add_custom_properties", ({"c": "3"},)),
            ("remove_custom_property", ("gone",)),
            ("remove_custom_property", ("never there",)),
        ],
        [sdk.DatasetPropertiesClass(customProperties={"kept": "1", "a/b": "~1", "c": "3"})],
    ),
    (
        DataJobPatchBuilder,
        JOB,
        [sdk.DataJobInfoClass(name="load", type="COMMAND", customProperties={"gone": "2"})],
        [("set_custom_properties", ({"c": "3"},))],
        [sdk.DataJobInfoClass(name="load", type="COMMAND", customProperties={"c": "3"})],
    ),
    (
        DatasetPatchBuilder,
        TABLE,
        [sdk.StructuredPropertiesClass(properties=[assignment(PROPERTY, "old"), assignment(PROPERTY_2, "gone")])],
        [
            ("set_structured_property", (PROPERTY, ["new", 2.5])),
            ("add_structured_property", ("urn:li:structuredProperty:c", 1.0)),
            ("remove_structured_property", (PROPERTY_2,)),
            ("set_structured_property_manual", (assignment("urn:li:structuredProperty:d", "x"),)),
            ("add_structured_property_manual", (assignment("urn:li:structuredProperty:d", "y"),)),
        ],
        [
            sdk.StructuredPropertiesClass(
                properties=[
                    assignment(PROPERTY, "new", 2.5),
                    assignment("urn:li:structuredProperty:c", 1.0),
                    assignment("urn:li:structuredProperty:d", "y"),
                ]
            )
        ],
    ),
    # Datasets.
    (
        DatasetPatchBuilder,
        TABLE,
        [sdk.UpstreamLineageClass(upstreams=[upstream(TABLE_2), upstream(JOB)])],
        [
            ("add_upstream_lineage", (upstream(TABLE),)),
            ("add_upstream_lineage", (upstream(TABLE_2, "VIEW"),)),
            ("remove_upstream_lineage", (JOB,)),
        ],
        [sdk.UpstreamLineageClass(upstreams=[upstream(TABLE_2, "VIEW"), upstream(TABLE)])],
    ),
    (
        DatasetPatchBuilder,
        TABLE,
        [sdk.UpstreamLineageClass(upstreams=[upstream(TABLE_2)])],
        [("set_upstream_lineages", ([upstream(TABLE)],))],
        [sdk.UpstreamLineageClass(upstreams=[upstream(TABLE)])],
    ),
    (
        DatasetPatchBuilder,
        TABLE,
        [sdk.UpstreamLineageClass(upstreams=[], fineGrainedLineages=[lineage([FIELD_2, FIELD_3], 0.9)])],
        [
            ("add_fine_grained_lineage", (lineage([FIELD_2], 0.5),)),
            ("add_fine_grained_lineage", (lineage([FIELD_2], 0.7, "urn:li:query:q", "SUM"),)),
            ("remove_fine_grained_lineage", (lineage([FIELD_3]),)),
            ("remove_fine_grained_lineage", (lineage([FIELD_3], 1.0, None, "AVG"),)),
        ],
        [
            sdk.UpstreamLineageClass(
                upstreams=[],
                fineGrainedLineages=[lineage([FIELD_2], 0.5), lineage([FIELD_2], 0.7, "urn:li:query:q", "SUM")],
            )
        ],
    ),
    (
        DatasetPatchBuilder,
        TABLE,
        [sdk.UpstreamLineageClass(upstreams=[], fineGrainedLineages=[lineage([FIELD_2])])],
        [("set_fine_grained_lineages", ([lineage([FIELD_3])],))],
        [sdk.UpstreamLineageClass(upstreams=[], fineGrainedLineages=[lineage([FIELD_3])])],
    ),
    (
        DatasetPatchBuilder,
        TABLE,
        [sdk.SiblingsClass(siblings=[TABLE_2, JOB], primary=False)],
        [("add_sibling", (TABLE, True)), ("remove_sibling", (JOB,))],
        [sdk.SiblingsClass(siblings=[TABLE_2, TABLE], primary=True)],
    ),
    (
        DatasetPatchBuilder,
        TABLE,
        [],
        [("set_siblings", ([TABLE_2],))],
        [sdk.SiblingsClass(siblings=[TABLE_2], primary=False)],
    ),
    (
        DatasetPatchBuilder,
        TABLE,
        [sdk.DocumentationClass(documentations=[documentation("old"), documentation("robot's", ROBOT)])],
        [("add_documentation", (documentation("new"),)), ("remove_documentation", (ROBOT.source,))],
        [sdk.DocumentationClass(documentations=[documentation("new")])],
    ),
    (
        DatasetPatchBuilder,
        TABLE,
        [sdk.DocumentationClass(documentations=[documentation("old"), documentation("robot's", ROBOT)])],
        [("remove_documentation", ())],
        [sdk.DocumentationClass(documentations=[])],
    ),
    (
        DatasetPatchBuilder,
        TABLE,
        [],
        [
            ("set_description", ("d",)),
            ("set_display_name", ("n",)),
            ("set_qualified_name", ("q",)),
            ("set_created", (sdk.TimeStampClass(1),)),
            ("set_last_modified", (sdk.TimeStampClass(2),)),
            ("set_external_url", ("u",)),
        ],
        [
            sdk.DatasetPropertiesClass(
                description="d",
                name="n",
                qualifiedName="q",
                created=sdk.TimeStampClass(1),
                lastModified=sdk.TimeStampClass(2),
                externalUrl="u",
            )
        ],
    ),
    # Jobs.
    (
        DataJobPatchBuilder,
        JOB,
        [sdk.DataJobInputOutputClass(inputDatasets=[TABLE], outputDatasets=[], inputDatajobEdges=[plain_edge(JOB)])],
        [
            ("add_input_datajob", (JOB_2,)),
            ("remove_input_datajob", (JOB,)),
            ("add_input_dataset", (edge(TABLE),)),
            ("add_input_dataset", (TABLE_2,)),
            ("remove_input_dataset", (TABLE_2,)),
            ("add_output_dataset", (TABLE_2,)),
            ("add_output_dataset", (TABLE,)),
            ("remove_output_dataset", (TABLE,)),
            ("add_input_dataset_field", (FIELD,)),
            ("add_input_dataset_field", (FIELD_2,)),
            ("remove_input_dataset_field", (FIELD_2,)),
            ("add_output_dataset_field", (FIELD_3,)),
            ("remove_output_dataset_field", (FIELD,)),
            ("add_fine_grained_lineage", (lineage([FIELD_2], 0.5),)),
            ("remove_fine_grained_lineage", (lineage([FIELD_3], 0.5),)),
        ],
        [
            sdk.DataJobInputOutputClass(
                inputDatasets=[TABLE],
                outputDatasets=[],
                inputDatajobEdges=[plain_edge(JOB_2)],
                inputDatasetEdges=[edge(TABLE)],
                outputDatasetEdges=[plain_edge(TABLE_2)],
                inputDatasetFields=[FIELD],
                outputDatasetFields=[FIELD_3],
                fineGrainedLineages=[lineage([FIELD_2], 0.5)],
            )
        ],
    ),
    (
        DataJobPatchBuilder,
        JOB,
        [],
        [
            ("set_input_datajobs", ([edge(JOB_2)],)),
            ("set_input_datasets", ([edge(TABLE)],)),
            ("set_output_datasets", ([edge(TABLE_2)],)),
            ("set_fine_grained_lineages", ([lineage([FIELD_2])],)),
        ],
        [
            sdk.DataJobInputOutputClass(
                inputDatasets=[],
                outputDatasets=[],
                inputDatajobEdges=[edge(JOB_2)],
                inputDatasetEdges=[edge(TABLE)],
                outputDatasetEdges=[edge(TABLE_2)],
                fineGrainedLineages=[lineage([FIELD_2])],
            )
        ],
    ),
    # Other entities.
    (
        ApiPatchBuilder,
        "urn:li:api:a",
        [sdk.ApiSignatureClass(inputDatasetEdges=[plain_edge(TABLE)], outputDatasetEdges=[plain_edge(TABLE)])],
        [
            ("add_input_dataset", (TABLE_2,)),
            ("add_output_dataset", (edge(TABLE_2),)),
            ("remove_input_dataset", (TABLE,)),
            ("remove_output_dataset", (TABLE,)),
        ],
        [sdk.ApiSignatureClass(inputDatasetEdges=[plain_edge(TABLE_2)], outputDatasetEdges=[edge(TABLE_2)])],
    ),
    (
        ChartPatchBuilder,
        CHART,
        [],
        [
            ("set_title", ("t",)),
            ("set_description", ("d",)),
            ("set_last_refreshed", (3,)),
            ("set_last_modified", (CHANGES,)),
            ("set_external_url", ("u",)),
            ("set_chart_url", ("c",)),
            ("set_type", ("BAR",)),
            ("set_access", ("PUBLIC",)),
            ("add_inputs", ([TABLE],)),
            ("add_input_edge", (plain_edge(TABLE),)),
            ("add_input_edge", (plain_edge(TABLE_2),)),
            ("remove_input_edge", (TABLE,)),
        ],
        [
            sdk.ChartInfoClass(
                title="t",
                description="d",
                lastModified=CHANGES,
                lastRefreshed=3,
                externalUrl="u",
                chartUrl="c",
                type="BAR",
                access="PUBLIC",
                inputs=[TABLE],
                inputEdges=[plain_edge(TABLE_2)],
            )
        ],
    ),
    (
        ChartPatchBuilder,
        CHART,
        [],
        [("set_input_edges", ([edge(TABLE)],))],
        [sdk.ChartInfoClass(title="", description="", lastModified=SYSTEM_CHANGES, inputEdges=[edge(TABLE)])],
    ),
    (
        DashboardPatchBuilder,
        DASHBOARD,
        [],
        [
            ("set_title", ("t",)),
            ("set_description", ("d",)),
            ("set_last_refreshed", (3,)),
            ("set_last_modified", (CHANGES,)),
            ("set_external_url", ("u",)),
            ("set_dashboard_url", ("c",)),
            ("set_access", ("PUBLIC",)),
            ("add_charts", ([CHART],)),
            ("add_datasets", ([TABLE],)),
            ("add_chart_edge", (plain_edge(CHART),)),
            ("add_chart_edge", (plain_edge(CHART_2),)),
            ("remove_chart_edge", (CHART,)),
            ("add_dataset_edge", (plain_edge(TABLE),)),
            ("add_dataset_edge", (plain_edge(TABLE_2),)),
            ("remove_dataset_edge", (TABLE,)),
            ("add_dashboard", (plain_edge(DASHBOARD_2),)),
        ],
        [
            sdk.DashboardInfoClass(
                title="t",
                description="d",
                lastModified=CHANGES,
                lastRefreshed=3,
                externalUrl="u",
                dashboardUrl="c",
                access="PUBLIC",
                charts=[CHART],
                datasets=[TABLE],
                chartEdges=[plain_edge(CHART_2)],
                datasetEdges=[plain_edge(TABLE_2)],
                dashboards=[plain_edge(DASHBOARD_2)],
            )
        ],
    ),
    (
        DashboardPatchBuilder,
        DASHBOARD,
        [],
        [("set_chart_edges", ([edge(CHART)],)), ("set_dataset_edges", ([edge(TABLE)],))],
        [
            sdk.DashboardInfoClass(
                title="",
                description="",
                lastModified=SYSTEM_CHANGES,
                chartEdges=[edge(CHART)],
                datasetEdges=[edge(TABLE)],
            )
        ],
    ),
    (
        DataProductPatchBuilder,
        "urn:li:dataProduct:a",
        [
            sdk.DataProductPropertiesClass(assets=[sdk.DataProductAssociationClass(destinationUrn=JOB)]),
            sdk.InstitutionalMemoryClass(elements=[link("http://a")]),
        ],
        [
            ("set_name", ("n",)),
            ("set_description", ("d",)),
            ("set_external_url", ("u",)),
            ("set_parent_data_product", ("urn:li:dataProduct:p",)),
            ("add_asset", (TABLE,)),
            ("remove_asset", (JOB,)),
            ("add_institutional_memory", (link("http://a"),)),
            ("add_institutional_memory", (link("http://b"),)),
        ],
        [
            sdk.DataProductPropertiesClass(
                name="n",
                description="d",
                externalUrl="u",
                parentDataProduct="urn:li:dataProduct:p",
                assets=[sdk.DataProductAssociationClass(destinationUrn=TABLE)],
            ),
            sdk.InstitutionalMemoryClass(elements=[link("http://a"), link("http://b")]),
        ],
    ),
    (
        DataProductPatchBuilder,
        "urn:li:dataProduct:a",
        [],
        [("set_assets", ([sdk.DataProductAssociationClass(destinationUrn=JOB)],))],
        [sdk.DataProductPropertiesClass(assets=[sdk.DataProductAssociationClass(destinationUrn=JOB)])],
    ),
    (
        FormPatchBuilder,
        "urn:li:form:a",
        [],
        [
            ("set_name", ("n",)),
            ("set_description", ("d",)),
            ("set_type", ("VERIFICATION",)),
            ("add_prompt", (prompt("a"),)),
            ("add_prompts", ([prompt("b"), prompt("c"), prompt("d")],)),
            ("remove_prompt", ("a",)),
            ("remove_prompts", (["c"],)),
            ("set_ownership_form", (False,)),
            ("add_assigned_user", (ANN,)),
            ("add_assigned_user", (BEN,)),
            ("remove_assigned_user", (ANN,)),
            ("add_assigned_group", (GROUP,)),
            ("remove_assigned_group", ("urn:li:corpGroup:other",)),
            ("add_assigned_ownership_type", (OWNERSHIP_TYPE,)),
            ("remove_assigned_ownership_type", ("urn:li:ownershipType:other",)),
        ],
        [
            sdk.FormInfoClass(
                name="n",
                description="d",
                type="VERIFICATION",
                prompts=[prompt("b"), prompt("d")],
                actors=sdk.FormActorAssignmentClass(
                    owners=False, users=[BEN], groups=[GROUP], ownershipTypes=[OWNERSHIP_TYPE]
                ),
            )
        ],
    ),
    (StatusPatchBuilder, TABLE, [], [("set_removed", (True,))], [sdk.StatusClass(removed=True)]),
    (
        StructuredPropertyPatchBuilder,
        PROPERTY,
        [],
        [
            ("set_qualified_name", ("q",)),
            ("set_display_name", ("n",)),
            ("set_value_type", ("urn:li:dataType:datahub.number",)),
            ("set_type_qualifier", ({"allowedTypes": [TABLE]},)),
            ("add_allowed_value", (sdk.PropertyValueClass(value="x"),)),
            ("add_allowed_value", (sdk.PropertyValueClass(value=2.0),)),
            ("add_allowed_value", (sdk.PropertyValueClass(value="x", description="again"),)),
            ("set_cardinality", ("MULTIPLE",)),
            ("add_entity_type", ("urn:li:entityType:datahub.dataset",)),
            ("set_description", ("d",)),
            ("set_immutable", (True,)),
            ("set_version", ("20240101000000",)),
        ],
        [
            sdk.StructuredPropertyDefinitionClass(
                qualifiedName="q",
                displayName="n",
                valueType="urn:li:dataType:datahub.number",
                typeQualifier={"allowedTypes": [TABLE]},
                allowedValues=[
                    sdk.PropertyValueClass(value="x", description="again"),
                    sdk.PropertyValueClass(value=2.0),
                ],
                cardinality="MULTIPLE",
                entityTypes=["urn:li:entityType:datahub.dataset"],
                description="d",
                immutable=True,
                version="20240101000000",
            )
        ],
    ),
]


@pytest.mark.parametrize(("make", "urn", "start", "steps", "expected"), CASES)
def test_patches_of_the_sdk_s_builders(
    make: type[Any], urn: str, start: list[Any], steps: list[Step], expected: list[Any]
) -> None:
    builder = make(urn)
    for name, arguments in steps:
        getattr(builder, name)(*arguments)
    state = applied(builder, start)
    assert set(state) == {aspect.ASPECT_NAME for aspect in expected}
    for aspect in expected:
        value = state[aspect.ASPECT_NAME]
        check_aspect(aspect.ASPECT_NAME, value)
        read = type(aspect).from_obj(post_json_transform(value))
        # A patch leaves the arrays on its path, even empty ones.
        assert without_empty(read.to_obj()) == without_empty(aspect.to_obj())
        assert read.validate()


def without_empty(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_empty(item) for name, item in value.items() if item != []}
    return [without_empty(item) for item in value] if isinstance(value, list) else value


def builders(parent: type[Any]) -> Iterator[type[Any]]:
    for child in parent.__subclasses__():
        yield child
        yield from builders(child)


def test_no_method_of_a_builder_is_left_out() -> None:
    used = {(make, name) for make, *_, steps, _ in CASES for name, _ in steps}
    tested = {name for _, name in used}
    same = {
        "add_fine_grained_upstream_lineage",  # deprecated names
        "remove_fine_grained_upstream_lineage",
        "set_fine_grained_upstream_lineages",
        "set_input_dataset_fields",  # below
        "set_output_dataset_fields",
    }
    specific = {make for make in builders(MetadataPatchProposal) if make.__name__.endswith("PatchBuilder")}
    assert len(specific) == 9
    for make in specific:
        for name in dir(make):
            if name.startswith(("add_", "set_", "remove_")) and name not in same:
                assert name in tested, f"{make.__name__}.{name}"
                is_own = name in vars(make)
                assert not is_own or (make, name) in used, f"{make.__name__}.{name}"


def test_edges_where_texts_belong_are_refused_as_datahub_does() -> None:
    builder = DataJobPatchBuilder(JOB).set_input_dataset_fields([plain_edge(FIELD)])
    with pytest.raises(UnusableError, match=r"dataJobInputOutput\.inputDatasetFields\.0: expected"):
        check_aspect("dataJobInputOutput", applied(builder, [])["dataJobInputOutput"])


def test_tags_and_terms_of_fields() -> None:
    fields = [
        sdk.EditableSchemaFieldInfoClass(fieldPath="b", globalTags=sdk.GlobalTagsClass(tags=[tag(PII), tag(GOLD)]))
    ]
    start = [sdk.EditableSchemaMetadataClass(editableSchemaFieldInfo=fields, created=STAMP, lastModified=STAMP)]
    builder = DatasetPatchBuilder(TABLE)
    builder.for_field("a.b/c").add_tag(tag(PII)).add_term(term(TERM)).add_term(term(TERM_2)).remove_term(TERM)
    builder.for_field("b").remove_tag(PII).remove_tag("urn:li:tag:never there").add_tag(tag(GOLD))
    state = applied(builder, start)
    assert state["editableSchemaMetadata"]["editableSchemaFieldInfo"] == [
        {"fieldPath": "b", "globalTags": {"tags": [{"tag": GOLD}]}},
        {
            "fieldPath": "a.b/c",
            "globalTags": {"tags": [{"tag": PII}]},
            "glossaryTerms": {
                "terms": [{"urn": TERM_2}],
                "auditStamp": {"time": 0, "actor": "urn:li:corpuser:__datahub_system"},
            },
        },
    ]
    read = sdk.EditableSchemaMetadataClass.from_obj(post_json_transform(state["editableSchemaMetadata"]))
    kept = read.editableSchemaFieldInfo[1].glossaryTerms
    assert kept is not None
    assert kept.terms == [term(TERM_2)]


def test_patches_in_the_golden_files(corpus: Path) -> None:
    seen = 0
    for path in sorted(corpus.glob("datahub/golden/*.json")):
        for item in json.loads(path.read_text()):
            if item.get("changeType") != "PATCH":
                continue
            value = patched(item["aspectName"], None, item["aspect"]["json"])
            check_aspect(item["aspectName"], value)
            paths = [operation["path"] for operation in item["aspect"]["json"]]
            upstreams = [path for path in paths if path.startswith("/upstreams/")]
            assert len(value["upstreams"]) == len(upstreams)
            named = [one for lineage in value["fineGrainedLineages"] for one in lineage["upstreams"]]
            assert len(named) == len(paths) - len(upstreams)
            assert patched(item["aspectName"], value, item["aspect"]["json"]) == value  # a second time changes nothing
            seen += 1
    assert seen == 4


def op(name: str, path: Any, **more: Any) -> dict[str, Any]:
    return {"op": name, "path": path, **more}


def test_older_sdks_name_owners_by_owner_and_type() -> None:
    one = {"owner": ANN, "type": "DATAOWNER", "source": {"type": "MANUAL"}}
    value = patched("ownership", None, [op("add", f"/owners/{ANN}/DATAOWNER", value=one)])
    assert value["owners"] == [one]
    assert patched("ownership", value, [op("remove", f"/owners/{ANN}/DATAOWNER")])["owners"] == []


def test_an_item_that_is_named_only_in_the_path_says_its_keys() -> None:
    value = patched("dataProcessInstanceInput", None, [op("add", f"/inputEdges/{JOB}", value={})])
    assert value == {"inputs": [], "inputEdges": [{"destinationUrn": JOB}]}
    value = patched("dataProcessInstanceInput", value, [op("add", f"/inputEdges/{JOB}/properties/source", value="UI")])
    assert value["inputEdges"] == [{"destinationUrn": JOB, "properties": {"source": "UI"}}]


def test_a_map_puts_several_items() -> None:
    value = patched("globalTags", None, [op("add", "/tags", value={PII: {"tag": PII}, GOLD: {}})])
    assert value == {"tags": [{"tag": PII}, {"tag": GOLD}]}


def test_the_other_operations() -> None:
    current = {"name": "load", "customProperties": {"a": "1"}, "list": ["x", "y"]}
    value = patched(
        "dataJobInfo",
        current,
        [
            op("test", "/customProperties/a", value="1"),
            op("replace", "/name", value="clean"),
            op("add", "/list/1", value="between"),
            op("add", "/list/-", value="last"),
            op("remove", "/list/0"),
            op("replace", "/list/0", value="first"),
            op("remove", "/list/7"),
            op("remove", "/nothing/here"),
        ],
    )
    assert value == {"name": "clean", "customProperties": {"a": "1"}, "list": ["first", "y", "last"]}
    assert current == {"name": "load", "customProperties": {"a": "1"}, "list": ["x", "y"]}
    tests = [op("test", "/tags", value=[{"tag": PII}]), op("test", f"/tags/{PII}", value={"tag": PII})]
    assert patched("globalTags", {"tags": [{"tag": PII}]}, tests) == {"tags": [{"tag": PII}]}


def test_arrays_of_other_aspects_are_named_by_the_patch_or_by_place() -> None:
    current = {"items": [{"id": "a", "n": 1}, {"id": "b", "n": 2}]}
    patch = {
        "patch": [op("add", "/items/b/n", value=3), op("remove", "/items/a")],
        "arrayPrimaryKeys": {"items": ["id"]},
    }
    assert patched("somethingElse", current, patch) == {"items": [{"id": "b", "n": 3}]}
    assert patched("somethingElse", current, [op("remove", "/items/0")]) == {"items": [{"id": "b", "n": 2}]}
    forced = {"patch": [op("remove", "/tags/0")], "forceGenericPatch": True}
    assert patched("globalTags", {"tags": [{"tag": PII}, {"tag": GOLD}]}, forced) == {"tags": [{"tag": GOLD}]}
    assert patched("globalTags", {"tags": [{"tag": PII}]}, {"patch": [op("remove", f"/tags/{PII}")]}) == {"tags": []}


def test_one_upstream_of_a_lineage_changes_alone() -> None:
    path = f"/fineGrainedLineages/NONE/{FIELD_3}/NONE"
    both = {
        "upstreamType": "FIELD_SET",
        "downstreamType": "FIELD",
        "upstreams": [FIELD, FIELD_2],
        "downstreams": [FIELD_3],
    }
    current = {"upstreams": [], "fineGrainedLineages": [both | {"confidenceScore": 0.9}]}
    quoted = FIELD_2.replace("~", "~0").replace("/", "~1")
    value = patched(
        "upstreamLineage",
        current,
        [op("add", f"{path}/{quoted}/confidenceScore", value=0.2), op("remove", f"{path}/{quoted}")],
    )
    assert value["fineGrainedLineages"] == [
        both | {"upstreams": [FIELD], "confidenceScore": 0.9, "transformOperation": "NONE"}
    ]


def test_lineages_that_no_path_can_name_stay() -> None:
    wide = {
        "upstreamType": "FIELD_SET",
        "downstreamType": "FIELD_SET",
        "upstreams": [FIELD],
        "downstreams": [FIELD_2, FIELD_3],
    }
    value = patched(
        "upstreamLineage",
        {"upstreams": [], "fineGrainedLineages": [wide]},
        [op("add", f"/fineGrainedLineages/NONE/{FIELD_3}/NONE/{FIELD_2}", value={"upstreamType": "DATASET"})],
    )
    assert value["fineGrainedLineages"][1] == wide
    assert value["fineGrainedLineages"][0]["upstreamType"] == "DATASET"
    assert value["fineGrainedLineages"][0]["confidenceScore"] == 1.0


MALFORMED: list[tuple[Any, str]] = [
    ([op("copy", "/a", **{"from": "/b"})], "patch[0]: op: expected add, remove, replace or test, got 'copy'"),
    ("add", "patch: expected an array of operations"),
    ({"arrayPrimaryKeys": {}}, "patch: expected an array of operations"),
    ({"patch": [], "arrayPrimaryKeys": {"tags": "tag"}}, "arrayPrimaryKeys: expected the names of keys by array"),
    (["add"], "patch[0]: expected an object with op and path"),
    (
        [op("add", "/a", value=1), op("merge", "/a")],
        "patch[1]: op: expected add, remove, replace or test, got 'merge'",
    ),
    ([op("add", "tags", value=1)], "patch[0]: path: expected a path such as /tags/urn:li:tag:pii"),
    ([op("add", None, value=1)], "patch[0]: path: expected a path"),
    ([op("add", "", value={})], "patch[0]: path: expected a path"),
    ([op("add", "/a")], "patch[0]: value: expected one"),
    ([op("add", "/a" * 300, value=1)], "path: expected at most 254 levels"),
]
INAPPLICABLE: list[tuple[Any, str]] = [
    ([op("replace", "/a", value=1)], "patch[0]: replace /a: there is nothing at this path"),
    ([op("replace", f"/tags/{PII}", value={})], "there is nothing at this path"),
    ([op("test", "/tags", value=[1])], "patch[0]: test /tags: the value at this path is another one"),
    ([op("add", "/a", value="x"), op("add", "/a/b", value=1)], "patch[1]: add /a/b: there is nothing below 'a'"),
    ([op("add", "/a", value=[]), op("add", "/a/x", value=1)], "expected the place of an item in the array, got 'x'"),
    ([op("add", "/a", value=[]), op("add", "/a/1", value=1)], "expected at most 0 as the place of an item, got 1"),
    ([op("add", "/a", value=[]), op("add", "/a/²", value=1)], "expected the place of an item in the array"),
    ([op("add", f"/tags/{PII}", value="pii")], "expected an object for each item, got 'pii'"),
    ([op("add", "/tags", value=["pii"])], "expected an object for each item, got 'pii'"),
]


@pytest.mark.parametrize(("patch", "message"), MALFORMED + INAPPLICABLE)
def test_bad_patches_name_the_operation(patch: Any, message: str) -> None:
    with pytest.raises(UnusableError) as caught:
        patched("globalTags", None, patch)
    assert caught.value.code == "patch.invalid"
    assert message in caught.value.message


@pytest.mark.parametrize(("patch", "message"), MALFORMED)
def test_an_impossible_patch_is_found_without_an_aspect(patch: Any, message: str) -> None:
    with pytest.raises(UnusableError) as caught:
        check_patch("globalTags", patch)
    assert caught.value.code == "patch.invalid"
    assert message in caught.value.message


def test_a_possible_patch_is_not_refused_without_an_aspect() -> None:
    check_patch("globalTags", [])
    for patch, _ in INAPPLICABLE:
        check_patch("globalTags", patch)


@pytest.mark.parametrize("value", [None, "much", ["x"]])
def test_lineage_values_that_are_none(value: Any) -> None:
    def patch_and_check() -> None:
        path = f"/fineGrainedLineages/NONE/{FIELD_3}/NONE/{FIELD_2}"
        check_aspect("upstreamLineage", patched("upstreamLineage", None, [op("add", path, value=value)]))

    with pytest.raises(UnusableError, match="expected an object"):
        patch_and_check()


def test_patches_cannot_make_what_is_too_deep() -> None:
    deep: Any = {}
    for _ in range(250):
        deep = {"a": deep}
    patch = [op("add", "/a" * 200, value=deep), op("add", "/a" * 10 + "/b", value=deep)]
    with pytest.raises(UnusableError, match="at most 254 levels after the patch"):
        patched("somethingElse", None, patch)


def test_large_patches_take_a_time_in_line_with_their_size() -> None:
    tags = [f"urn:li:tag:{number}" for number in range(30_000)]
    added = patched("globalTags", None, [op("add", f"/tags/{tag}", value={"tag": tag}) for tag in tags])
    assert [item["tag"] for item in added["tags"]] == tags
    patch = {
        "patch": [op("remove", f"/tags/{tag}") for tag in tags],
        "arrayPrimaryKeys": {"tags": ["tag", "attribution␟source"]},
    }
    assert patched("globalTags", added, patch) == {"tags": []}
