"""The errors that Headwater raises, in one tree; each docstring is the default message.

    HeadwaterError
    ├── BadRequestError          the request cannot be used
    │   ├── InvalidUrnError      a URN that does not parse
    │   ├── NotFoundError        the requested thing does not exist
    │   │   ├── UnknownEntityError      the store does not know a URN
    │   │   ├── RemovedRunError         retention removed the run
    │   │   └── DocumentNotFoundError   the hash names no stored GraphQL document
    │   └── TooLargeError        a body beyond the limit
    ├── UnauthorizedError        the caller has no valid token
    ├── ForbiddenError           the caller's token lacks the right
    │   └── ForeignPageError     a request by a page of another site
    ├── UnknownHostError         the caller takes the server for another
    ├── OverloadedError          the caller may send the request again in a moment
    │   └── UnavailableError     the database does not answer
    ├── SlowReaderError          a subscriber reads too slowly
    ├── SettingsError            the settings do not fit together
    ├── MigrationError           the database and this version do not fit together
    ├── UnknownDictionaryError   this process cannot unpack a body of the log
    ├── EmbeddedPostgresError    the embedded Postgres does not start     (embedded/errors.py)
    ├── BackupError              no backup, or no restore of it           (backup/errors.py)
    ├── InvalidEntryError        the registry entry cannot be read        (registry/entries.py)
    ├── NoAnswerError            the server cannot be asked, or refuses   (evidence/asking.py)
    ├── JavaMissingError         no JVM for the loader                    (loader/jvm.py)
    ├── SparkError               Spark does not start, or ended early     (loader/session.py)
    └── GitLabError              GitLab's answer cannot be used           (sync/gitlab.py)
        ├── GitLabRefusedError   GitLab refuses the request
        └── GitLabDownError      GitLab does not answer, after all retries

They are translated once, at the edge: into GraphQL errors in `graphql/errors.py`, into a message and an exit code in
`cli/main.py`, into HTTP answers in `guard.py` and `ingest`. `store/database.py` translates the driver's errors.
"""


class HeadwaterError(Exception):
    """Something went wrong."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or (type(self).__doc__ or "").strip())


class BadRequestError(HeadwaterError):
    """The request cannot be used."""


class InvalidUrnError(BadRequestError):
    """The URN does not parse."""


class NotFoundError(BadRequestError):
    """The thing that was asked for does not exist."""


class UnknownEntityError(NotFoundError):
    """The store does not know this URN."""

    def __init__(self, argument: str, noun: str, urn: str) -> None:
        super().__init__(
            f"{argument}: no such {noun} is known: {urn}. Check its spelling: GraphQL's search(text:) finds names"
        )
        self.argument, self.noun, self.urn = argument, noun, urn


class RemovedRunError(NotFoundError):
    """Retention removed this run."""

    def __init__(self, argument: str, urn: str) -> None:
        super().__init__(f"{argument}: retention removed this run (docs/retention.md): {urn}")


class DocumentNotFoundError(NotFoundError):
    """PersistedQueryNotFound"""


class TooLargeError(BadRequestError):
    """The body is too large."""


class UnauthorizedError(HeadwaterError):
    """The request needs a valid bearer token: send the header Authorization: Bearer <token>."""


class ForbiddenError(HeadwaterError):
    """The token does not allow this request."""


class ForeignPageError(ForbiddenError):
    """Pages of other sites may not send requests to this server."""


class UnknownHostError(HeadwaterError):
    """The name in Host is not a name of this server."""


class OverloadedError(HeadwaterError):
    """The server cannot take the request now: send it again in a moment."""


class UnavailableError(OverloadedError):
    """The database does not answer: send it again in a moment."""


class SlowReaderError(HeadwaterError):
    """The subscriber took run events too slowly, so the subscription has ended: subscribe again after the cursor."""

    def __init__(self, cursor: str) -> None:
        super().__init__()
        self.cursor = cursor
        """The cursor of the last message that the subscriber read."""


class SettingsError(HeadwaterError):
    """The settings do not fit together."""


class MigrationError(HeadwaterError):
    """The schema of the database is not the one that this version needs."""


class UnknownDictionaryError(HeadwaterError):
    """A body in the log was packed by a dictionary that this process does not have."""
