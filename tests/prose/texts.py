"""The texts of the project that are no Markdown of their own, as Markdown: a heading names the place of each."""

import ast
import re
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from pathlib import Path

from graphql import GraphQLSchema, is_specified_scalar_type

Text = tuple[str, str]
"""The place of a text, and the text."""


def write_pages(folder: Path, texts: Iterable[Text]) -> list[Path]:
    """Write a page for each file or type, with a heading and a paragraph for each text: large pages take textlint long."""
    pages: dict[str, list[str]] = {}
    for place, text in texts:
        pages.setdefault(re.split(r"[.:(]", place)[0].replace("/", "."), []).append(f"# `{place}`\n\n{text}\n")
    for name, parts in pages.items():
        (folder / f"{name}.md").write_text("\n".join(parts))
    return sorted(folder.glob("*.md"))


def descriptions(schema: GraphQLSchema) -> Iterator[Text]:
    """The descriptions of types, fields, arguments and values, less those that GraphQL itself brings."""
    for name, one in schema.type_map.items():
        if name.startswith("__") or is_specified_scalar_type(one):
            continue
        yield name, one.description or ""
        for member, field in [*getattr(one, "values", {}).items(), *getattr(one, "fields", {}).items()]:
            yield f"{name}.{member}", field.description or ""
            for argument, value in getattr(field, "args", {}).items():
                yield f"{name}.{member}({argument})", value.description or ""


def docstrings(folder: Path) -> Iterator[Text]:
    """The docstrings of all modules below a folder, those after a name's assignment, and the help of commands' options."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            for child in ast.iter_child_nodes(node):
                match child:
                    case ast.Expr(value=ast.Constant(str(text))) | ast.keyword("help", ast.Constant(str(text))):
                        # A line that explains a name is a paragraph of its own.
                        lines = re.sub(r"\n(?=\w+: |.*: {2,})", "\n\n", cleandoc(text))
                        yield f"{path.relative_to(folder.parent)}:{child.lineno}", lines


def comments(folder: Path, mark: str) -> Iterator[Text]:
    """The comments that fill lines, in the files below a folder; lines in a row are one text. `mark` opens a comment."""
    pattern = re.compile(rf"(?:^[ \t]*{mark} (?!\w+ --$).*\n)+", re.MULTILINE)
    for path in sorted(folder.rglob("*.sql" if mark == "--" else "*.py")):
        text = path.read_text()
        for found in pattern.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            bare = re.sub(rf"^[ \t]*{mark} ", "", found[0], flags=re.MULTILINE)
            yield f"{path.relative_to(folder.parent)}:{line}", bare
