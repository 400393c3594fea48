"""IR expressions as solver terms: one translation for all solvers, one term per expression.

A backend offers the SMT-LIB operators by name (`Terms.app`); what an IR operator means in SMT-LIB is said only here. Two IR
operators have no exact counterpart: reading a float's bits (`bitcast` to an integer) introduces a fresh bit-vector with a
defining side condition, and float-to-integer conversions out of range give 0 (as `ir.arith` defines).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from threadproof.ir import arith
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BoolType, FloatType, Type, is_signed, width
from threadproof.ir.walk import fold

T = TypeVar("T")

# IR operator -> (signed, unsigned) SMT-LIB bit-vector operator
_BV = {
    "add": ("bvadd", "bvadd"),
    "sub": ("bvsub", "bvsub"),
    "mul": ("bvmul", "bvmul"),
    "div": ("bvsdiv", "bvudiv"),
    "rem": ("bvsrem", "bvurem"),
    "and": ("bvand", "bvand"),
    "or": ("bvor", "bvor"),
    "xor": ("bvxor", "bvxor"),
    "lt": ("bvslt", "bvult"),
    "le": ("bvsle", "bvule"),
    "shl": ("bvshl", "bvshl"),
    "shr": ("bvashr", "bvlshr"),
}
_FP = {"add": "fp.add", "sub": "fp.sub", "mul": "fp.mul", "div": "fp.div", "eq": "fp.eq", "lt": "fp.lt", "le": "fp.leq"}


class Terms(Protocol[T]):
    """A solver's term builder."""

    def boolean(self, value: bool) -> T: ...

    def bits(self, value: int, width: int) -> T: ...

    def symbol(self, name: str, type_: Type) -> T: ...

    def constant_array(self, type_: Type, element: T) -> T: ...

    def app(self, operator: str, args: Sequence[T], indices: Sequence[int] = ()) -> T:
        """`operator` is an SMT-LIB name; rounding modes are implied: RNE, and RTZ for `fp.to_sbv`, `fp.to_ubv`, `fp.trunc`."""
        ...


