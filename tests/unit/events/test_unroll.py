"""What becomes an event, how loops are unrolled, and that the weak topological order is one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from threadproof.analyses.weak_topological_order import WeakOrder
from threadproof.budget import Budget
from threadproof.config.options import Config
from threadproof.errors import NOWHERE
from threadproof.events.unroll import unroll
from threadproof.events.world import Unrolling, UnrollingLimits
from threadproof.ir import expr as E
from threadproof.ir.expr import Variable
from threadproof.ir.op import Assign, Check, Skip
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.types import I32, ILP32
from threadproof.passes import runner
from threadproof.run.loading import load

HEAD = """
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);
int x, y;
"""
MAIN = "int main(void) { pthread_t t; x = 1; y = x + 1; pthread_create(&t, 0, thread, 0); int z = x; x = z; y = z; return 0; }"


def world(folder: Path, thread: str, unwind: int = 1, main: str = MAIN) -> Unrolling:
    file = folder / "program.c"
    file.write_text(HEAD + "void *thread(void *arg) {" + thread + "return 0; }\n" + main)
    program = runner.run(load(str(file), Config()), runner.LOWER)
    return unroll(program, UnrollingLimits(unwind, 8), Budget())


def events(found: Unrolling, thread: int) -> list[tuple[str, str]]:
    """Of one thread: kind and variable."""
    result = []
    for node in found.threads[thread].nodes:
        result += [("read", read.variable.name) for read in node.reads.values()]
        result += [("write", write.variable.name) for write in node.writes]
    return result


def test_what_main_does_alone_is_one_write_per_variable(tmp_path: Path) -> None:
    found = world(tmp_path, "x = 5; int a = y; y = a;")
    first = found.threads[0].nodes[0]
    assert {write.variable.name: write.value for write in first.writes} == {"x": 1, "y": 2}
    assert events(found, 0)[2:] == [("read", "x"), ("write", "x"), ("write", "y")]


def test_locals_are_no_events(tmp_path: Path) -> None:
    found = world(tmp_path, "int a = 1; for (int i = 0; i < 3; i++) a += i; x = a;")
    assert events(found, 1) == [("write", "x")]
    assert found.threads[1].nodes[0].writes[0].value == 4


def test_a_block_is_one_node_and_forwards(tmp_path: Path) -> None:
    body = "__VERIFIER_atomic_begin(); x = x + 1; x = x + y; if (x > y) y = x; x = x + 1; __VERIFIER_atomic_end();"
    found = world(tmp_path, body)
    assert len(found.threads[1].nodes) == 1
    assert sorted(events(found, 1)) == [("read", "x"), ("read", "y"), ("write", "x"), ("write", "y")]


def test_branches_meet_again(tmp_path: Path) -> None:
    found = world(tmp_path, "int a; if (x) a = 1; else a = 2; y = a; if (a == 3) reach_error();")
    last = found.threads[1].nodes[-1]
    assert last.writes[0].guard == (), "the write happens on both branches"
    assert not [failure for failure in found.failures if failure.kind == "reach-error"], "a is 1 or 2"


@pytest.mark.parametrize("times", [1, 5, 40])
def test_constant_loops_need_no_bound(tmp_path: Path, times: int) -> None:
    found = world(tmp_path, f"int n = {times}; for (int i = 0; i < n; i++) x = i;")
    assert len(events(found, 1)) == times
    assert not found.failures


@pytest.mark.parametrize("unwind", [1, 3])
def test_other_loops_are_cut(tmp_path: Path, unwind: int) -> None:
    found = world(tmp_path, "int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) x = i;", unwind)
    assert len(events(found, 1)) == unwind + 1, "the body is executed once, and as often again as the bound says"
    assert [failure.kind for failure in found.failures] == ["bound"]


def test_waiting_needs_no_bound(tmp_path: Path) -> None:
    found = world(tmp_path, "while (x != 7) ; y = 1;")
    assert events(found, 1) == [("read", "x"), ("write", "y")]
    assert not found.failures


def test_waiting_with_an_effect_is_cut(tmp_path: Path) -> None:
    found = world(tmp_path, "while (x != 7) y = y + 1;")
    assert [failure.kind for failure in found.failures] == ["bound"]


def test_threads_in_loops(tmp_path: Path) -> None:
    main = "int main(void) { pthread_t t; for (int i = 0; i < 3; i++) pthread_create(&t, 0, thread, 0); x = 2; return 0; }"
    found = world(tmp_path, "x = 1;", main=main)
    assert [thread.number for thread in found.threads] == [0, 1, 2, 3]


def test_branches_that_do_not_exclude_each_other(tmp_path: Path) -> None:
    """Both are followed: a value that only one of them sets is not taken for the other's."""
    register = Variable("a", I32)
    edges = [
        Edge(0, 1, (Assign(register, E.const(I32, 1)),), NOWHERE),
        Edge(0, 1, (Assign(register, E.const(I32, 2)),), NOWHERE),
        Edge(1, 2, (Check(E.eq(E.var(register), E.const(I32, 1)), "reach-error"),), NOWHERE),
        Edge(1, 2, (Check(E.eq(E.var(register), E.const(I32, 2)), "reach-error"),), NOWHERE),
    ]
    main = Function("main", (), I32, 0, [register], edges)
    found = unroll(Program("two", ILP32, [], {"main": main}), UnrollingLimits(1, 8), Budget())
    assert len(found.failures) == 2, "either check can fail"


def graph(rng: random.Random) -> tuple[int, list[Edge]]:
    size = rng.randrange(2, 12)
    edges = [Edge(i, i + 1, (Skip(),), NOWHERE) for i in range(size - 1)]
    edges += [Edge(rng.randrange(size), rng.randrange(size), (Skip(),), NOWHERE) for _ in range(rng.randrange(size))]
    return 0, edges


@pytest.mark.parametrize("seed", range(60))
def test_every_edge_leads_forwards_or_to_the_head_of_a_loop_around_it(seed: int) -> None:
    entry, edges = graph(random.Random(seed))
    order = WeakOrder(entry, edges)
    for edge in edges:
        iterations = (0,) * len(order.loops[edge.source])
        kept, after = order.follow(edge.source, edge.target, iterations)
        assert order.key(edge.source, iterations) < order.key(edge.target, after)
        if after[:kept] != iterations[:kept]:
            assert order.loops[edge.target][-1] == edge.target
            assert edge.target in order.loops[edge.source]


@pytest.mark.parametrize("seed", range(60))
def test_every_cycle_counts_iterations(seed: int) -> None:
    """Keys grow along every walk, so no walk comes back to the same unrolled location."""
    rng = random.Random(seed)
    entry, edges = graph(rng)
    order = WeakOrder(entry, edges)
    location, iterations = entry, (0,) * len(order.loops[entry])
    key = order.key(location, iterations)
    for _ in range(50):
        out = [edge for edge in edges if edge.source == location]
        if not out:
            break
        edge = rng.choice(out)
        _, iterations = order.follow(edge.source, edge.target, iterations)
        location = edge.target
        assert key < order.key(location, iterations)
        key = order.key(location, iterations)
