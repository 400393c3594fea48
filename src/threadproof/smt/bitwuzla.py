"""Bitwuzla as a `Solver` and an `Interpolator`: bit-vectors, floats, arrays, and inductive interpolant sequences."""

from __future__ import annotations

import time
from collections.abc import Sequence

import bitwuzla as bz
from bitwuzla import Kind

from threadproof.ir import expr as E
from threadproof.ir.arith import Value, from_bytes
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, ArrayType, BoolType, FloatType, IntType, Type, byte_size, width
from threadproof.smt.encode import Encoder
from threadproof.smt.solver import Answer
from threadproof.smt.words import Unreadable, as_unsigned, concat, equal, signed, unsigned

_KINDS = {
    "not": Kind.NOT, "and": Kind.AND, "or": Kind.OR, "xor": Kind.XOR, "=": Kind.EQUAL, "ite": Kind.ITE,
    "bvneg": Kind.BV_NEG, "bvnot": Kind.BV_NOT, "bvadd": Kind.BV_ADD, "bvsub": Kind.BV_SUB, "bvmul": Kind.BV_MUL,
    "bvsdiv": Kind.BV_SDIV, "bvudiv": Kind.BV_UDIV, "bvsrem": Kind.BV_SREM, "bvurem": Kind.BV_UREM,
    "bvand": Kind.BV_AND, "bvor": Kind.BV_OR, "bvxor": Kind.BV_XOR, "bvshl": Kind.BV_SHL, "bvashr": Kind.BV_ASHR,
    "bvlshr": Kind.BV_SHR, "bvslt": Kind.BV_SLT, "bvult": Kind.BV_ULT, "bvsle": Kind.BV_SLE, "bvule": Kind.BV_ULE,
    "bvuge": Kind.BV_UGE, "extract": Kind.BV_EXTRACT, "sign_extend": Kind.BV_SIGN_EXTEND, "zero_extend": Kind.BV_ZERO_EXTEND,
    "select": Kind.ARRAY_SELECT, "store": Kind.ARRAY_STORE, "fp.neg": Kind.FP_NEG, "fp.eq": Kind.FP_EQUAL, "fp.lt": Kind.FP_LT,
    "fp.leq": Kind.FP_LEQ, "to_fp_bits": Kind.FP_TO_FP_FROM_BV,
}  # fmt: skip
_ROUNDED = {
    "fp.add": (Kind.FP_ADD, bz.RoundingMode.RNE), "fp.sub": (Kind.FP_SUB, bz.RoundingMode.RNE),
    "fp.mul": (Kind.FP_MUL, bz.RoundingMode.RNE), "fp.div": (Kind.FP_DIV, bz.RoundingMode.RNE),
    "to_fp": (Kind.FP_TO_FP_FROM_FP, bz.RoundingMode.RNE), "to_fp_signed": (Kind.FP_TO_FP_FROM_SBV, bz.RoundingMode.RNE),
    "to_fp_unsigned": (Kind.FP_TO_FP_FROM_UBV, bz.RoundingMode.RNE), "fp.trunc": (Kind.FP_RTI, bz.RoundingMode.RTZ),
    "fp.to_sbv": (Kind.FP_TO_SBV, bz.RoundingMode.RTZ), "fp.to_ubv": (Kind.FP_TO_UBV, bz.RoundingMode.RTZ),
}  # fmt: skip
_ANSWERS = {bz.Result.SAT: Answer.SAT, bz.Result.UNSAT: Answer.UNSAT, bz.Result.UNKNOWN: Answer.UNKNOWN}


_MANAGERS: list[bz.TermManager] = []
"""All that were ever made. A term must not outlive its manager, but Python frees objects that refer to each other in any
order; so managers are never freed. Without terms they are small."""


class BitwuzlaTerms:
    """Term builder over one term manager."""

    def __init__(self) -> None:
        self.manager = bz.TermManager()
        _MANAGERS.append(self.manager)

    def sort(self, type_: Type) -> bz.Sort:
        if isinstance(type_, BoolType):
            return self.manager.mk_bool_sort()
        if isinstance(type_, FloatType):
            return self.manager.mk_fp_sort(*((8, 24) if type_.bits == 32 else (11, 53)))
        if isinstance(type_, ArrayType):
            return self.manager.mk_array_sort(self.manager.mk_bv_sort(64), self.sort(type_.element))
        return self.manager.mk_bv_sort(width(type_))

    def boolean(self, value: bool) -> bz.Term:
        return self.manager.mk_true() if value else self.manager.mk_false()

    def bits(self, value: int, width: int) -> bz.Term:
        return self.manager.mk_bv_value(self.manager.mk_bv_sort(width), value)

    def symbol(self, name: str, type_: Type) -> bz.Term:
        return self.manager.mk_const(self.sort(type_), name)

    def constant_array(self, type_: Type, element: bz.Term) -> bz.Term:
        return self.manager.mk_const_array(self.sort(type_), element)

    def app(self, operator: str, args: Sequence[bz.Term], indices: Sequence[int] = ()) -> bz.Term:
        rounded = _ROUNDED.get(operator)
        if rounded is not None:
            kind, mode = rounded
            return self.manager.mk_term(kind, [self.manager.mk_rm_value(mode), *args], list(indices))
        return self.manager.mk_term(_KINDS[operator], list(args), list(indices))


