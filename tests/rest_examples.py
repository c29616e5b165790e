"""The example requests of the REST description."""

from collections.abc import Iterator
from typing import Any

from headwater.app.application import create_app
from headwater.app.openapi import describe
from headwater.settings import Settings

document = describe(create_app(Settings(), "postgresql://nowhere").routes)


def examples() -> Iterator[tuple[str, str, dict[str, str], Any]]:
    """Yield method, path, query and body of each example; an operation with actions names its examples by action."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            parameters = operation["parameters"]
            values = {one["name"]: one["example"] for one in parameters if "example" in one}
            query = {
                one["name"] for one in parameters if one["in"] == "query" and (one["required"] or "example" in one)
            }
            bodies = operation.get("requestBody", {"content": {}})["content"].get("application/json", {"examples": {}})
            for name, body in (bodies["examples"] or {"": {"value": None}}).items():
                given = {"action": name, **values}
                yield (
                    method.upper(),
                    path.format(**given),
                    {name: given[name] for name in query},
                    body["value"],
                )
