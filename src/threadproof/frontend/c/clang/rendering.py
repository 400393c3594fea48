"""What libclang does not tell about a statement, read off clang's own rendering of the function's syntax tree.

Two things: which of its three parts a `for` has (libclang lists those that are there without saying which they are), and what an
`asm` contains (libclang has only the tokens, which a macro hides). In the rendering, as in the tree, they come in source order.
"""

from __future__ import annotations

import re

from threadproof.errors import UnsupportedError
from threadproof.frontend.c.clang.node import Node
from threadproof.records import dataclass, field

Shape = tuple[bool, bool, bool]
_LEX = r"""\basm\(|[A-Za-z_]\w*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s\w]|\d[\w.]*"""
_OPEN, _CLOSE = (
    frozenset(["asm(", *"([{"]),
    frozenset(")]}"),
)  # `asm(` is the other name of a declaration: statements have a blank


@dataclass(slots=True)
class Rendering:
    """(has initialisation, has condition, has step) of `for` loops, and the words of `asm` statements that need it.

    By clang's number of the statement, since a declaration with its initialiser may be several nodes."""

    loops: dict[int, Shape] = field(default_factory=dict)
    assembly: dict[int, list[str]] = field(default_factory=dict)


def words(function: Node, start: str = "") -> list[str]:
    """The tokens of the rendering, or those behind the first `start`."""
    text = function.pretty()
    return re.findall(_LEX, text.partition(start)[2] if start else text, re.S)


def render(function: Node, loops: list[Node], assembly: list[Node]) -> Rendering:
    """The lists are in the order of the tree."""
    result = Rendering()
    if assembly or any(len(loop.children) != 4 for loop in loops):
        text = words(function)
        starts = [index for index, word in enumerate(text) if word == "for" and text[index + 1] == "("]
        for loop, start in _matched(loops, starts):
            result.loops[loop.cursor.second] = _parts(text, start + 2)
            if sum(result.loops[loop.cursor.second]) + 1 != len(loop.children):
                raise _confused(loop)
        starts = [index for index, word in enumerate(text) if word == "asm"]
        for statement, start in _matched(assembly, starts):
            result.assembly[statement.cursor.second] = text[start + 1 : _closed(text, start)]
    return result


def _closed(text: list[str], position: int) -> int:
    """Behind the parenthesis that closes the next one to open."""
    position = text.index("(", position)
    depth = 0
    while True:
        depth += (text[position] in _OPEN) - (text[position] in _CLOSE)
        position += 1
        if depth == 0:
            return position


def _matched(nodes: list[Node], starts: list[int]) -> list[tuple[Node, int]]:
    order: dict[int, int] = {}
    for node in nodes:  # a node may be listed twice, as the operand of GNU `?:` is
        order.setdefault(node.cursor.second, len(order))
    if len(order) != len(starts):
        raise _confused(nodes[0]) if nodes else UnsupportedError("unsupported: assembly in a type")
    return [(node, starts[order[node.cursor.second]]) for node in nodes]


def _confused(node: Node) -> UnsupportedError:
    return UnsupportedError("unsupported: a statement whose parts cannot be told apart", node.pos, "write it without macros")


def _parts(text: list[str], position: int) -> Shape:
    """Which of the three parts, up to the closing parenthesis, are not empty."""
    filled = [False, False, False]
    part = depth = 0
    while depth or text[position] != ")":
        word = text[position]
        position += 1
        if depth == 0 and word == ";":
            part += 1
            continue
        depth += (word in _OPEN) - (word in _CLOSE)
        filled[part] = True
    return (filled[0], filled[1], filled[2])
