"""Owners, tags, documents and deprecations of entities, as DataHub's aspects say them, under DataHub's names."""

import asyncio
from typing import Any

import pytest

from graphql_api import Api
from proposals import accept_items, item

FLOW = "urn:li:dataFlow:(airflow,flow,prod)"
JOB = f"urn:li:dataJob:({FLOW},job)"
NEW_JOB = f"urn:li:dataJob:({FLOW},new)"
RUN = "urn:li:dataProcessInstance:one"
TABLE = "urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)"
MODEL = "urn:li:mlModel:(urn:li:dataPlatform:mlflow,m,PROD)"
GROUP = "urn:li:mlModelGroup:(urn:li:dataPlatform:mlflow,g,PROD)"
SHELF = "urn:li:container:shelf"
ANN, BOB, TEAM = "urn:li:corpuser:ann", "urn:li:corpuser:bob", "urn:li:corpGroup:team"
TAG, WAY = "urn:li:tag:secret", "urn:li:ownershipType:on_call"
STAMP, LATER = {"time": 1_700_000_000_000, "actor": ANN}, {"time": 1_700_000_009_000, "actor": BOB}
ATTRIBUTION = {"time": 5, "actor": "urn:li:dataHubAction:spread", "source": JOB, "sourceDetail": {"b": "2", "a": "1"}}

FACTS = [
    item(FLOW, "dataFlowInfo", {"name": "Flow", "project": "shop", "customProperties": {}}),
    item(JOB, "dataJobInfo", {"name": "Job", "type": "COMMAND", "description": "it", "customProperties": {"a": "b"}}),
    item(NEW_JOB, "dataJobInfo", {"name": "New", "type": "COMMAND", "customProperties": {}}),
    item(JOB, "ownership", {"lastModified": STAMP, "owners": [
        {"owner": ANN, "type": "TECHNICAL_OWNER", "source": {"type": "MANUAL", "url": "https://who"}},
        {"owner": TEAM, "type": "CUSTOM", "typeUrn": WAY, "attribution": ATTRIBUTION},
    ]}),
    item(JOB, "globalTags", {"tags": [{"tag": TAG, "context": "by hand", "attribution": {"time": 6, "actor": ANN}}]}),
    item(JOB, "deprecation", {
        "deprecated": True, "note": "old", "actor": ANN, "decommissionTime": 7, "replacement": NEW_JOB}),
    item(JOB, "institutionalMemory", {"elements": [
        {"url": "https://one", "description": "One", "createStamp": STAMP, "updateStamp": LATER,
         "settings": {"showInAssetPreview": True}},
        {"url": "https://two", "description": "Two", "createStamp": {"time": 8, "actor": TEAM}},
    ]}),
    item(WAY, "ownershipTypeInfo", {"name": "On call", "created": STAMP, "lastModified": LATER}),
    item(ANN, "corpUserInfo", {
        "active": True, "displayName": "Ann", "email": "ann@shop", "title": "Engineer", "managerUrn": BOB,
        "departmentId": 3, "departmentName": "Data", "firstName": "Ann", "lastName": "Lee", "fullName": "Ann Lee",
        "countryCode": "nl", "customProperties": {"desk": "4"}}),
    item(ANN, "corpUserEditableInfo", {
        "displayName": "Annie", "title": "Boss", "aboutMe": "me", "teams": ["a"], "skills": ["b"],
        "pictureLink": "https://picture", "slack": "ann", "phone": "1", "email": "annie@shop"}),
    item(TEAM, "corpGroupInfo", {
        "displayName": "Team", "email": "team@shop", "description": "us", "slack": "#us",
        "admins": [], "members": [ANN], "groups": []}),
    item(TEAM, "corpGroupEditableInfo", {"description": "all of us", "pictureLink": "https://all"}),
    item(TAG, "tagProperties", {"name": "Secret", "description": "hush", "colorHex": "#ff0000"}),
    item(TAG, "ownership", {"lastModified": STAMP, "owners": [{"owner": BOB, "type": "NONE"}]}),
    item(TAG, "deprecation", {"deprecated": False, "note": "", "actor": BOB}),
    item(TABLE, "datasetProperties", {
        "description": "a table", "externalUrl": "https://t", "uri": "hdfs:///t", "lastModified": LATER,
        "customProperties": {}}),
    item("urn:li:dataPlatform:hive", "dataPlatformInfo", {
        "name": "hive", "type": "FILE_SYSTEM", "datasetNameDelimiter": ".", "logical": True}),
    item(MODEL, "editableMlModelProperties", {"description": "my model"}),
    item(GROUP, "editableMlModelGroupProperties", {"description": "my group"}),
    item(GROUP, "mlModelGroupProperties", {"version": {"versionTag": "2"}, "customProperties": {}}),
    item(SHELF, "editableContainerProperties", {"description": "my shelf"}),
]  # fmt: skip

