"""The settings beside a backup, as a `headwater.toml`."""

import json
from pathlib import Path

from pydantic import SecretStr

from headwater.settings import Settings


def settings_text(settings: Settings, *, has_secrets: bool) -> str:
    """Return the given settings, not the defaults, in TOML; without has_secrets, a comment names each secret."""
    lines = []
    for name in sorted(settings.model_fields_set):
        value, key = getattr(settings, name), name.rstrip("_")
        if not isinstance(value, SecretStr):
            lines.append(f"{key} = {_toml(value)}\n")
        elif has_secrets:
            lines.append(f"{key} = {_toml(value.get_secret_value())}\n")
        else:
            lines.append(f"# {key}: a secret, left out\n")
    return "".join(lines)


def _toml(value: object) -> str:
    """Return a value of a setting in TOML, whose texts, numbers and lists of texts are written as in JSON."""
    if isinstance(value, Path):
        value = str(value)
    return json.dumps(sorted(value) if isinstance(value, frozenset) else value, ensure_ascii=False)
