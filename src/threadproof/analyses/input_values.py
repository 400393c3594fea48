"""Equivalence classes of inputs: for an input that a program only looks at in simple ways, a finite list of
representatives.

Two values of an input are *alike* if no operation of the program can tell them apart. Fix a root register and follow, without
regard to order, where its content goes unchanged or shifted: assignments, casts, sums with constants, arguments, results. Such
an expression is a list of *pieces*, intervals of root values on which it equals `root + k` for a constant k. Everywhere else
the content may only be looked at through

- a comparison of a piece-wise expression with a constant: the outcome changes at finitely many root values, the *breaks*;
- `& m` with m >= 0, or a cast to fewer bits, which depend on the value modulo a power of two: a *period*;
- `% c`, which depends on the value modulo c and on its sign: a period and a break.

Claim: let B be all breaks and P a common multiple of all periods, over the whole program. Values a, b that lie between the same
neighbours in B and are congruent modulo P are alike. Each expression through which the content is looked at gives the same
result on a and b by construction; every other operation sees equal operands, so by induction over the execution all states
agree except for copies of the input itself. Hence the first P values (or fewer, where it is shorter) of every interval between
neighbouring breaks represent all values: any a has a representative in its own interval that is congruent to it. Of those that
look the same throughout, one is enough.

Different inputs that travel through the same registers are covered too, since each is only ever looked at alone: two operands
that both carry an input are refused, as is everything else that is not listed (stores, addresses, other arithmetic, indirect
calls).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from math import lcm

from threadproof.ir import op as ops
from threadproof.ir.arith import COMPARE, Value
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.interp.values import ValueRequest, small_domain
from threadproof.ir.program import Function, Program
from threadproof.ir.types import BOOL, BoolType, IntType, PtrType, Type, is_integral, is_signed, width
from threadproof.ir.uses import op_exprs
from threadproof.ir.walk import fold, subterms
from threadproof.records import dataclass

LIMIT = 256
FEW = 8
MOST_PIECES = 16
SAMPLES = (0, 1, 2, 3, -1)


class Domains:
    """Which values of an input are tried, and which inputs stay undecided until they are looked at. It decides what a state of an
    enumeration is."""

    sampled: ValueRequest | None = None  # an input of which not all values were given

    def __init__(self, program: Program) -> None:
        self.inputs = InputRepresentatives(program)

    def of(self, request: ValueRequest) -> Sequence[Value] | None:
        """The values to try; None if there are too many."""
        few = None if request.variable is None else self.inputs.representatives(request.variable)
        return small_domain(request) if few is None else few

    def defers(self, request: ValueRequest) -> bool:
        """Few values are cheaper to decide at once than to carry along; what has no value yet may never be read."""
        if request.origin is ops.Origin.UNINIT:
            return True
        values = self.of(request)
        return values is None or len(values) > FEW


class SampledDomains(Domains):
    """A few values of inputs that have too many: what is found with them counts, and nothing follows where nothing is found."""

    def of(self, request: ValueRequest) -> Sequence[Value] | None:
        values = super().of(request)
        if values is None and isinstance(request.type, IntType | PtrType):
            self.sampled = request
            low, high = value_range(request.type)
            return [value for value in SAMPLES if low <= value <= high] if isinstance(request.type, IntType) else [0]
        return values

    def defers(self, request: ValueRequest) -> bool:
        """As without samples: one that nothing depends on stays one state."""
        if request.origin is ops.Origin.UNINIT:
            return True
        values = super().of(request)
        return values is None or len(values) > FEW


@dataclass(frozen=True, slots=True)
class Pieces:
    """`root + shift` on each interval [low, high]; the intervals cover the root's type in order."""

    parts: tuple[tuple[int, int, int], ...]

    def at(self, root: int) -> int:
        return next(root + shift for low, high, shift in self.parts if low <= root <= high)


@dataclass(frozen=True, slots=True)
class Independent:
    """Does not depend on the root, or only through what was already noted."""


class NotCovered(Exception):
    """The root is looked at in a way that is not covered."""


FREE = Independent()
Shape = Pieces | Independent


