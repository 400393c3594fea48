"""What library models say about themselves: `//! words` at the end of a line, where a value such as the owner of a mutex would
mean nothing to a reader (see `models/intrinsics.h`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from threadproof.errors import Pos


@cache
def _lines(file: str) -> tuple[str, ...]:
    try:
        return tuple(Path(file).read_text().splitlines())
    except OSError:  # nothing but words is lost
        return ()


def said(pos: Pos) -> str | None:
    """The words for what happens at a place of a model; None if it has none."""
    lines = _lines(pos.file)
    _, mark, words = lines[pos.line - 1].partition("//! ") if 0 < pos.line <= len(lines) else ("", "", "")
    return words if mark else None
