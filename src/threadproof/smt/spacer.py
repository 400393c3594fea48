"""Interpolant sequences from Spacer, z3's solver for Horn clauses.

A_1 => I_1, I_k & A_{k+1} => I_{k+1}, I_{n-1} & A_n => false, each I_k an unknown predicate over the variables that both sides
share: any solution is a sequence of interpolants. Spacer generalises while it solves, so its answers are short, close to what a
person would write, and rarely follow a loop value by value. Without switching off eager inlining and slicing it may answer with
quantifiers, so those three options are part of the method.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import Any

import z3

from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, ArrayType, BoolType, FloatType, IntType, width
from threadproof.ir.uses import expr_variables
from threadproof.smt.encode import Encoder
from threadproof.smt.words import Unreadable, as_unsigned, concat, equal, signed, unsigned
from threadproof.smt.z3 import Z3Terms

LIMIT = 5.0  # seconds for one sequence: what Spacer does not find soon it does not find


class Spacer:
    name = "spacer"

    def sequence(self, parts: Sequence[Expr], limit: float | None = None) -> list[Expr] | None:
        encoder: Encoder[Any] = Encoder(Z3Terms())
        terms = [encoder.term(part) for part in parts]
        if encoder.side:
            return None  # float bits: conditions that belong to no part
        shared = _shared([expr_variables(part) for part in parts])
        unknowns = [_unknown(k, [encoder.symbols[v] for v in names]) for k, names in enumerate(shared)]
        solver = z3.SolverFor("HORN")
        solver.set("timeout", int(1000 * min(LIMIT, LIMIT if limit is None else limit)))
        for option in ("xform.inline_eager", "xform.inline_linear", "xform.slice"):
            solver.set(option, False)
        for k, term in enumerate(terms):
            body = z3.And(unknowns[k - 1], term) if k else term
            head = unknowns[k] if k < len(unknowns) else z3.BoolVal(False)
            names = expr_variables(parts[k]).union(shared[k - 1] if k else (), shared[k] if k < len(shared) else ())
            bound = [encoder.symbols[v] for v in sorted(names, key=lambda v: v.name)]
            solver.add(z3.ForAll(bound, z3.Implies(body, head)) if bound else z3.Implies(body, head))
        try:
            with _silent():
                answer = solver.check()
            if answer != z3.sat:
                return None
            model = solver.model()
            reader = _Z3Reader(encoder)
            return [reader.expression(_solution(model, unknown)) for unknown in unknowns]
        except (z3.Z3Exception, Unreadable):
            return None


@contextmanager
def _silent() -> Iterator[None]:
    """Where Spacer gives up in an unexpected place, it writes about it to the standard error of the process."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _unknown(number: int, arguments: list[Any]) -> Any:
    sorts = [argument.sort() for argument in arguments]
    return z3.Function(f"I{number}", *sorts, z3.BoolSort())(*arguments)


def _solution(model: Any, unknown: Any) -> Any:
    """What the model says about the arguments of an unknown predicate."""
    found = model[unknown.decl()]
    if found is None:
        return z3.BoolVal(True)
    if not isinstance(found, z3.FuncInterp):
        return found
    if found.num_entries():
        raise Unreadable("a table")
    return z3.substitute_vars(found.else_value(), *unknown.children())


def _shared(mentioned: list[frozenset[Variable]]) -> list[list[Variable]]:
    """For each cut, the variables that occur on both sides."""
    found = []
    for cut in range(1, len(mentioned)):
        before, after = frozenset().union(*mentioned[:cut]), frozenset().union(*mentioned[cut:])
        found.append(sorted(before & after, key=lambda variable: variable.name))
    return found


class _Z3Reader:
    """z3 terms back to IR expressions; bit-vectors become unsigned integers."""

    def __init__(self, encoder: Encoder[Any]) -> None:
        self._variables = {term.get_id(): variable for variable, term in encoder.symbols.items()}
        self._memo: dict[int, Expr] = {}
        self._kept: list[Any] = []  # terms live on, so that no id is given to another one

    def expression(self, root: Any) -> Expr:
        self._kept.append(root)
        stack = [root]
        while stack:
            term = stack[-1]
            missing = [child for child in term.children() if child.get_id() not in self._memo]
            if missing and term.get_id() not in self._memo:
                stack.extend(missing)
                continue
            if term.get_id() not in self._memo:
                self._memo[term.get_id()] = self._read(term, [self._memo[child.get_id()] for child in term.children()])
            stack.pop()
        return self._memo[root.get_id()]

    def _read(self, term: Any, args: list[Expr]) -> Expr:
        if not z3.is_app(term):
            raise Unreadable(str(term))
        kind = term.decl().kind()
        if z3.is_bv_value(term):
            return E.const(IntType(term.size(), False), term.as_long())
        if term.get_id() in self._variables:
            leaf = E.var(self._variables[term.get_id()])
            return leaf if isinstance(leaf.type, BoolType | ArrayType | FloatType) else E.cast(unsigned(width(leaf.type)), leaf)
        if kind in _FOLDED:
            return reduce(lambda a, b: E.binary(_FOLDED[kind], a, b), args)
        if kind not in _READ:
            raise Unreadable(str(term.decl()))
        return _READ[kind](args, term.decl().params() if kind in _INDEXED else [])


