"""URNs: the one place that parses and builds them, with DataHub's escaping.

Source: DataHub's `UrnEncoder` and `Urn` (acryl-datahub), and the vectors of its run GUID; for OpenLineage's identities
`docs/identity.md`. Every function is pure: an identity depends only on the names in an event, never on earlier events.
"""

import hashlib
import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from headwater.errors import InvalidUrnError
from headwater.keys import hash_key, name_key, read_uuid
from headwater.memory import remembered
from headwater.texts import check_text, shown

RUN_NAMESPACE = read_uuid("6a3c2f0e-9d7b-5c41-8a55-0d1f6e2b7c94")
"""The uuid5 namespace of OpenLineage runs. Never changes: every hashed run URN depends on it."""

_ESCAPES = {",": "%2C", "(": "%28", ")": "%29", "␟": "%E2%90%9F"}
_RESERVED = re.compile("[,()␟]")
_LOOKS_ESCAPED = re.compile("%(?=2C|28|29|E2%90%9F|25)")
_ESCAPED = re.compile("%(?:2C|28|29|E2%90%9F|25)")
_UNESCAPES = {escaped: char for char, escaped in _ESCAPES.items()} | {"%25": "%"}

_UUID = re.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_NAMESPACE = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*)://(.*)", re.DOTALL)
_OBJECT_STORES = frozenset({"s3", "s3a", "s3n", "gs"})

ORCHESTRATOR = "openlineage"
"""The orchestrator in the URNs of flows that events name."""

DATA_PROCESS_INSTANCE = "dataProcessInstance"
DATA_JOB = "dataJob"
DATA_FLOW = "dataFlow"
DATASET = "dataset"
SCHEMA_FIELD = "schemaField"
ML_MODEL = "mlModel"
ML_MODEL_GROUP = "mlModelGroup"
CONTAINER = "container"

_PARTS = {
    DATA_PROCESS_INSTANCE: 1,
    DATA_JOB: 2,
    DATA_FLOW: 3,
    DATASET: 3,
    ML_MODEL: 3,
    ML_MODEL_GROUP: 3,
    CONTAINER: 1,
}
"""The number of parts of some types' URNs."""


@dataclass(frozen=True, slots=True)
class Urn:
    """A parsed URN: its entity type and its parts, unescaped except for nested URNs."""

    kind: str
    parts: tuple[str, ...]


def escape(name: str) -> str:
    """Escape one part of a URN as DataHub does.

    DataHub leaves "%" alone, so that "a,b" and "a%2Cb" would become one. Therefore a "%" that looks like the start of
    an escape is escaped too, and `unescape` returns the original name.
    """
    return escape_reserved(_LOOKS_ESCAPED.sub("%25", name))


def escape_reserved(part: str) -> str:
    """Escape a part that may be escaped already, as DataHub does: "%" is left alone."""
    return _RESERVED.sub(lambda m: _ESCAPES[m[0]], part)


def unescape(part: str) -> str:
    """Reverse `escape`."""
    return _ESCAPED.sub(lambda m: _UNESCAPES[m[0]], part)


@remembered
def parse_urn(text: str) -> Urn:
    """Parse `urn:li:<type>:<id>` or `urn:li:<type>:(<part>,<part>,...)`.

    Raises InvalidUrnError with the reason, or BadRequestError (`check_text`).
    """
    written = parse_urn_as_written(text)
    if not text.startswith("(", len(f"urn:li:{written.kind}:")):
        return written
    nested = written.parts[:1] if written.parts[0].startswith("urn:li:") else ()  # only the first part is ever a URN
    return Urn(written.kind, (*nested, *(unescape(part) for part in written.parts[len(nested) :])))


def check_urn(text: str) -> Urn:
    """Parse a URN, and the URN in its first part, if there is one."""
    parsed = parse_urn(text)
    if parsed.parts[0].startswith("urn:li:"):
        parse_urn(parsed.parts[0])
    return parsed


def has_its_parts(urn: Urn) -> bool:
    """Return True if a URN has its type's parts; a job's first part must be a flow. Other types have any parts."""
    if len(urn.parts) != _PARTS.get(urn.kind, len(urn.parts)):
        return False
    if urn.kind != DATA_JOB:
        return True
    try:
        flow = parse_urn(urn.parts[0])
    except InvalidUrnError:
        return False
    return flow.kind == DATA_FLOW and has_its_parts(flow)


def parse_named(argument: str, text: str) -> Urn:
    """Parse the URN in an argument; errors name the argument."""
    check_text(argument, text)
    try:
        return parse_urn(text)
    except InvalidUrnError as error:
        raise InvalidUrnError(f"{argument}:{str(error).removeprefix('urn:')}") from error


