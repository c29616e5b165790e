"""Registry entries and verifications among events, and the registrations that exported events tell of.

Source: dpone 0.88 (`*__run_registry.json`), and this server's own mutations (docs/evidence.md).
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.dialects.events.reading import Reading
from headwater.dialects.openlineage.parts import Facets
from headwater.dialects.problems import UnusableError
from headwater.model.changes import RegistrationFact, VerificationFact
from headwater.model.json import canonical_json
from headwater.model.times import parse_stored_time
from headwater.registry.drift import VERIFICATION_SCHEMA
from headwater.registry.entries import InvalidEntryError, is_entry, read_entry, read_event_facets
from headwater.registry.export import UNKNOWN_RUN
from headwater.registry.registration import Registration, entry_checksum, registration_key
from headwater.urn import run_uuid


def is_of_registry(event: dict[str, Any]) -> bool:
    """Return True for a registry entry or a verification."""
    return is_entry(event) or is_verification(event)


def is_verification(event: dict[str, Any]) -> bool:
    """Return True for a verification."""
    return event.get("schema") == VERIFICATION_SCHEMA


def registry_time(event: dict[str, Any]) -> tuple[datetime, bool]:
    """Return the time of an entry or a verification, and True if it has no zone. Raises UnusableError."""
    name = "checked_at" if is_verification(event) else "recorded_at"
    try:
        return parse_stored_time(event.get(name))
    except ValueError as error:
        raise UnusableError("registry_entry.invalid", f"{name}: {error}") from error


def read_registry(reading: Reading, event: dict[str, Any]) -> None:
    """Read an entry or a verification. Raises UnusableError."""
    if is_verification(event):
        reading.changes.verifications.append(_verification(reading, event))
        return
    try:
        registration = read_entry(event)
    except InvalidEntryError as error:
        raise UnusableError("registry_entry.invalid", str(error)) from error
    if registration.run_id == UNKNOWN_RUN:
        raise UnusableError("run.placeholder", "the entry names no run: dpone could not read the run's result")
    checksum = entry_checksum(reading.changes.event.body)
    reading.changes.registrations.append(_fact(registration, checksum, registration.run_key, is_entry=True))


def read_exported(
    reading: Reading, namespace: str, name: str, run_id: str, native_state: str | None, facets: Facets
) -> None:
    """Read the registration that an exported event tells of, if it tells of one."""
    found = read_event_facets(namespace, name, run_id, native_state, reading.at, facets)
    if found is None or found[0].run_id == UNKNOWN_RUN:
        return
    assert reading.run_key is not None
    reading.changes.registrations.append(_fact(*found, reading.run_key, is_entry=False))


def _fact(registration: Registration, checksum: str, run_key: UUID, *, is_entry: bool) -> RegistrationFact:
    scope_key = registration.run_key
    return RegistrationFact(
        id=registration_key(scope_key, checksum),
        scope_key=scope_key,
        run_key=run_key,
        run_id=registration.run_id,
        namespace=registration.namespace,
        process=registration.process,
        passed=registration.passed,
        recorded_at=registration.recorded_at,
        is_entry=is_entry,
        entry_checksum=checksum,
        checksums=[checksum, *(one.sha256 for one in registration.evidence if one.sha256 is not None)],
        document=canonical_json(registration.entry()).decode(),
    )


def _verification(reading: Reading, event: dict[str, Any]) -> VerificationFact:
    given, items = event.get("registration_id"), event.get("items")
    registration_id = run_uuid(given) if isinstance(given, str) else None
    if registration_id is None:
        raise UnusableError("registry_entry.invalid", "registration_id: expected a UUID")
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise UnusableError("registry_entry.invalid", "items: expected a list of objects")
    return VerificationFact(
        reading.content_hash, registration_id, reading.at, not items, canonical_json(items).decode()
    )
