"""The run registry: register evidence, find and verify it, and export it as an event (docs/evidence.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from headwater.dialects.openlineage import parse_document
from headwater.errors import BadRequestError, HeadwaterError, NotFoundError
from headwater.keys import read_uuid
from headwater.model.changes import Changes, Problem
from headwater.registry.codes import REGISTRATION_MISSING
from headwater.registry.defaults import DEFAULT_NAMESPACE
from headwater.registry.drift import Verification, drift
from headwater.registry.export import NO_TIMES, Dataset, Exported, RunTimes, export, export_nothing
from headwater.registry.registration import (
    Registration,
    entry_bytes,
    entry_checksum,
    registration_key,
)
from headwater.store.quarantine import MergeItems
from headwater.store.reader import Reader
from headwater.store.registrations import Registered
from headwater.texts import shown

_MOST_SHOWN: Final = 10
"""The runs of one id that an error names."""


@dataclass(frozen=True, slots=True)
class NamedRun:
    """A run by its id, and by its job where several jobs share the id. revision None: the newest."""

    run_id: str
    namespace: str | None = None
    process: str | None = None
    revision: int | None = None


async def find(reader: Reader, named: NamedRun) -> Registered | None:
    """Return the registration of a run; None if there is none.

    Raises BadRequestError if several jobs have a run of this id.
    """
    found = await reader.registrations.of_run_id(
        named.run_id, named.namespace, named.process, named.revision, _MOST_SHOWN + 1
    )
    if len(found) > 1:
        jobs = ", ".join(f"{one.registration.namespace} {one.registration.process}" for one in found[:_MOST_SHOWN])
        more = ", …" if len(found) > _MOST_SHOWN else ""
        raise BadRequestError(
            f"runId: expected also the process (and the namespace), if several jobs have a run {shown(named.run_id)}:"
            f" {jobs}{more}"
        )
    return found[0] if found else None


async def expect(reader: Reader, named: NamedRun) -> Registered:
    """Return the registration of a run. Raises NotFoundError, or BadRequestError as `find`."""
    found = await find(reader, named)
    if found is None:
        revision = "" if named.revision is None else f" with the revision {named.revision}"
        raise NotFoundError(f"runId: no run {shown(named.run_id)}{revision} is registered: `registerRun` registers one")
    return found


async def register(reader: Reader, merge_items: MergeItems, registration: Registration) -> Registered:
    """Add a registration, and return it with its revision; it is durable after this."""
    body = entry_bytes(registration.entry())
    await _merge(merge_items, body)
    [found] = await reader.registrations.by_id([registration_key(registration.run_key, entry_checksum(body))])
    if found is None:
        raise HeadwaterError("the registration was stored, but cannot be read")
    return found


async def verify(
    reader: Reader, merge_items: MergeItems, named: NamedRun, observed: Mapping[str, str | None], now: datetime
) -> Verification:
    """Compare observed checksums with a registration, and keep the result; subjects as in `registry.drift.drift`.

    Raises NotFoundError or BadRequestError.
    """
    found = await expect(reader, named)
    verification = Verification(now, tuple(drift(found.registration, found.entry_checksum, observed)))
    await _merge(merge_items, entry_bytes(verification.entry(str(found.id))))
    return verification


async def exported(
    reader: Reader,
    named: NamedRun,
    inputs: Sequence[Dataset],
    outputs: Sequence[Dataset],
    event_type: str,
    now: datetime,
) -> Exported:
    """Make the event of a registration; of a run that is not registered, a failure. Nothing is stored.

    Raises BadRequestError if the event type contradicts the gate.
    """
    found = await find(reader, named)
    if found is None:
        namespace = named.namespace or DEFAULT_NAMESPACE
        return export_nothing(REGISTRATION_MISSING, named.run_id, namespace, inputs, outputs, event_type, now)
    times = await _times(reader, found)
    return export(found.registration, found.entry_checksum, inputs, outputs, event_type, now, times)


async def _times(reader: Reader, found: Registered) -> RunTimes:
    """Return the times of the run by its own events; an export's time is not the run's."""
    [run_id] = await reader.registrations.run_ids([read_uuid(str(found.run_key))])
    [run] = [None] if run_id is None else await reader.runs.by_id([run_id])
    if run is None:
        return NO_TIMES
    return RunTimes(run["started_at"], None if run["is_time_approximate"] else run["ended_at"])


async def _merge(merge_items: MergeItems, body: bytes) -> None:
    """Merge an entry or a verification. Raises BadRequestError if it cannot be used."""
    items: list[Changes | Problem] = parse_document(body, "run registry", 1)
    for item in items:
        if isinstance(item, Problem):
            raise BadRequestError(f"{item.code}: {item.message}")
    merged = await merge_items(items, ())
    if merged.problems:
        raise HeadwaterError("the database refused the registration; the quarantine has it, with the reason")
