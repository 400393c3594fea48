"""Where something happens, for people: library functions are models in C of our own, so what happens inside them is reported at
the user's call."""

from __future__ import annotations

import os
from collections.abc import Sequence

from threadproof.errors import Pos

LIBRARY = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))


def in_library(pos: Pos) -> bool:
    return pos.file.startswith(LIBRARY)


def user_place(stack: Sequence[Pos]) -> Pos:
    """The innermost place outside the library models. A stack lists the place and the calls that led there, innermost first."""
    return next((pos for pos in stack if pos.line and not in_library(pos)), stack[0])
