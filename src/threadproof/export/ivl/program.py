"""A whole program as IVL: records, objects, shared variables, then every function with a label per location.

A location with one edge is a statement (`__step { ... }` if the edge has several operations) and a jump; two complementary guards
are an `if`; everything else is a `__choose` among guarded jumps. Positions, origins and notes are not written.
"""

from __future__ import annotations

import re

from threadproof.export.ivl.expression import expr_ivl
from threadproof.export.ivl.names import IvlNames, Records, declared_text, string_text, type_text
from threadproof.export.ivl.operation import OperationWriter
from threadproof.ir import op as ops
from threadproof.ir.expr import lnot
from threadproof.ir.program import Edge, Function, MemoryObject, Program
from threadproof.ir.text import shared_variables

ENDS = ops.Ending


def program_ivl(program: Program) -> str:
    """Raises UnsupportedError where something cannot be written."""
    records, shared = Records(), IvlNames()
    for function in program.functions.values():
        shared.of(function)
    ensured = " ".join(sorted(fact.value for fact in program.ensures))
    lines = [f"__core {program.data_model.name} {program.scheduler} {string_text(program.main)} {string_text(ensured)};"]
    objects = [object_ivl(item, records, shared) for item in program.objects]
    for variable in [*program.initial, *(v for v in shared_variables(program) if v not in program.initial)]:
        value = program.initial.get(variable)
        start = "" if value is None else f" = {expr_ivl(value, shared)}"
        objects.append(f"__shared {declared_text(variable.type, shared.of(variable))}{start};")
    functions = [FunctionText(function, program, records, shared).text() for function in program.functions.values()]
    return "\n".join([*lines, *records.declarations, *objects, *functions]) + "\n"


def object_ivl(item: MemoryObject, records: Records, names: IvlNames) -> str:
    flags = (" constant" if item.constant else "") + (" thread_local" if item.thread_local else "")
    layout = "" if item.layout is None else " : " + "".join(records.text(item.layout))
    parts = [f"{part.offset}: {expr_ivl(part.value, names)}" for part in item.init]
    initial = f" = {{ {', '.join(parts)} }}" if parts else ""
    return f"__object {names.of(item)}({item.size}, {item.align}){layout}{flags}{initial};"


class FunctionText:
    def __init__(self, function: Function, program: Program, records: Records, shared: IvlNames) -> None:
        self.function = function
        self.private = program.private
        self.names = shared.copy()
        self.operations = OperationWriter(self.names, records)
        self.out = function.successors()
        self.lines: list[str] = []

    def text(self) -> str:
        function = self.function
        params = [declared_text(p.type, self.names.of(p)) for p in function.params]
        params += ["..."] if function.variadic else []
        result = "void" if function.result is None else type_text(function.result)
        own = set(function.params)
        self.lines.append(f"{result} {self.names.of(function)}({', '.join(params)}) {{")
        for variable in function.locals:
            if variable not in own:
                self.lines.append(f"    __register {declared_text(variable.type, self.names.of(variable))};")
        order = self.order()
        for number, location in enumerate(order):
            following = order[number + 1] if number + 1 < len(order) else -1
            self.location(location, following)
        used = {f"{label}:" for line in self.lines for label in re.findall(r"goto (L[0-9]+);", line)}
        return "\n".join([*(line for line in self.lines if line[0] != "L" or line in used), "}"])

    def order(self) -> list[int]:
        """Locations that the entry reaches, depth first, each as late as the first edge that leads there."""
        order, seen, work = [], {self.function.entry}, [self.function.entry]
        while work:
            location = work.pop()
            if location not in self.out:
                continue
            order.append(location)
            for edge in reversed(self.out[location]):
                if edge.target not in seen:
                    seen.add(edge.target)
                    work.append(edge.target)
        return order

    def location(self, location: int, following: int) -> None:
        edges = self.out[location]
        self.lines.append(f"L{location}:")
        first = [edge.ops[0] if edge.ops else None for edge in edges]
        if len(edges) == 1:
            self.lines.append(f"    {self.edge(edges[0])}")
            self.jump(edges[0], following)
        elif self.is_pair(edges):
            assert isinstance(first[0], ops.Assume)
            self.lines.append(f"    if ({self.operations.expr(first[0].condition)}) goto L{edges[0].target};")
            self.jump(edges[1], following)
        else:
            self.lines.append("    __choose {")
            self.lines += [f"        {self.alternative(edge)} {self.goto(edge)};" for edge in edges]
            self.lines.append("    }")

    def is_pair(self, edges: list[Edge]) -> bool:
        """Two edges with nothing but a condition and its negation."""
        guards = [e.ops[0].condition for e in edges if len(e.ops) == 1 and isinstance(e.ops[0], ops.Assume) and e.ops[0].branch]
        return len(edges) == len(guards) == 2 and lnot(guards[0]) is guards[1] and not guards[0].is_const

    def goto(self, edge: Edge) -> str:
        return f"goto L{edge.target}" if edge.target in self.out else "__stop"

    def jump(self, edge: Edge, following: int) -> None:
        ended = bool(edge.ops) and isinstance(edge.ops[-1], ENDS)
        if edge.target != following and not (ended and edge.target not in self.out):
            self.lines.append(f"    {self.goto(edge)};")

    def alternative(self, edge: Edge) -> str:
        first, *rest = edge.ops
        if isinstance(first, ops.Assume) and first.branch:
            body = f" {{ {' '.join(map(self.operations.text, rest))} }}" if rest else ""
            return f"__when ({self.operations.expr(first.condition)}){body}"
        return f"__when {{ {' '.join(map(self.operations.text, edge.ops))} }}"

    def edge(self, edge: Edge) -> str:
        texts = [self.operations.text(op) for op in edge.ops]
        text = texts[0] if len(texts) == 1 else f"__step {{ {' '.join(texts)} }}"
        return f"__private {text}" if edge in self.private else text
