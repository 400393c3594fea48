"""Cooperative programs as transition systems: steps are not interrupted, operands that are not constant are split."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.analyses.constant_sets import FEW, Possible
from threadproof.config.options import Config
from threadproof.frontend.ivl.options import IvlOptions
from threadproof.frontend.ivl.translate import translate
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.passes import runner
from threadproof.passes.blocks import LAST
from threadproof.run.pipeline import verify
from threadproof.sched.base import scheduler_of
from threadproof.sched.kernel import NO_THREAD, RunningThread
from threadproof.sched.system import HALTED, Control, System, SystemStep

LOWER = [*(step for step in runner.LOWER if step is not runner.REACHABLE), runner.MERGE, runner.LOOPS]


def system(text: str) -> System:
    analysed = runner.run(translate(text, "model.ivl", IvlOptions()), runner.ANALYSE)
    program = runner.run(analysed, LOWER)
    return System(program, scheduler_of(program), 64)


def reachable(found: System) -> dict[Control, tuple[SystemStep, ...]]:
    """Whatever the data."""
    seen: dict[Control, tuple[SystemStep, ...]] = {}
    work = [found.initial]
    while work:
        control = work.pop()
        if control not in seen and control is not HALTED:
            seen[control] = found.steps(control)
            work += [step.target for step in seen[control]]
    return seen


TWO = """
event e;
u8 x;
thread A { if (x == 0) { x = 1; } else { x = 2; } notify e; wait_time 1; assert x != 0; }
thread B { wait e; x = 3; }
main { start; }
"""


def test_inside_a_step_nobody_else_moves() -> None:
    found = system(TWO)
    inside = 0
    for control, steps in reachable(found).items():
        assert isinstance(control.scheduler, RunningThread)
        assert control.depth == int(control.scheduler.thread != NO_THREAD)
        if control.depth:
            inside += 1
            assert {step.thread for step in steps} <= {control.scheduler.thread}
    assert inside >= 3


def test_where_all_rest_the_kernel_decides() -> None:
    rests = [control for control in reachable(system(TWO)) if not control.depth]
    assert any(system(TWO).enabled(control) == (1, 2) for control in rests)
    assert any(system(TWO).enabled(control) == (0,) for control in rests)


def test_edges_end_where_threads_give_way() -> None:
    for function in system(TWO).program.functions.values():
        for edge in function.edges:
            assert not any(isinstance(op, LAST) for op in edge.ops[:-1])


def test_an_event_that_is_not_constant_is_split() -> None:
    text = """
    event a, b;
    event* e = &a;
    thread T { if (?(bool)) { e = &b; } wait_time 1; notify *e, 0; }
    thread A { wait a; }
    thread B { wait b; }
    main { start; }
    """
    found = system(text)
    pending = {
        tuple(event for event, _ in control.scheduler.kernel.pending)
        for control in reachable(found)
        if isinstance(control.scheduler, RunningThread)
    }
    assert len({events for events in pending if events}) >= 2
    failures = {step.failure.kind for steps in reachable(found).values() for step in steps if step.failure is not None}
    assert "cut" in failures  # where the pointer points elsewhere


@pytest.mark.parametrize("engine", ["impact", "abstraction"])
@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("int d = 1; if (?(bool)) { d = 3; } wait_time d; assert @time != 2;", "TRUE"),
        ("int d = 1; if (?(bool)) { d = 3; } wait_time d; assert @time != 3;", "FALSE"),
        ("u8 d = ?(u8); wait_time d; assert @time <= 255;", "UNKNOWN"),
        ("u8 d = ?(u8); d = d & 3; wait_time d; assert @time <= 3;", "TRUE"),
        ("u8 d = ?(u8); d = d & 3; wait_time d; assert @time <= 2;", "FALSE"),
    ],
)
def test_delays(engine: str, body: str, verdict: str, tmp_path: Path) -> None:
    path = tmp_path / "model.ivl"
    path.write_text(f"thread T {{ {body} }}\nmain {{ start; }}\n")
    outcome = verify(str(path), Config(engine=engine, timeout=20.0))
    assert outcome.verdict == verdict
    if verdict == "UNKNOWN":
        assert outcome.reason.startswith("an operand of wait that is not constant at") and "model.ivl:1:" in outcome.reason


def test_misuse_is_a_failure() -> None:
    kinds = [
        s.failure.kind
        for steps in reachable(system("void f() { wait_time 1; } main { f(); start; }")).values()
        for s in steps
        if s.failure
    ]
    assert kinds == ["invalid-call"]


@pytest.mark.parametrize("engine", ["impact", "abstraction"])
@pytest.mark.parametrize("value", [1, 2])
def test_what_the_kernel_chose_is_part_of_a_counterexample(engine: str, value: int, tmp_path: Path) -> None:
    """Two updates, in any order: both values are possible."""
    path = tmp_path / "model.ivl"
    path.write_text(
        "u8 x;\nupdate U { x = 1; }\nupdate V { x = 2; }\n"
        f"thread T {{ request_update U; request_update V; wait_time 1; assert x == {value}; }}\nmain {{ start; }}\n"
    )
    assert verify(str(path), Config(engine=engine, timeout=20.0)).verdict == "FALSE"


def test_possible_values() -> None:
    body = "x = 3; b = ?(bool); if (b) { x = 5; } for (int i = 0; i < 9; i++) { wait_time x; }"
    found = system(f"u8 x; bool b; thread T {{ {body} }} thread U {{ wait_time x; }} main {{ start; }}")
    values = Possible(found.program)
    (x,) = [variable for variable in found.program.initial if variable.name == "x"]
    known = values.values(E.var(x))
    assert known is not None and sorted(int(v.payload) for v in known) == [0, 3, 5]
    assert values.values(E.add(E.var(x), E.const(x.type, 1))) == frozenset(E.const(x.type, v) for v in (1, 4, 6))
    counters = [
        op.target for f in found.program.functions.values() for e in f.edges for op in e.ops if isinstance(op, ops.Assign)
    ]
    (i,) = {variable for variable in counters if variable.name == "i"}
    assert values.values(E.var(i)) == frozenset(E.const(i.type, v) for v in range(FEW))
