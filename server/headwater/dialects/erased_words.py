"""A text as whole words, in strings and in JSON within strings (docs/erasing.md)."""

import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Final

_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_DEPTH: Final = 2
"""The levels of JSON within a string."""

_HEX: Final = re.compile(r"(?<=u)[0-9a-f]{4}")
_PLAIN: Final = re.compile(r'[^"\\/\x00-\x1f\x7f]+')
_LINE: Final = re.compile(r"\\[bfnrt]")


class Words:
    """A text to find: with no letter, digit or combining mark directly beside it, where it has one at its own end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.certain = max(_PLAIN.findall(text), key=len, default="")
        """A part of the text that is the same in all spellings, but those with `\\u`."""

        self._pattern = re.compile("".join(map(_in_all_spellings, text)))
        self._certain_bytes = self.certain.encode("utf-8", "surrogatepass")
        self._begins_word, self._ends_word = _is_of_word(text[0]), _is_of_word(text[-1])

    def are_in(self, string: str) -> bool:
        """Return True if a string holds the text."""
        return any(self._is_whole(match, string) for match in self._pattern.finditer(string))

    def replaced(self, string: str, replacement: str) -> str:
        """Return a string with another text in the place of this one."""
        return self._pattern.sub(lambda match: replacement if self._is_whole(match, string) else match[0], string)

    def may_be_in(self, body: bytes) -> bool:
        """Return False if a body certainly does not hold the text."""
        return self._certain_bytes in body or b"\\u" in body

    def are_anywhere_in(self, body: bytes) -> bool:
        """Return True if a body holds the text: in its strings, or anywhere if it is no JSON."""
        if not self.may_be_in(body):
            return False
        strings = [string for _, string, _ in strings_of(body)]
        return any(map(self.are_in, [*strings, body.decode("utf-8", "replace")]))

    def _is_whole(self, match: re.Match[str], string: str) -> bool:
        begin, end = match.span()
        is_after_word = begin > 0 and _is_of_word(string[begin - 1]) and not _LINE.fullmatch(string, begin - 2, begin)
        is_before_word = end < len(string) and _is_of_word(string[end])
        return not ((self._begins_word and is_after_word) or (self._ends_word and is_before_word))


def strings_of(body: bytes) -> Iterator[tuple[tuple[int, int], str, bool]]:
    """Yield the strings of JSON: the place of each, its text, and True for the name of a member."""
    for match in _STRING.finditer(body):
        try:
            string = json.loads(match.group(), strict=False)
        except ValueError:
            continue
        yield match.span(), string, body[match.end() :][:64].lstrip()[:1] == b":"


def spelled(string: str) -> bytes:
    """Return a string as JSON."""
    return json.dumps(string, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _is_of_word(char: str) -> bool:
    return char.isalnum() or unicodedata.category(char).startswith("M")


def _in_all_spellings(char: str) -> str:
    ways = {char}
    for _ in range(_DEPTH):
        ways |= {json.dumps(way, ensure_ascii=is_ascii)[1:-1] for way in ways for is_ascii in (True, False)}
    return f"(?:{'|'.join(map(_escaped, sorted(ways, key=len, reverse=True)))})"


def _escaped(way: str) -> str:
    """Hexadecimal digits are of either case."""
    escaped = re.escape(way)
    return _HEX.sub(lambda match: f"(?i:{match[0]})", escaped) if len(way) > 1 else escaped