def check_named(argument: str, text: str, kinds: Collection[str] = ()) -> Urn:
    """Parse the URN in an argument; it must have all its parts, and one of some types, if given.

    Raises InvalidUrnError or BadRequestError, naming the argument.
    """
    parsed = parse_named(argument, text)
    if kinds and parsed.kind not in kinds:
        raise InvalidUrnError(f"{argument}: expected the URN of a {' or '.join(kinds)}, got {shown(text)}")
    if not has_its_parts(parsed):
        expected = "the URN of a flow, and a name" if parsed.kind == DATA_JOB else f"{_PARTS[parsed.kind]} part(s)"
        raise InvalidUrnError(
            f"{argument}: a {parsed.kind} has {expected}, got {len(parsed.parts)} part(s) in {shown(text)}"
        )
    return parsed


def parse_urn_as_written(text: str) -> Urn:
    """Parse a URN without unescaping its parts, as DataHub keeps them in key aspects."""
    check_text("urn", text)
    prefix, _, rest = text.partition("urn:li:")
    kind, colon, entity_id = rest.partition(":")
    if prefix or not kind or not colon or not entity_id:
        raise InvalidUrnError(f"urn: expected urn:li:<type>:<id>, got {shown(text)}")
    if not entity_id.startswith("("):
        return Urn(kind, (entity_id,))
    return Urn(kind, tuple(_split_parts(entity_id, text)))


def _split_parts(entity_id: str, text: str) -> list[str]:
    parts, depth, start = [], 0, 1
    for index, char in enumerate(entity_id):
        if char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
            if depth == 0 and index != len(entity_id) - 1:
                break
        if (char == "," and depth == 1) or (char == ")" and depth == 0):
            parts.append(entity_id[start:index])
            start = index + 1
    if depth != 0 or start != len(entity_id) or "" in parts:
        raise InvalidUrnError(f"urn: unbalanced or empty parts in {shown(text)}")
    return parts


def data_flow_urn(orchestrator: str, flow_id: str, cluster: str) -> str:
    """`urn:li:dataFlow:(orchestrator,flow_id,cluster)`."""
    return f"urn:li:dataFlow:({escape(orchestrator)},{escape(flow_id)},{escape(cluster)})"


def data_job_urn(flow_urn: str, job_id: str) -> str:
    """`urn:li:dataJob:(flow_urn,job_id)`."""
    return f"urn:li:dataJob:({flow_urn},{escape(job_id)})"


def dataset_urn(platform: str, name: str, env: str = "PROD") -> str:
    """`urn:li:dataset:(urn:li:dataPlatform:platform,name,env)`."""
    return f"urn:li:dataset:(urn:li:dataPlatform:{escape(platform)},{escape(name)},{env})"


def column_urn(dataset: str, name: str) -> str:
    """Return the URN of a column of a dataset."""
    return f"urn:li:{SCHEMA_FIELD}:({dataset},{escape_reserved(name)})"


def column_of(urn: str) -> tuple[str, str]:
    """Return the dataset and the name in the URN of a column; two empty texts for any other text."""
    try:
        parsed = parse_urn(urn)
        if parsed.kind == SCHEMA_FIELD and len(parsed.parts) == 2 and parse_urn(parsed.parts[0]).kind == DATASET:
            return parsed.parts[0], parsed.parts[1]
    except InvalidUrnError:
        pass
    return "", ""


def run_urn(run_id: str | UUID) -> str:
    """`urn:li:dataProcessInstance:run_id`."""
    return f"urn:li:dataProcessInstance:{run_id}"


def datahub_run_urn(run_id: str, orchestrator: str, cluster: str | None) -> str:
    """Return a run's URN as DataHub's SDK makes it: the MD5 of its names as sorted JSON."""
    names = {"id": run_id, "orchestrator": orchestrator}
    if cluster is not None:
        names["cluster"] = cluster
    canonical = json.dumps(names, sort_keys=True, separators=(",", ":"))
    return run_urn(hashlib.md5(canonical.encode(), usedforsecurity=False).hexdigest())


def named_flow_id(job_name: str) -> str:
    """Return the flow of a job: the job's name up to the first dot (the whole name if that is empty)."""
    return job_name.partition(".")[0] or job_name


@remembered
def named_flow_urn(namespace: str, job_name: str) -> str:
    """Return the flow URN of a job by its OpenLineage namespace and name."""
    return data_flow_urn(ORCHESTRATOR, named_flow_id(job_name), namespace)


@remembered
def named_job_urn(namespace: str, job_name: str) -> str:
    """Return the URN of a job by its namespace and name."""
    return data_job_urn(named_flow_urn(namespace, job_name), job_name)


