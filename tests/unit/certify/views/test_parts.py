"""The parts of the check for any number of threads: what is refused, what documents must be like, and unions of cubes."""

from __future__ import annotations

import random
import time
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import threadproof
from tests.unit.certify.views.few_threads import FewThreads
from tests.unit.certify.views.many_threads import HEAD, MAIN, SAFE, UNSAFE
from tests.unit.certify.views.test_views import PROOFS, Proved, lowered
from threadproof.certify.answer import Rejected
from threadproof.certify.views.anonymous import Unsuitable, without_numbers
from threadproof.certify.views.moves import THREADS, NotOneStep, ThreadMoves
from threadproof.certify.views.proof import check
from threadproof.certify.views.unions import common, union
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.ir.types import BOOL
from threadproof.ir.uses import op_exprs, with_values
from threadproof.ir.walk import subterms
from threadproof.records import replace
from threadproof.sched.base import scheduler_of
from threadproof.sched.system import System

# -- programs ----------------------------------------------------------------------------------------------------------

NOTHING: dict[str, Any] = {"terms": [], "facts": [], "variables": [], "views": []}


def moves_of(folder: Path, text: str) -> tuple[ThreadMoves, Any]:
    program = without_numbers(lowered(folder, HEAD + text))
    system = System(program, scheduler_of(program), THREADS + 4)
    return ThreadMoves(system), (system.number["work"], program.functions["work"].entry)


def test_joins_are_unsuitable(tmp_path: Path) -> None:
    text = (
        "void *work(void *arg) { return 0; }\nint main(void) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); }"
    )
    program = lowered(tmp_path, HEAD + text)
    with pytest.raises(Unsuitable, match="joined"):
        without_numbers(program)
    with pytest.raises(Rejected, match="joined"):
        check(program, NOTHING)


def test_main_as_a_thread_is_unsuitable(tmp_path: Path) -> None:
    program = lowered(tmp_path, SAFE["tree"])
    with pytest.raises(Unsuitable, match="main"):
        without_numbers(replace(program, main="work"))


def test_nobody_knows_a_number(tmp_path: Path) -> None:
    """Two threads may have the same `self`; with numbers they would not."""
    text = """
    pthread_t first; int taken;
    void *work(void *arg) {
        __VERIFIER_atomic_begin(); int was = taken; taken = 1; if (!was) first = pthread_self(); __VERIFIER_atomic_end();
        if (was) assert(!pthread_equal(first, pthread_self()));
        return 0;
    }
    """
    program = lowered(tmp_path, HEAD + text + MAIN)
    assert "self" in operators(program)
    assert "self" not in operators(without_numbers(program))
    assert FewThreads(program, 2).fails


def operators(program: Program) -> set[str]:
    exprs = [expr for f in program.functions.values() for edge in f.edges for op in edge.ops for expr in op_exprs(op)]
    return {node.op for expr in exprs for node in subterms(expr)}


def test_a_block_is_one_move(tmp_path: Path) -> None:
    text = """
    int x, y;
    void *work(void *arg) {
        __VERIFIER_atomic_begin(); x = __VERIFIER_nondet_int(); if (x) y = 1; else y = 2; __VERIFIER_atomic_end();
        return 0;
    }
    """
    moves, place = moves_of(tmp_path, text + MAIN)
    found = moves.of(3, place)
    assert len(found) == 2 and {move.to for move in found} != {place}
    assert all(len(move.ops) > 2 and move.failure is None and not move.born for move in found)


def test_loops_in_blocks_are_refused(tmp_path: Path) -> None:
    text = """
    int x;
    void *work(void *arg) { __VERIFIER_atomic_begin(); while (x) x--; __VERIFIER_atomic_end(); return 0; }
    """
    moves, place = moves_of(tmp_path, text + MAIN)
    with pytest.raises(NotOneStep, match="loop"):
        moves.of(1, place)


def test_many_paths_are_refused(tmp_path: Path) -> None:
    block = "".join(f"if (__VERIFIER_nondet_int()) y += {number}; " for number in range(12))
    text = f"int y;\nvoid *work(void *arg) {{ __VERIFIER_atomic_begin(); {block} __VERIFIER_atomic_end(); return 0; }}\n"
    moves, place = moves_of(tmp_path, text + MAIN)
    with pytest.raises(NotOneStep, match="paths in work"):
        moves.of(1, place)


def test_what_is_refused_stays_open(tmp_path: Path) -> None:
    text = """
    int x;
    void *work(void *arg) { __VERIFIER_atomic_begin(); while (x) x--; __VERIFIER_atomic_end(); return 0; }
    """
    views = [{"at": at, "cubes": [[]]} for at in ("main:0", "main:0 work:0", "main:0 work:0*2")]
    assert "loop" in check(lowered(tmp_path, HEAD + text + MAIN), {**NOTHING, "views": views}).open


