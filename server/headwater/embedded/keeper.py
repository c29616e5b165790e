"""Keep the embedded Postgres running for a long-lived process: its supervisor can be killed, or give up."""

import threading
from typing import Final, Protocol, Self

import structlog

from headwater.embedded.errors import EmbeddedPostgresError
from headwater.embedded.launcher import Condition, EmbeddedPostgres

_LOOK_SECONDS: Final = 0.5
_FIRST_PAUSE_SECONDS: Final = 1.0
_LONGEST_PAUSE_SECONDS: Final = 10.0
"""The pauses between two attempts double up to this, so that a disk with free space again is noticed soon."""

_STOP_SECONDS: Final = 5.0
"""The longest wait for the thread at the end; a longer attempt finds no user, and ends by itself."""

_log = structlog.get_logger()


class Watch(Protocol):
    """Tells if the embedded Postgres is away: the keeper, or a process that a keeper informs."""

    @property
    def trouble(self) -> str | None:
        """The reason why Postgres is away; safe to show to everybody. None: Postgres runs."""


class Keeper:
    """Watches the Postgres of a process, and starts a new supervisor if the old one is gone.

    The log says once that Postgres was lost, once why an attempt failed, and once that Postgres is back.
    """

    def __init__(self, postgres: EmbeddedPostgres) -> None:
        self._postgres = postgres
        self._is_ended = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="keeper of Postgres", daemon=True)
        self._trouble: str | None = None

    @property
    def trouble(self) -> str | None:
        """The reason why Postgres is away; safe to show to everybody. None: Postgres runs."""
        return self._trouble

    def _keep(self) -> None:
        while not self._is_ended.wait(_LOOK_SECONDS):
            if self._look() is Condition.DOWN:
                self._mend()

    def _look(self) -> Condition:
        try:
            condition = self._postgres.condition()
        except OSError:
            return Condition.DOWN  # the data folder cannot be read: the restart reports the reason
        if condition is Condition.RUNNING:
            self._trouble = None
        elif condition is Condition.STARTING:
            self._trouble = "it is starting"
        return condition

    def _mend(self) -> None:
        """Start supervisors until Postgres is up, or until the process ends."""
        _log.error("embedded_postgres.lost")
        self._trouble = "it ended and is started again"
        pause, failed = _FIRST_PAUSE_SECONDS, 0
        while not self._is_ended.is_set():
            try:
                self._postgres.bring_up()
            except (EmbeddedPostgresError, OSError) as error:
                failed += 1
                if failed == 1:
                    _log.error("embedded_postgres.start_failed", reason=str(error))
                self._trouble = f"it does not start: {failed} attempts failed, and the log has the reason"
                self._is_ended.wait(pause)
                pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)
            else:
                self._trouble = None
                _log.warning("embedded_postgres.back", failed_attempts=failed)
                return

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_ended.set()
        self._thread.join(_STOP_SECONDS)
