"""Explicit scheduler, symbolic threads: regions of idle threads, reductions and what the published ones miss, refinement."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.budget import Budget
from threadproof.config.options import Config
from threadproof.counterexample import concretise
from threadproof.engines.esst import engine, learning
from threadproof.engines.esst.engine import LITERAL, Esst
from threadproof.engines.esst.precision import Living, ThreadPrecisions
from threadproof.engines.esst.reduction import MODES
from threadproof.evidence.result import Result, Safe, Unknown, Unsafe
from threadproof.evidence.task import Task
from threadproof.frontend.ivl.options import IvlOptions
from threadproof.frontend.ivl.translate import translate
from threadproof.ir import expr as E
from threadproof.ir.interp.control import Primitive
from threadproof.ir.program import Program
from threadproof.passes import recipes, runner
from threadproof.passes.recipes import lower
from threadproof.properties import UNREACH
from threadproof.run.pipeline import verify
from threadproof.sched.base import scheduler_of
from threadproof.sched.system import Control, System, SystemStep
from threadproof.sched.systemc import NEVER, SystemC, SystemCProcess, SystemCStatus
from threadproof.sched.systemc import SystemCControl as KernelControl


def analysed(text: str) -> Program:
    return runner.run(translate(text, "model.ivl", IvlOptions()), runner.ANALYSE)


def run(text: str, **options: object) -> tuple[Result, dict[str, float]]:
    counters: dict[str, float] = {}
    return Esst(analysed(text), Task("unreach-call", options), Budget(20), counters).run(), counters


def answer(folder: Path, text: str, **options: object) -> str:
    """Through the whole pipeline: with the proof checked, or the schedule replayed."""
    path = folder / "model.ivl"
    path.write_text(text)
    outcome = verify(str(path), Config(engine="esst", timeout=20.0, **options))  # type: ignore[arg-type]
    return outcome.verdict


# -- what idle threads know ----------------------------------------------------------------------------------------------

COPY = """
event e;
u8 g;
thread A { u8 x = g; wait e; assert x == g; }
thread B { g = %s; notify e; }
main { start; }
"""


@pytest.mark.parametrize("idle", ["havoc", "leak"])
def test_an_idle_thread_does_not_keep_what_another_one_changes(tmp_path: Path, idle: str) -> None:
    assert answer(tmp_path, COPY % "g + 1", idle=idle) == "FALSE"
    assert answer(tmp_path, COPY % "g", idle=idle) == "TRUE"


def test_predicates_move_up_until_they_help(tmp_path: Path) -> None:
    """x == g + 1 is about one thread and a shared variable; it must survive that the other one runs."""
    text = """
    event e;
    u8 g;
    thread A { u8 x = g + 1; wait e; assert g != x; }
    thread B { u8 y = g; g = y; notify e; }
    main { start; }
    """
    for idle in ("havoc", "leak"):
        assert answer(tmp_path, text, idle=idle) == "TRUE"


def test_levels() -> None:
    program = lower(analysed(COPY % "g"), recipes.SLICED, UNREACH, 0)
    system = System(program, scheduler_of(program), 8)
    (g,) = [v for v in program.initial if v.name == "g"]
    (register,) = [v for v in program.functions["A"].locals if v.name == "x"]
    x = system.instance(register, 1)
    waits = next(edge.target for edge in program.functions["A"].edges)
    control = Control(None, ((0, 0), (system.number["A"], waits), (system.number["B"], 0)))
    start = ThreadPrecisions(Living(system, leak=True))
    shared, mixed = E.eq(E.var(g), E.const(g.type, 1)), E.eq(E.var(x), E.var(g))
    grown = start.grown([(shared, control), (mixed, control)], "location")
    assert grown is not None and grown.whole == {shared} and grown.own_at(control, 1).predicates == {mixed}
    assert grown.grown([(shared, control), (mixed, control)], "location") is None
    higher = grown.grown([(mixed, control)], "everything")
    assert higher is not None and higher.whole_at(control).predicates == {shared, mixed}
    lost = ThreadPrecisions(Living(system)).grown([(mixed, control)], "location")
    assert lost is not None and lost.whole == {mixed}  # B writes g
    ended = Control(None, ((0, 0), (system.number["A"], -1), (system.number["B"], 0)))
    assert higher.whole_at(ended).predicates == {shared}
    tracking = higher.tracking([x, g])
    assert tracking.own_at(control, 1).tracked == {x} and tracking.whole_at(control).tracked == {g}
    assert not tracking.own_at(ended, 1).tracked and not tracking.own_at(control, 2).tracked
    assert tracking.without([x, g]) == higher


# -- values --------------------------------------------------------------------------------------------------------------

COUNTING = """
event e;
uint n, m;
thread A { for (uint i = 0; i < 6; i++) { n = n + 2; m = m + n; wait_time 1; } assert n == 12; assert m == %d; }
thread B { while (true) { wait e; } }
main { start; }
"""


def test_loops_that_count_are_followed_by_values(tmp_path: Path) -> None:
    """A predicate per round and variable would do, too."""
    found, counters = run(COUNTING % 42)
    assert isinstance(found, Safe) and counters["tracked"] > 1 and counters["predicates"] < 5
    assert answer(tmp_path, COUNTING % 42) == "TRUE"
    assert answer(tmp_path, COUNTING % 41) == "FALSE"


def test_values_that_never_end_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "MANY", 4)
    monkeypatch.setattr(learning.EsstLearner, "_about", lambda self, precisions: 9)  # as if there were many predicates
    text = """
    uint n;
    thread A { while (true) { if (n >= 100) { n = 0; } n = n + 1; wait_time 1; assert n < 200; } }
    main { start; }
    """
    made = Esst(analysed(text), Task("unreach-call", {}), Budget(20), {})
    assert isinstance(made.run(), Safe)
    assert made.learner.demoted and not made.learner.precisions.tracked and made.learner.precisions.predicates()


def test_values_of_idle_threads_stay(tmp_path: Path) -> None:
    """An array, written at an index that one thread counts and read by another one."""
    text = """
    event e;
    u8 a[4];
    u8 at;
    thread A { wait_time 1; for (u8 i = 0; i < 4; i++) { at = i; a[at] = i + 7; notify e; wait_time 1; } }
    thread B { u8 seen; while (seen < 4) { wait e; assert a[at] == seen + %d; seen++; } }
    main { start; }
    """
    for idle in ("havoc", "leak"):
        assert answer(tmp_path, text % 7, idle=idle) == "TRUE"
        assert answer(tmp_path, text % 8, idle=idle) == "FALSE"


# -- reductions ----------------------------------------------------------------------------------------------------------


def disjoint(threads: int) -> str:
    names = [chr(ord("a") + n) for n in range(threads)]
    bodies = "".join(f"thread T{name} {{ {name} = 1; }}\n" for name in names)
    return f"u8 {', '.join(names)};\n{bodies}main {{ start; assert a == 1; }}\n"


def test_disjoint_threads() -> None:
    """Without reduction there is a node for each set of threads that have ended, and one for each that is covered."""
    found = {mode: run(disjoint(5), por=mode)[1]["nodes"] for mode in MODES}
    assert found["none"] > 5 * 2**4
    assert found["sleep"] < found["none"] * 2 / 3
    assert found["persistent"] == found["persistent+sleep"] < 30


MODELS = {
    "ring": (
        "event e1, e2, em; u8 t;"
        "thread M { u8 l; while (true) { t = ?(bool); l = t; notify e1; wait em; assert t == (u8)(l + 2); } }"
        "thread A { while (true) { wait e1; t = t + 1; notify e2; } }"
        "thread B { while (true) { wait e2; t = t + 1; notify em; } }"
        "main { start; }"
    ),
    "late": "u8 x; thread A { while (true) { wait_time 1; } } thread B { wait_time 2; x = 1; assert x == 0; } main { start; }",
    "busy": "u8 x; thread A { while (true) { x = 1; } } thread B { assert false; } main { start; }",
    "round": "event e; thread A { while (true) { notify e; wait e; } } thread B { while (true) { notify e; wait e; } }"
    " thread C { assert false; } main { start; }",
    "apart": "u8 x, y; thread A { x = 1; wait_time 1; x = 2; } thread B { y = 1; wait_time 1; y = 2; }"
    " main { start; assert x == y; }",
}
VERDICTS = {"ring": "TRUE", "late": "FALSE", "busy": "FALSE", "round": "FALSE", "apart": "TRUE"}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", MODELS)
def test_reductions_keep_the_verdict(tmp_path: Path, name: str, mode: str) -> None:
    assert answer(tmp_path, MODELS[name], por=mode) == VERDICTS[name]


@pytest.mark.parametrize("mode", MODES)
def test_independent_steps_need_not_commute_in_the_abstraction(tmp_path: Path, mode: str) -> None:
    """From g1 < g2, one order of the two steps leads to g1 < g2 or g1 == g2, the other one to g1 < g2 for all that these
    predicates tell; what is lost must not decide."""
    text = """
    u8 g1, g2;
    thread A { g1 = g1 - 1; }
    thread B { g2 = g2 - 1; }
    main { g1 = ?(u8); g2 = ?(u8); assume 0 < g1 && g1 < g2; start; assert %s; }
    """
    assert answer(tmp_path, text % "g1 < g2", por=mode) == "TRUE"
    assert answer(tmp_path, text % "g1 + 1 < g2", por=mode) == "FALSE"


class Yielding(SystemC):
    """Whoever waits can go on at any time: for programs whose blocks leave their threads able to run."""

    def wait(self, control: KernelControl, thread: int, primitive: Primitive) -> KernelControl:
        processes = list(control.processes)
        processes[thread] = SystemCProcess(SystemCStatus.READY, timer=NEVER - 1)
        return control._replace(processes=tuple(processes))

    def runs_on(self, control: KernelControl, thread: int) -> bool:
        return super().runs_on(control, thread) and control.processes[thread].timer != NEVER - 1


class Scripted:
    """The persistent sets of the published counterexample: {b0, c0} where thread 2 is before its block b0, {c0} elsewhere."""

    def __init__(self, system: System, first: tuple[int, int]) -> None:
        self.system, self.first = system, first

    def choose(self, control: Control, known: SystemStep | None = None) -> frozenset[int]:
        enabled = frozenset(self.system.enabled(control))
        return enabled if len(enabled) < 2 or control.at[2] == self.first else frozenset([1])

    def dependent(self, control: Control, one: int, other: int) -> bool:
        """c0 writes nothing."""
        return one == other


MISSED = """
event never;
u8 g;
thread C { while (true) { wait never; } }
thread B { while (true) { g = 0; wait never; g = 0; assert false; wait never; } }
main { start; }
"""


@pytest.mark.parametrize("literal", [True, False])
def test_the_published_combination_misses_an_error(monkeypatch: pytest.MonkeyPatch, literal: bool) -> None:
    """All of a persistent set is asleep, nothing is scheduled, no cycle is seen: the second block of B never runs."""
    monkeypatch.setattr(engine, "scheduler_of", lambda program: Yielding())
    monkeypatch.setattr(concretise, "scheduler_of", lambda program, property_: Yielding())
    made = Esst(analysed(MISSED), Task("unreach-call", {"por_literal": literal}), Budget(20), {})
    template = made.system.number["B"]
    made.schedules.turns = Scripted(made.system, (template, made.system.templates[template].entry))  # type: ignore[assignment]
    found = made.run()
    if literal:
        assert found == Unknown(LITERAL)
    else:
        assert isinstance(found, Unsafe)


@pytest.mark.parametrize("mode", MODES)
def test_the_published_sets_miss_an_error_beside_a_loop_that_never_gives_way(mode: str) -> None:
    """A alone is a persistent set, but its step has no end: nobody else gets a turn, no node where all rest closes a cycle."""
    found, _ = run(MODELS["busy"], por=mode, por_literal=True)
    assert found == Unknown(LITERAL) if "persistent" in mode else isinstance(found, Unsafe)
    assert isinstance(run(MODELS["busy"], por=mode)[0], Unsafe)


def test_literal_is_never_a_proof() -> None:
    assert run(disjoint(3), por_literal=True)[0] == Unknown(LITERAL)


# -- FairThreads -----------------------------------------------------------------------------------------------------------

FAIR = """
scheduler fairthreads;
event e;
u8 g;
thread A { g = 1; generate(e); cooperate(); assert g == %s; }
thread B { await(e); g = 2; }
thread C { cooperate(); }
main { start; }
"""


def test_fairthreads(tmp_path: Path) -> None:
    assert answer(tmp_path, FAIR % "2") == "TRUE"
    assert answer(tmp_path, FAIR % "1") == "FALSE"


def fair_ring(size: int) -> str:
    """Of those who wait for an event only the one whose event is generated depends on who generates it."""
    passing = "".join(f"thread T{n} {{ await(e{n}); t = t + 1; generate(e{n + 1}); }}\n" for n in range(size))
    master = f"thread M {{ u8 l; l = t; generate(e0); await(e{size}); assert t == (u8)(l + {size}); }}\n"
    events = ", ".join(f"e{n}" for n in range(size + 1))
    return f"scheduler fairthreads;\nevent {events};\nu8 t = ?(u8);\n{passing}{master}main {{ start; }}\n"


def test_persistent_sets_look_at_the_events_that_are_there(tmp_path: Path) -> None:
    def nodes(size: int, mode: str) -> float:
        path = tmp_path / "model.ivl"
        path.write_text(fair_ring(size))
        outcome = verify(str(path), Config(engine="esst", por=mode, timeout=20.0))
        assert outcome.verdict == "TRUE"
        return outcome.counters["nodes"]

    assert nodes(4, "persistent+sleep") <= nodes(4, "persistent") < 90 < 300 < nodes(4, "none")


def test_what_only_a_free_order_does_is_no_error(tmp_path: Path) -> None:
    """The order stays: who was first in one instant is first in the next one."""
    text = """
    scheduler fairthreads;
    u8 first, second;
    thread A { if (first == 0) { first = 1; } cooperate(); if (second == 0) { second = 1; } }
    thread B { if (first == 0) { first = 2; } cooperate(); if (second == 0) { second = 2; } }
    main { start; assert first == second; }
    """
    assert answer(tmp_path, text) == "TRUE"


# -- operands, counters --------------------------------------------------------------------------------------------------


def test_arguments_of_the_kernel(tmp_path: Path) -> None:
    few = "thread T { u8 d = ?(u8); wait_time d & 1; assert @time <= 1; } main { start; }"
    assert answer(tmp_path, few) == "TRUE"
    many, _ = run("thread T { u8 d = ?(u8); wait_time d; assert @time <= 255; }\nmain { start; }")
    assert isinstance(many, Unknown) and "model.ivl:1:" in many.reason


def test_counters() -> None:
    _, counters = run(MODELS["ring"])
    for name in ("nodes", "connectors", "refinements", "predicates", "cover_checks", "posts", "skipped_persistent"):
        assert counters[name] > 0, name


# -- what an array holds ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("u8 a[2] = { 1, 2 }; thread A { if (a[0] < ?(bool)) { assert a[1] == %s; } } main { start; }", "TRUE"),
        (
            "u8 a[2] = { 1, 2 }; uint x; thread A { x = (x - 2) & 3; wait_time 1; a[x & 1] = (?(bool) | a[0]) & 3;"
            " a[x & 1] = (a[0] ^ 2) & 3; wait_time 1; assert a[0] == %s; } main { start; }",
            "FALSE",
        ),
    ],
)
def test_refinement_goes_on_where_only_the_cells_of_an_array_help(tmp_path: Path, text: str, verdict: str) -> None:
    assert answer(tmp_path, text % 3) == "TRUE"
    assert answer(tmp_path, text % 1) == verdict
