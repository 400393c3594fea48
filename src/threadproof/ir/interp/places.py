"""Where something happens, for people: library functions are models in C of our own, so what happens inside them is reported at
the user's call."""

from __future__ import annotations

import os
from collections.abc import Sequence

from threadproof.errors import Pos
from threadproof.ir.program import Edge

LIBRARY = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
_HEADERS = ("/libcxx/include/", "/libcxx/src/", "/include/c++/")
"""Parts of the paths of the C++ library, most of which stands in its headers."""


def in_model(pos: Pos) -> bool:
    """Whether it is one of our own models, whose accesses mean nothing to a reader."""
    return pos.file.startswith(LIBRARY)


def in_library(pos: Pos) -> bool:
    """One of the models, or a header of the C++ library."""
    return in_model(pos) or any(part in pos.file for part in _HEADERS)


def user_place(stack: Sequence[Pos]) -> Pos:
    """The innermost place outside the library models. A stack lists the place and the calls that led there, innermost first."""
    return next((pos for pos in stack if pos.line and not in_library(pos)), stack[0])


def told_place(edge: Edge) -> str:
    """Where a program asked for what an edge of its lowered form does. Of threads of the library: the name of the model."""
    return told_call(edge.origin[0] if edge.origin and edge.origin[0] else (edge,))


def told_call(calls: Sequence[Edge]) -> str:
    """The same for an edge and the calls on the way to it, outermost first."""
    place = user_place([step.pos for step in reversed(calls)])
    where = f"{os.path.basename(place.file)}:{place.line}"
    return f"{where} of the library" if in_library(place) else f"{place.file}:{place.line}"
