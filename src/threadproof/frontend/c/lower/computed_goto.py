"""GNU's `&&label` and `goto *p`.

The address of a label is that of a function that may not be called: a constant that is not null, differs from all others, and may
stand in tables. A jump compares the value with the labels of the function whose address is taken, and goes to the one that fits;
any other value is undefined. Distances between labels (`&&one - &&other`) are not constants here.
"""

from __future__ import annotations

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower import lifetime
from threadproof.frontend.c.lower.context import Context
from threadproof.frontend.c.lower.link import Linker
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Check, Cut
from threadproof.ir.program import Edge, Function


def label(context: Context, node: Node) -> Expr:
    """`&&label`"""
    return e.addr(_stand_in(context.linker, node), context.pointer)


def _stand_in(linker: Linker, node: Node) -> Function:
    reference = node.children[0]
    key = reference.cursor.first
    found = linker.labels.get(key)
    if found is None:
        name = linker.unique(f"&&{reference.spelling}")
        edges = [Edge(0, 1, (Cut("a label is called"),), node.pos)]
        found = linker.labels[key] = linker.functions[name] = Function(name, (), None, pos=node.pos, edges=edges)
    return found


def jump(context: Context, node: Node) -> None:
    """`goto *p`"""
    builder, value = context.builder, context.hold(e.cast(context.pointer, context.value(node.expressions[0])))
    context.at(node)
    assert context.function is not None
    labels = {each.children[0].cursor.first: each for each in context.function.walk() if each.kind == k.ADDR_LABEL}
    for key, taken in labels.items():
        mine, other = builder.location(), builder.location()
        builder.branch(e.eq(value, label(context, taken)), mine, other)
        builder.here = mine
        lifetime.goto(context, key)
        builder.here = other
    builder.stop(Check(e.FALSE, "invalid-function", "goto to what is no label of the function"))
