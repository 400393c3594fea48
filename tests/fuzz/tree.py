"""Program text as a small tree, so that a failing program can be made smaller without knowing C.

A node is a list of strings and nodes; its text is their concatenation. The kind says what shrinking may do with it, and the
generator builds its templates so that every such change keeps the program free of undefined behaviour: guards (masks of
indices and shift amounts, non-zero divisors, loop bounds) are strings of the parent and therefore never go away alone.

| kind | may be |
|---|---|
| seq | thinned: its child nodes are independent and each may go |
| stmt | replaced by the statements inside it |
| int, flt | replaced by a constant, or by a node of the same kind below it |
| fix | nothing (only its descendants change) |

Markers in the strings: `@name` is a name at file scope, which gets a prefix when many programs are compiled together; a backtick
stands where a native build may yield to another thread, and is empty for verification; `$[a$|b$]` is a in a native build and b
for verification.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

Path = tuple[int, ...]
YIELD = "fuzz_yield();"
ALTERNATIVE = re.compile(r"\$\[(.*?)\$\|(.*?)\$\]", re.S)


@dataclass(frozen=True, slots=True)
class Node:
    kind: str
    parts: tuple[str | Node, ...]

    def text(self, prefix: str = "", native: bool = False) -> str:
        pieces: list[str] = []
        stack: list[str | Node] = [self]
        while stack:
            part = stack.pop()
            if isinstance(part, str):
                pieces.append(part)
            else:
                stack.extend(reversed(part.parts))
        raw = ALTERNATIVE.sub(r"\1" if native else r"\2", "".join(pieces))
        raw = raw.replace("`", f"{YIELD} " if native else "")
        return indented(raw.replace("@", prefix))

    def walk(self, path: Path = ()) -> Iterator[tuple[Path, Node]]:
        """Every node with its path, parents first."""
        yield path, self
        for i, part in enumerate(self.parts):
            if isinstance(part, Node):
                yield from part.walk((*path, i))

    def at(self, path: Path) -> Node:
        node = self
        for i in path:
            child = node.parts[i]
            assert isinstance(child, Node)
            node = child
        return node

    def replaced(self, path: Path, new: Node) -> Node:
        if not path:
            return new
        child = self.parts[path[0]]
        assert isinstance(child, Node)
        return Node(self.kind, (*self.parts[: path[0]], child.replaced(path[1:], new), *self.parts[path[0] + 1 :]))

    def size(self) -> int:
        return sum(1 for _ in self.walk())


def indented(text: str) -> str:
    """The generated lines, indented by their braces (no literal contains one)."""
    lines, depth = [], 0
    for line in text.split("\n"):
        line = line.strip()
        if line:
            lines.append("    " * max(0, depth - line.startswith("}")) + line)
            depth += line.count("{") - line.count("}")
    return "\n".join(lines) + "\n"


def node(kind: str, *parts: str | Node) -> Node:
    return Node(kind, parts)


def seq(parts: list[Node]) -> Node:
    return Node("seq", tuple(parts))