class Uses:
    """Which operations mention a variable, and where functions are called: collected once per program."""

    def __init__(self, program: Program) -> None:
        self.operations: dict[Variable, list[tuple[Function, ops.Op]]] = defaultdict(list)
        self.calls: dict[Function, list[ops.Call]] = defaultdict(list)
        self.escaping: set[Function] = set()  # started as threads, or called through pointers
        self.unnamed: list[Variable | None] = []  # where results of escaping functions may arrive
        self.current = {function: function for function in program.functions.values()}  # `addr` may hold an older one
        for function in program.functions.values():
            for edge in function.edges:
                for op in edge.ops:
                    self.enter(function, op)
        initial = [part.value for item in program.objects for part in item.init]
        for node in (node for value in initial for node in subterms(value)):
            if isinstance(node.payload, Function):
                self.escaping.add(node.payload)

    def enter(self, function: Function, op: ops.Op) -> None:
        if isinstance(op, ops.Join) or (isinstance(op, ops.Call) and op.callee.op != "addr"):
            self.unnamed.append(op.target)
        for number, expr in enumerate(op_exprs(op)):
            for node in subterms(expr):
                if node.op == "var":
                    self.operations[node.payload].append((function, op))
                elif node.op == "addr" and isinstance(node.payload, Function):
                    if isinstance(op, ops.Call) and number == 0 and node is expr:
                        self.calls[node.payload].append(op)
                    else:
                        self.escaping.add(node.payload)


def value_range(type_: Type) -> tuple[int, int]:
    bits = width(type_)
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if is_signed(type_) else (0, (1 << bits) - 1)


class InputRepresentatives:
    """Representatives of the values of registers, computed on demand."""

    def __init__(self, program: Program, limit: int = LIMIT) -> None:
        self.program = program
        self.limit = limit
        self.uses: Uses | None = None
        self.known: dict[Variable, tuple[int, ...] | None] = {}

    def representatives(self, root: Variable) -> tuple[int, ...] | None:
        """Values of which one is alike to any value that `root` may be given; None if there are too many."""
        if root not in self.known:
            if self.uses is None:
                self.uses = Uses(self.program)
            self.known[root] = Analysis(self.uses, root).representatives(self.limit)
        return self.known[root]


