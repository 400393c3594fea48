"""Which shared variables an edge of a lowered program reads and writes, and which of those accesses another thread can notice."""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.analyses.graph import cyclic_locations
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Program
from threadproof.ir.uses import expr_variables, op_exprs, op_target
from threadproof.ir.walk import subterms
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class SharedAccess:
    """To a shared variable, or to the element of an array at `index` (over registers at that moment; None: the whole
    variable).
    """

    variable: Variable
    index: Expr | None
    write: bool


def expr_accesses(expr: Expr) -> Iterator[SharedAccess]:
    """Shared variables that an expression reads."""
    for variable in expr_variables(expr):
        if variable.shared:
            break
    else:
        return
    arrays: set[Expr] = set()
    for node in subterms(expr):
        if node.op == "select" and node.args[0].op == "var":
            arrays.add(node.args[0])
            if node.args[0].payload.shared:
                yield SharedAccess(node.args[0].payload, node.args[1], False)
    for node in subterms(expr):
        if node.op == "var" and node.payload.shared and node not in arrays:
            yield SharedAccess(node.payload, None, False)


def op_accesses(op: ops.Op) -> Iterator[SharedAccess]:
    """In the order in which they happen: reads, then the write."""
    for expr in op_exprs(op):
        yield from expr_accesses(expr)
    target = op_target(op)
    if target is not None and target.shared:
        yield SharedAccess(target, None, True)
    elif isinstance(op, ops.Write) and op.array.shared:
        yield SharedAccess(op.array, op.index, True)


def edge_accesses(edge: Edge) -> tuple[SharedAccess, ...]:
    return tuple(access for op in edge.ops for access in op_accesses(op))


def observable(program: Program) -> frozenset[Variable]:
    """Shared variables that matter between threads: a thread writes them, and more than one thread accesses them, once there
    is more than one."""
    single = single_templates(program)
    alone = alone_locations(program)
    users: dict[Variable, set[str]] = {}
    written: set[Variable] = set()
    for name, function in program.functions.items():
        for edge in function.edges:
            if name == program.main and edge.source in alone:
                continue
            for access in edge_accesses(edge):
                users.setdefault(access.variable, set()).add(name)
                if access.write:
                    written.add(access.variable)
    return frozenset(v for v, names in users.items() if v in written and (len(names) > 1 or not names <= single))


def only_checked(program: Program) -> frozenset[Variable]:
    """Shared variables that are read by nothing but checks: whether an object is alive. No machine reads them."""
    read: dict[bool, set[Variable]] = {True: set(), False: set()}
    for function in program.functions.values():
        for edge in function.edges:
            for op in edge.ops:
                read[isinstance(op, ops.Check)].update(access.variable for access in op_accesses(op) if not access.write)
    return frozenset(read[True] - read[False])


def alone_locations(program: Program) -> set[int]:
    """Locations of main that are only reached before it has started a thread."""
    function = program.entry
    out = function.successors()
    after: set[int] = set()
    work = [edge.target for edge in function.edges if any(isinstance(op, ops.Spawn) for op in edge.ops)]
    while work:
        location = work.pop()
        if location not in after:
            after.add(location)
            work.extend(edge.target for edge in out.get(location, ()))
    return {edge.source for edge in function.edges} - after


def single_templates(program: Program) -> set[str]:
    """Templates that run at most once: main, and what such a template spawns at one place, outside of loops."""
    places: dict[str, list[tuple[str, Edge]]] = {}
    for name, function in program.functions.items():
        for edge in function.edges:
            for op in edge.ops:
                if isinstance(op, ops.Spawn):
                    places.setdefault(op.function.payload.name, []).append((name, edge))
    single: set[str] = set()
    work = [] if program.main in places else [program.main]
    while work:
        parent = work.pop()
        single.add(parent)
        cyclic = cyclic_locations(program.functions[parent].edges)
        for thread, spawns in places.items():
            if thread not in single and len(spawns) == 1 and spawns[0][0] == parent and spawns[0][1].source not in cyclic:
                work.append(thread)
    return single
