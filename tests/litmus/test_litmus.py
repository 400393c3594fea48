"""Every shape under every memory model: the outcome is found exactly where the model allows it; and what the store buffers do
with programs that are not litmus tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.litmus.shapes import SHAPES, Litmus
from threadproof.config.options import Config
from threadproof.config.validation import validate
from threadproof.errors import UnsupportedError
from threadproof.frontend.c.library.barriers import strength
from threadproof.memory_models import TABLE
from threadproof.report.outcome import FALSE, TRUE, UNKNOWN, RunOutcome
from threadproof.run import loading, pipeline

MODELS = tuple(model.name for model in TABLE if model.simulated)  # those of every engine


def verify(text: str, model: str, tmp_path: Path, engine: str = "explicit", **options: object) -> RunOutcome:
    file = tmp_path / "litmus.c"
    file.write_text(text)
    config = Config(engine=engine, memory_model=model, timeout=100.0, **options)  # type: ignore[arg-type]
    return pipeline.verify(str(file), validate(config))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("shape", [shape for shape in SHAPES if not shape.depends()], ids=lambda shape: shape.name)
def test_explicit(shape: Litmus, model: str, tmp_path: Path) -> None:
    outcome = verify(shape.c(), model, tmp_path)
    assert outcome.verdict == (FALSE if model in shape.allowed.split() else TRUE), outcome.reason


BY_POINTERS = ("SB", "SB+forwarding", "MP", "MP+same-place-between", "MP+store-fence+po", "R", "2+2W", "n6")


@pytest.mark.parametrize("model", ("tso", "pso"))
@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape.name in BY_POINTERS], ids=lambda shape: shape.name)
def test_buffers_by_address(shape: Litmus, model: str, tmp_path: Path) -> None:
    """Where places are not constants, the buffers hold addresses."""
    text = shape.c()
    for name in "xy":
        text = text.replace(f"int {name};", f"int {name}_, *p{name} = &{name}_;\n#define {name} (*p{name})")
    outcome = verify(text, model, tmp_path)
    assert outcome.verdict == (FALSE if model in shape.allowed.split() else TRUE), outcome.reason


@pytest.mark.parametrize("engine", ("abstraction", "impact", "bmc", "ordering"))
def test_symbolic_engines(engine: str, tmp_path: Path) -> None:
    """Buffers for constant places are small enough for them."""
    for name, model in (("SB+forwarding", "tso"), ("MP", "pso")):
        shape = next(shape for shape in SHAPES if shape.name == name)
        assert verify(shape.c(), model, tmp_path, engine).verdict == FALSE
    shape = next(shape for shape in SHAPES if shape.name == "SB+forwarding")
    assert verify(shape.c("r0 == 0"), "tso", tmp_path, engine).verdict == TRUE  # it reads what it has just written


THREADS = """
extern unsigned __tp_spawn(void *(*)(void *), void *);
extern void *__tp_join(unsigned);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), reach_error(void), __VERIFIER_assume(int);
extern void *malloc(unsigned long);
extern void free(void *);
int x, y;
"""
MAIN = """
int main(void) {
  unsigned i = __tp_spawn(a, 0), j = __tp_spawn(b, 0);
  long r = (long)__tp_join(i), s = (long)__tp_join(j);
  if (r == 0 && s == 0) reach_error();
  return 0;
}
"""


def pair(first: str, second: str, before: str = "") -> str:
    return f"{THREADS}{before}void *a(void *p) {{ {first} }}\nvoid *b(void *p) {{ {second} }}\n{MAIN}"


SB = ("x = 1; return (void *)(long)y;", "y = 1; return (void *)(long)x;")


def test_full_buffer_is_not_true(tmp_path: Path) -> None:
    text = pair("x = 1; y = 1; x = 2; return (void *)(1L + z);", "z = 1; return (void *)(1L + x + y);", "int z;\n")
    assert verify(text, "tso", tmp_path, buffer=3).verdict == TRUE
    outcome = verify(text, "tso", tmp_path, buffer=2)
    assert outcome.verdict == UNKNOWN and "store buffer is full" in outcome.reason
    assert verify(pair(*SB), "tso", tmp_path, buffer=1).verdict == FALSE


def test_pointers_and_functions(tmp_path: Path) -> None:
    """Writes and reads through pointers in functions that both threads call; blocks around one of them."""
    helpers = "void set(int *p) { *p = 1; }\nlong get(int *p) { return *p; }\n"
    plain = pair("set(&x); return (void *)get(&y);", "set(&y); return (void *)get(&x);", helpers)
    assert [verify(plain, model, tmp_path).verdict for model in MODELS] == [TRUE, FALSE, FALSE]
    block = "__VERIFIER_atomic_begin(); set({}); __VERIFIER_atomic_end(); return (void *)get({});"
    fenced = pair(block.format("&x", "&y"), block.format("&y", "&x"), helpers)
    assert [verify(fenced, model, tmp_path).verdict for model in MODELS] == [TRUE, TRUE, TRUE]
    mixed = pair(block.format("&x", "&y"), "set(&y); return (void *)get(&x);", helpers)
    assert [verify(mixed, model, tmp_path).verdict for model in MODELS] == [TRUE, FALSE, FALSE]


def test_places_of_one_thread_that_a_pointer_may_share(tmp_path: Path) -> None:
    """A write through it is held back, so accesses by name, which nobody else can observe, must know of it."""
    choice = "extern _Bool __VERIFIER_nondet_bool(void);\nint mine;\n"
    first = "int *q = __VERIFIER_nondet_bool() ? &mine : &x; {} if (q == &mine && mine != {}) reach_error(); return (void *)1;"
    for steps, value in (("mine = 0; *q = 1;", "1"), ("*q = 1; mine = 2; __sync_synchronize();", "2")):
        text = pair(first.replace("{}", steps, 1).replace("{}", value), "return (void *)(1L + x);", choice)
        assert [verify(text, model, tmp_path).verdict for model in MODELS] == [TRUE] * 3


def test_deep_blocks(tmp_path: Path) -> None:
    """Accesses inside of blocks that nest deeply go to memory."""
    deep = "{}{}{}{}{} {} = 1;".replace("{}", "__VERIFIER_atomic_begin();", 5) + "__VERIFIER_atomic_end();" * 4
    rest = "{} = 1; __VERIFIER_atomic_end(); return (void *)(long){};"
    text = pair((deep + rest).format("x", "x", "y"), (deep + rest).format("y", "y", "x"))
    assert [verify(text, model, tmp_path).verdict for model in MODELS] == [TRUE] * 3


def test_write_is_seen_although_its_thread_never_goes_on(tmp_path: Path) -> None:
    """What a thread has written reaches memory even if the thread then loops for ever, or its execution is discarded."""
    for rest in ("for (;;) ;", "__VERIFIER_assume(0);"):
        text = f"{THREADS}void *a(void *p) {{ x = 1; {rest} return 0; }}\n"
        text += "int main(void) { __tp_spawn(a, 0); if (x == 1) reach_error(); return 0; }\n"
        assert [verify(text, model, tmp_path).verdict for model in MODELS] == [FALSE] * 3


def test_bad_address_is_an_error_of_the_write(tmp_path: Path) -> None:
    """Nothing behind it happens, although the write would have been held back."""
    text = pair("int *q = 0; *q = 1; return 0;", "return 0;")
    assert verify(text, "tso", tmp_path).verdict == verify(text, "sc", tmp_path).verdict == UNKNOWN


def test_memory_that_ends(tmp_path: Path) -> None:
    write = "int *q = malloc(4); shared = q; *q = 1; {} free(q); return (void *)1;"
    text = pair(write, "return y ? (void *)(long)*shared : (void *)1;", "int *volatile shared;\n")
    assert verify(text.replace("{}", "__sync_synchronize();"), "tso", tmp_path).verdict == TRUE
    assert "memory ends" in verify(text.replace("{}", ""), "tso", tmp_path).reason
    assert verify(text.replace("{}", ""), "sc", tmp_path).verdict == TRUE


def test_report_names_the_write(tmp_path: Path) -> None:
    outcome = verify(pair(*SB), "tso", tmp_path)
    assert "the write x = 1 leaves the store buffer" in " ".join(outcome.trace.split()) and "input" not in outcome.trace
    assert outcome.rests_on["memory model"] == "total store order (TSO)"


def test_refused() -> None:
    with pytest.raises(UnsupportedError, match="for C programs"):
        loading.load("model.ivl", Config(memory_model="tso"))


@pytest.mark.parametrize("template, level", [
    ("", ""), ("mfence", "full"), (" sfence\\n\\t", "store"), ("lfence", "load"), ("lock; addl $0, 0(%%esp)", "full"),
    ("lwsync; sync", "full"), ("dmb ish", "full"), ("isync", "none"), ("nop", ""), ("cpuid", None),
    ("mfence; movl $1, %eax", None),
])  # fmt: skip
def test_barriers(template: str, level: str | None) -> None:
    assert strength(template) == level
