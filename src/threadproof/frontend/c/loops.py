"""Which parts a `for` has. libclang lists the parts that are there without saying which they are.

The answer is read off clang's own rendering of the function's syntax tree, where the loops come in the order of the tree.
"""

from __future__ import annotations

import re

from threadproof.errors import UnsupportedError
from threadproof.frontend.c.node import Node

Shape = tuple[bool, bool, bool]
_LEX = re.compile(r"""[A-Za-z_]\w*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s\w]|\d[\w.]*""", re.S)


def shapes(function: Node, loops: list[Node]) -> dict[Node, Shape]:
    """(has initialisation, has condition, has step) of every `for` in the list, which is in the order of the tree."""
    if all(len(loop.children) == 4 for loop in loops):
        return {}
    order: dict[int, int] = {}
    for loop in loops:  # a node may be listed twice, as the operand of GNU `?:` is
        order.setdefault(loop.cursor.data[1], len(order))
    found = _read(function.pretty())
    result: dict[Node, Shape] = {}
    for loop in loops:
        number = order[loop.cursor.data[1]]
        shape = found[number] if number < len(found) else (False, False, False)
        if len(found) != len(order) or sum(shape) + 1 != len(loop.children):
            raise UnsupportedError(
                "unsupported: this 'for' loop's parts cannot be told apart", loop.pos, "write all three parts, or use while"
            )
        result[loop] = shape
    return result


def _read(text: str) -> list[Shape]:
    tokens = _LEX.findall(text)
    return [_parts(tokens, index + 2) for index, token in enumerate(tokens) if token == "for" and tokens[index + 1] == "("]


def _parts(tokens: list[str], position: int) -> Shape:
    """Which of the three parts, up to the closing parenthesis, are not empty."""
    filled = [False, False, False]
    part = depth = 0
    while part < 3:
        token = tokens[position]
        position += 1
        if depth == 0 and token in (";", ")"):
            part += 1
            if token == ")":
                break
            continue
        depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
        filled[part] = True
    return (filled[0], filled[1], filled[2])
