"""Expressions that change a variable twice, or change and use it, with nothing to say what comes first: `i = i++ + 1`.

That is undefined, whatever order is chosen here. Clang warns of it (`-Wunsequenced`), with a place but without a node; so it is
undefined to enter the function around that place. The last one of the file that begins before it is meant.
"""

from __future__ import annotations

from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower.context import Context
from threadproof.frontend.c.syntax.directives import concerns
from threadproof.ir import expr as e
from threadproof.ir.op import Check


def enter(context: Context, function: Node) -> None:
    for pos, message in context.module.unit.warnings:
        if concerns(message):
            continue
        around = [f for f in context.module.functions.values() if f.pos.file == pos.file and _key(f) <= (pos.line, pos.column)]
        if max(around, key=_key, default=None) is function:
            context.builder.pos = pos
            context.builder.emit(Check(e.FALSE, "invalid-call", message))


def _key(function: Node) -> tuple[int, int]:
    return function.pos.line, function.pos.column
