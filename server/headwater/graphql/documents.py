"""GraphQL documents that are known by a name, which is mostly their hash (docs/limits.md)."""

import hashlib
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

from graphql import GraphQLError, GraphQLSchema, parse, validate
from pydantic import TypeAdapter
from strawberry.extensions import SchemaExtension
from typing_extensions import TypedDict

from headwater.errors import BadRequestError, DocumentNotFoundError, SettingsError

MOST_DOCUMENTS = 1000
MOST_BYTES = 8 * 1024 * 1024
"""How much is learned; what was used longest ago goes first."""


class Documents(Protocol):
    """Documents by their names."""

    def find(self, name: str) -> str:
        """The text of a document. Raises DocumentNotFoundError."""

    def learn(self, name: str, text: str) -> None:
        """Keep a document whose hash is its name, where this is done."""


class LearnedDocuments:
    """What clients brought once with its hash: Apollo's automatic persisted queries. Forgotten when the server ends."""

    def __init__(self, most_documents: int = MOST_DOCUMENTS, most_bytes: int = MOST_BYTES) -> None:
        self._texts: OrderedDict[str, str] = OrderedDict()
        self._bytes = 0
        self._most_documents, self._most_bytes = most_documents, most_bytes

    def find(self, name: str) -> str:
        """The text of a document. Raises DocumentNotFoundError."""
        if name not in self._texts:
            raise DocumentNotFoundError
        self._texts.move_to_end(name)
        return self._texts[name]

    def learn(self, name: str, text: str) -> None:
        """Keep a document, and forget those that were used longest ago where there are too many."""
        if name not in self._texts:
            self._bytes += len(text.encode())
        self._texts[name] = text
        self._texts.move_to_end(name)
        while len(self._texts) > self._most_documents or self._bytes > self._most_bytes:
            _, forgotten = self._texts.popitem(last=False)
            self._bytes -= len(forgotten.encode())


class TrustedDocuments:
    """The only documents that are run, by the names that whoever runs the server gave them."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._known = frozenset(texts.values())

    def __contains__(self, text: object) -> bool:
        return text in self._known

    def find(self, name: str) -> str:
        """The text of a document. Raises DocumentNotFoundError."""
        if name not in self._texts:
            raise DocumentNotFoundError
        return self._texts[name]

    def check(self, schema: GraphQLSchema) -> None:
        """Raises SettingsError for a document that does not parse, or asks for what the schema does not have."""
        for name, text in self._texts.items():
            try:
                problems = validate(schema, parse(text))
            except GraphQLError as error:
                problems = [error]
            if problems:
                raise SettingsError(f"trusted_documents: {name}: {problems[0].message}")

    def learn(self, name: str, text: str) -> None:
        """Nothing: what clients bring is not trusted for that."""


class OnlyTrusted(SchemaExtension):
    """Refuses what is not among the trusted documents, whichever way it came."""

    def __init__(self, documents: TrustedDocuments) -> None:
        self._documents = documents

    def on_execute(self) -> Iterator[None]:
        """Raises BadRequestError before anything is executed."""
        if self.execution_context.query not in self._documents:
            raise BadRequestError("only trusted documents are run here (docs/limits.md)")
        yield


class _Operation(TypedDict):
    id: str
    body: str


class _ApolloManifest(TypedDict):
    operations: list[_Operation]


_MANIFEST: TypeAdapter[Any] = TypeAdapter(_ApolloManifest | dict[str, str])


def hash_of(text: str) -> str:
    """The name of a document that has no other: its SHA-256, as hexadecimal digits in lower case."""
    return hashlib.sha256(text.encode()).hexdigest()


def load_trusted(path: Path) -> TrustedDocuments:
    """The documents of a folder or a file. Raises SettingsError.

    A folder: each `.graphql` file in it is one, named by its hash. A file: JSON, names with their texts, as
    graphql-codegen and Relay write it, or the manifest that Apollo's tool writes.
    """
    found: dict[str, Any]
    try:
        if path.is_dir():
            found = {hash_of(text): text for text in (one.read_text("utf-8") for one in sorted(path.glob("*.graphql")))}
        else:
            found = _MANIFEST.validate_json(path.read_bytes())
            if "operations" in found and not isinstance(found["operations"], str):
                found = {one["id"]: one["body"] for one in found["operations"]}
    except (OSError, ValueError) as error:
        raise SettingsError(f"trusted_documents: {error}") from error
    if not found:
        raise SettingsError(f"trusted_documents: there is no document in {path}")
    return TrustedDocuments(found)