USER = """displayName email title active firstName lastName fullName departmentId departmentName countryCode
    manager { urn username } customProperties { key value associatedUrn }"""

QUESTION = f"""query ($urn: String!) {{ dataJob(urn: $urn) {{
    ownership {{ lastModified {{ time actor }} owners {{
      owner {{
        ... on CorpUser {{ urn username exists properties {{ {USER} }} info {{ {USER} }} editableProperties {{
          displayName title aboutMe teams skills pictureLink slack phone email }} }}
        ... on CorpGroup {{ urn name exists properties {{ displayName email description slack }}
          info {{ displayName email description groups admins {{ urn }} members {{ username editableInfo {{ aboutMe }} }} }} group: editableProperties {{ description slack email pictureLink }} }} }}
      type ownershipType {{ urn type info {{ name description created {{ time }} lastModified {{ actor }} }} status {{ removed }} }}
      source {{ type url }} associatedUrn
      attribution {{ time actor {{ urn type }} source {{ urn ... on DataJob {{ jobId }} }} sourceDetail {{ key value }} }} }} }}
    tags {{ tags {{ tag {{ urn name properties {{ name description colorHex }} deprecation {{ deprecated actorEntity {{ urn }} replacement {{ urn }} }}
        ownership {{ owners {{ owner {{ ... on CorpUser {{ urn }} }} ownershipType {{ urn }} }} }} }}
      associatedUrn context attribution {{ time actor {{ urn ... on CorpUser {{ username }} }} source {{ urn }} sourceDetail {{ key }} }} }} }}
    deprecation {{ deprecated note actor decommissionTime actorEntity {{ ... on CorpUser {{ username }} }}
      replacement {{ ... on DataJob {{ properties {{ name }} }} }} }}
    institutionalMemory {{ elements {{ url label description author {{ username }} created {{ time }} updated {{ time actor }}
      actor {{ ... on CorpUser {{ username }} ... on CorpGroup {{ name }} }} associatedUrn settings {{ showInAssetPreview }} }} }}
    properties {{ name description }} info {{ name description externalUrl customProperties {{ key value }} }}
    dataFlow {{ info {{ name project }} }} }} }}"""


@pytest.fixture
async def told(api: Api, database_url: str) -> Api:
    await asyncio.to_thread(accept_items, database_url, *FACTS)
    return api


async def test_owners_are_users_and_groups_with_what_is_said_of_them(told: Api) -> None:
    ownership = (await told(QUESTION, urn=JOB))["dataJob"]["ownership"]
    ann, team = ownership["owners"]
    said = {
        "displayName": "Ann", "email": "ann@shop", "title": "Engineer", "active": True, "firstName": "Ann",
        "lastName": "Lee", "fullName": "Ann Lee", "departmentId": 3, "departmentName": "Data", "countryCode": "nl",
        "manager": {"urn": BOB, "username": "bob"},
        "customProperties": [{"key": "desk", "value": "4", "associatedUrn": ANN}],
    }  # fmt: skip
    assert ownership["lastModified"] == STAMP
    assert ann["owner"] == {
        "urn": ANN, "username": "ann", "exists": True, "properties": said, "info": said, "editableProperties": {
            "displayName": "Annie", "title": "Boss", "aboutMe": "me", "teams": ["a"], "skills": ["b"],
            "pictureLink": "https://picture", "slack": "ann", "phone": "1", "email": "annie@shop"},
    }  # fmt: skip
    assert ann["source"] == {"type": "MANUAL", "url": "https://who"}
    assert ann["attribution"] is None
    assert ann["associatedUrn"] == JOB
    assert team["owner"]["properties"] == {
        "displayName": "Team", "email": "team@shop", "description": "us", "slack": "#us"}  # fmt: skip
    assert team["owner"]["info"] == {
        "displayName": "Team", "email": "team@shop", "description": "us", "groups": [], "admins": [],
        "members": [{"username": "ann", "editableInfo": {"aboutMe": "me"}}],
    }  # fmt: skip
    assert team["owner"]["group"] == {
        "description": "all of us", "slack": None, "email": None, "pictureLink": "https://all"}  # fmt: skip
    assert team["attribution"] == {
        "time": 5,
        "actor": {"urn": "urn:li:dataHubAction:spread", "type": "OTHER"},
        "source": {"urn": JOB, "jobId": "job"},
        "sourceDetail": [{"key": "a", "value": "1"}, {"key": "b", "value": "2"}],
    }


