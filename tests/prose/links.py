"""The anchors of pages that links may name."""

import re
from collections import Counter


def anchors(text: str) -> set[str]:
    """Return the anchors of a page: those of its headings, as GitHub makes them, and the ids in it."""
    page = without_code(text)
    found = set(re.findall(r'<a id="([^"]+)">', page))
    counts: Counter[str] = Counter()
    for heading in re.findall(r"^#+ +(.+?) *$", page, re.MULTILINE):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w -]", "", words.lower()).replace(" ", "-")
        found.add(f"{name}-{counts[name]}" if counts[name] else name)
        counts[name] += 1
    return found


def without_code(text: str) -> str:
    """Return a page without its code blocks."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
