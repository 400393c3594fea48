"""Which constants an expression may evaluate to, where those are few: events, delays, numbers of updates.

One set of constants per variable, whatever the place: what is assigned to it anywhere, until nothing is added any more or there
are many. Only some of many are kept (of a counter that starts at zero: the first numbers), and initial values of registers are
left out (they are arbitrary). So the answer is a good guess and not a proof: whoever uses it must also say what happens with
other values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.ir.types import BOOL, ArrayType
from threadproof.ir.uses import op_target
from threadproof.ir.walk import fold

FEW = 32
Constants = frozenset[Expr] | None
"""None: any value."""
Original = Callable[[Variable], Variable | None]


class Possible:
    def __init__(self, program: Program) -> None:
        self.program = program
        self._known: dict[Variable, Constants] = {v: self.values(value) for v, value in program.initial.items()}
        self._memo: dict[Expr, Constants] = {}
        before: dict[Variable, Constants] = {}
        while before != self._known:
            before = dict(self._known)
            self._memo = {}
            for function in program.functions.values():
                for edge in function.edges:
                    for op in edge.ops:
                        self._include(op)
        self._memo = {}

    def values(self, expr: Expr, original: Original = lambda v: v) -> Constants:
        """`original`: the variable of the program that one of the expression stands for; None: it may have any value."""
        return self._value(expr, original, {})

    def _include(self, op: ops.Op) -> None:
        match op:
            case ops.Assign(target, value) | ops.Write(target, _, value):
                self._add(target, self._value(value, lambda v: v, self._memo))
            case ops.Spawn(function=function, argument=argument):  # numbers of threads are found otherwise (`sched.kernel`)
                params = self.program.functions[function.payload.name].params[:1] if function.op == "addr" else ()
                for param in params:
                    self._add(param, self._value(E.cast(param.type, argument), lambda v: v, self._memo))
            case _:
                drawn = op_target(op)
                if drawn is not None:
                    self._add(drawn, _any(drawn))

    def _add(self, variable: Variable, values: Constants) -> None:
        before = self._known.get(variable, frozenset())
        if values is None or before is None:
            self._known[variable] = None
        elif len(before) < FEW:
            self._known[variable] = before | _some(values - before, FEW - len(before))

    def _value(self, expr: Expr, original: Original, memo: dict[Expr, Constants]) -> Constants:
        def visit(node: Expr, args: list[Constants]) -> Constants:
            if node.is_const:
                return frozenset([node])
            if node.op == "var":
                variable = original(node.payload)
                found = None if variable is None else self._known.get(variable, frozenset())
                return _any(node.payload) if found is None else found
            if node.op == "ite":
                return _either(args[1], args[2])
            if node.op in ("select", "fill"):  # of an array it is known what its elements are
                return args[0]
            if node.op == "store":
                return _either(args[0], args[2])
            return _masked(node, args) if node.op == "and" and node.type != BOOL else _combined(node, args)

        return fold(expr, visit, memo)


def _either(one: Constants, other: Constants) -> Constants:
    return None if one is None or other is None else one | other


def _any(variable: Variable) -> Constants:
    element = variable.type.element if isinstance(variable.type, ArrayType) else variable.type
    return frozenset([E.TRUE, E.FALSE]) if element == BOOL else None


def _combined(expr: Expr, args: list[Constants]) -> Constants:
    count = 1
    for arg in args:
        if arg is None:
            return frozenset([E.TRUE, E.FALSE]) if expr.type == BOOL else None
        count *= len(arg)
    if not args or count > FEW * FEW:
        return None
    found = [E.rebuild(expr, chosen) for chosen in product(*[arg for arg in args if arg is not None])]
    return _some([value for value in found if value.is_const], FEW)


def _some(values: Iterable[Expr], count: int) -> frozenset[Expr]:
    """The smallest ones."""
    return frozenset(sorted(values, key=lambda value: (abs(value.payload), value.payload))[:count])


def _masked(expr: Expr, args: list[Constants]) -> Constants:
    """A value and a small mask."""
    if None not in args:
        return _combined(expr, args)
    masks = [arg for arg in args if arg is not None]
    if len(masks) != 1 or not masks[0] or any(not 0 <= int(mask.payload) < FEW for mask in masks[0]):
        return None
    return frozenset(E.const(expr.type, value) for value in range(max(int(mask.payload) for mask in masks[0]) + 1))
