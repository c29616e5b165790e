"""GraphQL documents with a name, which mostly is their hash (docs/limits.md)."""

import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from graphql import (
    ASTValidationRule,
    DocumentNode,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    parse,
)
from pydantic import TypeAdapter
from strawberry.types.graphql import OperationType
from typing_extensions import TypedDict

from headwater.errors import DocumentNotFoundError, SettingsError
from headwater.graphql.cost.measure import Measured, Measures, count_aliases
from headwater.graphql.validation import problems_of
from headwater.texts import named_reason_of

MOST_DOCUMENTS = 1000
MOST_BYTES = 8 * 1024 * 1024
"""The size of all learned documents; the server forgets the least recently used first."""

MOST_READ = 128
MOST_READ_LETTERS = 1024 * 1024
"""The number of parsed documents to keep, and of their letters. A letter takes 120 bytes."""


class Documents(Protocol):
    """Documents by their names."""

    def find(self, name: str) -> str:
        """The text of a document. Raises DocumentNotFoundError."""

    def learn(self, name: str, text: str) -> None:
        """Keep a document with its hash as its name, if this collection learns."""


class LearnedDocuments:
    """Documents from clients with their hash: Apollo's automatic persisted queries. Forgotten when the server ends.

    It has the known documents from the start, and never forgets them.
    """

    def __init__(
        self,
        known: Mapping[str, str] = MappingProxyType({}),
        most_documents: int = MOST_DOCUMENTS,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self._known = known
        self._texts: OrderedDict[str, str] = OrderedDict()
        self._bytes = 0
        self._most_documents, self._most_bytes = most_documents, most_bytes

    def find(self, name: str) -> str:
        """The text of a document. Raises DocumentNotFoundError."""
        if name in self._known:
            return self._known[name]
        if name not in self._texts:
            raise DocumentNotFoundError
        self._texts.move_to_end(name)
        return self._texts[name]

    def learn(self, name: str, text: str) -> None:
        """Keep a document, and forget the least recently used ones if there are too many."""
        if name not in self._texts:
            self._bytes += len(text.encode())
        self._texts[name] = text
        self._texts.move_to_end(name)
        while len(self._texts) > self._most_documents or self._bytes > self._most_bytes:
            _, forgotten = self._texts.popitem(last=False)
            self._bytes -= len(forgotten.encode())


class TrustedDocuments:
    """The only documents that the server executes: those of its operator by their names, those of its own page."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._known = frozenset(texts.values())

    def joined(self, texts: Mapping[str, str]) -> "TrustedDocuments":
        """Return the same with further documents, whose names give way."""
        return TrustedDocuments({**texts, **self._texts})

    def __contains__(self, text: object) -> bool:
        return text in self._known

    def find(self, name: str) -> str:
        """The text of a document. Raises DocumentNotFoundError."""
        if name not in self._texts:
            raise DocumentNotFoundError
        return self._texts[name]

    def check(self, schema: GraphQLSchema) -> None:
        """Check all documents. Raises SettingsError if one does not parse, or asks for fields that the schema lacks."""
        for name, text in self._texts.items():
            try:
                problems = problems_of(parse(text), schema)
            except GraphQLError as error:
                problems = [error]
            if problems:
                raise SettingsError(f"trusted_documents: {name}: {problems[0].message}")

    def learn(self, name: str, text: str) -> None:
        """Do nothing: documents from clients are not trusted."""


class ReadOperation:
    """An operation of a parsed document, with all that its requests share."""

    def __init__(self, document: DocumentNode, node: OperationDefinitionNode) -> None:
        self.node = node
        self.kind = OperationType(node.operation.value)
        self.name = node.name.value if node.name else None
        self._document = document
        self._measures: Measures | None = None

    def measured(self, schema: GraphQLSchema, variables: Mapping[str, Any], most_depth: int) -> Measured:
        """The cost of a valid operation for some values of variables. Raises BadRequestError if it is too deep."""
        if self._measures is None:
            self._measures = Measures(schema, self._document, self.node, most_depth)
        return self._measures.of(variables)


class ReadDocument:
    """A parsed document, with all that its requests share."""

    def __init__(self, document: DocumentNode) -> None:
        self.document = document
        self.aliases = count_aliases(document)
        self.operations = [
            ReadOperation(document, one) for one in document.definitions if isinstance(one, OperationDefinitionNode)
        ]
        self._by_name = {one.name: one for one in reversed(self.operations)}
        self._problems: list[GraphQLError] | None = None

    def operation(self, name: str | None) -> ReadOperation | None:
        """The operation with a name; without a name the only one."""
        if name is not None:
            return self._by_name.get(name)
        return self.operations[0] if len(self.operations) == 1 else None

    def problems(self, schema: GraphQLSchema, rules: Sequence[type[ASTValidationRule]]) -> list[GraphQLError]:
        """The errors of its validation; a new list."""
        if self._problems is None:
            self._problems = problems_of(self.document, schema, rules)
        return self._problems.copy()


class ReadDocuments:
    """The most recently used documents of a schema, parsed, each with its validation errors."""

    def __init__(self, most_tokens: int, rules: Sequence[type[ASTValidationRule]]) -> None:
        self.rules = rules
        self._most_tokens = most_tokens
        self._read: OrderedDict[str, ReadDocument] = OrderedDict()
        self._letters = 0

    def read(self, text: str) -> ReadDocument:
        """Parse a document. Raises GraphQLError if it cannot be parsed, or has too many tokens."""
        found = self._read.get(text)
        if found is None:
            found = self._read[text] = ReadDocument(parse(text, max_tokens=self._most_tokens))
            self._letters += len(text)
            while len(self._read) > MOST_READ or self._letters > MOST_READ_LETTERS:
                self._letters -= len(self._read.popitem(last=False)[0])
        else:
            self._read.move_to_end(text)
        return found


class _Operation(TypedDict):
    id: str
    body: str


class _ApolloManifest(TypedDict):
    operations: list[_Operation]


_MANIFEST: TypeAdapter[Any] = TypeAdapter(_ApolloManifest | dict[str, str])


def hash_of(text: str) -> str:
    """The default name of a document: its SHA-256, as hexadecimal digits in lower case."""
    return hashlib.sha256(text.encode()).hexdigest()


def load_trusted(path: Path) -> TrustedDocuments:
    """Load the documents of a folder or a file. Raises SettingsError.

    A folder: each `.graphql` file is a document, named by its hash. A file: JSON, names with their texts, as
    graphql-codegen and Relay write it, or the manifest that Apollo's tool writes.
    """
    found: dict[str, Any]
    try:
        if path.is_dir():
            files = sorted(one for one in path.iterdir() if one.suffix == ".graphql")  # a glob hides errors
            found = {hash_of(text): text for text in (one.read_text("utf-8") for one in files)}
        else:
            found = _MANIFEST.validate_json(path.read_bytes())
            if "operations" in found and not isinstance(found["operations"], str):
                found = {one["id"]: one["body"] for one in found["operations"]}
    except OSError as error:
        raise SettingsError(f"trusted_documents: {named_reason_of(error)}") from error
    except ValueError as error:
        raise SettingsError(f"trusted_documents: {error}") from error
    if not found:
        raise SettingsError(f"trusted_documents: expected at least one GraphQL document in {path}, found none")
    return TrustedDocuments(found)
