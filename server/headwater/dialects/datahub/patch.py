"""DataHub's PATCH: JSON Patch (RFC 6902) with keys for the items of arrays.

Unlike the RFC, a patch makes missing parents, and removing an absent item is no error. The keys of an aspect's arrays
come from the patch (arrayPrimaryKeys), else from DataHub's template of the aspect. Source: DataHub's patch templates
and the patch builders of its SDK. No library applies patches to keyed arrays.

This module refuses copy and move: no builder makes them, and with copy a small patch could grow without bounds.
"""

from collections.abc import Mapping
from typing import Any

from headwater.dialects.datahub.keyed import Key, Keyed, Lineages
from headwater.dialects.problems import UnusableError
from headwater.model.json import MAX_DEPTH, is_deeper
from headwater.texts import shown

_Arrays = Mapping[Key, Key]
"""The keys of items by the path of their array ("*" for any item); empty for items that are texts."""
_Slot = tuple[Any, Any]
"""The end of a path: an object and a name, an array and an index, or a keyed array and a prefix."""

_ABSENT = object()
_OPERATIONS = ("add", "remove", "replace", "test")
_EACH = "*"
_TAGS: _Arrays = {("tags",): ("tag",)}
_TERMS: _Arrays = {("terms",): ("urn",)}
_EDGE: Key = ("destinationUrn",)
_TEXTS: Key = ()
_SYSTEM = {"time": 0, "actor": "urn:li:corpuser:__datahub_system"}

_KEYS: dict[str, _Arrays] = {
    "apiSignature": {("inputDatasetEdges",): _EDGE, ("outputDatasetEdges",): _EDGE},
    "chartInfo": {("inputEdges",): _EDGE, ("inputs",): _TEXTS},
    "dashboardInfo": {
        ("chartEdges",): _EDGE,
        ("charts",): _TEXTS,
        ("dashboards",): _EDGE,
        ("datasetEdges",): _EDGE,
        ("datasets",): _TEXTS,
    },
    "dataJobInputOutput": {
        ("fineGrainedLineages",): Lineages.KEYS,
        ("inputDatajobEdges",): _EDGE,
        ("inputDatajobs",): _TEXTS,
        ("inputDatasetEdges",): _EDGE,
        ("inputDatasetFields",): _TEXTS,
        ("inputDatasets",): _TEXTS,
        ("outputDatasetEdges",): _EDGE,
        ("outputDatasetFields",): _TEXTS,
        ("outputDatasets",): _TEXTS,
    },
    "dataProcessInstanceInput": {("inputEdges",): _EDGE, ("inputs",): _TEXTS},
    "dataProcessInstanceOutput": {("outputEdges",): _EDGE, ("outputs",): _TEXTS},
    "dataProductProperties": {("assets",): _EDGE},
    "datasetProperties": {("tags",): _TEXTS},
    "domains": {("domains",): _TEXTS},
    "editableSchemaMetadata": {
        ("editableSchemaFieldInfo",): ("fieldPath",),
        ("editableSchemaFieldInfo", _EACH, "globalTags", "tags"): ("tag",),
        ("editableSchemaFieldInfo", _EACH, "glossaryTerms", "terms"): ("urn",),
    },
    "formInfo": {
        ("actors", "groups"): _TEXTS,
        ("actors", "ownershipTypes"): _TEXTS,
        ("actors", "users"): _TEXTS,
        ("prompts",): ("id",),
    },
    "globalTags": _TAGS,
    "glossaryTerms": _TERMS,
    "institutionalMemory": {("elements",): ("url", "description")},
    "ownership": {("owners",): ("owner", "type", "typeUrn")},
    "propertyDefinition": {("allowedValues",): ("value",), ("entityTypes",): _TEXTS},
    "siblings": {("siblings",): _TEXTS},
    "structuredProperties": {("properties",): ("propertyUrn",)},
    "upstreamLineage": {("fineGrainedLineages",): Lineages.KEYS, ("upstreams",): ("dataset",)},
}