class Encoder(Generic[T]):
    """Translates and remembers; `side` collects conditions that must be asserted with the terms (rare: float bits)."""

    def __init__(self, terms: Terms[T]) -> None:
        self.terms = terms
        self.side: list[T] = []
        self.symbols: dict[Variable, T] = {}
        self._memo: dict[Expr, T] = {}
        self._visit: dict[str, Callable[[Expr, list[T]], T]] = {
            "const": self._const,
            "var": lambda e, _: self.symbol(e.payload),
            "lnot": lambda e, a: self.terms.app("not", a),
            "not": lambda e, a: self.terms.app("bvnot", a),
            "neg": lambda e, a: self.terms.app("fp.neg" if isinstance(e.type, FloatType) else "bvneg", a),
            "eq": self._eq,
            "same": lambda e, a: self.terms.app("=", a),
            "ite": lambda e, a: self.terms.app("ite", a),
            "cast": self._cast,
            "bitcast": self._bitcast,
            "select": lambda e, a: self.terms.app("select", a),
            "store": lambda e, a: self.terms.app("store", a),
            "fill": lambda e, a: self.terms.constant_array(e.type, a[0]),
            "shl": self._shift,
            "shr": self._shift,
        }

    def term(self, expr: Expr) -> T:
        return fold(expr, lambda e, args: self._visit.get(e.op, self._binary)(e, args), self._memo)

    def symbol(self, variable: Variable) -> T:
        found = self.symbols.get(variable)
        if found is None:
            found = self.terms.symbol(f"{variable.name}!{len(self.symbols)}", variable.type)
            self.symbols[variable] = found
        return found

    def float_constant(self, type_: FloatType, value: float) -> T:
        raw = int.from_bytes(struct.pack("<f" if type_.bits == 32 else "<d", value), "little")
        return self.terms.app("to_fp_bits", [self.terms.bits(raw, type_.bits)], _fp_format(type_))

    def _const(self, e: Expr, _: list[T]) -> T:
        if isinstance(e.type, BoolType):
            return self.terms.boolean(e.payload)
        if isinstance(e.type, FloatType):
            return self.float_constant(e.type, e.payload)
        return self.terms.bits(e.payload & ((1 << width(e.type)) - 1), width(e.type))

    def _binary(self, e: Expr, args: list[T]) -> T:
        operand = e.args[0].type
        if isinstance(operand, FloatType):
            return self.terms.app(_FP[e.op], args)
        if isinstance(operand, BoolType):
            if e.op in ("lt", "le"):
                return self.terms.app("and" if e.op == "lt" else "or", [self.terms.app("not", [args[0]]), args[1]])
            return self.terms.app(e.op, args)
        signed, unsigned = _BV[e.op]
        return self.terms.app(signed if is_signed(operand) else unsigned, args)

    def _eq(self, e: Expr, args: list[T]) -> T:
        return self.terms.app("fp.eq" if isinstance(e.args[0].type, FloatType) else "=", args)

    def _shift(self, e: Expr, args: list[T]) -> T:
        """The amount gets the width of the operand; amounts beyond it (also negative ones) saturate."""
        bits, amount_bits = width(e.type), width(e.args[1].type)
        amount = args[1]
        if amount_bits > bits:
            low = self.terms.app("extract", [amount], [bits - 1, 0])
            huge = self.terms.app("bvuge", [amount, self.terms.bits(bits, amount_bits)])
            amount = self.terms.app("ite", [huge, self.terms.bits(bits, bits), low])
        elif amount_bits < bits:
            amount = self.terms.app("sign_extend" if is_signed(e.args[1].type) else "zero_extend", [amount], [bits - amount_bits])
        signed, unsigned = _BV[e.op]
        return self.terms.app(signed if is_signed(e.type) else unsigned, [args[0], amount])

    def _cast(self, e: Expr, args: list[T]) -> T:
        source, target = e.args[0].type, e.type
        if isinstance(source, BoolType):
            return self.terms.app("ite", [args[0], self._number(target, 1), self._number(target, 0)])
        if isinstance(target, FloatType):
            if isinstance(source, FloatType):
                return self.terms.app("to_fp", args, _fp_format(target))
            return self.terms.app("to_fp_signed" if is_signed(source) else "to_fp_unsigned", args, _fp_format(target))
        if isinstance(source, FloatType):
            return self._float_to_int(source, target, args[0])
        grow = width(target) - width(source)
        if grow < 0:
            return self.terms.app("extract", args, [width(target) - 1, 0])
        return self.terms.app("sign_extend" if is_signed(source) else "zero_extend", args, [grow]) if grow else args[0]

    def _number(self, type_: Type, value: int) -> T:
        if isinstance(type_, FloatType):
            return self.float_constant(type_, float(value))
        return self.terms.bits(value, width(type_))

    def _float_to_int(self, source: FloatType, target: Type, value: T) -> T:
        """Both bounds are powers of two (or 0), hence exact; a bound that the float format cannot reach is no bound."""
        bits, signed = width(target), is_signed(target)
        whole = self.terms.app("fp.trunc", [value])
        high = 2.0 ** (bits - 1 if signed else bits)
        low = -high if signed else 0.0
        above = self.terms.app("fp.leq", [self.float_constant(source, arith.round_float(source, low)), whole])
        below = self.terms.app("fp.lt", [whole, self.float_constant(source, arith.round_float(source, high))])
        converted = self.terms.app("fp.to_sbv" if signed else "fp.to_ubv", [whole], [bits])
        return self.terms.app("ite", [self.terms.app("and", [above, below]), converted, self.terms.bits(0, bits)])

    def _bitcast(self, e: Expr, args: list[T]) -> T:
        if isinstance(e.type, FloatType):
            return self.terms.app("to_fp_bits", args, _fp_format(e.type))
        assert isinstance(e.args[0].type, FloatType)
        raw = self.terms.symbol(f"bits!{len(self._memo)}", e.type)
        self.side.append(self.terms.app("=", [self.terms.app("to_fp_bits", [raw], _fp_format(e.args[0].type)), args[0]]))
        return raw


def _fp_format(type_: FloatType) -> tuple[int, int]:
    return (8, 24) if type_.bits == 32 else (11, 53)
