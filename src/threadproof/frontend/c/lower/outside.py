"""Where an execution is cut for what stands outside of functions: objects whose initial value is not supported, and functions
that run before or after main.

Nothing is known of such an object, so executions end before an operation that names it, or another object whose initial
value leads to it: no other operation can get hold of its address. What runs before main may change anything, so that is
a cut at the beginning of main. Before what runs after main, main is as it stands: the cut is on one side of a free choice.
"""

from __future__ import annotations

from collections.abc import Mapping

from threadproof.errors import UnsupportedError
from threadproof.frontend.c.lower import unsupported
from threadproof.frontend.c.lower.link import Linker
from threadproof.frontend.c.syntax.directives import doubt, last_location
from threadproof.ir.expr import Expr
from threadproof.ir.op import Cut
from threadproof.ir.program import Edge, Function, MemoryObject
from threadproof.ir.uses import op_exprs
from threadproof.ir.walk import subterms


def cut_uses(linker: Linker) -> None:
    """Of objects whose initial value is not known."""
    if not linker.spoiled:
        return
    for error in linker.spoiled.values():
        unsupported.note(linker, error)
    spoiled = _closed(linker)
    for function in linker.functions.values():
        found: dict[int, UnsupportedError] = {}
        for edge in function.edges:
            for expr in (expr for op in edge.ops for expr in op_exprs(op)):
                for item in _objects(expr):
                    if item in spoiled:
                        found.setdefault(edge.source, spoiled[item])
        cut_before(linker, function, found)


def _closed(linker: Linker) -> dict[MemoryObject, UnsupportedError]:
    """With the objects whose initial values lead there."""
    spoiled = dict(linker.spoiled)
    leads = {item: [held for init in item.init for held in _objects(init.value)] for item in linker.objects if item.init}
    before = 0
    while before != len(spoiled):
        before = len(spoiled)
        for item, held in leads.items():
            reasons = [spoiled[each] for each in held if each in spoiled]
            if reasons:
                spoiled.setdefault(item, reasons[0])
    return spoiled


def _objects(expr: Expr) -> list[MemoryObject]:
    return [term.payload for term in subterms(expr) if term.op == "addr" and isinstance(term.payload, MemoryObject)]


def cut_before(linker: Linker, function: Function, places: Mapping[int, UnsupportedError]) -> None:
    """No execution goes on at these locations. For `doctor`, each is one more choice."""
    if not places:
        return
    free = last_location(function) + 1
    cuts = [Edge(place, free + n, (Cut(error.message),), error.pos) for n, (place, error) in enumerate(places.items())]
    if linker.options.collect:
        function.edges += cuts
        return
    kept = [edge for edge in function.edges if edge.source not in places] + cuts
    reached, before = {function.entry}, 0
    while before != len(reached):
        before = len(reached)
        reached.update(edge.target for edge in kept if edge.source in reached)
    function.edges = [edge for edge in kept if edge.source in reached]
    function.loop_heads = {edge.target for edge in function.edges if edge.back}


def cut_around(linker: Linker, main: Function) -> None:
    """For what runs before or after main."""
    for error, before in linker.around_main.items():
        unsupported.note(linker, error)
        if not before:
            doubt(linker, main, error.pos, error.message)
    for error, before in linker.around_main.items():
        if before:
            cut_before(linker, main, {main.entry: error})