_INDEXED = (z3.Z3_OP_EXTRACT, z3.Z3_OP_ZERO_EXT, z3.Z3_OP_SIGN_EXT)
_FOLDED = {
    z3.Z3_OP_AND: "and", z3.Z3_OP_OR: "or", z3.Z3_OP_XOR: "xor", z3.Z3_OP_BADD: "add", z3.Z3_OP_BMUL: "mul", z3.Z3_OP_BAND: "and",
    z3.Z3_OP_BOR: "or", z3.Z3_OP_BXOR: "xor", z3.Z3_OP_BSUB: "sub", z3.Z3_OP_BSHL: "shl", z3.Z3_OP_BLSHR: "shr",
}  # fmt: skip
_READ: dict[int, Callable[[list[Expr], list[int]], Expr]] = {
    z3.Z3_OP_TRUE: lambda a, i: E.const(BOOL, True),
    z3.Z3_OP_FALSE: lambda a, i: E.const(BOOL, False),
    z3.Z3_OP_NOT: lambda a, i: E.lnot(a[0]),
    z3.Z3_OP_IMPLIES: lambda a, i: E.lor(E.lnot(a[0]), a[1]),
    z3.Z3_OP_EQ: lambda a, i: equal(a),
    z3.Z3_OP_DISTINCT: lambda a, i: E.ne(a[0], a[1]),
    z3.Z3_OP_ITE: lambda a, i: E.ite(a[0], a[1], a[2]),
    z3.Z3_OP_BNEG: lambda a, i: E.neg(a[0]),
    z3.Z3_OP_BNOT: lambda a, i: E.bit_not(a[0]),
    z3.Z3_OP_ULT: lambda a, i: E.lt(a[0], a[1]),
    z3.Z3_OP_ULEQ: lambda a, i: E.le(a[0], a[1]),
    z3.Z3_OP_UGT: lambda a, i: E.gt(a[0], a[1]),
    z3.Z3_OP_UGEQ: lambda a, i: E.ge(a[0], a[1]),
    z3.Z3_OP_SLT: lambda a, i: E.lt(signed(a[0]), signed(a[1])),
    z3.Z3_OP_SLEQ: lambda a, i: E.le(signed(a[0]), signed(a[1])),
    z3.Z3_OP_SGT: lambda a, i: E.gt(signed(a[0]), signed(a[1])),
    z3.Z3_OP_SGEQ: lambda a, i: E.ge(signed(a[0]), signed(a[1])),
    z3.Z3_OP_CONCAT: lambda a, i: concat(a),
    z3.Z3_OP_EXTRACT: lambda a, i: E.cast(unsigned(i[0] - i[1] + 1), E.binary("shr", a[0], E.const(a[0].type, i[1]))),
    z3.Z3_OP_ZERO_EXT: lambda a, i: E.cast(unsigned(width(a[0].type) + i[0]), a[0]),
    z3.Z3_OP_SIGN_EXT: lambda a, i: E.cast(unsigned(width(a[0].type) + i[0]), signed(a[0])),
    z3.Z3_OP_BASHR: lambda a, i: as_unsigned(E.binary("shr", signed(a[0]), a[1])),
    z3.Z3_OP_BUREM: lambda a, i: E.binary("rem", a[0], a[1]),
    z3.Z3_OP_BUREM_I: lambda a, i: E.binary("rem", a[0], a[1]),
    z3.Z3_OP_BUDIV: lambda a, i: E.binary("div", a[0], a[1]),
    z3.Z3_OP_BUDIV_I: lambda a, i: E.binary("div", a[0], a[1]),
    z3.Z3_OP_BSREM: lambda a, i: as_unsigned(E.binary("rem", signed(a[0]), signed(a[1]))),
    z3.Z3_OP_BSREM_I: lambda a, i: as_unsigned(E.binary("rem", signed(a[0]), signed(a[1]))),
    z3.Z3_OP_BSDIV: lambda a, i: as_unsigned(E.binary("div", signed(a[0]), signed(a[1]))),
    z3.Z3_OP_BSDIV_I: lambda a, i: as_unsigned(E.binary("div", signed(a[0]), signed(a[1]))),
    z3.Z3_OP_SELECT: lambda a, i: _select(a[0], a[1]),
}


def _select(array: Expr, index: Expr) -> Expr:
    found = E.select(array, index)
    return found if isinstance(found.type, BoolType) else as_unsigned(found)
