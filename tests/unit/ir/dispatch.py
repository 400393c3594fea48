"""Where the code tells operations apart: every `match` over them, and every group of them that is written out in place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, get_args

from threadproof.ir import op as ops

SOURCES = Path(__file__).parents[3] / "src" / "threadproof"
NAMES = {kind.__name__ for kind in get_args(ops.Op)}
GROUPS = {
    name for name, value in vars(ops).items() if name not in ("Op", *NAMES) and set(get_args(value)) & set(get_args(ops.Op))
}


class Place(NamedTuple):
    file: str
    line: int
    names: frozenset[str]
    complete: bool = False  # of a `match`: whether the last case takes whatever is left


def trees() -> Iterator[tuple[str, ast.Module]]:
    for file in sorted(SOURCES.rglob("*.py")):
        if file != SOURCES / "ir" / "op.py":
            yield str(file.relative_to(SOURCES)), ast.parse(file.read_text())


def operations(node: ast.AST, known: set[str]) -> set[str]:
    """Classes of operations that are mentioned, as `ops.Name`, or as `Name` where that is imported."""
    found = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name) and inner.value.id in ("ops", "op"):
            found.add(inner.attr)
        elif isinstance(inner, ast.Name) and inner.id in known:
            found.add(inner.id)
    return found & NAMES


def imported(tree: ast.Module) -> set[str]:
    lines = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "threadproof.ir.op"]
    return {name.name for line in lines for name in line.names}


def matches() -> Iterator[Place]:
    for file, tree in trees():
        known = imported(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Match):
                patterns = [inner for case in node.cases for inner in ast.walk(case.pattern)]
                classes = [p.cls for p in patterns if isinstance(p, ast.MatchClass)]
                names = {name for found in classes for name in operations(found, known)}
                last = node.cases[-1]
                rest = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
                if names:
                    yield Place(file, node.lineno, frozenset(names), rest)


def groups() -> Iterator[Place]:
    """`A | B`, `(A, B)` and `{A, B}` outside of patterns."""
    for file, tree in trees():
        known, done = imported(tree), set(_annotations(tree))
        for node in ast.walk(tree):
            if node in done or not isinstance(node, ast.BinOp | ast.Tuple | ast.Set):
                continue
            parts = list(_parts(node))
            if len(parts) > 1 and all(_is_class(part, known) for part in parts):
                done.update(ast.walk(node))
                yield Place(
                    file, node.lineno, frozenset(part.attr if isinstance(part, ast.Attribute) else part.id for part in parts)
                )


def _annotations(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        found = node.annotation if isinstance(node, ast.arg | ast.AnnAssign) else getattr(node, "returns", None)
        if found is not None:
            yield from ast.walk(found)


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield from _parts(node.left)
        yield from _parts(node.right)
    elif isinstance(node, ast.Tuple | ast.Set):
        for element in node.elts:
            yield from _parts(element)
    else:
        yield node


def _is_class(node: ast.expr, known: set[str]) -> bool:
    if isinstance(node, ast.Attribute):
        return isinstance(node.value, ast.Name) and node.value.id in ("ops", "op") and node.attr in NAMES | GROUPS
    return isinstance(node, ast.Name) and node.id in known & NAMES
