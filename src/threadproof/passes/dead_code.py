"""Removal of dead code: unreachable locations, and functions and objects that nothing reachable mentions.

A function counts as used when it is main or its address occurs in a used function or in the initial value of a used object,
so calls through pointers are covered.
"""

from __future__ import annotations

from threadproof.analyses.graph import reachable_edges, with_edges
from threadproof.ir.expr import Expr
from threadproof.ir.program import Function, MemoryObject, Program
from threadproof.ir.uses import op_exprs
from threadproof.ir.walk import subterms
from threadproof.passes.options import PassOptions
from threadproof.records import replace


def keep_reachable(program: Program, options: PassOptions) -> Program:
    functions: dict[str, Function] = {}
    objects: set[MemoryObject] = set()
    seen: set[Expr] = set()
    work: list[MemoryObject | Function] = [program.entry]

    def mention(expr: Expr) -> None:
        if expr in seen:
            return
        for node in subterms(expr):
            if node not in seen:
                seen.add(node)
                if node.op == "addr":
                    work.append(node.payload)

    while work:
        target = work.pop()
        if isinstance(target, MemoryObject):
            if target not in objects:
                objects.add(target)
                for init in target.init:
                    mention(init.value)
        elif target.name not in functions:
            function = program.functions[target.name]
            edges = reachable_edges(function)
            functions[target.name] = with_edges(function, edges)
            for edge in edges:
                for op in edge.ops:
                    for expr in op_exprs(op):
                        mention(expr)
    return replace(
        program,
        functions={name: functions[name] for name in program.functions if name in functions},
        objects=[target for target in program.objects if target in objects],
        initial=dict(program.initial),
    )