_DEFAULTS: dict[str, dict[str, Any]] = {
    "chartInfo": {"title": "", "description": "", "lastModified": {"created": _SYSTEM, "lastModified": _SYSTEM}},
    "dashboardInfo": {"title": "", "description": "", "lastModified": {"created": _SYSTEM, "lastModified": _SYSTEM}},
    "dataJobInputOutput": {"inputDatasets": [], "outputDatasets": []},
    "dataProcessInstanceInput": {"inputs": []},
    "dataProcessInstanceOutput": {"outputs": []},
    "dataProductProperties": {"assets": []},
    "documentation": {"documentations": []},
    "domains": {"domains": []},
    "editableSchemaMetadata": {"created": _SYSTEM, "lastModified": _SYSTEM, "editableSchemaFieldInfo": []},
    "formInfo": {"name": "", "prompts": []},
    "globalTags": {"tags": []},
    "glossaryTerms": {"terms": [], "auditStamp": _SYSTEM},
    "institutionalMemory": {"elements": []},
    "ownership": {"owners": [], "lastModified": _SYSTEM},
    "propertyDefinition": {"qualifiedName": "", "valueType": "urn:li:dataType:datahub.string", "entityTypes": []},
    "siblings": {"siblings": [], "primary": False},
    "structuredProperties": {"properties": []},
    "upstreamLineage": {"upstreams": []},
}
"""The start value of a patch on an absent aspect; its times are 0, while DataHub's are the current time."""


_NESTED_DEFAULTS: dict[str, dict[Key, dict[str, Any]]] = {
    "editableSchemaMetadata": {
        ("editableSchemaFieldInfo", _EACH, "glossaryTerms"): {"terms": [], "auditStamp": _SYSTEM},
    },
}
"""Fields added to objects at some paths after a patch; a patch may create such an object for one field only."""


def patched(aspect: str, current: dict[str, Any] | None, patch: Any) -> dict[str, Any]:
    """Return the aspect after a patch; current is None for an absent aspect.

    patch is an array of operations (add, remove, replace, test), or an object with that array as "patch" and the
    optional members "arrayPrimaryKeys" and "forceGenericPatch". Raises UnusableError (patch.invalid), which names the
    operation.
    """
    operations, arrays = _read(aspect, patch)
    start = current if current is not None else _DEFAULTS.get(aspect, {})
    document = _Document(_plain(start), arrays)
    for place, operation in enumerate(operations):
        try:
            document.apply(operation)
        except ValueError as error:
            raise UnusableError("patch.invalid", f"{aspect}: patch[{place}]: {error}") from error
    value: dict[str, Any] = _plain(document.value)
    for path, fields in _NESTED_DEFAULTS.get(aspect, {}).items():
        _complete(value, path, fields)
    if is_deeper(value, MAX_DEPTH):
        raise UnusableError("patch.invalid", f"{aspect}: expected at most {MAX_DEPTH} levels after the patch")
    return value


def _complete(value: Any, path: Key, fields: dict[str, Any]) -> None:
    """Add missing fields to the objects at a path."""
    if not path:
        if isinstance(value, dict):
            value |= _plain(fields) | value
    elif path[0] == _EACH:
        for item in value if isinstance(value, list) else ():
            _complete(item, path[1:], fields)
    elif isinstance(value, dict) and path[0] in value:
        _complete(value[path[0]], path[1:], fields)


def check_patch(aspect: str, patch: Any) -> None:
    """Raise UnusableError (patch.invalid) for a patch that no value of the aspect accepts."""
    for place, operation in enumerate(_read(aspect, patch)[0]):
        try:
            _check_operation(operation)
        except ValueError as error:
            raise UnusableError("patch.invalid", f"{aspect}: patch[{place}]: {error}") from error


def _check_operation(operation: Any) -> None:
    if not isinstance(operation, dict):
        raise ValueError("expected an object with op and path")
    name = operation.get("op")
    if name not in _OPERATIONS:
        raise ValueError(f"op: expected {', '.join(_OPERATIONS[:-1])} or {_OPERATIONS[-1]}, got {shown(str(name))}")
    _steps(operation.get("path"))
    if name != "remove" and "value" not in operation:
        raise ValueError("value: expected one")


def _read(aspect: str, patch: Any) -> tuple[list[Any], _Arrays]:
    templates = _KEYS.get(aspect, {})
    if not isinstance(patch, dict):
        return _operations(aspect, patch), templates
    keys = patch.get("arrayPrimaryKeys") or {}
    if not isinstance(keys, dict) or not all(map(_is_texts, keys.values())):
        raise UnusableError("patch.invalid", f"{aspect}: arrayPrimaryKeys: expected the names of keys by array")
    is_generic = bool(keys) or patch.get("forceGenericPatch") is True
    if not is_generic:
        return _operations(aspect, patch.get("patch")), templates
    return _operations(aspect, patch.get("patch")), {(name,): tuple(names) for name, names in keys.items()}


def _operations(aspect: str, operations: Any) -> list[Any]:
    if not isinstance(operations, list):
        raise UnusableError("patch.invalid", f"{aspect}: patch: expected an array of operations")
    return operations


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


