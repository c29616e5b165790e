"""DataHub's entity model, as its SDK carries it: what `dialects/datahub/*.json` holds of it.

`make registry` writes both files anew from the SDK that is installed; tests/dialects/test_datahub_registry.py fails when
they are stale.
"""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

TARGET = Path(__file__).resolve().parents[1] / "server" / "headwater" / "dialects" / "datahub"
Schema = dict[str, Any]


def _aspect_schemas() -> dict[str, Schema]:
    """The Avro schema of each aspect, by its name, sorted."""
    package = find_spec("datahub.metadata")
    assert package is not None
    assert package.origin is not None
    schemas = [json.loads(path.read_text()) for path in Path(package.origin).parent.glob("schemas/*.avsc")]
    return dict(sorted((schema["Aspect"]["name"], schema) for schema in schemas if "Aspect" in schema))


def registry() -> dict[str, Any]:
    """By entity type its key aspect, the key's fields, and its other aspects; and which aspects are timeseries."""
    schemas = _aspect_schemas()
    entities = {}
    for name, schema in schemas.items():
        aspect = schema["Aspect"]
        if "keyForEntity" in aspect:
            fields = [{"name": field["name"], "isUrn": "Urn" in field} for field in schema["fields"]]
            entities[aspect["keyForEntity"]] = {
                "keyAspect": name,
                "keyFields": fields,
                "aspects": sorted(set(aspect["entityAspects"])),
            }
    timeseries = [name for name, schema in schemas.items() if schema["Aspect"].get("type") == "timeseries"]
    return {"entities": dict(sorted(entities.items())), "timeseries": timeseries}


def write(name: str, value: Any) -> None:
    (TARGET / name).write_text(json.dumps(value, indent=1) + "\n")


if __name__ == "__main__":
    write("registry.json", registry())
