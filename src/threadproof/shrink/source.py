"""Source text of C or IVL as a tree of what may go: items, statements, and what is between braces.

The text is cut after every semicolon and every block that is not inside of parentheses; preprocessor lines are units of
their own, and comments are left out. A unit with a block is a statement around a sequence. Nothing is parsed: what is
cut out may leave nonsense (an `else` without its `if`), which the predicate is expected to refuse.
"""

from __future__ import annotations

import re

from threadproof.shrink.tree import SourceNode

_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<line>(?<![^\n])[ \t]*\#(?:\\\n|[^\n])*)"""
    r"""|(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[^{};()/"'\n]+|\n)|(?P<mark>[{};()]|.)""",
    re.S,
)


def tree(text: str) -> SourceNode:
    """The text of the result is that of the source, without comments."""
    stack: list[tuple[list[str | SourceNode], list[SourceNode]]] = [
        ([], [])
    ]  # for each open block: the unit so far, those before it
    depth = 0  # of parentheses

    def close() -> None:
        unit, units = stack[-1]
        if unit:
            units.append(SourceNode("stmt", tuple(unit)))
            unit.clear()

    for match in _TOKEN.finditer(text):
        part = match[0]
        unit = stack[-1][0]
        if match.lastgroup == "comment":
            unit.append(" ")
        elif match.lastgroup == "line":
            close()
            unit.append(part)
            close()
        elif part == "{":
            unit.append(part)
            stack.append(([], []))
        elif part == "}" and len(stack) > 1:
            close()
            _, units = stack.pop()
            stack[-1][0].extend((SourceNode("seq", tuple(units)), part))
            if not depth:
                close()
        else:
            depth = max(0, depth + (part == "(") - (part == ")"))
            unit.append(part)
            if part == ";" and not depth:
                close()
    while len(stack) > 1:  # a brace that is not closed
        close()
        _, units = stack.pop()
        stack[-1][0].append(SourceNode("seq", tuple(units)))
    close()
    return SourceNode("seq", tuple(stack[0][1]))
