"""Bit-blasting with one incremental SAT solver, as a `Solver` for many small questions.

Every expression is translated to gates once (`bitblast`); a question is a set of literals to assume, so what was learnt
for one question serves the next, and the cost of asking is that of a SAT call. That is an order of magnitude faster
than a general solver where questions are many and easy, as in abstraction. Two fallbacks make it safe: what has no
circuit (floats, comparison of whole arrays) and what is not answered after a number of conflicts goes to `fallback`.

Arrays: an element read from an array variable is a row of fresh bits, and two elements of one array are equal where their indices
are (Ackermann's expansion, for every pair); `store`, `fill` and `ite` are resolved when read. The solver starts anew when it
has become large, because a SAT solver assigns all its variables whatever the question.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from threadproof.ir import expr as E
from threadproof.ir.arith import Value
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, INDEX, ArrayType, is_integral, width
from threadproof.ir.walk import fold, variables
from threadproof.smt.bitblast import Bits, Blaster, NoCircuit, cooked, literal, raw, unpack
from threadproof.smt.bitblast import Value as Blasted
from threadproof.smt.gates import FALSE, TRUE, Gates, Literal
from threadproof.smt.solver import Answer, Model, Solver

CONFLICTS = 3000  # then the question is a hard one
LARGE = 10_000  # variables; twice as many as the first question after a new beginning has, if that is more
SAT_SOLVER = "glucose4"
CALL, GATE, PROPAGATION = 3e-5, 3e-6, 3e-7  # seconds, roughly


class BlastedSolver:
    def __init__(self, fallback: Callable[[], Solver], large: int = LARGE) -> None:
        """`large`: variables with which it starts anew; more of them pay where questions have most of their terms in common."""
        self._make_fallback, self._least = fallback, large
        self._fallback: Solver | None = None
        self._asked_fallback = False
        self.calls = 0
        self.seconds = 0.0
        self._asserted: list[list[Expr]] = [[]]
        self._before = 0.0  # effort of solvers that were given up because they had become large
        self._sat: Any = None
        self._begin()

    def _begin(self) -> None:
        from pysat.solvers import Solver as SatSolver

        if self._sat is not None:
            self._before += self._effort()
            self._sat.delete()
        self._propagations = 0
        self._gates = Gates()
        self._blaster = Blaster(self._gates)
        self._memo: dict[Expr, Blasted] = {}
        self._elements: dict[Variable, list[tuple[Blasted, Bits]]] = {}
        self._sat = SatSolver(name=SAT_SOLVER)
        self._sent = 0
        self._large = self._least
        self._assumed: dict[Literal, Expr] = {}

    @property
    def effort(self) -> float:
        """The work so far, as it is counted, in seconds that it would roughly take: the same on every machine."""
        return CALL * self.calls + self._before + self._effort() + getattr(self._fallback, "effort", 0.0)

    def _effort(self) -> float:
        return GATE * self._gates.last + PROPAGATION * self._propagations

    # -- the protocol ----------------------------------------------------------------------------------------------------

    def push(self) -> None:
        self._asserted.append([])

    def pop(self) -> None:
        self._asserted.pop()

    def add(self, formula: Expr) -> None:
        self._asserted[-1].append(formula)

    def check(self, assumptions: Sequence[Expr] = (), limit: float | None = None) -> Answer:
        started = time.monotonic()
        self.calls += 1
        try:
            answer = self._check([*(f for scope in self._asserted for f in scope), *assumptions])
        except NoCircuit:
            answer = Answer.UNKNOWN
        self._asked_fallback = answer is Answer.UNKNOWN
        if self._asked_fallback:
            answer = self._ask_fallback(assumptions, limit)
        self.seconds += time.monotonic() - started
        return answer

    def model(self) -> Model:
        if self._asked_fallback:
            assert self._fallback is not None
            return self._fallback.model()
        return BlastedModel(self)

    def core(self) -> list[Expr]:
        if self._asked_fallback:
            assert self._fallback is not None
            return [a for a in self._fallback.core() if not any(a in scope for scope in self._asserted)]
        return [self._assumed[a] for a in self._sat.get_core() or () if a in self._assumed]

    def _ask_fallback(self, assumptions: Sequence[Expr], limit: float | None) -> Answer:
        if self._fallback is None:
            self._fallback = self._make_fallback()
        return self._fallback.check([*(f for scope in self._asserted for f in scope), *assumptions], limit)

    def _check(self, formulas: list[Expr]) -> Answer:
        if self._gates.last > self._large:
            self._begin()
        self._assumed = {}
        for formula in formulas:
            self._assumed.setdefault(self.know(formula), formula)
        if not self._sent:
            self._large = max(self._least, 2 * self._gates.last)
        if FALSE in self._assumed:
            self._assumed = {FALSE: self._assumed[FALSE]}
        self._send()
        self._sat.conf_budget(CONFLICTS)
        answer = self._sat.solve_limited(assumptions=list(self._assumed))
        self._propagations = int(self._sat.accum_stats()["propagations"])
        return Answer.UNKNOWN if answer is None else Answer.SAT if answer else Answer.UNSAT

    # -- expressions to literals -----------------------------------------------------------------------------------------

    def know(self, formula: Expr) -> Literal:
        """The literal of a formula, which the next `check` gives a value."""
        return self._gates.emit(literal(fold(formula, self._translate, self._memo)))

    def _send(self) -> None:
        clauses = self._gates.clauses
        for clause in clauses[self._sent :]:
            self._sat.add_clause(clause)
        self._sent = len(clauses)

    def _translate(self, node: Expr, args: list[Blasted]) -> Blasted:
        if isinstance(node.type, ArrayType):
            return 0  # resolved where it is read
        match node.op:
            case "const":
                return raw(node.type, node.payload)
            case "var":
                return self._blaster.fresh(node.type)
            case "select":
                return self._element(node.args[0], args[1])
            case "same" if isinstance(node.args[0].type, ArrayType):
                raise NoCircuit("comparison of arrays")
            case "same":
                return (self._blaster.equal(args[0], args[1], node.args[0].type),)
            case "addr" | "self":
                raise NoCircuit(node.op)
        return self._blaster.apply(node, args)

    def _element(self, array: Expr, index: Blasted) -> Blasted:
        """Not recursive: there may be thousands of stores."""
        found: dict[Expr, Blasted] = {}
        hits: dict[Expr, Literal] = {}
        stack = [array]
        while stack:
            node = stack[-1]
            if node.op == "store" and node not in hits:
                hits[node] = self._blaster.equal(self._value(node.args[1]), index, INDEX)
            below = node.args[1:] if node.op == "ite" else node.args[:1] if node.op == "store" and hits[node] != TRUE else ()
            missing = [part for part in below if part not in found]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            if node not in found:
                found[node] = self._chosen(node, index, hits.get(node, FALSE), [found[part] for part in below])
        return found[array]

    def _chosen(self, array: Expr, index: Blasted, hit: Literal, below: list[Blasted]) -> Blasted:
        """The element, given those of the arrays below."""
        assert isinstance(array.type, ArrayType)
        match array.op:
            case "fill":
                return self._value(array.args[0])
            case "store":
                value = self._value(array.args[2])
                return value if hit == TRUE else self._blaster.ite(hit, value, below[0], array.type.element)
            case "ite":
                return self._blaster.ite(literal(self._value(array.args[0])), below[0], below[1], array.type.element)
        assert array.op == "var"
        return self._read(array.payload, index)

    def _value(self, expr: Expr) -> Blasted:
        return fold(expr, self._translate, self._memo)

    def _read(self, array: Variable, index: Blasted) -> Bits:
        assert isinstance(array.type, ArrayType)
        known = self._elements.setdefault(array, [])
        for other, bits in known:
            if other == index:
                return bits
        fresh = self._blaster.fresh(array.type.element)
        for other, bits in known:
            same = self._blaster.equal(other, index, INDEX)
            if same != FALSE:
                for x, y in zip(fresh, bits, strict=True):
                    self._gates.add([-same, -x, y])
                    self._gates.add([-same, x, -y])
        known.append((index, fresh))
        return fresh


class BlastedModel:
    """Formulas that the question knew are read off; anything else is computed from the values of its variables."""

    def __init__(self, solver: BlastedSolver) -> None:
        self._solver = solver
        self._true = set(solver._sat.get_model())

    def value(self, variable: Variable) -> Value:
        return self.evaluate(E.var(variable))

    def evaluate(self, term: Expr) -> Value:
        known = self._solver._memo.get(term)
        if known is not None and not isinstance(term.type, ArrayType):
            bits = (literal(known),) if term.type == BOOL else unpack(known, width(term.type))
            if all(self._solver._gates.is_emitted(b) for b in bits):  # others have any value
                return cooked(term.type, self._number(bits))
        return self._compute(term)

    def _number(self, bits: Bits) -> int:
        return sum(1 << i for i, bit in enumerate(bits) if bit == TRUE or bit in self._true)

    def _compute(self, term: Expr) -> Value:
        if term.op == "var":
            known = self._solver._memo.get(term)
            return cooked(term.type, self._number(unpack(known, width(term.type))) if known is not None else 0)
        values = {v: self._constant(v) for v in variables(term)}
        found = fold(term, lambda node, args: values[node.payload] if node.op == "var" else _computed(node, args))
        assert found.is_const, found
        return found.payload  # type: ignore[no-any-return]

    def _constant(self, variable: Variable) -> Expr:
        if not isinstance(variable.type, ArrayType):
            return E.const(variable.type, self._compute(E.var(variable)))
        element = variable.type.element
        array = E.fill(variable.type, E.const(element, 0))
        for index, bits in self._solver._elements.get(variable, ()):
            at = E.const(INDEX, self._number(unpack(index, 64)))
            array = E.store(array, at, E.const(element, cooked(element, self._number(bits))))
        return array


def _computed(node: Expr, args: list[Expr]) -> Expr:
    """An operator on constants. Dividing by zero means what it means to solvers: conditions that are not checked may do it."""
    if node.op in ("div", "rem") and is_integral(node.type) and args[1].payload == 0:
        return args[0] if node.op == "rem" else E.const(node.type, 1 if args[0].payload < 0 else -1)
    return E.rebuild(node, tuple(args))


def fast_solver(counted: bool = False, large: int = LARGE) -> BlastedSolver:
    """`counted`: limits are about work, not about time."""
    from threadproof.smt.bitwuzla import BitwuzlaSolver

    return BlastedSolver(lambda: BitwuzlaSolver(counted=counted), large)
