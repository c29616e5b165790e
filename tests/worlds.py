"""Small similar worlds: runs, jobs, datasets and a model, as events and DataHub proposals."""

import asyncio
from collections.abc import Callable
from typing import Any

from headwater.urn import named_dataset_urn, named_flow_urn, named_job_urn

from events import NAMESPACE, parent, parsed, run_event, uuid
from graphql_api import stored, urn
from proposals import accept_items, item


def model(number: int) -> str:
    return f"urn:li:mlModel:(urn:li:dataPlatform:mlflow,model{number},PROD)"


def container(number: int) -> str:
    return f"urn:li:container:c{number}"


ENTITIES: dict[str, Callable[[int], str]] = {
    "DataProcessInstance": urn,
    "DataJob": lambda number: named_job_urn(NAMESPACE, f"flow{number}.job"),
    "DataFlow": lambda number: named_flow_urn(NAMESPACE, f"flow{number}"),
    "Dataset": lambda number: named_dataset_urn(NAMESPACE, f"out{number}"),
    "MLModel": model,
    "Container": container,
}


def events(number: int) -> list[dict[str, Any]]:
    """Return the events of a run of a flow with two runs of its job, the first failed. All worlds are alike."""
    flow, job = f"flow{number}", f"flow{number}.job"
    within = parent(uuid(100 + number), flow)
    nominal: dict[str, Any] = {"nominalTime": {"nominalStartTime": "2026-01-01T00:00:00Z"}}
    sides: dict[str, Any] = {"inputs": [f"in{number}"], "outputs": [f"out{number}"]}
    return [
        run_event("START", "00:00:00", uuid(100 + number), flow),
        run_event("START", "00:00:01", uuid(200 + number), job, parent=within, **sides),
        run_event("FAIL", "00:00:02", uuid(200 + number), job, parent=within),
        run_event("START", "00:00:03", uuid(number), job, parent=within, **sides, **nominal),
        run_event("COMPLETE", "00:00:04", uuid(number), job, parent=within, **sides),
        run_event("START", "00:00:05", uuid(300 + number), f"{flow}.reader", inputs=[f"out{number}"], parent=parent(uuid(number), job)),
        run_event("COMPLETE", "00:00:06", uuid(300 + number), f"{flow}.reader", inputs=[f"out{number}"]),
        run_event("FAIL", "00:00:07", uuid(100 + number), flow),
    ]  # fmt: skip


def aspects(number: int) -> list[dict[str, Any]]:
    """Return DataHub's aspects of the same world."""
    owners = {"owners": [{"owner": f"urn:li:corpuser:u{number}", "type": "DATAOWNER"}]}
    tags = {"tags": [{"tag": f"urn:li:tag:t{number}"}]}
    found = []
    for name, of in ENTITIES.items():
        found.append(item(of(number), "subTypes", {"typeNames": ["one"]}))
        if name != "DataProcessInstance":
            found += [item(of(number), "ownership", owners), item(of(number), "globalTags", tags)]
        found.append(item(of(number), "container", {"container": container(100 + number)}))
    return [
        *found,
        item(container(100 + number), "containerProperties", {"name": "outer", "customProperties": {}}),
        item(container(number), "containerProperties", {"name": "inner", "customProperties": {}}),
        item(model(number), "mlModelProperties", {
            "trainingJobs": [urn(number)], "groups": [f"urn:li:mlModelGroup:(urn:li:dataPlatform:mlflow,g{number},PROD)"]}),
    ]  # fmt: skip


async def filled(database_url: str) -> None:
    """Fill a store with ten worlds."""
    await stored(database_url, parsed(*(one for number in range(10) for one in events(number))))
    await asyncio.to_thread(accept_items, database_url, *(one for number in range(10) for one in aspects(number)))
