"""Source sets: which threads are followed, and when all of them must be."""

from __future__ import annotations

import pytest

from tests.unit.passes.c import source
from threadproof.domains.product import AbstractState, Knowledge
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.uses import expr_variables
from threadproof.passes import runner
from threadproof.sched.base import scheduler_of
from threadproof.sched.por.abstract import AbstractSourceSets
from threadproof.sched.por.static import StaticSourceSets
from threadproof.sched.system import END, Control, System

HEAD = "#include <pthread.h>\n#include <assert.h>\n"
TWO = """
int main(void) {
    pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0);
    pthread_join(t, 0); pthread_join(u, 0); %s return 0;
}
"""


def prepared(text: str) -> System:
    program = runner.run(source(HEAD + text), [*runner.LOWER, runner.MERGE, runner.LOOPS])
    return System(program, scheduler_of(program), 8)


def possible(conditions: frozenset[E.Expr]) -> bool:
    return E.FALSE not in conditions


def moved(system: System, control: Control, thread: int) -> Control:
    steps = [step for step in system.thread_steps(control, thread) if step.failure is None]
    return next((step.target for step in steps if not _joins_itself(step.ops)), steps[0].target)


def _joins_itself(operations: tuple[object, ...]) -> bool:
    """The handle is a number of another thread: the branch `handle == self` is never taken."""
    conditions = [op.condition for op in operations if isinstance(op, ops.Assume)]
    return any(c.op == "eq" and c.args[1].is_const and c.args[1].payload == 0 for c in conditions)


def started(system: System) -> Control:
    """Both threads have been created, and main waits for the first."""
    control = system.initial
    while not any(isinstance(edge.ops[0], ops.Join) for edge in system.outgoing[0][control.at[0][1]]):
        control = moved(system, control, 0)
    return control


def values(system: System, **known: int) -> AbstractState:
    by_name = {v.name: v for v in system.program.initial}
    return AbstractState({by_name[name]: E.const(by_name[name].type, value) for name, value in known.items()}, frozenset())


def chosen(sets: StaticSourceSets, control: Control, state: AbstractState) -> set[int]:
    return set(sets.choose(control, Knowledge(state)))


INDEPENDENT = (
    "int a, b; void *f(void *p) { a = 1; return 0; } void *g(void *p) { b = 1; return 0; }" + TWO % "assert(a + b == 2);"
)
CLASH = "int a, b; void *f(void *p) { a = 1; return 0; } void *g(void *p) { a = 2; return 0; }" + TWO % "assert(a > 0);"


def joining(system: System, number: int) -> AbstractState:
    """What is known is that main waits for a thread."""
    location = started(system).at[0][1]
    (handle,) = {v for edge in system.outgoing[0][location] for v in expr_variables(edge.ops[0].thread)}
    return AbstractState({system.instance(handle, 0): E.const(handle.type, number)}, frozenset())


def test_one_thread_is_enough_where_nothing_clashes() -> None:
    system = prepared(INDEPENDENT)
    sets = StaticSourceSets(system, possible)
    assert chosen(sets, started(system), joining(system, 1)) == {1}
    assert chosen(sets, started(system), values(system)) == {0, 1, 2}, "main may wait for another one, and read a"


def test_threads_that_clash_are_followed_together() -> None:
    system = prepared(CLASH)
    assert chosen(StaticSourceSets(system, possible), started(system), values(system)) >= {1, 2}


def test_a_clash_on_what_nobody_looks_at_is_none() -> None:
    system = prepared(CLASH)
    sets = AbstractSourceSets(system, possible)
    control = started(system)
    alone = frozenset(chosen(sets, control, values(system)))
    assert len(alone) == 1
    sets.watch(system.program.initial)
    assert chosen(sets, control, values(system)) >= {1, 2}
    assert sets.complete(control, Knowledge(values(system)), alone), "the choice made before must be completed"


LOCKED = (
    """
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int a;
void *f(void *p) { pthread_mutex_lock(&m); a = 1; pthread_mutex_unlock(&m); return 0; }
void *g(void *p) { pthread_mutex_lock(&m); a = 2; pthread_mutex_unlock(&m); return 0; }
"""
    + TWO % "assert(a > 0);"
)


def test_nobody_interferes_with_who_holds_the_lock() -> None:
    system = prepared(LOCKED)
    lock = next(v.name for v in system.program.initial if v.name.startswith("m"))
    sets = StaticSourceSets(system, possible)
    control = started(system)
    assert chosen(sets, control, values(system, **{lock: 0})) >= {1, 2}
    inside = moved(system, control, 1)
    held = AbstractState({**values(system, **{lock: 2}).values, **joining(system, 1).values}, frozenset())
    assert chosen(sets, inside, held) == {1}
    assert chosen(sets, inside, values(system)) >= {1, 2}, "the lock may be free"


def test_who_may_be_blocked_is_not_followed_alone() -> None:
    system = prepared(LOCKED)
    lock = next(v.name for v in system.program.initial if v.name.startswith("m"))
    sets = StaticSourceSets(system, possible)
    inside = moved(system, started(system), 1)
    assert 1 in chosen(sets, inside, values(system, **{lock: 2})), "thread 2 waits for thread 1"


def test_the_end_of_a_thread_needs_no_company() -> None:
    system = prepared("void *f(void *p) { return 0; } void *g(void *p) { return 0; }" + TWO % "")
    sets = StaticSourceSets(system, possible)
    control = started(system)
    assert len(chosen(sets, control, values(system))) == 1
    ended = moved(system, control, 1)
    assert ended.at[1][1] == END


@pytest.mark.parametrize("por", [StaticSourceSets, AbstractSourceSets])
def test_within_an_atomic_block_only_its_thread_moves(por: type[StaticSourceSets]) -> None:
    text = """
    extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void); int a, i;
    void *f(void *p) { __VERIFIER_atomic_begin(); while (a < 3) a++; __VERIFIER_atomic_end(); return 0; }
    void *g(void *p) { a = 2; return 0; }
    """
    system = prepared(text + TWO % "")
    control = moved(system, started(system), 1)
    assert control.depth == 1
    assert chosen(por(system, possible), control, values(system)) == {1}
    assert not any(isinstance(op, ops.AtomicEnd) for op in system.thread_steps(control, 1)[0].edge.ops) or control.depth
