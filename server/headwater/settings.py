"""The settings: from the environment (`HEADWATER_…`), else from a file, else the defaults."""

import ipaddress
import os
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AliasChoices, Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from headwater.embedded import default_data_dir
from headwater.errors import SettingsError
from headwater.model.changes import MAX_EVENT_NAMES
from headwater.model.query_limits import (
    DEFAULT_LIMITS,
    EXPENSIVE_QUERIES,
    MAX_WALK_SECONDS,
    MERGE_SECONDS,
    STATEMENT_SECONDS,
    WAIT_SECONDS,
    QueryLimits,
)
from headwater.origins import authority_of, origin_of

DATABASE_URL_VARIABLE = "HEADWATER_DATABASE_URL"
CONFIG_FILE_VARIABLE = "HEADWATER_CONFIG_FILE"
DEFAULT_CONFIG_FILE = "headwater.toml"


_PARTNERS = {"direct_url": "the pooler", "read_database_url": "the primary"}
"""The database behind HEADWATER_DATABASE_URL, for the settings that need one beside them."""


class Settings(BaseSettings):
    """All settings. Each is `HEADWATER_<NAME>` in the environment and `<name>` in `headwater.toml`."""

    model_config = SettingsConfigDict(env_prefix="HEADWATER_", extra="forbid", populate_by_name=True)

    database_url: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices(DATABASE_URL_VARIABLE, "DATABASE_URL", "database_url"),
        description="The Postgres to use, as postgresql://…; DATABASE_URL works, too. Default: the embedded one.",
    )
    direct_url: SecretStr | None = Field(
        default=None,
        description="Postgres itself, if the database URL is a pooler's (docs/pgbouncer.md). Default: the same URL.",
    )
    read_database_url: SecretStr | None = Field(
        default=None,
        description="A replica of the database, which answers GraphQL queries (docs/scaling.md). Default: none.",
    )
    data_dir: Path = Field(
        default_factory=lambda: default_data_dir(os.environ),
        description="The folder of the embedded Postgres; the demo has a folder `demo` in it.",
    )
    host: str = Field(
        default="127.0.0.1",
        min_length=1,
        description="The address to listen on. Beyond loopback, requests need tokens.",
    )
    port: int = Field(default=8080, ge=0, le=65535, description="The port to listen on; 0: any free one.")
    workers: int = Field(
        default=1,
        ge=1,
        le=64,
        description="The number of server processes; most limits hold for each (docs/workers.md).",
    )
    token: SecretStr | None = Field(
        default=None,
        description="The operator's bearer token, with all scopes. With it, loopback needs tokens, too.",
    )
    allowed_hosts: Annotated[frozenset[str], NoDecode] = Field(
        default=frozenset(),
        description="Names of the server besides loopback's, without ports. A server without tokens needs them.",
    )
    allowed_origins: Annotated[frozenset[str], NoDecode] = Field(
        default=frozenset(),
        description="Origins of other sites' pages that may send requests, such as https://ui.example.com.",
    )
    max_connections: int = Field(
        default=1000, ge=10, description="The maximum number of client connections; at most half are WebSockets."
    )
    max_transfer_seconds: float = Field(
        default=20,
        gt=0,
        le=3600,
        description="Seconds to transfer the headers, and each 10,000 bytes of a body or an answer.",
    )
    pool_size: int = Field(
        default=10, ge=1, le=1000, description="Connections to Postgres for queries; workers share them."
    )
    async_: bool = Field(
        default=False,
        validation_alias=AliasChoices("HEADWATER_ASYNC", "async"),
        description="True: OpenLineage and Databand requests without async are queued (docs/asynchronous-writes.md).",
    )
    drains_queue: bool = Field(
        default=True, description="True: the server merges queued writes itself. False: `headwater worker` does."
    )
    max_queued_writes: int = Field(
        default=1_000_000, ge=1, description="Writes that the queue may hold; beyond them asynchronous writes get 503."
    )
    max_queued_seconds: float = Field(
        default=3600,
        gt=0,
        description="Age of the oldest queued write in seconds; beyond it asynchronous writes get 503.",
    )
    max_graph_steps: int = Field(
        default=2_000_000,
        ge=0,
        description="Attempts whose hops a server holds in memory for large impacts; if the store has more, none.",
    )
    retention_hours: float | None = Field(
        default=None,
        gt=0,
        le=87_600,
        description="Hours between removals of old runs by the server (docs/retention.md). Default: it removes none.",
    )
    max_waiting_events: int = Field(
        default=20_000,
        ge=1,
        description="The maximum number of events over HTTP that wait for a merge; others get 503.",
    )
    max_event_names: int = Field(
        default=MAX_EVENT_NAMES,
        ge=1,
        description="The maximum number of names in an event (docs/limits.md). With more, it goes to quarantine.",
    )
    max_merge_seconds: float = Field(
        default=MERGE_SECONDS,
        gt=0,
        le=3600,
        description="Seconds that a merge over HTTP may run, and may wait for other merges. An event that takes longer"
        " alone goes to quarantine.",
    )
    max_waiting_messages: int = Field(
        default=1_000,
        ge=1,
        description="The maximum number of run events that wait for a subscriber. With more, its subscription ends.",
    )
    max_query_depth: int = Field(
        default=DEFAULT_LIMITS.depth,
        ge=1,
        description="The maximum depth of a GraphQL query, in levels of fields below the first.",
    )
    max_query_tokens: int = Field(
        default=DEFAULT_LIMITS.tokens,
        ge=1,
        description="The maximum number of tokens in a GraphQL document: words and signs.",
    )
    max_query_aliases: int = Field(
        default=DEFAULT_LIMITS.aliases, ge=0, description="The maximum number of aliases in a GraphQL document."
    )
    max_query_cost: int = Field(
        default=DEFAULT_LIMITS.cost, ge=1, description="The maximum cost of a GraphQL query (docs/limits.md)."
    )
    max_expensive_queries: int = Field(
        default=EXPENSIVE_QUERIES,
        ge=1,
        description="The maximum number of expensive GraphQL queries that run at a time; the others wait"
        " (docs/limits.md).",
    )
    max_query_bytes: int = Field(
        default=4 * 1024 * 1024, ge=1, description="The maximum size of a GraphQL request in bytes, unpacked."
    )
    max_statement_seconds: float = Field(
        default=STATEMENT_SECONDS,
        gt=MAX_WALK_SECONDS,
        le=3600,
        description="Seconds that a statement of a query may run; more than the longest walk (maxSeconds).",
    )
    max_pool_wait_seconds: float = Field(
        default=WAIT_SECONDS,
        gt=0,
        le=3600,
        description="Seconds that a query waits for a connection, or an expensive one for its turn. Then it gets 503.",
    )
    trusted_documents: Path | None = Field(
        default=None, description="A folder or file with the only GraphQL documents that may run. Default: any may."
    )
    introspection: bool = Field(default=True, description="GraphQL answers introspection.")
    graphiql: bool = Field(default=True, description="Whether browsers get GraphiQL.")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="The lowest level to log."
    )
    log_format: Literal["auto", "json", "text"] = Field(
        default="auto", description="The form of log lines. auto: text on a terminal, else JSON."
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Order the sources: the environment wins over the file."""
        path = os.environ.get(CONFIG_FILE_VARIABLE, DEFAULT_CONFIG_FILE)
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, Path(path))

    @field_validator("data_dir", "trusted_documents", mode="before")
    @classmethod
    def _is_a_path(cls, path: object) -> object:
        if isinstance(path, str) and not path.strip():
            raise ValueError("expected a path that is not empty; leave the setting out for its default")
        return path

    @field_validator("database_url", "direct_url", "read_database_url")
    @classmethod
    def _is_a_postgres_url(cls, url: SecretStr | None) -> SecretStr | None:
        expected = "expected postgresql://user:password@host:port/database"
        if url is not None:
            try:
                parts = urlsplit(url.get_secret_value())
                _ = parts.port
            except ValueError as error:
                raise ValueError(f"{expected}: {error}") from error
            if parts.scheme not in ("postgresql", "postgres"):
                raise ValueError(expected)
        return url

    @field_validator("direct_url", "read_database_url")
    @classmethod
    def _belongs_to_a_database(cls, url: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        if url is not None and info.data.get("database_url") is None:
            raise ValueError(
                f"expected HEADWATER_DATABASE_URL beside it, the address of {_PARTNERS[info.field_name or '']}"
            )
        return url

    @field_validator("token")
    @classmethod
    def _is_a_token(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not token.get_secret_value():
            raise ValueError("expected a text that is not empty; leave the setting out to have no token")
        return token

    @field_validator("allowed_hosts", mode="before")
    @classmethod
    def _are_hosts(cls, value: object) -> frozenset[str]:
        return frozenset(_host_name(item) for item in _items(value))

    @field_validator("allowed_origins", mode="before")
    @classmethod
    def _are_origins(cls, value: object) -> frozenset[str]:
        return frozenset(_page_origin(item) for item in _items(value))

    @cached_property
    def is_loopback(self) -> bool:
        """True if only this machine can reach the server."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def is_token_required(self) -> bool:
        """True if requests need a token."""
        return self.token is not None or not self.is_loopback

    @property
    def direct_setting(self) -> str:
        """The variable of the setting with the address of Postgres itself."""
        if self.database_url is None:
            return "HEADWATER_DATA_DIR"
        return DATABASE_URL_VARIABLE if self.direct_url is None else "HEADWATER_DIRECT_URL"

    @property
    def query_limits(self) -> QueryLimits:
        """The limits of one GraphQL query."""
        return QueryLimits(self.max_query_depth, self.max_query_tokens, self.max_query_aliases, self.max_query_cost)

    @property
    def event_limits(self) -> tuple[int, float, int]:
        """The limits of an EventGatherer, in its order."""
        return self.max_waiting_events, self.max_merge_seconds, self.max_event_names

    @property
    def secret_token(self) -> str | None:
        """The operator's token."""
        return None if self.token is None else self.token.get_secret_value()


def _items(value: object) -> list[str]:
    """Split a list in the file, or a text with commas in the environment."""
    items = value.split(",") if isinstance(value, str) else value
    if not isinstance(items, Collection) or not all(isinstance(item, str) for item in items):
        raise ValueError("expected a list of texts, or a text with commas")
    return [item.strip() for item in items if item.strip()]


def _host_name(text: str) -> str:
    host = authority_of(f"[{text}]" if text.count(":") > 1 and not text.startswith("[") else text)
    if host is None or host.port is not None or "*" in host.name:
        raise ValueError(f"expected names without scheme, port and *, such as headwater.example, got {text!r}")
    return host.name


def _page_origin(text: str) -> str:
    origin = origin_of(text)
    if origin is None or "*" in origin.name:
        raise ValueError(f"expected origins without path and *, such as https://ui.example:8443, got {text!r}")
    return str(origin)


def load_settings(**overrides: object) -> Settings:
    """Return the settings, overridden by those of the command line (None: not given). Raises SettingsError."""
    given = {name: value for name, value in overrides.items() if value is not None}
    named = os.environ.get(CONFIG_FILE_VARIABLE)
    if named is not None and not Path(named).is_file():
        raise SettingsError(f"{CONFIG_FILE_VARIABLE}: expected the path of a file, found none at {named}")
    try:
        return Settings(**given)  # type: ignore[arg-type]
    except ValidationError as error:
        problems = "; ".join(map(_problem, error.errors(include_input=False)))
        raise SettingsError(f"settings: {problems}") from error
    except (TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{named or DEFAULT_CONFIG_FILE}: expected TOML: {error}") from error


def _problem(error: ErrorDetails) -> str:
    """Describe one error of pydantic's."""
    name, *more = map(str, error["loc"] or ("settings",))
    if error["type"] != "extra_forbidden":
        return f"{_variable(name, *more)}: {error['msg'].removeprefix('Value error, ')}"
    file = os.environ.get(CONFIG_FILE_VARIABLE, DEFAULT_CONFIG_FILE)
    field = name.lower().removeprefix(
        str(Settings.model_config["env_prefix"]).lower()
    )  # a variable's name, in the file
    near = _nearest(field, Settings.model_fields)
    return f"{name} in {file} is not a setting" + "".join(f" (did you mean {one}?)" for one in near)


def _nearest(name: str, known: Iterable[str]) -> list[str]:
    """Return the known name that was probably meant, if there is one."""
    return get_close_matches(name, list(known), n=1, cutoff=0.8)


def _variable(name: str, *more: str) -> str:
    """Return a setting's variable in the environment; an unknown name stays as it is."""
    prefix = Settings.model_config["env_prefix"]
    return ".".join((prefix + _upper(name) if name in Settings.model_fields else name, *more))


def _upper(field: str) -> str:
    """The name of a field in the environment, without the prefix; Python's own words have an underscore after them."""
    return field.rstrip("_").upper()


def mistyped_variables(names: Iterable[str]) -> dict[str, str]:
    """Return environment variables whose names are nearly those of settings, with the settings' names.

    Other variables with the prefix are ignored: Kubernetes sets some for a service of this name.
    """
    prefix = Settings.model_config["env_prefix"]
    known = {CONFIG_FILE_VARIABLE.removeprefix(prefix), *map(_upper, Settings.model_fields)}
    unknown = {name.removeprefix(prefix) for name in names if name.startswith(prefix)} - known
    near = {name: _nearest(name, known) for name in sorted(unknown)}
    return {prefix + name: prefix + found[0] for name, found in near.items() if found}
