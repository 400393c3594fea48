"""An automaton as a C function. A thread is entered at the location where it rests (`pc`), runs until the scheduler makes it give
way, and returns. Registers that are read after that are global, all others local to the function; a register that is not read any
more is set to zero where the thread rests, so that equal situations are equal states.

Of several edges exactly one can be taken in programs of the front ends; where that is not plain to see, inputs choose one of
those whose guards hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from threadproof.analyses.liveness import Liveness
from threadproof.errors import UnsupportedError
from threadproof.export.sequential.values import Expressions, input_text, type_text
from threadproof.export.sequential.world import ThreadNumbering
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable, lnot
from threadproof.ir.program import Edge, Function
from threadproof.ir.types import ArrayType, Type
from threadproof.ir.uses import op_variables
from threadproof.passes.blocks import LAST


class KernelWriter(Protocol):
    """A scheduler in C. A primitive is some statements; those that may give way set the thread's status."""

    def primitive(self, thread: int, op: ops.Kernel, text: Expressions) -> list[str]: ...

    def ended(self, thread: int) -> list[str]: ...


def declared(type_: Type, name: str) -> str:
    if isinstance(type_, ArrayType):
        if not type_.size:
            raise UnsupportedError("unsupported: an array without a size in C")
        return f"{type_text(type_.element)} {name}[{type_.size}]"
    return f"{type_text(type_)} {name}"


