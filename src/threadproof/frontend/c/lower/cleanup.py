"""GNU's `__attribute__((cleanup(f)))`: where the block of a variable is left, `f` is called with its address, the last one first.

That is at the end of the block, and by `break`, `continue` and `return`, whose value is computed before. As with gcc,
the end of the thread or of the program calls nothing. What leads into or out of blocks in other ways (labels, cases
after the declaration) is not supported.
"""

from __future__ import annotations

from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower.context import Context
from threadproof.ir import expr as e
from threadproof.ir.op import Call


def declared(context: Context, node: Node, name: str) -> None:
    """A variable of the innermost block, which is an object in memory."""
    if context.has_labels:
        raise context.unsupported(node, "__attribute__((cleanup)) in a function with labels")
    definition = context.linker.definition(context.module, name, node.pos)
    if definition is None or definition.uses_varargs:
        raise context.unsupported(node, f"__attribute__((cleanup)) with '{name}'")
    context.linker.results_ignored.add(definition.function)
    call = Call(None, e.addr(definition.function, context.pointer), (context.objects[node.key],))
    context.cleanups.append((len(context.scopes), call))


def leave(context: Context, number: int) -> None:
    """One of the blocks is left, the outermost of which has number 1."""
    for scope, call in reversed(context.cleanups):
        if scope == number:
            context.builder.emit(call)


def close(context: Context) -> None:
    """The innermost block has just been closed."""
    while context.cleanups and context.cleanups[-1][0] > len(context.scopes):
        context.cleanups.pop()


def arrive(context: Context, node: Node) -> None:
    """By a case of the innermost switch."""
    if context.cleanups and context.cleanups[-1][0] > context.break_scopes[-1]:
        raise context.unsupported(node, "a case behind a variable with __attribute__((cleanup))")
