"""The settings of a command, by which it logs."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from headwater.settings import Settings


def command_settings(**overrides: object) -> "Settings":
    """The settings, as `load_settings` gives them; from now on logs go to standard error, by these settings."""
    # Here, since all that a help needs is what a module imports at its top.
    from headwater.app.logs import configure_logs
    from headwater.settings import load_settings

    settings = load_settings(**overrides)
    configure_logs(settings)
    return settings
