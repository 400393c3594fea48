"""The one traversal of expressions: iterative, memoising, no recursion limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from threadproof.ir.expr import Expr, Variable, rebuild

T = TypeVar("T")


def fold(root: Expr, visit: Callable[[Expr, list[T]], T], memo: dict[Expr, T] | None = None) -> T:
    """Bottom-up: `visit(node, results of its arguments)`, once per distinct node. A given memo is re-used and extended."""
    memo = {} if memo is None else memo
    stack = [root]
    while stack:
        node = stack[-1]
        if node in memo:
            stack.pop()
            continue
        missing = [arg for arg in node.args if arg not in memo]
        if missing:
            stack.extend(missing)
        else:
            memo[node] = visit(node, [memo[arg] for arg in node.args])
            stack.pop()
    return memo[root]


def subterms(root: Expr) -> Iterator[Expr]:
    """Every distinct node below and including `root`."""
    seen = {root}
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        for arg in node.args:
            if arg not in seen:
                seen.add(arg)
                stack.append(arg)


def variables(root: Expr) -> set[Variable]:
    return {node.payload for node in subterms(root) if node.op == "var"}


def substitute(root: Expr, replace: Callable[[Expr], Expr | None], memo: dict[Expr, Expr] | None = None) -> Expr:
    """Replace nodes (leaves or inner ones, tested after their arguments were rewritten) and simplify on the way up. What a node
    simplifies to is not tested again: `x - 1` with `x + 1` for `x` is `x`, the new one."""
    if not root.args and memo is None:
        return replace(root) or root

    def visit(node: Expr, args: list[Expr]) -> Expr:
        new = tuple(args)
        if node.args == new:
            return replace(node) or node
        built = rebuild(node, new)
        return (replace(built) or built) if built.op == node.op and built.args == new else built

    return fold(root, visit, memo)
