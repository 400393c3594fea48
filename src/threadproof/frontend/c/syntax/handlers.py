"""Functions that could handle a signal: whether one of them can be seen half done.

A handler runs while the thread that it interrupts stands still, so to that thread it is one step. To other threads, and to
handlers of other signals, it is not; but with a single access to memory that others may see there is nothing in between. The
answer errs on the side of "yes": a call, a loop, a pointer, a second mention of a variable, or one that is read and written.
"""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Module, Node

_STEPS = frozenset({k.POST_INC, k.POST_DEC, k.PRE_INC, k.PRE_DEC})
_TWICE = frozenset({k.CALL, k.FOR, k.WHILE, k.DO, k.GOTO, k.COMPOUND_ASSIGN, k.ASM})


def are_long(modules: Sequence[Module]) -> bool:
    """Whether some function whose address is taken, and that takes no pointer as threads do, makes more than one access."""
    functions = [each for module in modules for each in module.functions.items()]
    handed_over = {node.referenced.spelling for _, function in functions for node in _mentioned(function)}
    candidates = (function for name, function in functions if name in handed_over)
    return any(not _takes_pointer(f) and sum(map(_accesses, f.walk())) > 1 for f in candidates)


def _takes_pointer(function: Node) -> bool:
    return any(parameter.is_pointer for parameter in function.type.parameters)


def _mentioned(function: Node) -> list[Node]:
    """References to functions that are not calls."""
    called = {id(_callee(node)) for node in function.walk() if node.kind == k.CALL}
    return [
        node
        for node in function.walk()
        if node.kind == k.DECL_REF and node.referenced.kind == k.FUNCTION_DECL and id(node) not in called
    ]


def _callee(call: Node) -> Node:
    node = call.expressions[0].strip()
    while node.kind == k.UNEXPOSED_EXPR and len(node.expressions) == 1:
        node = node.expressions[0].strip()
    return node


def _accesses(node: Node) -> int:
    if node.kind in _TWICE or (node.kind == k.UNARY and node.unary in _STEPS):
        return 2
    if node.kind == k.DECL_REF:
        declaration = node.referenced
        return int(declaration.kind == k.VAR_DECL and (declaration.is_global or declaration.storage == k.S_STATIC))
    pointer = node.kind in (k.SUBSCRIPT, k.MEMBER_EXPR) or (node.kind == k.UNARY and node.unary == k.DEREF)
    return int(pointer)