@remembered
def named_dataset_urn(namespace: str, name: str) -> str:
    """Return the URN of a dataset by its namespace and name; two different pairs never share one.

    The platform is the namespace's scheme, or the whole namespace if it has none. For object stores the name is
    `bucket/key`, for other URLs `//authority/name`, else the dataset's own. "/" and "%" in the authority are escaped,
    to mark its end.
    """
    match = _NAMESPACE.fullmatch(namespace)
    if match is None:
        # A bare namespace has no authority. A name that looks like one gets an empty authority.
        bare_is_ambiguous = name.startswith("//") or namespace in _OBJECT_STORES
        return dataset_urn(namespace, f"///{name}" if bare_is_ambiguous else name)
    scheme, authority = match[1], match[2]
    if scheme in _OBJECT_STORES and authority and not re.search("[/%]", authority):
        return dataset_urn(scheme, f"{authority}/{name}")
    # Escaping never returns "%" alone: it stands for the empty authority of `file://`.
    escaped = authority.replace("%", "%25").replace("/", "%2F") or "%"
    return dataset_urn(scheme, f"//{escaped}/{name}")


def openlineage_name(urn: str) -> tuple[str, str] | None:
    """Return the OpenLineage (namespace, name) behind the URN of a flow, a job or a dataset; None for other URNs.

    The inverse of the functions above: an entity has this name, independent of who names it first. Raises as
    `parse_urn`.
    """
    match parse_urn(urn):
        case Urn("dataFlow", (orchestrator, flow_id, namespace)) if orchestrator == ORCHESTRATOR:
            return (namespace, flow_id) if named_flow_urn(namespace, flow_id) == urn else None
        case Urn("dataJob", (flow_urn, name)) if flow_urn.startswith("urn:li:dataFlow:"):
            flow_name = openlineage_name(flow_urn)
            is_made_of_it = flow_name is not None and named_job_urn(flow_name[0], name) == urn
            return (flow_name[0], name) if flow_name is not None and is_made_of_it else None
        case Urn("dataset", (platform_urn, given, "PROD")):
            namespace, name = _dataset_name(unescape(platform_urn.removeprefix("urn:li:dataPlatform:")), given)
            return (namespace, name) if named_dataset_urn(namespace, name) == urn else None
    return None


def _dataset_name(platform: str, given: str) -> tuple[str, str]:
    if given.startswith("//"):
        authority, _, name = given[2:].partition("/")
        if not authority:
            return platform, name
        unescaped = "" if authority == "%" else authority.replace("%2F", "/").replace("%25", "%")
        return f"{platform}://{unescaped}", name
    if platform in _OBJECT_STORES:
        bucket, _, key = given.partition("/")
        return f"{platform}://{bucket}", key
    return platform, given


def run_uuid(run_id: str) -> UUID | None:
    """Return the run id as a UUID if it has the form 8-4-4-4-12, else None."""
    return read_uuid(run_id) if _UUID.fullmatch(run_id) else None


def job_run_key(namespace: str, job_name: str, run_id: str) -> UUID:
    """Return the key of a run by its job and its id, which is unique only within the job.

    A UUID is taken in lower case. Source: OpenLineage specification, "Run".
    """
    uuid = run_uuid(run_id)
    return name_key(RUN_NAMESPACE, "\0".join((namespace, job_name, str(uuid or run_id))))


def source_run_key(source: str, run_id: str) -> UUID:
    """Return the key of a run whose id is unique in its source (docs/databand.md); the job does not count.

    A UUID is taken in lower case. No job's namespace is empty, so the key is never a `job_run_key`.
    """
    uuid = run_uuid(run_id)
    return name_key(RUN_NAMESPACE, "\0".join(("", source, str(uuid or run_id))))


def gitlab_namespace(address: str, project_path: str) -> str:
    """Return the namespace of a GitLab project's pipelines: `gitlab://host/group/project`.

    address is GitLab's own, such as `https://gitlab.example.com/gitlab`; the scheme (http or https) is no part of the
    identity.
    """
    _, _, rest = address.partition("://")
    host, slash, root = rest.partition("/")
    return f"gitlab://{host.lower()}{slash}{root}/{project_path}"


def gitlab_pipeline_name(project_path: str, *, is_child: bool) -> str:
    """Return the job of a project's pipelines: the project's name; child pipelines have a job of their own.

    A project's name has no "/", so a child's job is never another project's.
    """
    name = _without_dots(project_path.rpartition("/")[2])
    return f"{name}/child" if is_child else name


def gitlab_stage_name(pipeline_name: str, stage: str) -> str:
    """Return the job of a stage's runs: `pipeline.stage`; dots in a stage's name are escaped."""
    return f"{pipeline_name}.{_without_dots(stage)}"


def gitlab_job_name(stage_name: str, job: str) -> str:
    """Return the job of a GitLab job's runs: `pipeline.stage.job`."""
    return f"{stage_name}.{job}"


def _without_dots(name: str) -> str:
    """Escape dots, so that the first two dots of a job's name separate pipeline, stage and job."""
    return name.replace("%", "%25").replace(".", "%2E")


@remembered
def text_key(text: str) -> UUID:
    """Return the index key of a text: the first 128 bits of its SHA-256, as `text_key` in SQL."""
    return hash_key(text.encode())
