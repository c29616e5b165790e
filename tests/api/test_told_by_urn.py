"""Entities whose URN tells all that a query asks are not read."""

import asyncio
from typing import Any

import pytest

from headwater.urn import named_dataset_urn, named_flow_urn, named_job_urn

from events import NAMESPACE, parent, parsed, run_event, uuid
from graphql_api import Api, stored
from proposals import accept_items, event, item

JOB = named_job_urn(NAMESPACE, "a,b.(c)")
SHORT_FLOW = "urn:li:dataFlow:(airflow,short)"
SHORT_JOB = f"urn:li:dataJob:({SHORT_FLOW},job)"
RUN_AS_TEMPLATE = "urn:li:dataProcessInstance:template"
TEMPLATES = (JOB, named_flow_urn(NAMESPACE, "d%2C"), named_dataset_urn(NAMESPACE, "t"), RUN_AS_TEMPLATE)
UNTOLD = (SHORT_FLOW, SHORT_JOB)
"""URNs without the parts of their types."""

FLOW_FIELDS = "__typename urn type exists orchestrator flowId cluster"
TEMPLATE = f"""__typename urn type ... on Dataset {{ exists %s }} ... on DataJob {{ exists jobId %s }}
    ... on DataFlow {{ {FLOW_FIELDS} %s }}"""
RUN = "__typename urn type exists %s"


def run_of(number: int) -> str:
    """Return the URN of a run."""
    return f"urn:li:dataProcessInstance:{number}"


@pytest.mark.parametrize(("templates", "statements"), [(TEMPLATES, 1), ((*TEMPLATES, *UNTOLD), 2)])
async def test_templates_and_parents_are_as_the_store_tells_them(
    templates: tuple[str, ...], statements: int, api: Api, database_url: str
) -> None:
    """Another field of the query has them read from the store."""
    tasks = [run_event("START", "00:01:00", uuid(n), "a,b.(c)", parent=parent(uuid(9), "a,b")) for n in (1, 2)]
    await stored(database_url, parsed(run_event("START", "00:00:00", uuid(9), "a,b"), *tasks))
    aspects = [
        one
        for number, template in enumerate(templates)
        for one in (
            item(
                run_of(number),
                "dataProcessInstanceRelationships",
                {"parentTemplate": template, "upstreamInstances": []},
            ),
            item(run_of(number), "dataProcessInstanceRunEvent", event(number, "STARTED")),
        )
    ]
    await asyncio.to_thread(accept_items, database_url, *aspects)
    shown: list[Any] = []
    for read in ("", "isStub"):
        fields = f"parentTemplate {{ {TEMPLATE % ((read,) * 3)} }} parentInstance {{ {RUN % read} }}"
        nodes = (await api(f"{{ runsConnection {{ nodes {{ {fields} }} }} }}"))["runsConnection"]["nodes"]
        assert api.statements == (3 if read else statements)
        for one in nodes if read else ():
            assert isinstance((one["parentTemplate"] or {}).pop("isStub", False), bool)
            assert isinstance((one["parentInstance"] or {}).pop("isStub", False), bool)
        shown.append(nodes)
    assert shown[0] == shown[1]
    assert {one["parentTemplate"]["urn"] for one in shown[0]} >= set(templates)
    assert {one["parentInstance"]["urn"] for one in shown[0] if one["parentInstance"]} == {
        f"urn:li:dataProcessInstance:{uuid(9)}"
    }


@pytest.mark.parametrize(("read", "statements"), [("", 1), ("isStub", 3)])
async def test_only_what_a_urn_does_not_tell_is_read(read: str, statements: int, api: Api, database_url: str) -> None:
    tasks = [run_event("START", "00:01:00", uuid(1), "flow.job", parent=parent(uuid(9), "flow"))]
    await stored(database_url, parsed(*tasks))
    fields = f"parentTemplate {{ {TEMPLATE % ((read,) * 3)} }} parentInstance {{ {RUN % read} }}"
    await api(f"{{ runsConnection {{ nodes {{ {fields} }} }} }}")
    assert api.statements == statements


@pytest.mark.parametrize(("read", "statements"), [("", 1), ("isStub", 2)])
async def test_the_flow_of_a_job_is_in_its_urn(read: str, statements: int, api: Api, database_url: str) -> None:
    await stored(database_url, parsed(run_event("START", "00:01:00", uuid(1), "a,b.(c)")))
    asked = f"query Q($urn: String!) {{ dataJob(urn: $urn) {{ dataFlow {{ {FLOW_FIELDS} {read} }} }} }}"
    flow = (await api(asked, urn=JOB))["dataJob"]["dataFlow"]
    assert api.statements == statements
    assert flow.pop("isStub", False) is False
    assert flow == {
        "__typename": "DataFlow",
        "urn": named_flow_urn(NAMESPACE, "a,b"),
        "type": "DATA_FLOW",
        "exists": True,
        "orchestrator": "openlineage",
        "flowId": "a,b",
        "cluster": NAMESPACE,
    }
