"""Expressions in normal form: simplified when they are built, so that equal values mostly are the same object.

Two states can only be found equal cheaply if equal values look equal. Beyond what the constructors of `ir.expr` do:

- sums of integers are linear normal forms: constants merged, coefficients of equal summands added, `a - b` is `a + -1*b`,
  products of small sums multiplied out; equations and disequations move constants to the right;
- words that are put together from shifted and masked pieces are unions of `fields`;
- `and`, `or`, `xor`, products and sums are flat argument lists, sorted, without duplicates; `x and not x` is false;
- `<=` is a negated `<`;
- of an array that is written at constant indices, only the last value of each index is kept, in order of the indices.

The order of arguments is total and depends on literals as little as possible: first the *shape* of a term (its hash with every
literal replaced by its type), then age. Each rule holds in two's complement arithmetic of any width; floats are left alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from zlib import crc32

from threadproof.engines.simulation import fields
from threadproof.ir import arith
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, U32, ArrayType, Type, is_integral, width
from threadproof.ir.uses import expr_variables
from threadproof.ir.walk import fold

LISTS = frozenset({"and", "or", "xor", "mul"})
LINEAR = frozenset({"add", "sub", "neg"})
MONOMIALS = 16  # of a product that is multiplied out


@lru_cache(1 << 10)
def _code(word: str | Type) -> int:
    """Of an operator or a type, the same in every run."""
    return crc32(str(word).encode())


class SimplifiedTerms:
    """Builds and remembers. One per run: nothing is shared between runs but the hash-consed nodes themselves."""

    def __init__(self, simplify: bool = True) -> None:
        self.simplify = simplify
        self.steps = 0  # nodes that were looked at, to measure work
        self._shapes: dict[Expr, int] = {}
        self._ages: dict[Expr, int] = {}
        self._built: dict[tuple[str, Type, tuple[Expr, ...]], Expr] = {}
        self._linear: dict[Expr, tuple[dict[Expr, int], int]] = {}
        self._negated: dict[Expr, Expr] = {}
        self._fields: dict[Expr, fields.Fields] = {}
        self._bases: dict[Expr, Expr] = {}
        self._evaluated: dict[tuple[object, ...], Expr] = {}
        self._inputs: dict[Expr, tuple[tuple[Variable, ...], bool]] = {}

    # -- order -----------------------------------------------------------------------------------------------------------

    def shape(self, term: Expr) -> int:
        """A hash that is the same for terms that differ in their literals only; the same in every run."""
        found = self._shapes.get(term)
        return fold(term, self._shape, self._shapes) if found is None else found

    def shapes(self, terms: Sequence[Expr | None]) -> tuple[int | None, ...]:
        """Of many terms, most of which were met before."""
        found = tuple(map(self._shapes.get, terms))  # type: ignore[arg-type]
        return found if None not in found else tuple([None if term is None else self.shape(term) for term in terms])

    def _shape(self, node: Expr, args: list[int]) -> int:
        if node.op == "const":
            return hash((1, _code(node.type), node.payload))
        return hash((_code(node.op), _code(node.type), *args))

    def key(self, term: Expr) -> tuple[int, int]:
        age = self._ages.get(term)
        if age is None:
            age = self._ages[term] = len(self._ages)
        return self.shape(term), age

    # -- evaluation ------------------------------------------------------------------------------------------------------

    def inputs(self, expr: Expr) -> tuple[tuple[Variable, ...], bool]:
        """The variables of an expression of the program, and whether it asks for the number of the running thread."""
        found = self._inputs.get(expr)
        if found is None:
            names = tuple(sorted(expr_variables(expr), key=lambda variable: variable.name))
            found = self._inputs[expr] = names, _mentions_self(expr)
        return found

    def evaluate(self, expr: Expr, values: Mapping[Variable, Expr], thread: int) -> Expr:
        """An expression of the program with what its variables hold now."""
        names, own = self.inputs(expr)
        key = (expr, *[values[name] for name in names], thread if own else -1)
        found = self._evaluated.get(key)
        if found is None:
            here = {name: values[name] for name in names}
            found = self._evaluated[key] = self.substitute(expr, here, {}, thread)
        return found

    def substitute(self, root: Expr, values: Mapping[Variable, Expr], memo: dict[Expr, Expr], thread: int = -1) -> Expr:
        """Variables replaced by terms; the memo is for these values only."""

        def visit(node: Expr, args: list[Expr]) -> Expr:
            match node.op:
                case "var":
                    return values.get(node.payload, node)
                case "self" if thread >= 0:
                    return E.const(U32, thread)
                case "const" | "addr" | "self":
                    return node
            return self.build(node.op, node.type, tuple(args))

        before = len(memo)
        found = fold(root, visit, memo)
        self.steps += len(memo) - before
        return found

    # -- constructors ----------------------------------------------------------------------------------------------------

    def build(self, op: str, type_: Type, args: tuple[Expr, ...]) -> Expr:
        """An operator on arguments in normal form."""
        found = self._built.get((op, type_, args))
        if found is None:
            self.steps += 1
            found = self._built[op, type_, args] = self._build(op, type_, args)
            self._ages.setdefault(found, len(self._ages))
        return found

    def _build(self, op: str, type_: Type, args: tuple[Expr, ...]) -> Expr:
        if not self.simplify or (all(arg.is_const for arg in args) and not isinstance(type_, ArrayType)):
            return _rebuild(op, type_, args)
        if is_integral(type_):
            if op in LINEAR or (op == "mul" and (args[0].is_const or args[1].is_const)):
                return self._sum(*self._combine(op, args), type_)
            if op == "mul":
                return self._product(*args)
            if op in ("or", "and", "shl", "shr"):
                return self._word(op, type_, args)
        if op in LISTS and (type_ is BOOL or is_integral(type_)):
            return self._list(op, type_, args)
        if op == "le":
            return self.negation(self.build("lt", BOOL, (args[1], args[0]))) if is_integral(args[0].type) else E.le(*args)
        if op == "lnot":
            return self.negation(args[0])
        if op == "eq":
            return self._equation(*args)
        if op == "store":
            return self._store(*args)
        return _rebuild(op, type_, args)

    def negation(self, condition: Expr) -> Expr:
        """Pushed inwards, so that conjunctions stay visible."""
        done = self._negated
        stack = [condition]
        while stack:
            node = stack[-1]
            parts = self._flat(node.op, (node,)) if node.op in ("and", "or") and node not in done else []
            missing = [part for part in parts if part not in done]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            if node not in done:
                dual = "or" if node.op == "and" else "and"
                done[node] = self._list(dual, BOOL, tuple([done[part] for part in parts])) if parts else E.lnot(node)
        return done[condition]

    def conjuncts(self, condition: Expr) -> list[Expr]:
        return self._flat("and", (condition,)) if condition.op == "and" else [condition]

    def disjuncts(self, condition: Expr) -> list[Expr]:
        return self._flat("or", (condition,))

    # -- sums ------------------------------------------------------------------------------------------------------------

    def linear(self, term: Expr) -> tuple[dict[Expr, int], int]:
        """(summand -> coefficient, constant). Not recursive: a sum may have thousands of summands."""
        stack = [term]
        while stack:
            node = stack[-1]
            inner = node.op in LINEAR or (node.op == "mul" and node.args[1].is_const)
            missing = [arg for arg in node.args if arg not in self._linear] if inner and node not in self._linear else []
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            if node not in self._linear:
                whole: tuple[dict[Expr, int], int] = ({}, int(node.payload)) if node.is_const else ({node: 1}, 0)
                self._linear[node] = self._combine(node.op, node.args) if inner else whole
        return self._linear[term]

    def _combine(self, op: str, args: tuple[Expr, ...]) -> tuple[dict[Expr, int], int]:
        if op == "mul":
            factor, rest = (args[0], args[1]) if args[0].is_const else (args[1], args[0])
            by = int(factor.payload)
            summands, constant = self.linear(rest)
            return {term: by * count for term, count in summands.items()}, by * constant
        first, constant = self.linear(args[0])
        if op == "neg":
            return {term: -count for term, count in first.items()}, -constant
        sign = 1 if op == "add" else -1
        second, other = self.linear(args[1])
        summands = dict(first)
        for term, count in second.items():
            summands[term] = summands.get(term, 0) + sign * count
        return summands, constant + sign * other

    def _sum(self, summands: Mapping[Expr, int], constant: int, type_: Type) -> Expr:
        wrapped = {term: arith.wrap(type_, count) for term, count in summands.items()}
        result: Expr | None = None
        for term in sorted((term for term, count in wrapped.items() if count), key=self.key):
            count = wrapped[term]
            item = term if count == 1 else E.binary("mul", term, E.const(type_, count))
            result = item if result is None else E.binary("add", result, item)
        if result is None:
            return E.const(type_, constant)
        rest = arith.wrap(type_, constant)
        return E.binary("add", result, E.const(type_, rest)) if rest else result

    def _product(self, a: Expr, b: Expr) -> Expr:
        """Multiplied out, unless that becomes large."""
        (one, c), (two, d) = self.linear(a), self.linear(b)
        if (len(one) + (c != 0)) * (len(two) + (d != 0)) > MONOMIALS:
            return self._list("mul", a.type, (a, b))
        summands = {term: d * count for term, count in one.items()}
        for term, count in two.items():
            summands[term] = summands.get(term, 0) + c * count
        for x, n in one.items():
            for y, m in two.items():
                term = self._list("mul", a.type, (x, y))
                summands[term] = summands.get(term, 0) + n * m
        return self._sum(summands, c * d, a.type)

    def _word(self, op: str, type_: Type, args: tuple[Expr, ...]) -> Expr:
        """Bits: as a union of fields, where it is one."""
        term = self._list(op, type_, args) if op in LISTS else _rebuild(op, type_, args)
        if term.op != "or" and not (term.op in ("and", "shl", "shr") and term.args[1].is_const):
            return term
        return fields.word(self.fields(term), type_, self.key)

    def fields(self, term: Expr) -> fields.Fields:
        return fields.fields(term, self._fields)

    def _equation(self, a: Expr, b: Expr) -> Expr:
        if a is b and not _is_float(a.type):
            return E.TRUE
        if is_integral(a.type):
            summands, constant = self._combine("sub", (a, b))
            signed = {term: _signed(a.type, count) for term, count in summands.items()}
            left = {term: count for term, count in signed.items() if count}
            if not left:
                return E.const(BOOL, arith.wrap(a.type, constant) == 0)
            if left[min(left, key=self.key)] < 0:
                left, constant = {term: -count for term, count in left.items()}, -constant
            if len(left) == 1 and next(iter(left.values())) == 1:
                (term,) = left
                return E.eq(term, E.const(a.type, -constant))
            positive = {term: count for term, count in left.items() if count > 0}
            negative = {term: -count for term, count in left.items() if count < 0}
            one, two = self._sum(positive, 0, a.type), self._sum(negative, -constant, a.type)
            return E.eq(one, two)
        if a.type is BOOL and not a.is_const and not b.is_const:
            return E.eq(*sorted((a, b), key=self.key))
        return E.eq(a, b)

    # -- lists -----------------------------------------------------------------------------------------------------------

    def _flat(self, op: str, args: Iterable[Expr]) -> list[Expr]:
        found: list[Expr] = []
        stack = list(args)[::-1]
        while stack:
            term = stack.pop()
            if term.op == op:
                stack.extend(reversed(term.args))
            else:
                found.append(term)
        return found

    def _list(self, op: str, type_: Type, args: tuple[Expr, ...]) -> Expr:
        items = self._flat(op, args)
        constants = [item for item in items if item.is_const]
        rest = sorted((item for item in items if not item.is_const), key=self.key)
        if op in ("and", "or"):
            rest = list(dict.fromkeys(rest))
            present = set(rest)
            complement = "lnot" if type_ is BOOL else "not"
            if any(item.op == complement and item.args[0] in present for item in rest):
                constants.append(E.const(type_, (0 if op == "and" else -1) if type_ is not BOOL else op == "or"))
        elif op == "xor":
            rest = [item for item, times in Counter(rest).items() if times % 2]
        constant: Expr | None = None
        for item in constants:
            constant = item if constant is None else E.binary(op, constant, item)
        result: Expr | None = None
        for item in rest:
            result = item if result is None else E.binary(op, result, item)
        if constant is None:
            return result if result is not None else E.zero(type_)
        if result is None:
            return constant
        if op == "mul":
            return self.build("mul", type_, (result, constant))
        return E.binary(op, result, constant)

    # -- arrays ----------------------------------------------------------------------------------------------------------

    def _store(self, array: Expr, index: Expr, value: Expr) -> Expr:
        """Into an array in normal form; what lies below the index stays as it is."""
        if not index.is_const:
            return E.store(array, index, value)
        number, above, below = int(index.payload), [], array
        while _is_known(below) and int(below.args[1].payload) > number:
            above.append(below.args[1:])
            below = below.args[0]
        if _is_known(below) and below.args[1] is index:
            below = below.args[0]
        base = self._base(below)
        unchanged = value is base.args[0] if base.op == "fill" else value.op == "select" and value.args == (base, index)
        result = below if unchanged else E.store(below, index, value)
        for at, held in reversed(above):
            result = E.store(result, at, held)
        self._bases[result] = base
        return result

    def _base(self, array: Expr) -> Expr:
        """What is below all stores at constant indices."""
        found = array
        while _is_known(found):
            found = self._bases.get(found) or found.args[0]
        return found


def _is_known(array: Expr) -> bool:
    """Whether it differs from another one at a constant index."""
    return array.op == "store" and array.args[1].is_const


def _rebuild(op: str, type_: Type, args: tuple[Expr, ...]) -> Expr:
    return E.rebuild(_NodeHead(op, type_), args)  # type: ignore[arg-type]


class _NodeHead:
    """As much of a node as `rebuild` looks at."""

    __slots__ = ("op", "type")

    def __init__(self, op: str, type_: Type) -> None:
        self.op = op
        self.type = type_


def _signed(type_: Type, count: int) -> int:
    """The representative closest to zero."""
    bits = width(type_)
    count &= (1 << bits) - 1
    return count - (1 << bits) if count >> (bits - 1) else count


def _is_float(type_: Type) -> bool:
    return not is_integral(type_) and type_ is not BOOL and not isinstance(type_, ArrayType)


def _mentions_self(expr: Expr) -> bool:
    return fold(expr, lambda node, args: node.op == "self" or any(args))