class Analysis:
    """Follows one root through the program."""

    def __init__(self, uses: Uses, root: Variable) -> None:
        self.uses = uses
        self.root = root
        self.shapes: dict[Variable, Pieces] = {}
        self.pending: list[Variable] = []
        self.breaks: set[int] = set()  # an interval starts at each
        self.period = 1
        self.looks: list[Callable[[int], object]] = []  # what the program sees of a root value

    def representatives(self, limit: int) -> tuple[int, ...] | None:
        if isinstance(self.root.type, BoolType):
            return (False, True)
        if not isinstance(self.root.type, IntType | PtrType) or self.root.shared:
            return None
        low, high = value_range(self.root.type)
        self.breaks.add(low)
        try:
            self.flow(self.root, Pieces(((low, high, 0),)))
            while self.pending:
                for function, op in self.uses.operations[self.pending.pop()]:
                    self.visit(function, op)
        except NotCovered:
            return None
        starts = sorted(self.breaks)
        ends = [*(start - 1 for start in starts[1:]), high]
        counts = [min(self.period, end - start + 1) for start, end in zip(starts, ends, strict=True)]
        if sum(counts) > limit:
            return None
        values = [start + n for start, count in zip(starts, counts, strict=True) for n in range(count)]
        seen = {tuple(look(value) for look in self.looks): value for value in reversed(values)}
        return tuple(sorted(seen.values()))

    # -- where the content goes ------------------------------------------------------------------------------------------

    def flow(self, target: Variable | None, shape: Shape) -> None:
        """A variable may receive a value of a shape."""
        if target is None or not isinstance(shape, Pieces):
            return
        if target.shared:
            raise NotCovered
        known = self.shapes.get(target)
        if known is None:
            self.shapes[target] = shape
            self.pending.append(target)
        elif known != shape:
            raise NotCovered

    def visit(self, function: Function, op: ops.Op) -> None:
        match op:
            case ops.Assign(target=target, value=value):
                self.flow(target, self.shape(value))
            case ops.Call(callee=callee, args=args) if callee.op == "addr":
                for parameter, arg in zip(self.uses.current[callee.payload].params, args, strict=False):
                    self.flow(parameter, self.converted(self.shape(arg), parameter.type))
            case ops.Return(value=value) if value is not None:
                shape = self.shape(value)
                if isinstance(shape, Pieces):
                    self.results(function, shape)
            case _:
                for expr in op_exprs(op):
                    if isinstance(self.shape(expr), Pieces):
                        raise NotCovered

    def results(self, function: Function, shape: Pieces) -> None:
        targets = [call.target for call in self.uses.calls[function]]
        if function in self.uses.escaping:
            targets += self.uses.unnamed
        for target in targets:
            if target is not None:
                self.flow(target, self.converted(shape, target.type))

    # -- how it is looked at ---------------------------------------------------------------------------------------------

    def shape(self, root: Expr) -> Shape:
        return fold(root, self.node_shape)

    def node_shape(self, node: Expr, args: list[Shape]) -> Shape:
        if node.op == "var":
            return self.shapes.get(node.payload, FREE)
        carrying = [n for n, arg in enumerate(args) if isinstance(arg, Pieces)]
        if not carrying:
            return FREE
        shape = args[carrying[0]]
        assert isinstance(shape, Pieces)
        if node.op == "cast" or (node.op == "bitcast" and is_integral(node.type)):
            return self.converted(shape, node.type)
        if len(carrying) > 1 or len(args) != 2:
            raise NotCovered
        other, left = node.args[1 - carrying[0]], carrying[0] == 0
        if not other.is_const:
            raise NotCovered
        return self.with_constant(node, shape, int(other.payload), left)

    def with_constant(self, node: Expr, shape: Pieces, constant: int, left: bool) -> Shape:
        match node.op:
            case "eq" | "lt" | "le":
                compare = COMPARE[node.op]
                self.cut(shape, constant, lambda v: compare(v, constant) if left else compare(constant, v))
                return FREE
            case "add":
                return self.converted(_shifted(shape, constant), node.type)
            case "sub" if left:
                return self.converted(_shifted(shape, -constant), node.type)
            case "and" if constant >= 0:
                return self.periodic(shape, 1 << constant.bit_length(), lambda v: v & constant)
            case "rem" if left and constant != 0:
                self.cut(shape, 0, lambda v: (v > 0) - (v < 0))
                return self.periodic(shape, abs(constant), lambda v: v % constant)
        raise NotCovered

    def cut(self, shape: Pieces, value: int, look: Callable[[int], object]) -> None:
        """The expression may look different below `value`, at it, and above it: note where that is."""
        self.looks.append(lambda root: look(shape.at(root)))
        for low, high, shift in shape.parts:
            self.breaks.add(low)
            self.breaks.update(start - shift for start in (value, value + 1) if low < start - shift <= high)

    def periodic(self, shape: Pieces, period: int, look: Callable[[int], object]) -> Independent:
        """Only the value modulo `period` matters from here on."""
        self.looks.append(lambda root: look(shape.at(root)))
        self.breaks.update(low for low, _, _ in shape.parts)
        self.period = lcm(self.period, period)
        if self.period > LIMIT:
            raise NotCovered
        return FREE

    def converted(self, shape: Shape, type_: Type) -> Shape:
        """After wrapping around to the values of a type."""
        if not isinstance(shape, Pieces):
            return FREE
        if type_ == BOOL:
            self.cut(shape, 0, lambda v: v != 0)
            return FREE
        if not is_integral(type_):
            raise NotCovered
        low, high = value_range(type_)
        size = high - low + 1
        parts: list[tuple[int, int, int]] = []
        for first, last, shift in shape.parts:
            turns = range((first + shift - low) // size, (last + shift - low) // size + 1)
            if len(parts) + len(turns) > MOST_PIECES:
                return self.periodic(shape, size, lambda v: v % size)
            for turn in turns:
                start, end = max(first, low + turn * size - shift), min(last, high + turn * size - shift)
                parts.append((start, end, shift - turn * size))
        return Pieces(tuple(parts))


def _shifted(shape: Pieces, constant: int) -> Pieces:
    return Pieces(tuple((low, high, shift + constant) for low, high, shift in shape.parts))
