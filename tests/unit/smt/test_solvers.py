"""All solvers mean by every operator what `ir.arith` means: random terms, evaluated by Python and asserted to the solver."""

import itertools
import random

import pytest

from threadproof.ir import arith
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BOOL, F32, F64, I8, I16, I32, I64, U8, U32, U64, ArrayType, FloatType, IntType
from threadproof.ir.walk import fold
from threadproof.smt.bitwuzla import BitwuzlaInterpolator, BitwuzlaSolver
from threadproof.smt.blasted import fast_solver
from threadproof.smt.solver import Answer
from threadproof.smt.z3 import Z3Solver

INTS = [I8, I16, I32, I64, U8, U32, U64]
SOLVERS = [BitwuzlaSolver, Z3Solver, fast_solver]


def random_value(rng: random.Random, type_):
    if type_ == BOOL:
        return rng.random() < 0.5
    if isinstance(type_, FloatType):
        return arith.round_float(type_, rng.choice([0.0, -0.0, 1.5, -2.25, 3e9, 1e30, -7.0, 255.0, 0.1]))
    return arith.wrap(type_, rng.choice([0, 1, -1, 2, 7, 127, 128, 255, 1 << 31, rng.getrandbits(64)]))


def random_term(rng: random.Random, type_, depth: int, pool: dict) -> Expr:
    if depth == 0 or rng.random() < 0.1:
        return E.var(rng.choice(pool[type_])) if rng.random() < 0.8 else E.const(type_, random_value(rng, type_))

    def sub(t):
        return random_term(rng, t, depth - 1, pool)

    other = rng.choice(list(pool))
    if type_ == BOOL:
        pick = rng.randrange(4)
        if pick == 0:
            return E.lnot(sub(BOOL))
        if pick == 1:
            return E.binary(rng.choice(["and", "or", "xor"]), sub(BOOL), sub(BOOL))
        if other == BOOL:
            return E.eq(sub(BOOL), sub(BOOL))
        return rng.choice([E.eq, E.lt, E.le])(sub(other), sub(other))
    pick = rng.randrange(5)
    if pick == 0:
        return E.ite(sub(BOOL), sub(type_), sub(type_))
    if pick == 1:
        return E.cast(type_, sub(other))
    if isinstance(type_, FloatType):
        return E.neg(sub(type_)) if pick == 2 else E.binary(rng.choice(["add", "sub", "mul"]), sub(type_), sub(type_))
    if pick == 2:
        return rng.choice([E.neg, E.bit_not])(sub(type_))
    if pick == 3:
        return E.binary(rng.choice(["shl", "shr"]), sub(type_), sub(rng.choice(INTS)))
    op = rng.choice(["add", "sub", "mul", "and", "or", "xor", "div", "rem"])
    right = sub(type_)
    if op in ("div", "rem"):
        right = E.binary("or", right, E.const(type_, 1))
    return E.binary(op, sub(type_), right)


def evaluate(term: Expr, env: dict):
    def visit(e: Expr, args: list):
        match e.op:
            case "const":
                return e.payload
            case "var":
                return env[e.payload]
            case "ite":
                return args[1] if args[0] else args[2]
            case "cast":
                return arith.cast(e.type, e.args[0].type, args[0])
            case "lnot" | "neg" | "not":
                return arith.unary(e.op, e.type, args[0])
        return arith.binary(e.op, e.args[0].type, args[0], args[1])

    return fold(term, visit)


@pytest.mark.parametrize("solver_class", SOLVERS)
@pytest.mark.parametrize("seed", range(25))
def test_operators_agree_with_arith(solver_class, seed):
    rng = random.Random(seed)
    types = [BOOL, *INTS] + ([F32, F64] if seed % 5 == 0 else [])
    pool = {t: [Variable(f"{t}_{i}", t) for i in range(2)] for t in types}
    env = {v: random_value(rng, t) for t, vs in pool.items() for v in vs}
    solver = solver_class()
    for variable, value in env.items():
        if isinstance(variable.type, FloatType):
            # fp.eq cannot tell the zeros apart: fix the bits
            bits = IntType(variable.type.bits, False)
            solver.add(E.eq(E.bitcast(bits, E.var(variable)), E.const(bits, arith.bitcast(bits, variable.type, value))))
        else:
            solver.add(E.eq(E.var(variable), E.const(variable.type, value)))
    for _ in range(6):
        type_ = rng.choice(types)
        term = random_term(rng, type_, 3, pool)
        expected = evaluate(term, env)
        if expected != expected:
            continue  # NaN
        assert solver.check([E.ne(term, E.const(type_, expected))]) is Answer.UNSAT, term
        assert solver.check() is Answer.SAT
        assert solver.model().evaluate(term) == expected


