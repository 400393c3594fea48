"""Full fences at chosen places of a program, and marks where a fence might help.

A place is right before or right after an access, named by its line and column: `after:12:5`. A fence is the call that
the front end writes for `__sync_synchronize()`, so that every pass that knows those knows these. Marks are calls of a
function that does nothing: a counterexample that passes one while its thread has a delayed write is not possible with a
fence there. They are put on both sides of the pairs that the memory model relaxes and that lie on a critical cycle
(`delay_sets`); a fence anywhere else orders nothing that matters. A search for fences gets marks as fences with a name
(`name_places`).
"""

from __future__ import annotations

import os

from threadproof.analyses.graph import with_edges
from threadproof.errors import OptionError, Pos
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.interp.places import in_library
from threadproof.ir.lines import lines_of
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.types import BOOL
from threadproof.memory_models import named
from threadproof.passes.dead_code import keep_reachable
from threadproof.passes.options import PassOptions
from threadproof.passes.private_accesses import find_private
from threadproof.records import replace
from threadproof.weak.delay_sets import DRAIN, PLACE, calls
from threadproof.weak.store_buffers import BufferPlan

BEFORE, AFTER = "before", "after"
_Spot = tuple[Edge, str]


def place_name(kind: str, pos: Pos, program: Program) -> str:
    """How a place is written on the command line."""
    name = os.path.basename(pos.file)
    file = "" if name == os.path.basename(program.name) else f"{name}:"
    return f"{kind}:{file}{pos.line}:{pos.column}"


def name_places(program: Program) -> Program:
    """Marks as fences that are not there yet."""
    functions = {}
    for name, function in program.functions.items():
        edges = [
            replace(edge, ops=(ops.Fence("RW", "RW", place_name(marked(edge), edge.pos, program)),))
            if calls(edge, PLACE)
            else edge
            for edge in function.edges
        ]
        functions[name] = with_edges(function, edges)
    return replace(program, functions=functions)


def marked(edge: Edge) -> str:
    """On which side of an access the mark is."""
    return AFTER if edge.ops[0].args[0].payload else BEFORE  # type: ignore[union-attr]


def places(program: Program) -> dict[str, dict[str, object]]:
    """All that are marked, for people."""
    found = {}
    for function in program.functions.values():
        for edge in function.edges:
            op = edge.ops[0]
            if calls(edge, PLACE) or (isinstance(op, ops.Fence) and op.place):
                name = op.place if isinstance(op, ops.Fence) else place_name(marked(edge), edge.pos, program)
                found[name] = described(name, edge.pos, function.name, program)
    return found


def described(name: str, pos: Pos, function: str, program: Program) -> dict[str, object]:
    lines = lines_of(program.sources.get(pos.file, ""))
    source = lines[pos.line - 1].strip() if 0 < pos.line <= len(lines) else ""
    return {"place": name, "function": function, "file": pos.file, "line": pos.line, "source": source}


def insert_fences(program: Program, options: PassOptions) -> Program:
    calls: dict[_Spot, str] = {}
    if options.marks:
        calls.update(dict.fromkeys(_marks(program, options), PLACE))
    for word in options.fences:
        found = [spot for spot in _spots(program) if _means(word, place_name(spot[1], spot[0].pos, program))]
        if not found:
            advice = "write after:LINE, before:LINE, after:LINE:COLUMN or after:FILE:LINE; the line must access memory"
            raise OptionError(f"--fence {word}: there is no such place", Pos(program.name), advice)
        calls.update(dict.fromkeys(found, DRAIN))
    functions = {name: _Inserter(program, calls).run(function) for name, function in program.functions.items()}
    return replace(program, functions=functions)


def _means(word: str, name: str) -> bool:
    return word == name or word == name.rpartition(":")[0]


def _spots(program: Program) -> list[_Spot]:
    accesses = [edge for function in program.functions.values() for edge in function.edges if _is_access(edge)]
    return [(edge, kind) for edge in accesses for kind in (AFTER, BEFORE) if not in_library(edge.pos)]


def _is_access(edge: Edge) -> bool:
    return isinstance(edge.ops[0], ops.Access)


def _marks(program: Program, options: PassOptions) -> list[_Spot]:
    """Around what the model relaxes; where reads are delayed, too, after every access that others may notice."""
    plain = find_private(keep_reachable(program, options), options)
    if not named(options.memory_model).delays_reads:
        pairs = BufferPlan(plain, options).delays.pairs
        found = [spot for write, later in pairs for spot in ((write, AFTER), (later, BEFORE))]
    else:
        edges = [edge for function in plain.functions.values() for edge in function.edges if edge not in plain.private]
        found = [(edge, kind) for edge in edges for kind in (AFTER, BEFORE)]
    return [(edge, kind) for edge, kind in found if _is_access(edge) and not in_library(edge.pos)]


class _Inserter:
    def __init__(self, program: Program, calls: dict[_Spot, str]) -> None:
        self.program, self.calls = program, calls

    def run(self, function: Function) -> Function:
        fresh = 1 + max([function.entry, *(end for edge in function.edges for end in (edge.source, edge.target))])
        edges: list[Edge] = []
        for edge in function.edges:
            steps = [
                *self.call(edge, BEFORE),
                edge.ops[0],
                *self.call(edge, AFTER),
            ]
            if len(steps) == 1:
                edges.append(edge)
                continue
            source = edge.source
            for step in steps[:-1]:
                edges.append(Edge(source, fresh, (step,), edge.pos))
                source, fresh = fresh, fresh + 1
            edges.append(Edge(source, edge.target, (steps[-1],), edge.pos))
        return with_edges(function, edges)

    def call(self, edge: Edge, kind: str) -> list[ops.Op]:
        name = self.calls.get((edge, kind))
        if name is None:
            return []
        callee = e.addr(self.program.functions[name], self.program.data_model.pointer)
        return [ops.Call(None, callee, (e.const(BOOL, kind == AFTER),) if name == PLACE else ())]
