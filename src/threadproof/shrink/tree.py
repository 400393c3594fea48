"""Program text as a small tree, so that it can be made smaller without knowing the language.

A node is a list of strings and nodes; its text is their concatenation. The kind says what may be done with it:

| kind | may be |
|---|---|
| seq | thinned: its child nodes are independent and each may go |
| stmt | replaced by the statements inside it |
| int, flt | replaced by a constant, or by a node of the same kind below it |
| anything else | nothing (only its descendants change) |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from threadproof.records import dataclass, replace

Path = tuple[int, ...]
N = TypeVar("N", bound="SourceNode")


@dataclass(frozen=True, slots=True)
class SourceNode:
    """A subclass has nodes of its own kind only."""

    kind: str
    parts: tuple[str | SourceNode, ...]

    def text(self) -> str:
        return self.raw()

    def raw(self) -> str:
        pieces: list[str] = []
        stack: list[str | SourceNode] = [self]
        while stack:
            part = stack.pop()
            if isinstance(part, str):
                pieces.append(part)
            else:
                stack.extend(reversed(part.parts))
        return "".join(pieces)

    def walk(self: N, path: Path = ()) -> Iterator[tuple[Path, N]]:
        """Every node with its path, parents first."""
        stack: list[tuple[Path, N]] = [(path, self)]
        while stack:
            here, node = stack.pop()
            yield here, node
            stack.extend(((*here, i), node._child(i)) for i in reversed(range(len(node.parts))) if node.has(i))

    def has(self, i: int) -> bool:
        return i < len(self.parts) and isinstance(self.parts[i], SourceNode)

    def _child(self: N, i: int) -> N:
        child = self.parts[i]
        assert isinstance(child, type(self))
        return child

    def at(self: N, path: Path) -> N:
        node = self
        for i in path:
            node = node._child(i)
        return node

    def replaced(self: N, path: Path, new: N) -> N:
        if not path:
            return new
        i = path[0]
        return self.made(self.kind, (*self.parts[:i], self._child(i).replaced(path[1:], new), *self.parts[i + 1 :]))

    def made(self: N, kind: str, parts: Sequence[str | SourceNode]) -> N:
        """Another one of the same class."""
        return replace(self, kind=kind, parts=tuple(parts))

    def size(self) -> int:
        return sum(1 for _ in self.walk())