def _options(**wanted: bool) -> bz.Options:
    options = bz.Options()
    for name, value in wanted.items():
        options.set(getattr(bz.Option, name), value)
    return options


ROUND = 4e-4  # seconds between two calls of the terminator, roughly


class _Deadline:
    """Terminator callback: a new limit can be set before every call. It is called after certain amounts of work, so how often
    does not depend on the machine."""

    def __init__(self) -> None:
        self.at = float("inf")
        self.calls = 0
        self.most = float("inf")

    def set(self, limit: float | None, counted: bool) -> None:
        """In seconds; counted: in as much work as is done in that time, roughly."""
        seconds = float("inf") if limit is None else limit
        self.at = float("inf") if counted else time.monotonic() + seconds
        self.most = self.calls + seconds / ROUND if counted else float("inf")

    def __call__(self) -> bool:
        self.calls += 1
        return self.calls > self.most or time.monotonic() > self.at


class BitwuzlaSolver:
    """`counted`: limits are about work that is counted, not about time, so that answers do not depend on what else runs."""

    def __init__(self, encoder: Encoder[bz.Term] | None = None, counted: bool = False) -> None:
        self.encoder = encoder or Encoder(BitwuzlaTerms())
        self.counted = counted
        self.calls = 0
        self.seconds = 0.0
        assert isinstance(self.encoder.terms, BitwuzlaTerms)
        self._solver = bz.Bitwuzla(self.encoder.terms.manager, _options(PRODUCE_MODELS=True, PRODUCE_UNSAT_ASSUMPTIONS=True))
        self._deadline = _Deadline()
        self._solver.configure_terminator(self._deadline)
        self._assumed: dict[int, Expr] = {}
        self._side = 0

    @property
    def effort(self) -> float:
        """The work so far, in seconds that it would roughly take."""
        return ROUND * (self.calls + self._deadline.calls)

    def push(self) -> None:
        self._solver.push(1)

    def pop(self) -> None:
        self._solver.pop(1)
        self._side = 0  # side conditions may have been asserted in the scope that ended

    def add(self, formula: Expr) -> None:
        self._solver.assert_formula(self.encoder.term(formula))

    def check(self, assumptions: Sequence[Expr] = (), limit: float | None = None) -> Answer:
        terms = [self.encoder.term(a) for a in assumptions]
        for condition in self.encoder.side[self._side :]:
            self._solver.assert_formula(condition)
        self._side = len(self.encoder.side)
        self._assumed = {term.id(): a for term, a in zip(terms, assumptions, strict=True)}
        started = time.monotonic()
        self._deadline.set(limit, self.counted)
        answer = _ANSWERS[self._solver.check_sat(*terms)]
        self.calls += 1
        self.seconds += time.monotonic() - started
        return answer

    def model(self) -> BitwuzlaModel:
        return BitwuzlaModel(self)

    def core(self) -> list[Expr]:
        return [self._assumed[term.id()] for term in self._solver.get_unsat_assumptions()]

    def raw_value(self, term: Expr) -> bz.Term:
        return self._solver.get_value(self.encoder.term(term))


class BitwuzlaModel:
    def __init__(self, solver: BitwuzlaSolver) -> None:
        self._solver = solver

    def value(self, variable: Variable) -> Value:
        return self.evaluate(E.var(variable))

    def evaluate(self, term: Expr) -> Value:
        value = self._solver.raw_value(term)
        if isinstance(term.type, BoolType):
            return bool(value.value())
        digits = "".join(value.value()) if isinstance(term.type, FloatType) else value.value(2)
        return from_bytes(term.type, int(digits, 2).to_bytes(byte_size(term.type), "little"))


class BitwuzlaInterpolator:
    """Inductive sequences in one call. Terms come back as bit-vector operations and are read into unsigned IR expressions."""

    name = "bitwuzla"

    def sequence(self, parts: Sequence[Expr], limit: float | None = None) -> list[Expr] | None:
        terms = BitwuzlaTerms()
        encoder: Encoder[bz.Term] = Encoder(terms)
        solver = bz.Bitwuzla(terms.manager, _options(PRODUCE_INTERPOLANTS=True))
        deadline = _Deadline()
        deadline.set(limit, counted=False)
        solver.configure_terminator(deadline)
        groups = []
        for part in parts:
            term = encoder.term(part)
            if encoder.side:
                return None  # float bits: conditions that belong to no part
            solver.assert_formula(term)
            groups.append([term])
        if solver.check_sat() != bz.Result.UNSAT:
            return None
        try:
            found = solver.get_interpolants(groups[:-1])
        except bz.BitwuzlaException:
            return None
        if time.monotonic() >= deadline.at:
            return None  # it was told to stop, and what it gives back then may be no terms: reading those aborts the process
        read = BitwuzlaReader(encoder)
        try:
            return [read.expression(term) for term in found]
        except Unreadable:
            return None


