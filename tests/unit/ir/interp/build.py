"""A small builder for hand-made programs in front-end form (and, with `cell`, in lowered form)."""

from __future__ import annotations

from itertools import count

from threadproof.errors import Pos
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.layout import Layout
from threadproof.ir.program import Edge, Function, Init, MemoryObject, Program
from threadproof.ir.types import I32, ILP32, P32, U32, Type

FILE = "t.c"


def i32(value: int) -> Expr:
    return e.const(I32, value)


class Fn:
    """Builds one function; `here` is the location that the next operation leaves."""

    def __init__(self, builder: Build, name: str, params: tuple[Variable, ...] = ()) -> None:
        self.builder = builder
        self.function = Function(name, params, None, pos=Pos(FILE, 1, 1))
        self.fresh = count(1)
        self.here = 0

    def new(self) -> int:
        return next(self.fresh)

    def reg(self, name: str, type_: Type = I32) -> Variable:
        variable = Variable(name, type_)
        self.function.locals.append(variable)
        return variable

    def edge(self, source: int, target: int, *operations: ops.Op, back: bool = False) -> Edge:
        edge = Edge(source, target, operations, Pos(FILE, self.builder.line(), 1), back)
        self.function.edges.append(edge)
        return edge

    def do(self, *operations: ops.Op) -> Edge:
        """One edge with the operations."""
        source, self.here = self.here, self.new()
        return self.edge(source, self.here, *operations)

    def load(self, target: Variable, item: MemoryObject | Expr, atomic: bool = False) -> Edge:
        return self.do(ops.Load(target, self.address(item), atomic))

    def store(self, item: MemoryObject | Expr, value: Expr | int, atomic: bool = False) -> Edge:
        return self.do(ops.Store(self.address(item), i32(value) if isinstance(value, int) else value, atomic))

    def address(self, item: MemoryObject | Expr) -> Expr:
        return item if isinstance(item, Expr) else e.addr(item, P32)

    def fail_unless(self, condition: Expr, kind: str = "reach-error") -> Edge:
        return self.do(ops.Check(condition, kind, f"{kind} here"))

    def split(self, condition: Expr) -> tuple[int, int]:
        """Two locations: where the condition holds, and where not."""
        yes, no = self.new(), self.new()
        self.edge(self.here, yes, ops.Assume(condition))
        self.edge(self.here, no, ops.Assume(e.lnot(condition)))
        return yes, no

    def goto(self, target: int, back: bool = False) -> None:
        self.edge(self.here, target, ops.Skip(), back=back)
        if back:
            self.function.loop_heads.add(target)

    def atomic(self, *operations: ops.Op) -> None:
        self.do(ops.AtomicBegin())
        for op in operations:
            self.do(op)
        self.do(ops.AtomicEnd())

    def spawn(self, name: str, target: Variable | None = None, argument: Expr | None = None) -> Variable:
        target = target or self.reg(f"handle{next(self.builder.lines)}", U32)
        function = self.builder.program.functions[name]
        self.do(ops.Spawn(target, e.addr(function, P32), argument or e.zero(P32)))
        return target

    def join(self, handle: Variable, target: Variable | None = None) -> None:
        self.do(ops.Join(target, e.var(handle)))

    def ret(self, value: Expr | None = None) -> None:
        self.do(ops.Return(value))


class Build:
    """Builds a program. Functions must exist before they are referred to."""

    def __init__(self) -> None:
        self.lines = count(1)
        self.program = Program("t", ILP32, [], {}, sources={FILE: ""})

    def line(self) -> int:
        line = next(self.lines)
        self.program.sources[FILE] += f"line {line}\n"
        return line

    def object(self, name: str, layout: Layout = I32, size: int = 4, value: int = 0, **rest: bool) -> MemoryObject:
        init = (Init(0, e.const(layout, value)),) if value and isinstance(layout, Type) else ()
        item = MemoryObject(name, size, 4, layout, init, **rest)
        self.program.objects.append(item)
        return item

    def cell(self, name: str, type_: Type = I32, value: int = 0) -> Variable:
        """A shared variable of a lowered program."""
        variable = Variable(name, type_, shared=True)
        self.program.initial[variable] = e.const(getattr(type_, "element", type_), value)
        return variable

    def function(self, name: str, *params: Variable) -> Fn:
        fn = Fn(self, name, params)
        self.program.functions[name] = fn.function
        return fn
