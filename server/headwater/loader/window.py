"""The content of a part of a file, of which memory holds a window."""

from collections.abc import Iterator

from headwater.dialects.problems import UnusableError
from headwater.loader.packing import PIECE_BYTES


class Window:
    """The content that has come and is not yet read. It begins in the line of that number.

    damage: the reason why no more can come, if the file is damaged.
    """

    def __init__(self, pieces: Iterator[bytes], first_line: int) -> None:
        self._pieces = pieces
        self.content = b""
        self.line = first_line
        self.damage: UnusableError | None = None

    def fill(self, size_bytes: int = PIECE_BYTES) -> bool:
        """Let content come until it has so many bytes, or all. Returns False if there is none."""
        came, missing = [self.content], size_bytes - len(self.content)
        try:
            while missing > 0 and (piece := next(self._pieces, None)) is not None:
                came.append(piece)
                missing -= len(piece)
        except UnusableError as error:
            self.damage = error
        self.content = b"".join(came)
        return bool(self.content)

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Yield the lines, each after its number, without blank ones; the window then has only a last, damaged line."""
        is_more = True
        while is_more:
            # A line as long as the window doubles it, so that its bytes are copied few times.
            size_bytes = len(self.content) + max(len(self.content), PIECE_BYTES)
            is_more = self.fill(size_bytes) and len(self.content) >= size_bytes
            *lines, rest = self.content.split(b"\n")
            for line in lines:
                number, self.line = self.line, self.line + 1
                if line and not line.isspace():
                    yield number, line
            self.content = rest
        if self.damage is None and rest and not rest.isspace():
            self.content = b""
            yield self.line, rest
