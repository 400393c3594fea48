"""Expressions as Python closures: each is translated once per function and then called with the registers and the running step.

`ir.arith` defines what operators mean. The closures for the commonest ones repeat that definition with the type decided
beforehand (a test holds them equal to it). A register that holds an unknown value is decided when it is read, hence only where
evaluation gets there: `ite` evaluates one side. Expressions nested deeper than Python can call are cut into parts that are
evaluated first, inner ones before outer ones; in these, both sides of an `ite` may be evaluated.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from threadproof.errors import InternalError
from threadproof.ir import arith, zones
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.interp.values import Lazy
from threadproof.ir.types import ArrayType, FloatType, Type, is_integral, is_signed, width

if TYPE_CHECKING:
    from threadproof.ir.interp.run import StepRun

Closure = Callable[[list[Any], "StepRun"], Any]

DEEPEST = 60
_COMPARE = {"eq": operator.eq, "lt": operator.lt, "le": operator.le}
_BITS = {"and": operator.and_, "or": operator.or_, "xor": operator.xor}
_WRAPPING = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}


class Subexpression:
    """A subexpression that is evaluated before the expression it belongs to."""

    __slots__ = ("closure", "value")

    def __init__(self, closure: Closure) -> None:
        self.closure = closure
        self.value: Any = None

    def read(self, registers: list[Any], run: StepRun) -> Any:
        return self.value


class Compiler:
    """Translates the expressions of one function. `slots` numbers its registers, `shared` the shared variables."""

    def __init__(
        self,
        slots: dict[Variable, int],
        shared: dict[Variable, int],
        addresses: dict[Any, int],  # of functions and objects
        local: dict[Any, int],  # thread-local object -> its number
    ) -> None:
        self.slots = slots
        self.shared = shared
        self.addresses = addresses
        self.local = local
        self.memo: dict[Expr, tuple[Closure, int, tuple[Subexpression, ...]]] = {}  # with its depth and the parts below it

    def compile(self, root: Expr) -> Closure:
        stack = [root]
        while stack:
            node = stack[-1]
            missing = [arg for arg in node.args if arg not in self.memo]
            if node not in self.memo and missing:
                stack.extend(missing)
                continue
            stack.pop()
            if node not in self.memo:
                self.memo[node] = self.enter(node)
        closure, _, parts = self.memo[root]
        if not parts:
            return closure

        def evaluate(registers: list[Any], run: StepRun) -> Any:
            for part in parts:
                part.value = part.closure(registers, run)
            return closure(registers, run)

        return evaluate

    def enter(self, node: Expr) -> tuple[Closure, int, tuple[Subexpression, ...]]:
        args = [self.memo[arg] for arg in node.args]
        closure = self.translate(node, [arg[0] for arg in args])
        depth = 1 + max((arg[1] for arg in args), default=0)
        parts = tuple(dict.fromkeys(part for arg in args for part in arg[2]))
        if depth < DEEPEST:
            return closure, depth, parts
        part = Subexpression(closure)
        return part.read, 0, (*parts, part)

    def translate(self, node: Expr, args: list[Closure]) -> Closure:
        match node.op:
            case "const":
                return _constant(node.payload)
            case "var":
                return self.variable(node.payload)
            case "addr":
                return self.address(node.payload)
            case "self":
                return lambda registers, run: run.thread
            case "ite":
                condition, then, otherwise = args
                return lambda r, run: then(r, run) if condition(r, run) else otherwise(r, run)
            case "select":
                return self.select(node, *args)
            case "cast":
                return _cast(node.type, node.args[0].type, args[0])
            case "bitcast":
                target, source, inner = node.type, node.args[0].type, args[0]
                return lambda r, run: arith.bitcast(target, source, inner(r, run))
            case "neg" | "not" | "lnot":
                return _unary(node.op, node.type, args[0])
            case "eq" | "lt" | "le" if all(self.is_plain(arg) for arg in node.args):
                return self.compare(node, *args)
            case "displace":
                return _displace(width(node.type), *args)
            case _ if len(args) == 2:
                return _binary(node.op, node.args[0].type, *args)
        raise InternalError(f"cannot evaluate {node.op!r}")

    def is_plain(self, node: Expr) -> bool:
        return node.op == "var" and not node.payload.shared and not isinstance(node.type, FloatType)

    def compare(self, node: Expr, left: Closure, right: Closure) -> Closure:
        """Two registers that hold the same placeholder are equal, whatever its value."""
        a, b = (self.slots[arg.payload] for arg in node.args)
        operation, same = _COMPARE[node.op], node.op != "lt"

        def evaluate(registers: list[Any], run: StepRun) -> Any:
            x, y = registers[a], registers[b]
            if x is y and x.__class__ is Lazy and x.owner >= 0:
                return same
            return operation(left(registers, run), right(registers, run))

        return evaluate

    def variable(self, variable: Variable) -> Closure:
        if variable.shared:
            return self.shared_variable(variable)
        slot = self.slots[variable]
        if isinstance(variable.type, ArrayType):
            return lambda registers, run: registers[slot]

        def read(registers: list[Any], run: StepRun) -> Any:
            value = registers[slot]
            return value if value.__class__ is not Lazy else run.force(registers, slot, variable)

        return read

    def shared_variable(self, variable: Variable) -> Closure:
        number = self.shared[variable]
        if isinstance(variable.type, ArrayType):
            return lambda registers, run: run.shared[number]

        def read(registers: list[Any], run: StepRun) -> Any:
            value = run.shared[number]
            if value.__class__ is Lazy:
                value = run.shared[number] = run.fresh(variable)
            if run.log is not None:
                run.note_shared(variable, 0, False, value)
            return value

        return read

    def address(self, target: object) -> Closure:
        number = self.local.get(target)
        if number is None:
            return _constant(self.addresses[target])
        return lambda registers, run: run.locals[number]

    def select(self, node: Expr, array: Closure, index: Closure) -> Closure:
        type_ = node.args[0].type
        assert isinstance(type_, ArrayType)
        if node.args[0].op != "var":
            raise InternalError("select from something that is not a variable")
        variable: Variable = node.args[0].payload
        size, is_float = type_.size, isinstance(type_.element, FloatType)

        def read(registers: list[Any], run: StepRun) -> Any:
            at = index(registers, run)
            if size and at >= size:
                raise run.broken("invalid-deref", f"index {at} of {variable.name}, which has {size} elements")
            value = array(registers, run).get(at)
            if value.__class__ is Lazy:
                value = run.fresh_element(registers, variable, at)
            elif is_float:
                value = arith.from_bytes(type_.element, value)
            if variable.shared and run.log is not None:
                run.note_shared(variable, at, False, value)
            return value

        return read


def _constant(value: Any) -> Closure:
    return lambda registers, run: value


def _wrapping(type_: Type) -> tuple[int, int]:
    """(mask, half) such that the value congruent to v is `((v + half) & mask) - half`."""
    bits = width(type_)
    return (1 << bits) - 1, 1 << bits - 1 if is_signed(type_) else 0


def _cast(target: Type, source: Type, inner: Closure) -> Closure:
    if is_integral(target) and not isinstance(source, FloatType):
        mask, half = _wrapping(target)
        return lambda r, run: ((inner(r, run) + half) & mask) - half
    return lambda r, run: arith.cast(target, source, inner(r, run))


def _unary(op: str, type_: Type, inner: Closure) -> Closure:
    if op == "lnot":
        return lambda r, run: not inner(r, run)
    return lambda r, run: arith.unary(op, type_, inner(r, run))


def _displace(bits: int, address: Closure, distance: Closure) -> Closure:
    displaced = zones.STANDARD[bits].displaced
    return lambda r, run: displaced(address(r, run), distance(r, run))


def _binary(op: str, type_: Type, left: Closure, right: Closure) -> Closure:
    if op in _COMPARE:
        compare = _COMPARE[op]
        return lambda r, run: compare(left(r, run), right(r, run))
    if op in _BITS and not isinstance(type_, FloatType):
        bits = _BITS[op]
        return lambda r, run: bits(left(r, run), right(r, run))
    if op in _WRAPPING and is_integral(type_):
        apply, (mask, half) = _WRAPPING[op], _wrapping(type_)
        return lambda r, run: ((apply(left(r, run), right(r, run)) + half) & mask) - half
    return lambda r, run: arith.binary(op, type_, left(r, run), right(r, run))
