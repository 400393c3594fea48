"""Programs in LLVM's text, from single instructions to threads: what they mean, by plain enumeration."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.config.options import Config
from threadproof.config.validation import validate
from threadproof.run import pipeline
from threadproof.run.loading import SourceFile

HEAD = """target triple = "x86_64-unknown-linux-gnu"
%pair = type {{ i32, ptr }}
@text = private constant [5 x i8] c"wrong"
@x = global i32 0
@p = global %pair {{ i32 7, ptr @x }}
@table = constant [2 x ptr] [ptr @one, ptr @two]
@bytes = global [6 x i8] c"\\01\\02\\03\\04\\05\\06"
declare void @__assert_fail(ptr, ptr, i32, ptr)
declare i32 @__VERIFIER_nondet_int()
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
define i32 @one(i32 %v) {{
  %r = add i32 %v, 1
  ret i32 %r
}}
define i32 @two(i32 %v) {{
  %r = add i32 %v, 2
  ret i32 %r
}}
define {{ i32, i1 }} @both(i32 %v) {{
  %a = insertvalue {{ i32, i1 }} poison, i32 %v, 0
  %b = insertvalue {{ i32, i1 }} %a, i1 true, 1
  ret {{ i32, i1 }} %b
}}
define void @check(i1 %holds) {{
  br i1 %holds, label %fine, label %failed
failed:
  call void @__assert_fail(ptr @text, ptr @text, i32 1, ptr @text)
  unreachable
fine:
  ret void
}}
{more}
define i32 @main() {{
{body}
  ret i32 0
}}
"""

TRUE = {
    "wrapping": """  %a = add i8 127, 1
  %ok = icmp eq i8 %a, -128
  call void @check(i1 %ok)""",
    "unsigned": """  %v = call i32 @__VERIFIER_nondet_int()
  %odd = or i32 %v, -2147483648
  %q = udiv i32 %odd, 2
  %ok = icmp ule i32 1073741824, %q
  call void @check(i1 %ok)
  %s = lshr i32 %odd, 31
  %one = icmp eq i32 %s, 1
  call void @check(i1 %one)""",
    "extension": """  %t = trunc i32 383 to i8
  %z = zext i8 %t to i32
  %s = sext i1 true to i32
  %a = icmp eq i32 %z, 127
  %b = icmp eq i32 %s, -1
  %ok = and i1 %a, %b
  call void @check(i1 %ok)""",
    "odd_widths": """  %a = trunc i64 -1 to i37
  %b = zext i37 %a to i64
  %ok = icmp eq i64 %b, 137438953471
  call void @check(i1 %ok)""",
    "phis_swap": """  br label %loop
loop:
  %a = phi i32 [ 1, %0 ], [ %b, %loop ]
  %b = phi i32 [ 2, %0 ], [ %a, %loop ]
  %n = phi i32 [ 0, %0 ], [ %m, %loop ]
  %m = add i32 %n, 1
  %again = icmp slt i32 %m, 4
  br i1 %again, label %loop, label %out
out:
  %ok = icmp eq i32 %a, 2
  call void @check(i1 %ok)""",
    "register_read_before_it_is_assigned": """  %v = alloca i32
  store i32 1, ptr %v
  %old = load i32, ptr %v
  store i32 5, ptr %v
  %new = load i32, ptr %v
  %sum = add i32 %old, %new
  %ok = icmp eq i32 %sum, 6
  call void @check(i1 %ok)""",
    "switches": """  %v = call i32 @__VERIFIER_nondet_int()
  switch i32 %v, label %other [
    i32 1, label %some
    i32 -1, label %some
  ]
some:
  %square = mul i32 %v, %v
  %ok = icmp eq i32 %square, 1
  call void @check(i1 %ok)
  br label %other
