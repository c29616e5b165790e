"""The errors that Headwater raises, in one tree; each docstring is the default message.

    HeadwaterError
    ├── BadRequestError          what the caller sent cannot be used
    │   ├── InvalidUrnError      a URN that does not parse
    │   ├── NotFoundError        what was asked for is not there
    │   │   └── DocumentNotFoundError   the hash names no GraphQL document that is kept
    │   └── TooLargeError        a body beyond the limit
    ├── UnauthorizedError        the caller brings no token that is good
    ├── ForbiddenError           the caller's token is good, but not for this
    │   └── ForeignPageError     a page of another site asks
    ├── UnknownHostError         the caller takes the server for another
    ├── OverloadedError          what the caller sent may be sent again in a moment
    │   └── UnavailableError     the database does not answer
    ├── SlowReaderError          a subscriber does not take what it is told
    ├── SettingsError            the server is set up in a way that cannot work
    ├── MigrationError           the database and this version do not fit together
    ├── UnknownDictionaryError   this version cannot unpack a body of the log
    ├── EmbeddedPostgresError    the embedded Postgres does not start     (embedded/errors.py)
    ├── JavaMissingError         no JVM for the loader                    (loader/jvm.py)
    ├── SparkError               Spark does not start, or ended early     (loader/session.py)
    └── GitLabError              GitLab's answer cannot be used           (sync/gitlab.py)
        ├── GitLabRefusedError   it does not give what was asked for
        └── GitLabDownError      it does not answer, however often it is asked

They are translated once, at the edge: into GraphQL errors in `graphql/errors.py`, into a message and an
exit code in `cli/main.py`, into HTTP answers in `guard.py` and `ingest`. The driver's errors become ours
in `store/database.py`.
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
    """It is not there."""


class DocumentNotFoundError(NotFoundError):
    """PersistedQueryNotFound"""


class TooLargeError(BadRequestError):
    """The body is too large."""


class UnauthorizedError(HeadwaterError):
    """A valid bearer token is needed."""


class ForbiddenError(HeadwaterError):
    """The token is not good for this."""


class ForeignPageError(ForbiddenError):
    """Pages of other sites may not ask this server."""


class UnknownHostError(HeadwaterError):
    """The server does not know itself by this name."""


class OverloadedError(HeadwaterError):
    """The server cannot take this now: send it again in a moment."""


class UnavailableError(OverloadedError):
    """The database does not answer: send it again in a moment."""


class SlowReaderError(HeadwaterError):
    """More was to be told than was taken, so the subscription has ended: subscribe again, after the cursor."""

    def __init__(self, cursor: str) -> None:
        super().__init__()
        self.cursor = cursor
        """Up to where all was taken."""


class SettingsError(HeadwaterError):
    """The settings do not fit together."""


class MigrationError(HeadwaterError):
    """The database does not have the schema that this version needs."""


class UnknownDictionaryError(HeadwaterError):
    """A body in the log was packed by a dictionary that this version does not have."""