class _Document:
    """An aspect while it is patched; arrays on the paths so far are keyed ones."""

    def __init__(self, value: dict[str, Any], arrays: _Arrays) -> None:
        self.value = value
        self._arrays = arrays

    def apply(self, operation: Any) -> None:
        """Apply one operation. Raises ValueError."""
        _check_operation(operation)
        name, steps = operation["op"], _steps(operation["path"])
        try:
            if name == "add":
                self._put(steps, _plain(operation["value"]))
            elif name == "replace":
                self._replace(steps, _plain(operation["value"]))
            elif name == "remove":
                self._remove(steps)
            elif _plain(self._get(steps)) != operation["value"]:
                raise ValueError("the value at this path is another one")
        except ValueError as error:
            raise ValueError(f"{name} {operation['path'][:200]}: {error}") from error

    def _put(self, steps: Key, value: Any) -> None:
        holder, where = self._slot(steps, make=True)
        if isinstance(holder, Keyed):
            holder.put(where, value)
        elif isinstance(holder, list):
            holder.insert(_checked(_index(holder, where), len(holder)), value)
        else:
            holder[where] = value

    def _remove(self, steps: Key) -> None:
        holder, where = self._slot(steps, make=False)
        if isinstance(holder, Keyed):
            holder.drop(where)
        elif self._found(holder, where) is not _ABSENT:
            del holder[_index(holder, where) if isinstance(holder, list) else where]

    def _replace(self, steps: Key, value: Any) -> None:
        self._get(steps)
        holder, where = self._slot(steps, make=False)
        if isinstance(holder, list):
            holder[_index(holder, where)] = value
        else:
            self._put(steps, value)

    def _get(self, steps: Key) -> Any:
        found = self._found(*self._slot(steps, make=False))
        if found is _ABSENT:
            raise ValueError("there is nothing at this path")
        return found

    def _found(self, holder: Any, where: Any) -> Any:
        if isinstance(holder, Keyed):
            if not where:
                return holder
            items = holder.at(where)
            return (items[0] if len(where) == holder.depth else items) if items else _ABSENT
        if isinstance(holder, list):
            index = _index(holder, where)
            return holder[index] if index < len(holder) else _ABSENT
        return holder.get(where, _ABSENT)

    def _slot(self, steps: Key, *, make: bool) -> _Slot:
        """Return the end of a path; missing parents are made, or taken to be empty. Raises ValueError."""
        node: Any = self.value
        path: Key = ()
        while True:
            if isinstance(node, Keyed):
                if len(steps) <= node.depth:
                    return node, steps
                key, steps = steps[: node.depth], steps[node.depth :]
                node = node.ensure(key) if make else next(iter(node.at(key)), {})
                path = (*path, _EACH)
            elif isinstance(node, dict):
                step, steps, path = steps[0], steps[1:], (*path, steps[0])
                below = self._keyed(node, step, path)
                if not steps and not isinstance(below, Keyed):
                    return node, step
                if below is None:
                    below = {}
                    if make:
                        node[step] = below
                node = below
            elif isinstance(node, list):
                if len(steps) == 1:
                    return node, steps[0]
                index = _index(node, steps[0])
                if make:
                    _checked(index, len(node) - 1)
                node = node[index] if index < len(node) else {}
                steps, path = steps[1:], (*path, _EACH)
            else:
                raise ValueError(f"there is nothing below {path[-1]!r}")

    def _keyed(self, holder: dict[str, Any], name: str, path: Key) -> Any:
        """Return a member of an object; an array with keys becomes a keyed one."""
        below = holder.get(name)
        if path in self._arrays and (below is None or isinstance(below, list)):
            keys = self._arrays[path]
            below = Lineages(below or []) if keys is Lineages.KEYS else Keyed(below or [], keys)
            holder[name] = below
        return below


def _steps(path: Any) -> Key:
    """Return the names in a JSON pointer (RFC 6901). Raises ValueError."""
    if not isinstance(path, str) or not path.startswith("/"):
        raise ValueError("path: expected a path such as /tags/urn:li:tag:pii")
    if path.count("/") > MAX_DEPTH:
        raise ValueError(f"path: expected at most {MAX_DEPTH} levels")
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in path[1:].split("/"))


def _index(array: list[Any], step: str) -> int:
    """Return the index that a step names; "-" is the one after the last. Raises ValueError."""
    if step == "-":
        return len(array)
    if not step.isdecimal() or not step.isascii() or len(step) > 9:
        raise ValueError(f"expected the place of an item in the array, got {shown(step)}")
    return int(step)


def _checked(index: int, last: int) -> int:
    if index > last:
        raise ValueError(f"expected at most {last} as the place of an item, got {index}")
    return index


def _plain(value: Any) -> Any:
    """Return a copy with plain arrays in place of keyed ones."""
    if isinstance(value, Keyed):
        value = value.items()
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value
