"""RMO and Power for engines that follow a program with store buffers and accesses ahead of reads: never an outcome that the table
forbids, never a proof where it allows one; and what is found and proved is what it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import weak
from tests.litmus.shapes import SHAPES, Litmus
from tests.litmus.test_litmus import pair, verify
from threadproof.report.outcome import FALSE, TRUE, UNKNOWN


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_rmo(shape: Litmus, tmp_path: Path) -> None:
    outcome = verify(shape.c(), "rmo", tmp_path)
    assert outcome.verdict == (FALSE if "rmo" in shape.allowed.split() else TRUE), outcome.reason


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_power(shape: Litmus, tmp_path: Path) -> None:
    outcome = verify(shape.c(), "power", tmp_path)
    assert outcome.verdict == (FALSE if "power" in shape.allowed.split() else TRUE), outcome.reason


POWER = """
extern unsigned __tp_spawn(void *(*)(void *), void *);
extern void *__tp_join(unsigned);
extern void reach_error(void);
#define LIGHT __asm__ volatile("lwsync" ::: "memory")
int x, y;
void *a(void *p) { for (int i = 0; i < ROUNDS; i++) { x = 1; LIGHT; y = 1; } return 0; }
void *b(void *p) { int r = y; LIGHT; return (void *)(long)(r && !x); }
int main(void) {
  unsigned i = __tp_spawn(a, 0), j = __tp_spawn(b, 0);
  __tp_join(i);
  if (__tp_join(j)) reach_error();
  return 0;
}
"""


def test_cycles_without_full_fences(tmp_path: Path) -> None:
    """Which cycles Power forbids is known where accesses happen once."""
    assert verify(POWER.replace("ROUNDS", "1"), "power", tmp_path).verdict == UNKNOWN
    once = POWER.replace("for (int i = 0; i < ROUNDS; i++)", "")
    assert verify(once, "power", tmp_path).verdict == TRUE
    assert verify(once.replace("LIGHT; y", "y"), "power", tmp_path).verdict == FALSE


def named(name: str) -> Litmus:
    return next(shape for shape in SHAPES if shape.name == name)


def test_writes_that_reach_threads_at_different_times(tmp_path: Path) -> None:
    """Beyond the table: who reads through which thread, and what stops a thread from missing a write."""
    shape = named("IRIW+addrs")
    assert verify(shape.c("r2 == 4 && r3 == 0"), "power", tmp_path).verdict == FALSE
    for threads in ("Wx1 | Rx L Wy1 | Ry Wz1.data | Rz Rx.addr", "Wx1 | Rx F Ry.addr | Wy1 F Rx", "Wx1 | Rx Wx2.data | Rx Rx"):
        reads = {"z": "|1|1|1 0", "F": "|1 0|0", "2": "|1|2 1"}[next(key for key in "zF2" if key in threads)]
        assert verify(Litmus("", threads, reads).c(), "power", tmp_path).verdict != FALSE, threads
    before = Litmus("WWC", "Wx2 | Rx Wy1.data | Ry Wx1.addr", "|2|1;x=2")  # a write before one that others have read
    assert verify(before.c(), "power", tmp_path).verdict == UNKNOWN
    assert verify(before.c(), "power", tmp_path, "ordering").verdict == FALSE


def test_report_names_what_was_missed(tmp_path: Path) -> None:
    trace = " ".join(verify(named("WRC+addrs").c(), "power", tmp_path).trace.split())
    assert "reads x[0] at line 23 and finds 0: a later write has not reached it" in trace
    assert "__tp" not in trace.replace("__tp_join", "").replace("__tp_spawn", "") and "input" not in trace


def test_reads_further_ahead(tmp_path: Path) -> None:
    """Addresses from early reads and own writes; what finds something else in between makes them forgotten."""
    writer, rest = "Wx1 F Wy1", "Rz Rx.addr"
    for way, reads, model, verdict in (
        ("Ry Wz1.data", "1 1 0", "rmo", TRUE),
        ("Ry Wz1.ctrl", "1 1 0", "rmo", TRUE),
        ("Ry Wz1.ctrl", "1 1 0", "power", FALSE),
        ("Ry", "1 0 0", "rmo", FALSE),
        ("Ry", "1 0 0", "power", FALSE),
        ("Ry Rz.addr", "1 0 0 0", "rmo", FALSE),
        ("Ry Rz.addr", "1 0 0 0", "power", FALSE),
    ):
        shape = Litmus("", f"{writer} | {way} {rest} | {'Rz' if 'W' in way else 'Wz1'}", f"|{reads}|")
        assert verify(shape.c(), model, tmp_path).verdict == verdict, (way, model)
    # two writes of the same value cannot be told apart
    shape = Litmus("", f"{writer} | Ry Rz.addr {rest} | Wz1 | Wz1", "|1 1 1 0||")
    assert verify(shape.c(), "rmo", tmp_path).verdict == UNKNOWN
    trace = " ".join(verify(named("RSW").c(), "rmo", tmp_path).trace.split())
    assert "the read of thread 2 at line 22 is satisfied before its read at line 19" in trace


ACQUIRE = """
extern unsigned __tp_spawn(void *(*)(void *), void *);
extern void *__tp_join(unsigned);
extern void reach_error(void);
int x, y;
void *a(void *p) { x = 2; long r = x; __asm__ volatile("lfence" ::: "memory"); y = 1; return (void *)r; }
void *b(void *p) { long r = y; __sync_synchronize(); return (void *)(4 * r + x); }
void *c(void *p) { x = 1; return 0; }
int main(void) {
  unsigned i = __tp_spawn(a, 0), j = __tp_spawn(b, 0), k = __tp_spawn(c, 0);
  long r = (long)__tp_join(i), s = (long)__tp_join(j);
  __tp_join(k);
  if (r == 2 && s == 4 && x == 2) reach_error();
  return 0;
}
"""


def test_fence_behind_a_read_of_the_own_buffer(tmp_path: Path) -> None:
    """The write to y is behind that to x, through the read: to a reader behind a full fence, the first write to x as well."""
    assert verify(ACQUIRE, "power", tmp_path).verdict == UNKNOWN
    assert verify(ACQUIRE, "power", tmp_path, "ordering").verdict == TRUE
    assert verify(ACQUIRE.replace("lfence", "nop"), "power", tmp_path).verdict == FALSE


@pytest.mark.parametrize("engine", ("abstraction", "impact", "simulation", "bmc"))
def test_other_engines_miss_writes(engine: str, tmp_path: Path) -> None:
    for name in ("R+lwsync+fence", "WRC+addrs"):
        assert verify(named(name).c(), "power", tmp_path, engine).verdict == FALSE, name


@pytest.mark.parametrize("engine", ("abstraction", pytest.param("impact", marks=pytest.mark.nightly), "simulation", "bmc"))
def test_other_engines(engine: str, tmp_path: Path) -> None:
    for name, verdict in (("LB", FALSE), ("MP+fence+po", FALSE), ("LB+datas", TRUE), ("RDW", TRUE)):
        shape = next(shape for shape in SHAPES if shape.name == name)
        assert verify(shape.c(), "rmo", tmp_path, engine).verdict == verdict, name


@pytest.mark.parametrize("model", ("rmo", "power"))
def test_reads_before_writes_that_are_issued(model: str, tmp_path: Path) -> None:
    """Both before the first read, in this order: what comes between them is up to others."""
    for threads, outcome in (
        ("Rx Rz Wy2 | Wz1 F Wy1 | Ry F Wx1", "1 0||2;y=2"),
        ("Rx Rz Wy1 | Wz1 F Ry | Ry F Wx1", "1 0|0|1"),
        ("Rx Wz1 Wy2 | Rz F Wy1 | Ry F Wx1", "1|1|2;y=2"),
    ):
        assert verify(Litmus("", threads, outcome).c(), model, tmp_path).verdict == FALSE, threads


@pytest.mark.parametrize("model", ("rmo", "power"))
def test_writes_that_are_not_issued(model: str, tmp_path: Path) -> None:
    """Their values come from reads that nobody can tell from constants: the dependency is none, but nothing is known before."""
    for threads, outcome in (("Rz Rx Wu1.data | Wu2 F Wz1", "1 0|;u=2"), ("Ru Rw Wz1.ctrl | Rz F Wu1", "1 0|1")):
        shape = Litmus("", threads, outcome)
        assert verify(shape.c(), model, tmp_path).verdict != TRUE
        assert verify(shape.c(), model, tmp_path, "ordering").verdict == FALSE


def test_writes_behind_an_address(tmp_path: Path) -> None:
    """Power keeps a write behind what the address of an access before it depends on."""
    shape = Litmus("", "Rz Rv.addr Wu1 | Wu2 F Wz1 | Wv1", "1 0|;u=2")
    assert verify(shape.c(), "power", tmp_path).verdict == TRUE
    assert verify(shape.c(), "rmo", tmp_path).verdict == FALSE


@pytest.mark.parametrize("model", ("rmo", "power"))
def test_random_orders(model: str) -> None:
    for seed in range(4):
        assert not weak.check_order(seed, model, 60.0)


@pytest.mark.parametrize("model", ("rmo", "power"))
@pytest.mark.parametrize("name", ("ring", "deque"))
def test_elements_of_arrays(name: str, model: str, tmp_path: Path) -> None:
    """Early reads whose places are no addresses that the program mentions."""
    folder = Path(__file__).parent.parent.parent / "bench" / "weak"
    text = (folder / f"{name}.c").read_text().replace('#include "weak.h"', (folder / "weak.h").read_text())
    assert verify(text, model, tmp_path).verdict == FALSE


def test_random() -> None:
    report = weak.check_ahead_batch([0, 1, 2, 3], 60.0)
    assert not report.failures and report.passed


def rmo(first: str, second: str, tmp_path: Path, before: str = "") -> str:
    return verify(pair(first, second, before), "rmo", tmp_path).verdict


def test_one_value_per_place(tmp_path: Path) -> None:
    """Two reads of y that see different writes, both before the read of x: only the first may be ahead, so no proof."""
    first = "int r = x, s = y, t = y; return (void *)(long)!(r == 1 && s == 0 && t == 1);"
    second = "y = 1; __sync_synchronize(); y = 2; __sync_synchronize(); x = 1; return 0;"
    assert rmo(first, second, tmp_path) == UNKNOWN
    fenced = first.replace(" s = y", " s; __atomic_thread_fence(__ATOMIC_ACQUIRE); s = y").replace("int r", "int t, r")
    assert rmo(fenced.replace(", t = y;", "; t = y;"), second, tmp_path) == TRUE


def test_write_of_the_next_round(tmp_path: Path) -> None:
    """A write is ahead of the read just before it, not of the one in the round before: no proof."""
    first = "long r = 0; for (int i = 1; i <= 2; i++) { r = r * 2 + x; y = i; } return (void *)(r != 2);"
    second = "long s = y; __sync_synchronize(); x = s == 2; return (void *)(s != 2);"
    assert rmo(first, second, tmp_path) == UNKNOWN
    assert rmo(first.replace("y = i;", "__sync_synchronize(); y = i; __sync_synchronize();"), second, tmp_path) == TRUE


def test_own_write_in_between(tmp_path: Path) -> None:
    """What was read ahead is forgotten when the thread writes the place."""
    first = "int r = x; y = 2; int s = y; return (void *)(long)(s == 0 ? 0 : 1);"
    assert rmo(first, "x = 1; return 0;", tmp_path) == TRUE


def test_what_depends_stays_behind(tmp_path: Path) -> None:
    second = "int s = y; __sync_synchronize(); x = 1; return (void *)(long)!s;"
    for write in ("y = 1 + (r - r / 2 * 2) * 0 + r;", "if (r) y = 1;", "*(r ? &y : &z) = 1;"):
        first = f"int r = x; {write} return (void *)(long)!r;"
        assert rmo(first, second, tmp_path, "int z;\n") != FALSE
    assert rmo("int r = x; y = 1; return (void *)(long)!r;", second, tmp_path) == FALSE
    assert rmo("int r = x; y = r - r + 1; return (void *)(long)!r;", second, tmp_path) == FALSE  # no dependency


def test_blocks_and_functions(tmp_path: Path) -> None:
    helpers = "long get(int *p) { return *p; }\nint z;\n"
    block = "__VERIFIER_atomic_begin(); long r = y; __VERIFIER_atomic_end(); long s = x; return (void *)!(r == 1 && s == 0);"
    writer = "x = 1; __sync_synchronize(); y = 1; return 0;"
    assert rmo(block, writer, tmp_path) == TRUE
    assert rmo("long r = y, s = x; return (void *)!(r == 1 && s == 0);", writer, tmp_path) == FALSE
    called = "long r = get(&y), s = x; return (void *)!(r == 1 && s == 0);"
    assert rmo(called, writer, tmp_path, helpers) in (FALSE, UNKNOWN)


def test_report_names_what_was_early(tmp_path: Path) -> None:
    trace = {}
    for name in ("LB", "MP+fence+po"):
        shape = next(shape for shape in SHAPES if shape.name == name)
        trace[name] = " ".join(verify(shape.c(), "rmo", tmp_path).trace.split())
        assert "__tp" not in trace[name].replace("__tp_join", "").replace("__tp_spawn", "") and "input" not in trace[name]
    assert "is issued before its read at line" in trace["LB"]
    assert "reads x (and finds 0) before its read at line 16" in trace["MP+fence+po"]
    assert "x is read early: 0" in trace["MP+fence+po"]


THREE = """
extern unsigned __tp_spawn(void *(*)(void *), void *);
extern void *__tp_join(unsigned);
extern void reach_error(void);
#define STORE __atomic_thread_fence(__ATOMIC_RELEASE)
int x, y, u, v[1];
void *a(void *p) { x = 1; STORE; y = 1; int r = u, s = v[INDEX]; return (void *)(long)(r && !s); }
void *b(void *p) { int r = y; __sync_synchronize(); u = 1; return (void *)(long)r; }
void *c(void *p) { v[0] = 1; __sync_synchronize(); return (void *)(long)!x; }
int main(void) {
  unsigned i = __tp_spawn(a, 0), j = __tp_spawn(b, 0), k = __tp_spawn(c, 0);
  long r = (long)__tp_join(i), s = (long)__tp_join(j), t = (long)__tp_join(k);
  if (r && s && t) reach_error();
  return 0;
}
"""


def test_cycle_through_the_thread(tmp_path: Path) -> None:
    """Outside of `a` no path leads from the read of v to that of u: the cycle leaves `a` after y, and comes back to u."""
    assert verify(THREE.replace("INDEX", "0"), "rmo", tmp_path).verdict == FALSE
    assert verify(THREE.replace("INDEX", "(long)p"), "rmo", tmp_path).verdict == FALSE
    assert verify(THREE.replace("INDEX", "(long)p"), "rmo", tmp_path, "ordering").verdict == FALSE
    fenced = THREE.replace("INDEX", "(long)p").replace("int r = u,", "int r = u; __sync_synchronize(); int")
    assert verify(fenced, "rmo", tmp_path).verdict == TRUE