@pytest.mark.parametrize("solver_class", SOLVERS)
@pytest.mark.parametrize("type_", INTS)
def test_models_divide_by_zero(solver_class, type_):
    """Conditions that no check guards are predicates, too: all solvers mean the same by them."""
    x, y = Variable("x", type_), Variable("y", type_)
    for value in (-5, 0, 7):
        solver = solver_class()
        solver.add(E.eq(E.var(x), E.const(type_, value)))
        solver.add(E.eq(E.var(y), E.const(type_, 0)))
        quotient = E.binary("div", E.var(x), E.var(y))
        if value == 7:
            solver.add(E.eq(quotient, quotient))
            solver.add(E.le(quotient, E.const(type_, -1)))
        assert solver.check() is Answer.SAT
        given = E.const(type_, value).payload
        assert solver.model().evaluate(quotient) == E.const(type_, 1 if given < 0 else -1).payload
        assert solver.model().evaluate(E.binary("rem", E.var(x), E.var(y))) == given


@pytest.mark.parametrize("solver_class", SOLVERS)
def test_scopes_cores_and_arrays(solver_class):
    x, y = Variable("x", I32), Variable("y", I32)
    a = Variable("a", ArrayType(I32, 0))
    solver = solver_class()
    one, two = E.eq(E.var(x), E.const(I32, 1)), E.eq(E.var(x), E.const(I32, 2))
    free = E.eq(E.var(y), E.const(I32, 5))
    assert solver.check([one, free, two]) is Answer.UNSAT
    assert set(solver.core()) <= {one, two}
    solver.push()
    solver.add(one)
    assert solver.check([two]) is Answer.UNSAT
    solver.pop()
    assert solver.check([two]) is Answer.SAT
    assert solver.model().value(x) == 2
    i, j = (E.var(Variable(n, U64)) for n in "ij")
    stored = E.store(E.var(a), i, E.const(I32, 7))
    solver.add(E.eq(E.select(E.fill(a.type, E.var(x)), i), E.const(I32, 3)))
    assert solver.check([E.eq(i, j), E.ne(E.select(stored, j), E.const(I32, 7))]) is Answer.UNSAT
    assert solver.check([E.ne(E.select(stored, j), E.const(I32, 7))]) is Answer.SAT


@pytest.mark.parametrize("seed", range(20))
def test_arrays_as_bits(seed):
    """Random conditions over reads and writes of two arrays: the answers of two solvers agree, and models are models."""
    rng = random.Random(seed)
    arrays = [Variable(name, ArrayType(U8, 0)) for name in "ab"]
    names = [Variable(f"i{k}", U64) for k in range(3)]
    fast, slow = fast_solver(), BitwuzlaSolver()

    def index():
        return rng.choice([E.var(rng.choice(names)), E.const(U64, rng.randrange(3))])

    def array(depth):
        if depth == 0:
            return rng.choice([E.var(rng.choice(arrays)), E.fill(arrays[0].type, E.const(U8, 1))])
        return E.store(array(depth - 1), index(), element(depth - 1))

    def element(depth):
        return E.select(array(depth), index()) if depth else E.const(U8, rng.randrange(3))

    for _ in range(30):
        conditions = [
            rng.choice([E.eq(element(2), element(2)), E.lt(element(1), element(2)), E.ne(element(1), element(1))])
            for _ in range(rng.randrange(2, 6))
        ]
        answer = fast.check(conditions)
        assert answer is slow.check(conditions)
        if answer is Answer.SAT:
            model = fast.model()
            assert all(model.evaluate(condition) for condition in conditions)
        else:
            assert slow.check(fast.core()) is Answer.UNSAT


def test_interpolant_sequence_is_inductive():
    xs = [Variable(f"x{i}", I32) for i in range(6)]
    parts = [E.eq(E.var(xs[0]), E.const(I32, 0))]
    parts += [E.eq(E.var(b), E.add(E.var(a), E.const(I32, 2))) for a, b in itertools.pairwise(xs)]
    parts.append(E.eq(E.var(xs[-1]), E.const(I32, 7)))
    found = BitwuzlaInterpolator().sequence(parts)
    assert found is not None and len(found) == len(parts) - 1
    solver = Z3Solver()
    chain = [E.TRUE, *found, E.FALSE]
    for before, part, after in zip(chain[:-1], parts, chain[1:], strict=True):
        assert solver.check([before, part, E.lnot(after)]) is Answer.UNSAT


def test_satisfiable_parts_have_no_interpolants():
    x = Variable("x", I32)
    assert BitwuzlaInterpolator().sequence([E.lt(E.var(x), E.const(I32, 3)), E.lt(E.const(I32, 0), E.var(x))]) is None


def test_counted_limits_do_not_depend_on_the_clock() -> None:
    """A hard question is given up after the same work, and the limit of one question says nothing about the next."""
    x, y, z = (E.var(Variable(name, U32)) for name in "xyz")
    hard = E.ne(E.mul(E.mul(x, y), z), E.mul(E.mul(E.binary("div", E.mul(z, y), z), x), z))
    small = [E.lt(y, E.const(U32, 7)), E.lt(z, E.const(U32, 9)), E.lt(E.const(U32, 0), z)]
    efforts = []
    for _ in range(2):
        solver = BitwuzlaSolver(counted=True)
        assert solver.check([hard, *small], 0.05) is Answer.UNKNOWN
        efforts.append(solver.effort)
        assert solver.check([E.lt(E.mul(x, y), z), E.lt(z, E.const(U32, 900))]) is Answer.SAT
    assert efforts[0] == efforts[1]