async def test_a_type_of_owning_stands_for_a_way_that_datahub_has_by_itself(told: Api) -> None:
    ann, team = (await told(QUESTION, urn=JOB))["dataJob"]["ownership"]["owners"]
    system = "urn:li:ownershipType:__system__technical_owner"
    assert (ann["type"], ann["ownershipType"]) == (
        "TECHNICAL_OWNER",
        {"urn": system, "type": "CUSTOM_OWNERSHIP_TYPE", "info": None, "status": None},
    )
    info = {
        "name": "On call",
        "description": None,
        "created": {"time": STAMP["time"]},
        "lastModified": {"actor": LATER["actor"]},
    }
    assert (team["type"], team["ownershipType"]["urn"], team["ownershipType"]["info"]) == ("CUSTOM", WAY, info)


async def test_tags_say_who_gave_them_and_have_owners(told: Api) -> None:
    [association] = (await told(QUESTION, urn=JOB))["dataJob"]["tags"]["tags"]
    assert association == {
        "associatedUrn": JOB,
        "context": "by hand",
        "attribution": {
            "time": 6, "actor": {"urn": ANN, "username": "ann"}, "source": None, "sourceDetail": []},
        "tag": {
            "urn": TAG, "name": "secret",
            "properties": {"name": "Secret", "description": "hush", "colorHex": "#ff0000"},
            "deprecation": {"deprecated": False, "actorEntity": {"urn": BOB}, "replacement": None},
            "ownership": {"owners": [
                {"owner": {"urn": BOB}, "ownershipType": {"urn": "urn:li:ownershipType:__system__none"}}]},
        },
    }  # fmt: skip


async def test_documents_and_what_replaces_a_job(told: Api) -> None:
    job = (await told(QUESTION, urn=JOB))["dataJob"]
    assert job["deprecation"] == {
        "deprecated": True, "note": "old", "actor": ANN, "decommissionTime": 7, "actorEntity": {"username": "ann"},
        "replacement": {"properties": {"name": "New"}},
    }  # fmt: skip
    one, two = job["institutionalMemory"]["elements"]
    assert one == {
        "url": "https://one", "label": "One", "description": "One", "author": {"username": "ann"},
        "actor": {"username": "ann"}, "created": {"time": STAMP["time"]}, "updated": LATER, "associatedUrn": JOB,
        "settings": {"showInAssetPreview": True},
    }  # fmt: skip
    assert (two["actor"], two["updated"], two["settings"]) == ({"name": "team"}, None, None)
    assert job["info"] == {**job["properties"], "externalUrl": None, "customProperties": [{"key": "a", "value": "b"}]}
    assert job["dataFlow"] == {"info": {"name": "Flow", "project": "shop"}}


async def test_deprecated_names_of_datahub_still_answer(told: Api) -> None:
    found = await told(f"""{{
      dataset(urn: "{TABLE}") {{ description externalUrl uri properties {{ lastModifiedActor }}
        platform {{ info {{ type }} properties {{ type logical }} }} }}
      mlModel(urn: "{MODEL}") {{ editableProperties {{ description }} }}
      mlModelGroup(urn: "{GROUP}") {{ editableProperties {{ description }} properties {{ version {{ versionTag }} }} }}
      container(urn: "{SHELF}") {{ editableProperties {{ description }} }} }}""")
    assert found == {
        "dataset": {
            "description": "a table", "externalUrl": "https://t", "uri": "hdfs:///t",
            "properties": {"lastModifiedActor": BOB},
            "platform": {"info": {"type": "FILE_SYSTEM"}, "properties": {"type": "FILE_SYSTEM", "logical": True}}},
        "mlModel": {"editableProperties": {"description": "my model"}},
        "mlModelGroup": {"editableProperties": {"description": "my group"}, "properties": {"version": {"versionTag": "2"}}},
        "container": {"editableProperties": {"description": "my shelf"}},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("field", "known", "asked", "expected"),
    [
        ("corpUser", ANN, "username exists", {"username": "ann", "exists": True}),
        ("corpUser", "urn:li:corpuser:cy", "username exists properties { email }", {"username": "cy", "exists": False, "properties": None}),
        ("corpGroup", TEAM, "name exists", {"name": "team", "exists": True}),
        ("tag", TAG, "properties { name }", {"properties": {"name": "Secret"}}),
        ("dataPlatform", "urn:li:dataPlatform:hive", "name properties { logical }", {"name": "hive", "properties": {"logical": True}}),
        ("dataPlatformInstance", "urn:li:dataPlatformInstance:(urn:li:dataPlatform:hive,main)", "instanceId platform { name }",
         {"instanceId": "main", "platform": {"name": "hive"}}),
    ],
)  # fmt: skip
async def test_each_is_found_by_its_urn(told: Api, field: str, known: str, asked: str, expected: Any) -> None:
    assert await told(f'{{ {field}(urn: "{known}") {{ {asked} }} }}') == {field: expected}
    refused = await told.answer(f'{{ {field}(urn: "{RUN}") {{ urn }} }}')
    assert "expected the URN of a " in refused.errors[0].message