other:""",
    "members": """  %m = getelementptr inbounds %pair, ptr @p, i32 0, i32 1
  %to = load ptr, ptr %m
  store i32 3, ptr %to
  %x = load i32, ptr @x
  %n = load i32, ptr @p
  %sum = add i32 %x, %n
  %ok = icmp eq i32 %sum, 10
  call void @check(i1 %ok)""",
    "bytes": """  %at = getelementptr inbounds [6 x i8], ptr @bytes, i64 0, i64 2
  %v = load i16, ptr %at, align 1
  %ok = icmp eq i16 %v, 1027
  call void @check(i1 %ok)""",
    "calls_through_a_table": """  %v = call i32 @__VERIFIER_nondet_int()
  %low = and i32 %v, 1
  %i = zext i32 %low to i64
  %at = getelementptr inbounds [2 x ptr], ptr @table, i64 0, i64 %i
  %f = load ptr, ptr %at
  %r = call i32 %f(i32 5)
  %w = add i32 %low, 6
  %ok = icmp eq i32 %r, %w
  call void @check(i1 %ok)""",
    "aggregates": """  %r = call { i32, i1 } @both(i32 4)
  %n = extractvalue { i32, i1 } %r, 0
  %t = extractvalue { i32, i1 } %r, 1
  %c = select i1 %t, i32 %n, i32 9
  %ok = icmp eq i32 %c, 4
  call void @check(i1 %ok)""",
    "overflow_is_told": """  %r = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 100, i8 100)
  %n = extractvalue { i8, i1 } %r, 0
  %o = extractvalue { i8, i1 } %r, 1
  %same = icmp eq i8 %n, -56
  %ok = and i1 %o, %same
  call void @check(i1 %ok)""",
    "bits": """  %a = call i32 @llvm.bswap.i32(i32 1)
  %b = call i32 @llvm.ctpop.i32(i32 255)
  %c = call i32 @llvm.cttz.i32(i32 16, i1 true)
  %d = call i32 @llvm.fshl.i32(i32 1, i32 -2147483648, i32 1)
  %e = add i32 %b, %c
  %f = add i32 %e, %d
  %g = icmp eq i32 %f, 15
  %h = icmp eq i32 %a, 16777216
  %ok = and i1 %g, %h
  call void @check(i1 %ok)""",
    "floats": """  %v = sitofp i32 -3 to double
  %h = fdiv double %v, 2.000000e+00
  %t = fptosi double %h to i32
  %less = fcmp olt double %h, -1.000000e+00
  %same = icmp eq i32 %t, -1
  %ok = and i1 %less, %same
  call void @check(i1 %ok)""",
    "a_copy_of_bytes": """  call void @llvm.memcpy.p0.p0.i64(ptr @x, ptr @bytes, i64 4, i1 false)
  %v = load i32, ptr @x
  %ok = icmp eq i32 %v, 67305985
  call void @check(i1 %ok)""",
    "compare_and_exchange": """  %r = cmpxchg ptr @x, i32 0, i32 5 seq_cst monotonic
  %o = extractvalue { i32, i1 } %r, 0
  %s = cmpxchg ptr @x, i32 0, i32 6 seq_cst monotonic
  %t = extractvalue { i32, i1 } %s, 1
  %v = load atomic i32, ptr @x acquire, align 4
  %a = icmp eq i32 %v, 5
  %b = icmp eq i32 %o, 0
  %c = xor i1 %t, true
  %d = and i1 %a, %b
  %ok = and i1 %c, %d
  call void @check(i1 %ok)""",
    "updates": """  %a = atomicrmw add ptr @x, i32 5 seq_cst
  %b = atomicrmw umax ptr @x, i32 9 monotonic
  %c = atomicrmw nand ptr @x, i32 1 acq_rel
  %v = load i32, ptr @x
  %sum = add i32 %b, %v
  %ok = icmp eq i32 %sum, 3
  call void @check(i1 %ok)""",
}
FALSE = {
    "a_value_that_was_never_given": """  %v = freeze i32 undef
  %ok = icmp ne i32 %v, 77
  call void @check(i1 %ok)""",
    "an_assertion": "  call void @check(i1 false)",
}
THREAD = """define ptr @thread(ptr %a) {
  %v = load i32, ptr @x
  %n = add i32 %v, 1
  store i32 %n, ptr @x
  ret ptr null
}"""
THREADS = """  %h = alloca i64
  %c = call i32 @pthread_create(ptr %h, ptr null, ptr @thread, ptr null)
  UPDATE
  %t = load i64, ptr %h
  %j = call i32 @pthread_join(i64 %t, ptr null)
  %w = load i32, ptr @x
  %ok = icmp eq i32 %w, 2
  call void @check(i1 %ok)"""


def verdict(tmp_path: Path, body: str, more: str = "", property_: str = "unreach-call") -> str:
    file = tmp_path / "program.ll"
    file.write_text(HEAD.format(body=body, more=more))
    config = validate(Config(property=property_, engine="explicit", timeout=20.0))
    clock = pipeline.Clock(pipeline.quietly)
    program = pipeline.prepare(str(file), config, clock, SourceFile(str(file)))
    outcome = pipeline.bundled(pipeline.answer(program, str(file), config, clock), config)
    return f"UNKNOWN({outcome.reason})" if outcome.verdict == "UNKNOWN" else outcome.verdict


@pytest.mark.parametrize("name", TRUE)
def test_what_holds(tmp_path: Path, name: str) -> None:
    bounded = "__VERIFIER_nondet_int" not in TRUE[name]
    assert verdict(tmp_path, TRUE[name]) == "TRUE" if bounded else proved(tmp_path, TRUE[name])


def proved(tmp_path: Path, body: str) -> bool:
    """By an engine that knows inputs."""
    file = tmp_path / "program.ll"
    file.write_text(HEAD.format(body=body, more=""))
    config = validate(Config(property="unreach-call", engine="ordering", timeout=20.0))
    clock = pipeline.Clock(pipeline.quietly)
    program = pipeline.prepare(str(file), config, clock, SourceFile(str(file)))
    return pipeline.bundled(pipeline.answer(program, str(file), config, clock), config).verdict == "TRUE"


@pytest.mark.parametrize("name", FALSE)
def test_what_fails(tmp_path: Path, name: str) -> None:
    assert verdict(tmp_path, FALSE[name]) in ("FALSE", "UNKNOWN(inputs: input of type i32 at program.ll)")


@pytest.mark.parametrize(("update", "expected"), [("atomicrmw add ptr @x, i32 1 seq_cst", "FALSE"), ("fence seq_cst", "FALSE")])
def test_threads(tmp_path: Path, update: str, expected: str) -> None:
    """The thread's increment is not atomic: it may be lost."""
    line = f"%u = {update}" if update.startswith("atomic") else update
    assert verdict(tmp_path, THREADS.replace("UPDATE", line), THREAD) == expected