class Automaton:
    def __init__(self, world: ThreadNumbering, function: Function, thread: int, kernel: KernelWriter) -> None:
        self.world, self.function, self.thread, self.kernel = world, function, thread, kernel
        self.text = Expressions(self.name, thread)
        self.out = function.successors()
        self.liveness = Liveness(function.edges)
        self.rests = {edge.target for edge in function.edges if thread and edge.ops and isinstance(edge.ops[-1], LAST)}
        kept = {v for location in (*self.rests, function.entry) for v in self.live(location)} | set(function.params)
        order = list(dict.fromkeys([*function.params, *function.locals, *sorted(kept, key=lambda v: v.name)]))
        used = {v for edge in function.edges for op in edge.ops for v in _registers(op)} | set(function.params)
        self.kept = [v for v in order if v in kept and thread and v in used]
        self.locals = [v for v in order if v in used and v not in self.kept]

    def name(self, variable: Variable) -> str:
        return self.world.name(variable, self.thread)

    def live(self, location: int) -> set[Variable]:
        return set(self.liveness.registers(self.liveness.at(location)))

    def globals(self) -> list[str]:
        return [f"static {declared(v.type, self.name(v))};" for v in self.kept]

    def unset(self) -> list[str]:
        """What holds any value at first."""
        live = self.live(self.function.entry) - set(self.function.params)
        return [f"{self.name(v)} = {input_text(v.type)}();" for v in self.kept if v in live]

    # -- the function ------------------------------------------------------------------------------------------------------

    def lines(self, first: Iterable[str] = ()) -> list[str]:
        """`first`: statements before everything else."""
        head = "int main(void) {" if not self.thread else f"static void thread{self.thread}(void) {{ /* {self.function.name} */"
        found = [head, *(f"    {declared(v.type, self.name(v))};" for v in self.locals), *(f"    {line}" for line in first)]
        if self.thread:
            places = sorted(self.rests & set(self.out))
            found += [f"    if (pc{self.thread} == {place}) goto L{place};" for place in places if place != self.function.entry]
        order = self._order()
        body: list[str] = []
        for location in order:
            body.append(f"L{location}:;")
            body += [f"    {line}" for line in self._location(location)]
        jumps = {line.split("goto ")[1].split(";")[0] for line in [*found, *body] if "goto " in line}
        found += [line for line in body if not (line[0] == "L" and line[:-2] not in jumps)]
        return [*found, *(["    return 0;"] if not self.thread else []), "}"]

    def _order(self) -> list[int]:
        order, seen, work = [], {self.function.entry}, [self.function.entry]
        while work:
            location = work.pop()
            if location in self.out:
                order.append(location)
                for edge in reversed(self.out[location]):
                    if edge.target not in seen:
                        seen.add(edge.target)
                        work.append(edge.target)
        return order

    def _location(self, location: int) -> list[str]:
        edges = self.out[location]
        if len(edges) == 1:
            return self._edge(edges[0], 0)
        guards = [_guard(edge) for edge in edges]
        if len(edges) == 2 and guards[0] is not None and guards[1] is not None and lnot(guards[0]) is guards[1]:
            yes, no = (self._edge(edge, 1) for edge in edges)
            return [f"if ({self.text.text(guards[0])}) {{", *_inner(yes), "}", *no]
        lines = ["{ int choice = 0;"]
        for number, guard in enumerate(guards, 1):
            holds = "1" if guard is None else self.text.text(guard)
            lines.append(f"if ({holds} && (!choice || __VERIFIER_nondet_bool())) choice = {number};")
        for number, (edge, guard) in enumerate(zip(edges, guards, strict=True), 1):
            lines += [f"if (choice == {number}) {{", *_inner(self._edge(edge, int(guard is not None))), "}"]
        return [*lines, "}", "__VERIFIER_assume(0);"]

    def _edge(self, edge: Edge, first: int) -> list[str]:
        lines: list[str] = []
        sites = iter(self.world.sites.get(edge, ()))
        for op in edge.ops[first:]:
            if isinstance(op, ops.Spawn):
                lines += self._spawn(op, next(sites))
            elif isinstance(op, ops.ThreadEnd):
                return [*lines, *self._end(op)]
            elif isinstance(op, ops.Halt):
                return [*lines, "exit(0);"]
            elif isinstance(op, ops.Cut):
                return [*lines, "undefined();"]
            else:
                lines += self._operation(op)
        if self.thread and edge.ops and isinstance(edge.ops[-1], LAST):
            dead = [v for v in self.kept if v not in self.live(edge.target)]
            cleared = " ".join(f"{self.name(v)} = 0;" for v in dead)
            lines.append(f"if (!can_run({self.thread})) {{ pc{self.thread} = {edge.target}; {cleared} return; }}")
        return [*lines, f"goto L{edge.target};"] if edge.target in self.out else [*lines, "exit(0);"]

    def _end(self, op: ops.ThreadEnd) -> list[str]:
        if not self.thread:
            return ["exit(0);"]
        cleared = [f"{self.name(v)} = 0;" for v in self.kept]
        return [f"pc{self.thread} = 0;", *cleared, *self.kernel.ended(self.thread), "return;"]

    def _spawn(self, op: ops.Spawn, number: int) -> list[str]:
        function = self.world.threads[number - 1]
        argument = [
            f"{self.world.name(param, number)} = ({type_text(param.type)}){self.text.text(op.argument)};"
            for param in function.params[:1]
            if param in Automaton(self.world, function, number, self.kernel).kept
        ]
        return [f"{self.name(op.target)} = {number};", f"st{number} = NEW;", *argument]

    def _operation(self, op: ops.Op) -> list[str]:
        text = self.text.text
        match op:
            case ops.Assign(target, value):
                return [f"{self.name(target)} = {text(value)};"]
            case ops.Havoc(target):
                if isinstance(target.type, ArrayType):
                    element, size = target.type.element, target.type.size
                    return [f"for (int i = 0; i < {size}; i++) {self.name(target)}[i] = {input_text(element)}();"]
                return [f"{self.name(target)} = {input_text(target.type)}();"]
            case ops.Write(array, index, value):
                return [f"{self.name(array)}[{text(index)}] = {text(value)};"]
            case ops.Assume(condition):
                return [f"__VERIFIER_assume({text(condition)});"]
            case ops.Check(condition, kind, message):
                failed = "reach_error();" if kind == "reach-error" else "undefined();"
                note = f" /* {message.replace('*/', '* /')} */" if message else ""
                return [f"if (!{text(condition)}) {failed}{note}"]
            case ops.Skip() | ops.AtomicBegin() | ops.AtomicEnd():
                return []
            case _ if isinstance(op, ops.Kernel):
                return self.kernel.primitive(self.thread, op, self.text)
            case _:
                raise UnsupportedError(f"unsupported: {type(op).__name__} in a sequential program", self.function.pos)


def _registers(op: ops.Op) -> set[Variable]:
    return {variable for variable in op_variables(op) if not variable.shared}


def _guard(edge: Edge) -> Expr | None:
    first = edge.ops[0] if edge.ops else None
    return first.condition if isinstance(first, ops.Assume) and first.branch else None


def _inner(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]
