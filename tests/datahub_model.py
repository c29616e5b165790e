"""DataHub's entity model as in its SDK: the contents of `dialects/datahub/*.json`.

`make registry` writes both files anew from the installed SDK; tests/dialects/test_datahub_registry.py fails if they are
stale.
"""

import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

TARGET = Path(__file__).resolve().parents[1] / "server" / "headwater" / "dialects" / "datahub"
Schema = dict[str, Any]


def _aspect_schemas() -> dict[str, Schema]:
    """Return the Avro schema of each aspect, by its name, sorted."""
    package = find_spec("datahub.metadata")
    assert package is not None
    assert package.origin is not None
    schemas = [json.loads(path.read_text()) for path in Path(package.origin).parent.glob("schemas/*.avsc")]
    return dict(sorted((schema["Aspect"]["name"], schema) for schema in schemas if "Aspect" in schema))


def registry() -> dict[str, Any]:
    """Return the registry of entity types and aspects.

    Each entity type has its key aspect, the key's fields, and its other aspects. Then come the timeseries aspects, and
    the name of each aspect by its record, as Rest.li names it.
    """
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
    records = {f"{schema['namespace']}.{schema['name']}": name for name, schema in schemas.items()}
    records = {record.replace(".pegasus2avro.", ".", 1): name for record, name in records.items()}
    return {"entities": dict(sorted(entities.items())), "timeseries": timeseries, "records": records}


def relationships() -> dict[str, list[dict[str, Any]]]:
    """Return the relationships of each aspect's fields, each with the path to the destination's name.

    In a path "*" stands for the items of an array. If an outer and an inner field describe the same path, the outer one
    counts, as in PDL.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for aspect, schema in _aspect_schemas().items():
        by_path: dict[str, dict[str, Any]] = {}
        for path, annotation in _annotations(schema, (), {}, ()):
            by_path.setdefault(path, _relationship(path, annotation))
        if by_path:
            found[aspect] = list(by_path.values())
    return found


def _annotations(
    schema: Any, path: tuple[str, ...], named: dict[str, Schema], inside: tuple[str, ...]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the Relationship annotations below a path, outer ones first."""
    if isinstance(schema, str):
        schema = named.get(schema, {})
    if isinstance(schema, list):
        for member in schema:
            yield from _annotations(member, path, named, inside)
        return
    if schema.get("type") == "array":
        yield from _annotations(schema["items"], (*path, "*"), named, inside)
    if schema.get("type") == "map":
        assert not list(_annotations(schema["values"], path, named, inside)), f"a relationship in the map {path}"
    if schema.get("type") != "record":
        return
    name = f"{schema['namespace']}.{schema['name']}"
    named[name] = schema
    if name in inside:
        return
    for field in schema["fields"]:
        below = (*path, field["name"])
        yield from _own_annotations(field, below)
        yield from _annotations(field["type"], below, named, (*inside, name))


def _own_annotations(field: Schema, path: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    annotation = field.get("Relationship", {})
    if "name" in annotation:
        yield "/".join(path), annotation
        return
    for suffix, inner in annotation.items():
        # "/*/string" names the member of a union; Avro does not write it for a lone text.
        yield "/".join(path) + suffix.removesuffix("/string"), inner


def _relationship(path: str, annotation: dict[str, Any]) -> dict[str, Any]:
    """Return a relationship. Like DataHub, isUpstream defaults to true; missing paths are left out."""
    paths = ("createdOn", "createdActor", "updatedOn", "updatedActor", "properties", "via")
    arrays = path[: path.rfind("*") + 1]
    assert all(annotation[name].startswith(arrays) for name in paths if name in annotation), f"beside {path}"
    return {
        "path": path,
        "type": annotation["name"],
        "isLineage": annotation.get("isLineage", False),
        "isUpstream": annotation.get("isUpstream", True),
        "entityTypes": sorted(annotation["entityTypes"]),
        **{name: annotation[name] for name in paths if name in annotation},
    }


def write(name: str, value: Any) -> None:
    (TARGET / name).write_text(json.dumps(value, indent=1) + "\n")


if __name__ == "__main__":
    write("registry.json", registry())
    write("relationships.json", relationships())