def test_threads_that_update_atomically(tmp_path: Path) -> None:
    thread = "define ptr @thread(ptr %a) {\n  %o = atomicrmw add ptr @x, i32 1 monotonic\n  ret ptr null\n}"
    body = THREADS.replace("UPDATE", "%u = atomicrmw add ptr @x, i32 1 monotonic")
    assert verdict(tmp_path, body, thread) == "TRUE"
    assert verdict(tmp_path, body, thread, "no-data-race") == "TRUE"
    assert (
        verdict(
            tmp_path, body.replace("%u = atomicrmw add ptr @x, i32 1 monotonic", "store i32 1, ptr @x"), thread, "no-data-race"
        )
        == "FALSE"
    )


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("%v = call <4 x i32> @llvm.vector.thing(<4 x i32> zeroinitializer)", "the intrinsic llvm.vector.thing"),
        ("%v = va_arg ptr @x, i32", "the instruction va_arg"),
        ("%v = add <2 x i32> zeroinitializer, zeroinitializer", "add of vectors"),
        ('call void asm "hlt", ""()', "inline assembly"),
        ("%v = fadd x86_fp80 undef, undef", "numbers of type x86_fp80"),
    ],
)
def test_what_is_not_supported_ends_the_execution(tmp_path: Path, line: str, what: str) -> None:
    found = verdict(tmp_path, f"  {line}\n  call void @check(i1 false)")
    assert found.startswith("UNKNOWN(unsupported: ") and what in found
    behind = f"  br i1 true, label %fine, label %bad\nbad:\n  {line}\n  br label %fine\nfine:"
    assert verdict(tmp_path, behind) == "TRUE"
