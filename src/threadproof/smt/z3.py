"""z3 as a `Solver`. It is imported on first use: it takes longer to load than many proofs. Interpolants: `spacer`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import z3

from threadproof.ir import expr as E
from threadproof.ir.arith import Value, from_bytes
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import ArrayType, BoolType, FloatType, Type, byte_size, width
from threadproof.smt.encode import Encoder
from threadproof.smt.solver import Answer

_APPLY: dict[str, Any] = {
    "not": z3.Not, "and": z3.And, "or": z3.Or, "xor": z3.Xor, "ite": z3.If, "=": lambda a, b: a == b,
    "bvneg": lambda a: -a, "bvnot": lambda a: ~a, "bvadd": lambda a, b: a + b, "bvsub": lambda a, b: a - b,
    "bvmul": lambda a, b: a * b, "bvsdiv": lambda a, b: a / b, "bvudiv": z3.UDiv, "bvsrem": z3.SRem, "bvurem": z3.URem,
    "bvand": lambda a, b: a & b, "bvor": lambda a, b: a | b, "bvxor": lambda a, b: a ^ b, "bvshl": lambda a, b: a << b,
    "bvashr": lambda a, b: a >> b, "bvlshr": z3.LShR, "bvslt": lambda a, b: a < b, "bvult": z3.ULT,
    "bvsle": lambda a, b: a <= b, "bvule": z3.ULE, "bvuge": z3.UGE, "select": z3.Select, "store": z3.Store,
    "fp.neg": z3.fpNeg, "fp.eq": z3.fpEQ, "fp.lt": z3.fpLT, "fp.leq": z3.fpLEQ,
    "extract": lambda a, high, low: z3.Extract(high, low, a), "sign_extend": lambda a, n: z3.SignExt(n, a),
    "zero_extend": lambda a, n: z3.ZeroExt(n, a),
    "fp.add": lambda a, b: z3.fpAdd(z3.RNE(), a, b), "fp.sub": lambda a, b: z3.fpSub(z3.RNE(), a, b),
    "fp.mul": lambda a, b: z3.fpMul(z3.RNE(), a, b), "fp.div": lambda a, b: z3.fpDiv(z3.RNE(), a, b),
    "fp.trunc": lambda a: z3.fpRoundToIntegral(z3.RTZ(), a),
    "fp.to_sbv": lambda a, n: z3.fpToSBV(z3.RTZ(), a, z3.BitVecSort(n)),
    "fp.to_ubv": lambda a, n: z3.fpToUBV(z3.RTZ(), a, z3.BitVecSort(n)),
    "to_fp": lambda a, e, s: z3.fpFPToFP(z3.RNE(), a, z3.FPSort(e, s)),
    "to_fp_signed": lambda a, e, s: z3.fpSignedToFP(z3.RNE(), a, z3.FPSort(e, s)),
    "to_fp_unsigned": lambda a, e, s: z3.fpUnsignedToFP(z3.RNE(), a, z3.FPSort(e, s)),
    "to_fp_bits": lambda a, e, s: z3.fpBVToFP(a, z3.FPSort(e, s)),
}  # fmt: skip


class Z3Terms:
    """Term builder; all terms live in z3's default context."""

    def sort(self, type_: Type) -> Any:
        if isinstance(type_, BoolType):
            return z3.BoolSort()
        if isinstance(type_, FloatType):
            return z3.FPSort(8, 24) if type_.bits == 32 else z3.FPSort(11, 53)
        if isinstance(type_, ArrayType):
            return z3.ArraySort(z3.BitVecSort(64), self.sort(type_.element))
        return z3.BitVecSort(width(type_))

    def boolean(self, value: bool) -> Any:
        return z3.BoolVal(value)

    def bits(self, value: int, width: int) -> Any:
        return z3.BitVecVal(value, width)

    def symbol(self, name: str, type_: Type) -> Any:
        return z3.FreshConst(self.sort(type_), name)

    def constant_array(self, type_: Type, element: Any) -> Any:
        return z3.K(z3.BitVecSort(64), element)

    def app(self, operator: str, args: Sequence[Any], indices: Sequence[int] = ()) -> Any:
        return _APPLY[operator](*args, *indices)


class Z3Solver:
    def __init__(self, logic: str = "") -> None:
        """`logic`: by the names of SMT-LIB, where all formulas are of that kind and come in one question."""
        self.encoder: Encoder[Any] = Encoder(Z3Terms())
        self.calls = 0
        self.seconds = 0.0
        self._solver = z3.SolverFor(logic) if logic else z3.Solver()
        self._names: dict[Expr, Any] = {}  # of assumptions in this scope
        self._assumed: dict[int, Expr] = {}
        self._side = 0

    def push(self) -> None:
        self._solver.push()

    def pop(self) -> None:
        self._solver.pop()
        self._side = 0
        self._names = {}

    def add(self, formula: Expr) -> None:
        self._solver.add(self.encoder.term(formula))

    def check(self, assumptions: Sequence[Expr] = (), limit: float | None = None) -> Answer:
        """z3 wants literals as assumptions, so each one is named by a fresh Boolean; one that comes back keeps its name."""
        new = [(a, self.encoder.term(a)) for a in assumptions if a not in self._names]
        for condition in self.encoder.side[self._side :]:
            self._solver.add(condition)
        self._side = len(self.encoder.side)
        for assumption, term in new:
            self._names[assumption] = z3.FreshBool("assumption")
            self._solver.add(z3.Implies(self._names[assumption], term))
        names = [self._names[a] for a in assumptions]
        self._assumed = {name.get_id(): a for name, a in zip(names, assumptions, strict=True)}
        self._solver.set("timeout", 4294967295 if limit is None else max(1, int(limit * 1000)))
        started = time.monotonic()
        result = self._solver.check(*names)
        self.calls += 1
        self.seconds += time.monotonic() - started
        return Answer.SAT if result == z3.sat else Answer.UNSAT if result == z3.unsat else Answer.UNKNOWN

    def model(self) -> Z3Model:
        return Z3Model(self._solver.model(), self.encoder)

    def core(self) -> list[Expr]:
        return [self._assumed[name.get_id()] for name in self._solver.unsat_core()]


class Z3Model:
    def __init__(self, model: Any, encoder: Encoder[Any]) -> None:
        self._model = model
        self._encoder = encoder

    def value(self, variable: Variable) -> Value:
        return self.evaluate(E.var(variable))

    def evaluate(self, term: Expr) -> Value:
        value = self._model.eval(self._encoder.term(term), model_completion=True)
        if isinstance(term.type, BoolType):
            return bool(z3.is_true(value))
        if isinstance(term.type, FloatType):
            value = z3.simplify(z3.fpToIEEEBV(value))
        return from_bytes(term.type, int(value.as_long()).to_bytes(byte_size(term.type), "little"))
