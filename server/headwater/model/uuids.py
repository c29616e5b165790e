"""Ranges of UUIDs by the beginning of their text."""

from uuid import UUID

_LEAST, _GREATEST = str(UUID(int=0)), str(UUID(int=2**128 - 1))


def uuid_span(text: str) -> tuple[UUID, UUID] | None:
    """Return the least and the greatest UUID whose text begins so, in any case; None if no UUID does."""
    text = text.lower()
    try:
        least, greatest = (UUID(text + filling[len(text) :]) for filling in (_LEAST, _GREATEST))
    except ValueError:
        return None
    return (least, greatest) if str(least).startswith(text) else None
