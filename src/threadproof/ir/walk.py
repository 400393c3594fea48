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
    memo = {} if memo is None else memo
    stack = [root]
    while stack:  # as `fold` does, but leaves are not put on the stack: most expressions are small
        node = stack[-1]
        if node in memo:
            stack.pop()
            continue
        args, missing = [], False
        for arg in node.args:
            new = memo.get(arg)
            if new is None:
                if arg.args:
                    stack.append(arg)
                    missing = True
                    continue
                new = memo[arg] = replace(arg) or arg
            args.append(new)
        if not missing:
            memo[node] = _rebuilt(node, tuple(args), replace)
            stack.pop()
    return memo[root]


def _rebuilt(node: Expr, args: tuple[Expr, ...], replace: Callable[[Expr], Expr | None]) -> Expr:
    if node.args == args:
        return replace(node) or node
    built = rebuild(node, args)
    return (replace(built) or built) if built.op == node.op and built.args == args else built
