"""Where a thread begins a statement, as far as lines tell, for the steps of `--json` (`witness.passage` has the syntax tree).

The line of an operation is that of an expression, which may be the middle of a statement: of one that goes on after a call, that
another thread interrupted, that has several lines, or of a loop that comes around. Each of these is told apart, in doubt as no
beginning.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from threadproof.errors import Pos
from threadproof.ir.interp.places import in_library, user_place

_LOOP = re.compile(r"(for|while|do|else|case|default)\b")
_START = re.compile(r"[A-Za-z_*+-]")


class Statements:
    """Told of everything that is executed, in order."""

    def __init__(self, lines: Mapping[str, Sequence[str]]) -> None:
        self.lines = lines
        self._last: dict[int, tuple[str, int, int]] = {}  # by thread: file, line, depth of calls

    def begins(self, thread: int, stack: Sequence[Pos]) -> bool:
        pos, depth = user_place(stack), sum(not in_library(place) for place in stack)
        here, last = (pos.file, pos.line, depth), self._last.get(thread)
        self._last[thread] = here
        return here != last and (last is None or depth >= last[2]) and self._first(pos)

    def _first(self, pos: Pos) -> bool:
        """Whether the line looks like the first of a statement, and not like the head of a loop."""
        lines = self.lines.get(pos.file, ())
        if not 0 < pos.line <= len(lines):
            return False
        text = lines[pos.line - 1].strip()
        above = next((line.strip() for line in reversed(lines[: pos.line - 1]) if line.strip()), "")
        return bool(_START.match(text)) and not _LOOP.match(text) and _ended(above)


def _ended(above: str) -> bool:
    """Whether the line before does not go on."""
    text = above.partition("//")[0].rstrip()
    return not text or text.startswith("#") or text.endswith((";", "{", "}", ")", ":", "*/")) or text in ("else", "do")