# -- documents ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def proof() -> Proved:
    return PROOFS["flag"]


@pytest.mark.parametrize(
    "views",
    [
        None,
        {},
        [None],
        [{"at": "main:0"}],
        [{"at": "main:0", "cubes": [[0]], "more": 1}],
        [{"at": 3, "cubes": []}],
        [{"at": "main:0", "cubes": [[-1]]}],
        [{"at": "main:0", "cubes": [[10000]]}],
        [{"at": "main:0", "cubes": [0]}],
        [{"at": "main:0", "cubes": [[True]]}],
        [],
    ],
)
def test_no_views(proof: Proved, views: Any) -> None:
    with pytest.raises(Rejected):
        proof.check({**proof.data, "views": views})


@pytest.mark.parametrize("variable", ["work.was@3", "work.was@2", "work.was@1", "result@0"])
def test_facts_are_about_threads_of_the_view(proof: Proved, variable: str) -> None:
    """The first view is main alone."""
    names = {name.rpartition("@")[0] for name in proof.data["variables"] if "@" in name}
    variable = variable.replace("work.was", sorted(name for name in names if name.startswith("work"))[0])
    first, *others = proof.data["views"]
    type_ = "0:p64" if variable.startswith("result") else "0:i32"
    facts = [*proof.data["facts"], f"(eq {variable} {type_})"]
    data = {
        **proof.data,
        "facts": facts,
        "variables": sorted({*proof.data["variables"], variable}),
        "views": [{"at": first["at"], "cubes": [[*first["cubes"][0], len(facts) - 1], *first["cubes"]]}, *others],
    }
    with pytest.raises(Rejected, match="is about"):
        proof.check(data)


def test_the_order_of_views_does_not_matter(proof: Proved) -> None:
    views = [{"at": view["at"], "cubes": view["cubes"][::-1]} for view in proof.data["views"][::-1]]
    assert proof.check({**proof.data, "views": views}).open == ""


def test_no_time(proof: Proved) -> None:
    assert check(proof.program, proof.data, time.monotonic() - 1).open == "time"


# -- unions ------------------------------------------------------------------------------------------------------------


def test_unions_mean_what_they_say() -> None:
    choose = random.Random(5)
    atoms = [E.var(Variable(name, BOOL)) for name in "abcd"]
    for _ in range(300):
        cubes = [
            tuple(
                atom if choose.random() < 0.5 else E.lnot(atom) for atom in atoms if choose.random() < choose.choice([0.6, 1.0])
            )
            for _ in range(choose.randint(0, 6))
        ]
        formula, shared = union(cubes), common(cubes)
        for values in product([False, True], repeat=len(atoms)):
            state = {atom.payload: E.const(BOOL, value) for atom, value in zip(atoms, values, strict=True)}
            expected = any(all(holds(literal, state) for literal in cube) for cube in cubes)
            assert holds(formula, state) == expected
            assert not expected or all(holds(fact, state) for fact in shared)


def holds(formula: Expr, state: dict[Variable, Expr]) -> bool:
    return with_values(formula, state) is E.TRUE


def test_contradictory_cubes_are_empty() -> None:
    a, b = (E.var(Variable(name, BOOL)) for name in "ab")
    assert union([(a, E.lnot(a))]) is E.FALSE
    assert union([(a, E.lnot(a), b), (E.lnot(a), b)]) is E.land(E.lnot(a), b)


def test_all_combinations_are_no_condition() -> None:
    a, b, c = (E.var(Variable(name, BOOL)) for name in "abc")
    cubes = [(x, y, c) for x in (a, E.lnot(a)) for y in (b, E.lnot(b))]
    assert union(cubes) is c


# -- the command -------------------------------------------------------------------------------------------------------


def test_certificates(tmp_path: Path) -> None:
    safe, unsafe, written = tmp_path / "safe.c", tmp_path / "unsafe.c", tmp_path / "out.json"
    safe.write_text(SAFE["flag"])
    unsafe.write_text(UNSAFE["flag"])
    run = threadproof("verify", safe, "--engine", "abstraction", "--timeout", "250", "--certificate", written)
    assert run.verdict == "VERDICT: TRUE" and "Proof: re-checked." in run.out
    run = threadproof("certify", safe, written)
    assert run.code == 0 and "views" in run.out, run
    run = threadproof("certify", unsafe, written)
    assert run.code != 0 and "another program" in run.out + run.err, run