class BitwuzlaReader:
    """Bitwuzla terms back to IR expressions; bit-vectors become unsigned integers."""

    def __init__(self, encoder: Encoder[bz.Term]) -> None:
        self._variables = {term.id(): variable for variable, term in encoder.symbols.items()}
        self._memo: dict[int, Expr] = {}

    def expression(self, root: bz.Term) -> Expr:
        stack = [root]
        while stack:
            term = stack[-1]
            missing = [child for child in term.children() if child.id() not in self._memo]
            if missing and term.id() not in self._memo:
                stack.extend(missing)
                continue
            if term.id() not in self._memo:
                self._memo[term.id()] = self._read(term, [self._memo[child.id()] for child in term.children()])
            stack.pop()
        return self._memo[root.id()]

    def _read(self, term: bz.Term, args: list[Expr]) -> Expr:
        kind = term.kind()
        if kind == Kind.VALUE:
            if term.sort().is_bool():
                return E.const(BOOL, term.value())
            return E.const(IntType(term.sort().bv_size(), False), int(term.value(2), 2))
        if kind == Kind.CONSTANT:
            leaf = E.var(self._variables[term.id()])
            return leaf if isinstance(leaf.type, BoolType | ArrayType | FloatType) else E.cast(unsigned(width(leaf.type)), leaf)
        if kind in _FOLDED:
            result = args[0]
            for arg in args[1:]:
                result = E.binary(_FOLDED[kind], result, arg)
            return result
        if kind not in _READ:
            raise Unreadable(str(kind))
        return _READ[kind](args, term.indices() if term.num_indices() else [])


_FOLDED = {
    Kind.AND: "and", Kind.OR: "or", Kind.XOR: "xor", Kind.BV_ADD: "add", Kind.BV_MUL: "mul", Kind.BV_AND: "and",
    Kind.BV_OR: "or", Kind.BV_XOR: "xor", Kind.BV_SUB: "sub", Kind.BV_SHL: "shl", Kind.BV_SHR: "shr",
}  # fmt: skip
_READ = {
    Kind.NOT: lambda a, i: E.lnot(a[0]),
    Kind.BV_NOT: lambda a, i: E.bit_not(a[0]),
    Kind.BV_NEG: lambda a, i: E.neg(a[0]),
    Kind.BV_INC: lambda a, i: E.add(a[0], E.const(a[0].type, 1)),
    Kind.BV_DEC: lambda a, i: E.sub(a[0], E.const(a[0].type, 1)),
    Kind.EQUAL: lambda a, i: equal(a),
    Kind.IFF: lambda a, i: equal(a),
    Kind.DISTINCT: lambda a, i: E.ne(a[0], a[1]),
    Kind.IMPLIES: lambda a, i: E.lor(E.lnot(a[0]), a[1]),
    Kind.ITE: lambda a, i: E.ite(a[0], a[1], a[2]),
    Kind.BV_COMP: lambda a, i: E.cast(unsigned(1), E.eq(a[0], a[1])),
    Kind.BV_CONCAT: lambda a, i: concat(a),
    Kind.BV_EXTRACT: lambda a, i: E.cast(unsigned(i[0] - i[1] + 1), E.binary("shr", a[0], E.const(a[0].type, i[1]))),
    Kind.BV_ZERO_EXTEND: lambda a, i: E.cast(unsigned(width(a[0].type) + i[0]), a[0]),
    Kind.BV_SIGN_EXTEND: lambda a, i: E.cast(unsigned(width(a[0].type) + i[0]), signed(a[0])),
    Kind.BV_ULT: lambda a, i: E.lt(a[0], a[1]),
    Kind.BV_ULE: lambda a, i: E.le(a[0], a[1]),
    Kind.BV_UGT: lambda a, i: E.gt(a[0], a[1]),
    Kind.BV_UGE: lambda a, i: E.ge(a[0], a[1]),
    Kind.BV_SLT: lambda a, i: E.lt(signed(a[0]), signed(a[1])),
    Kind.BV_SLE: lambda a, i: E.le(signed(a[0]), signed(a[1])),
    Kind.BV_SGT: lambda a, i: E.gt(signed(a[0]), signed(a[1])),
    Kind.BV_SGE: lambda a, i: E.ge(signed(a[0]), signed(a[1])),
    Kind.BV_ASHR: lambda a, i: as_unsigned(E.binary("shr", signed(a[0]), a[1])),
    Kind.BV_SDIV: lambda a, i: as_unsigned(E.binary("div", signed(a[0]), signed(a[1]))),
    Kind.BV_SREM: lambda a, i: as_unsigned(E.binary("rem", signed(a[0]), signed(a[1]))),
    Kind.BV_UDIV: lambda a, i: E.binary("div", a[0], a[1]),
    Kind.BV_UREM: lambda a, i: E.binary("rem", a[0], a[1]),
    Kind.ARRAY_SELECT: lambda a, i: (
        as_unsigned(E.select(a[0], a[1])) if not isinstance(a[0].type.element, BoolType) else E.select(*a)
    ),
}
