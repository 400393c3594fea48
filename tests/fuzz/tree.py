"""Program text of the generators: a tree (`threadproof.shrink.tree`) with markers for other uses of the same program.

The generator builds its templates so that every change that shrinking makes keeps the program free of undefined behaviour:
guards (masks of indices and shift amounts, non-zero divisors, loop bounds) are strings of the parent and therefore never go away
alone.

Markers in the strings: `@name` is a name at file scope, which gets a prefix when many programs are compiled together; a backtick
stands where a native build may yield to another thread, and is empty for verification; `$[a$|b$]` is a in a native build and b
for verification.
"""

from __future__ import annotations

import re

from threadproof.records import dataclass
from threadproof.shrink import tree

YIELD = "fuzz_yield();"
ALTERNATIVE = re.compile(r"\$\[(.*?)\$\|(.*?)\$\]", re.S)


@dataclass(frozen=True, slots=True)
class Node(tree.SourceNode):
    def text(self, prefix: str = "", native: bool = False) -> str:
        raw = ALTERNATIVE.sub(r"\1" if native else r"\2", self.raw())
        raw = raw.replace("`", f"{YIELD} " if native else "")
        return indented(raw.replace("@", prefix))


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
